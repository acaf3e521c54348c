#if Tool
import PopAudit
import PopReplay
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

/// Finds what is to be explained in the inputs, and explains it.
struct ExplainSearch {
  private let command: ExplainCommand
  private let inputs: InputList
  private let explainer: PopupExplainer
  private let candidate: PolicyEntry?
  private let context: ToolContext

  init(
    _ command: ExplainCommand, _ inputs: InputList, _ explainer: PopupExplainer, _ candidate: PolicyEntry?,
    _ context: ToolContext
  ) {
    self.command = command
    self.inputs = inputs
    self.explainer = explainer
    self.candidate = candidate
    self.context = context
  }

  /// What is to be explained, once it is found.
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
    var named = LikeSessions(named: command.popup.flatMap { Int64($0) == nil ? $0 : nil }, context.policies)
    var sessions = 0
    let status = try inputs.forEachSession(in: context, isQuiet: command.output.quiet) {
      origin throws(CommandFailure) in
      guard selection.takes(origin) else { return }
      sessions += 1
      if command.finding == nil { named.add(try explainer.firstRun(of: origin), of: origin) }
      guard subject == nil else { return }
      if let fingerprint = command.finding {
        let search = FindingSearch(
          fingerprint, candidate, context.policies, inputs.limits, replay: explainer.options)
        guard let finding = search.finding(in: origin) else { return }
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
      let hint = candidate == nil ? "; one of a candidate's run is found with its --policy" : ""
      throw CommandFailure("there is no finding \"\(command.finding ?? "")\" in what was given" + hint)
    }
    if command.finding == nil, command.session == nil, sessions > 1 {
      guard let name = command.popup, Int64(name) == nil else {
        throw .usage("popups are numbered session by session; say which session: --session NAME")
      }
      try list(
        ExplanationGroups(
          name: name, submissions: named.submissions, sessions: named.submittingSessions, groups: named.groups),
        to: stream)
      return status
    }
    try tell(subject, others, to: stream)
    return status
  }

  private func list(_ groups: ExplanationGroups, to stream: OutputStream) throws(CommandFailure) {
    switch command.output.format {
    case .text: try stream.write(groups.text(style: stream.style, showsAll: command.all))
    case .json: try stream.write(groups.json)
    }
  }

  // MARK: - Which popup

  private func popups(in origin: SessionOrigin) -> [PopupID] {
    var found: [PopupID] = []
    let selected = PopupSelection([command.popup ?? ""])?.popups(of: origin.session) ?? []
    for (popup, _) in selected where !found.contains(popup) { found.append(popup) }
    return found
  }

  /// Of several of one name, the first that did not come.
  private func chosen(of popups: [PopupID], in origin: SessionOrigin) throws(CommandFailure) -> PopupID {
    guard popups.count > 1 else { return popups[0] }
    let run = try explainer.firstRun(of: origin)
    let lives = PopupLife.read(popups, in: run.session, heeding: run.heeded)
    return (lives.first { !$0.wasShown } ?? lives[0]).popup
  }

  // MARK: - The story

  private func tell(_ subject: Subject, _ others: [PopupID], to stream: OutputStream) throws(CommandFailure) {
    let runs = try explainer.runs(of: subject.origin)
    var explanation = explainer.explain(subject.popup, of: subject.origin, runs)
    explanation.finding = subject.finding.map { Explanation.Finding(rule: $0.rule, because: $0.because) }
    let alike = try corpus(beside: subject, runs, &explanation)
    switch command.output.format {
    case .json: try stream.write(explanation.json)
    case .text:
      try stream.write(TextExplanation.text(explanation, style: stream.style, showsAll: command.all))
      if command.similar { try stream.write(Self.list(alike)) }
    }
    guard !others.isEmpty, command.finding == nil else { return }
    let numbers = others.prefix(8).map { "#\(subject.origin.session.catalog.number(of: $0))" }
    context.remark(
      "\(counted(others.count, "other")) of that name in this session: \(numbers.joined(separator: " "))"
        + (others.count > 8 ? " …" : ""), isQuiet: command.output.quiet)
  }

  /// Looks through all that was given for sessions that are like one, where they can be read again.
  private func corpus(
    beside subject: Subject, _ runs: [PopupExplainer.Run], _ explanation: inout Explanation
  ) throws(CommandFailure) -> [LikeSessions.Missed] {
    guard let run = runs.first, inputs.paths.allSatisfy({ $0 != "-" && FileSystem.kind(of: $0) != .special }) else {
      return []
    }
    let life = PopupLife.read([subject.popup], in: run.session, heeding: run.heeded)[0]
    guard !life.wasShown, !run.endsAtHole || life.outcome?.end.isOver == true else { return [] }
    var all = LikeSessions(context.policies)
    for path in inputs.paths {
      // What cannot be read was said the first time.
      guard var source = try? SessionSource(path, of: inputs) else { continue }
      while let session = try? source.next() {
        let origin = SessionOrigin(input: PathText.shown(path), index: source.count, session: session)
        if let run = try? explainer.firstRun(of: origin) { all.add(run, of: origin) }
      }
    }
    let alike = all.like(life.ending)
    let sessions = Set(alike.map { "\($0.trace)\n\($0.session)" }).count
    explanation.similar = Explanation.Similar(sessions: sessions, popups: alike.count, total: all.sessions)
    if command.similar { explanation.similar?.examples = alike.map(\.example) }
    if case .waiting(.slot) = life.ending, let holder = life.lastObstacle {
      let words = EventDescriber(log: run.session.log, catalog: run.session.catalog, tick: run.session.header.tick)
      let sentence = all.dismissals(of: words.name(of: holder.popup), under: run.name)
      if let sentence { explanation.stories[0].why.insert(sentence, at: 1) }
    }
    return alike
  }

  private static func list(_ alike: [LikeSessions.Missed]) -> String {
    var table = TextTable([.left, .left, .left])
    for missed in alike {
      table.add([
        TextTable.Cell(printable(missed.trace)), TextTable.Cell("session " + printable(missed.session)),
        TextTable.Cell("\(printable(missed.name)) #\(missed.popup)"),
      ])
    }
    return table.lines(style: .plain).map { "   " + $0 + "\n" }.joined()
  }
}
#endif
