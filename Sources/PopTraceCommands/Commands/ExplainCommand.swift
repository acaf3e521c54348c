#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

struct ExplainCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", _superCommandName: RootCommand.name,
    abstract: "Says why a popup was, or was not, shown, and what would have had to be different.",
    discussion: """
      Tells the popup's life as a story: what it waited for and until when, who was ahead, what ended it. Where it never came, one thing is \
      changed at a time and the session replayed: what is said would have had it shown did so there. With --policy the same is told of that \
      policy's run.

      A name without a session lists the sessions in which popups of that name did not come, by reason.

      Example:
        poptrace explain Fixtures/field --popup Coupon
        poptrace explain Fixtures/field --session simulated-75-22 --popup 3 --policy v6
      """)

  @OptionGroup var input: NamedInputOptions

  @Option(help: .text("The popup, by number or name.", value: "popup"))
  var popup: String?

  @Option(help: .text("Its session, by name or place in its input.", value: "name"))
  var session: String?

  @Option(
    help: .text(
      "In place of popup and session: a finding, by its fingerprint or the beginning of it.", value: "fingerprint"))
  var finding: String?

  @Option(help: .text("Tell it of this policy's run, too.", value: "policy"))
  var policy: String?

  @Flag(help: "List the sessions in which popups missed being shown for the same reason.")
  var similar = false

  @Flag(help: "Tell a long story in full, and name every session.")
  var all = false

  @OptionGroup var replay: ReplayFlags
  @OptionGroup var output: OutputOptions
  @OptionGroup var jobs: JobOptions

  func validate() throws {
    if (popup == nil) == (finding == nil) {
      throw ValidationError(
        popup == nil
          ? "Which popup is to be explained? Give --popup NAME, or --finding FINGERPRINT."
          : "A finding names its popup: give either --popup or --finding.")
    }
    if finding != nil, session != nil {
      throw ValidationError("A finding is looked for in all sessions: give --finding without --session.")
    }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let candidate = try context.policies.resolve(policy)
    var inputs = try input.expanded(in: context, isQuiet: output.quiet)
    inputs.alsoRead([candidate?.file, input.names, replay.premises])
    try inputs.refuse(output: output.output)
    let replays = try ReplaySetting(replay, of: inputs, jobs: jobs.count, isQuiet: true, in: context)
    let search = ExplainSearch(
      command: self, inputs: inputs, explainer: Explainer(candidate: candidate, setting: replays),
      context: context)
    return try output.write(from: inputs) { stream throws(CommandFailure) in try search.answer(to: stream) }
  }
}

private struct ExplainSearch {
  let command: ExplainCommand
  let inputs: InputList
  let explainer: ExplainCommand.Explainer
  let context: ToolContext

  private struct Subject {
    var origin: SessionOrigin
    var popup: PopupID
    var finding: Finding?
  }

  func answer(to stream: OutputStream) throws(CommandFailure) -> ExitStatus {
    var selection = SessionSelection(command.session.map { [$0] } ?? [])
    var subject: Subject?
    var others: [PopupID] = []
    var sightings = PopupSightings(command.popup.map { [$0] } ?? [])
    var named = LikeSessions(named: command.popup.flatMap { Int64($0) == nil ? $0 : nil })
    var search = command.finding.map { FindingSearch($0, explainer.candidate, explainer.setting) }
    var sessions = 0
    let status = try inputs.forEachSession(in: context, isQuiet: command.output.quiet) {
      origin throws(CommandFailure) in
      guard selection.takes(origin) else { return }
      sessions += 1
      if command.finding == nil { named.add(try explainer.firstRun(of: origin), of: origin) }
      guard subject == nil else { return }
      if search != nil {
        guard let finding = search?.finding(in: origin.session) else { return }
        subject = Subject(origin: origin, popup: finding.popup, finding: finding)
        return
      }
      let popups = popups(in: origin)
      guard !popups.isEmpty else { return sightings.note(origin.session, found: []) }
      let chosen = try chosen(of: popups, in: origin)
      subject = Subject(origin: origin, popup: chosen)
      others = popups.filter { $0 != chosen }
    }
    try selection.check()
    guard let subject else {
      try sightings.check()
      let hint = explainer.candidate == nil ? "; one of a candidate's run is found with its --policy" : ""
      throw CommandFailure("there is no finding \"\(command.finding ?? "")\" in what was given" + hint)
    }
    if command.finding == nil, command.session == nil, sessions > 1 {
      guard let name = command.popup, Int64(name) == nil else {
        throw .usage("popups are numbered session by session; say which session: --session NAME")
      }
      let groups = Explanation.Groups(
        name: name, submissions: named.submissions, sessions: named.submittingSessions, named.missed)
      switch command.output.format {
      case .text: try stream.write(groups.text(style: stream.style, showsAll: command.all))
      case .json: try stream.write(groups.json)
      }
      return status
    }
    try tell(subject, others, to: stream)
    return status
  }

  // MARK: - Which popup

  private func popups(in origin: SessionOrigin) -> [PopupID] {
    var found: [PopupID] = []
    let selected = PopupSelection([command.popup ?? ""])?.popups(of: origin.session) ?? []
    for (popup, _) in selected where !found.contains(popup) { found.append(popup) }
    return found
  }

  private func chosen(of popups: [PopupID], in origin: SessionOrigin) throws(CommandFailure) -> PopupID {
    guard popups.count > 1 else { return popups[0] }
    let run = try explainer.firstRun(of: origin)
    let histories = PopupHistory.read(popups, in: run.session, heeding: run.heeded)
    return (histories.first { !$0.wasShown } ?? histories[0]).popup
  }

  // MARK: - The story

  private func tell(_ subject: Subject, _ others: [PopupID], to stream: OutputStream) throws(CommandFailure) {
    let runs = try explainer.runs(of: subject.origin)
    var explanation = explainer.explain(subject.popup, of: subject.origin, runs)
    if let finding = subject.finding { explanation.note(finding) }
    let alike = try corpus(beside: subject, runs, &explanation)
    switch command.output.format {
    case .json: try stream.write(explanation.json)
    case .text:
      try stream.write(explanation.text(style: stream.style, showsAll: command.all))
      if command.similar { try stream.write(Self.list(alike)) }
    }
    guard !others.isEmpty, command.finding == nil else { return }
    let numbers = others.prefix(8).map { "#\(subject.origin.session.catalog.number(of: $0))" }
    context.remark(
      "\(counted(others.count, "other")) of that name in this session: \(numbers.joined(separator: " "))"
        + (others.count > 8 ? " …" : ""), isQuiet: command.output.quiet)
  }

  private func corpus(
    beside subject: Subject, _ runs: [ExplainCommand.Explainer.Run], _ explanation: inout Explanation
  ) throws(CommandFailure) -> [Explanation.Missed] {
    guard let run = runs.first, !inputs.paths.contains(where: InputList.isReadOnce) else { return [] }
    let history = PopupHistory.read([subject.popup], in: run.session, heeding: run.heeded)[0]
    guard !history.wasShown, !run.endsAtHole || history.outcome?.end.isOver == true else { return [] }
    var all = LikeSessions()
    for path in inputs.paths {
      // What cannot be read was said the first time.
      guard var source = try? SessionSource(path, of: inputs) else { continue }
      while let session = try? source.next() {
        let origin = SessionOrigin(input: PathText.shown(path), index: source.count, session: session)
        if let run = try? explainer.firstRun(of: origin) { all.add(run, of: origin) }
      }
    }
    let alike = all.like(history.ending)
    let sessions = Set(alike.map { "\($0.trace)\n\($0.session)" }).count
    explanation.similar = Explanation.Similar(sessions: sessions, popups: alike.count, total: all.sessions)
    if command.similar { explanation.similar?.examples = alike }
    if case .waiting(.slot) = history.ending, let holder = history.lastObstacle {
      let words = run.session.words
      let sentence = all.dismissals(of: words.name(of: holder.popup), under: run.name)
      if let sentence { explanation.stories[0].why.insert(sentence, at: 1) }
    }
    return alike
  }

  private static func list(_ alike: [Explanation.Missed]) -> String {
    let rows = alike.map {
      [Cell(printable($0.trace)), Cell("session " + printable($0.session)), Cell("\(printable($0.name)) #\($0.popup)")]
    }
    return TextTable([.left, .left, .left], rows).lines(style: .plain).map { "   " + $0 + "\n" }.joined()
  }
}

struct FindingSearch {
  private let fingerprint: String
  private let setting: ReplaySetting
  /// What judges the candidate; nil where the recordings alone are looked through.
  private var judge: PolicyJudge?
  private var checker: IdentityChecker
  private var recorded = RecordedRun()

  init(_ fingerprint: String, _ candidate: PolicyEntry?, _ setting: ReplaySetting) {
    self.fingerprint = fingerprint
    self.setting = setting
    checker = setting.makeIdentityChecker()
    judge = candidate.map { PolicyJudge([$0.makeRunner()], checker: setting.makeIdentityChecker()) }
  }

  /// Of the candidate's run or one that it mends, or of the recording; nil where it is in neither, or about no popup.
  mutating func finding(in session: Session) -> Finding? {
    var found: Finding?
    if var judge {
      judge.begin(session, options: setting.evaluation(session.header.tick, continuations: 0))
      let findings = judge.verdict(on: session) { _ in false }.findings
      found = findings.first { $0.fingerprint.description.hasPrefix(fingerprint) }?.finding
      self.judge = judge
    }
    if found == nil { found = ofRecording(in: session) }
    return found.flatMap { $0.popup.isNone ? nil : $0 }
  }

  private mutating func ofRecording(in session: Session) -> Finding? {
    guard !session.isScenario else { return nil }
    recorded.read(session, of: checker.check(session))
    let index = recorded.findings.indices.first { recorded.fingerprints[$0].description.hasPrefix(fingerprint) }
    return index.map { recorded.findings[$0] }
  }
}

struct LikeSessions {
  private let name: String?
  /// How many sessions were looked at, and how many popups that were wanted were submitted in them.
  private(set) var sessions = 0
  private(set) var submissions = 0
  private(set) var submittingSessions = 0
  /// What was not shown, in the order of the sessions.
  private(set) var missed: [Explanation.Missed] = []
  /// How long users looked at popups before they dismissed them, in ms, by name and recorded policy.
  private var dwells: [String: [String: [Int64]]] = [:]

  init(named name: String? = nil) { self.name = name }

  mutating func add(_ run: ExplainCommand.Explainer.Run, of origin: SessionOrigin) {
    let session = run.session
    sessions += 1
    let tracker = OutcomeTracker(of: session)
    var wanted: [PopupID] = []
    var known: Set<PopupID> = []
    var seen = 0
    for event in session.events where event.kind == .popupSubmitted {
      let text = session.catalog.names.text(session.catalog.spec(event.spec).name)
      guard let outcome = tracker.outcome(of: event.popup) else { continue }
      noteDwell(outcome, text, run)
      guard name == nil || name == text else { continue }
      seen += 1
      if outcome.shown.isEmpty, known.insert(event.popup).inserted { wanted.append(event.popup) }
    }
    let endings = wanted.isEmpty ? [] : PopupEnding.read(wanted, in: session, heeding: run.heeded)
    for (popup, ending) in zip(wanted, endings) {
      // Behind a hole it may have come, so that it counts on neither side.
      if run.endsAtHole, case .waiting = ending {
        seen -= 1
        continue
      }
      missed.append(
        Explanation.Missed(
          trace: origin.input, session: origin.label, popup: session.catalog.number(of: popup),
          name: session.catalog.names.text(session.catalog.spec(tracker.spec(of: popup)).name), ending))
    }
    submissions += seen
    if seen > 0 { submittingSessions += 1 }
  }

  private mutating func noteDwell(_ outcome: RunOutcome, _ name: String, _ run: ExplainCommand.Explainer.Run) {
    guard outcome.end == .ended(.dismissed) else { return }
    var length = Ticks.zero
    for stay in outcome.shown { length += (stay.until ?? run.session.end) - stay.from }
    dwells[name, default: [:]][run.name, default: []].append(
      Milliseconds(length, of: run.session.header.tick).microseconds / 1000)
  }

  /// `Elsewhere under v5 Splash was dismissed 53 times, after 2.3 s in the median.`; nil where it was not.
  func dismissals(of name: String, under policy: String) -> String? {
    guard let lengths = dwells[name]?[policy]?.sorted(), !lengths.isEmpty else { return nil }
    let median = lengths[(lengths.count - 1) / 2]
    let times = lengths.count == 1 ? "once" : "\(grouping(lengths.count)) times"
    let tenths = (median + 50) / 100
    return
      "Elsewhere under \(policy) \(name) was dismissed \(times), after \(grouping(tenths / 10)).\(tenths % 10) s in the median."
  }

  func like(_ ending: PopupEnding) -> [Explanation.Missed] { missed.filter { $0.ending == ending } }
}
#endif
