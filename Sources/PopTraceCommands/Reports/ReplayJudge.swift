#if Tool
import PopAudit
import PopDocument
import PopReport
import PopTrace
import PopupScheduling

struct JudgeRequest: Sendable {
  /// The one form that they are written in; nil for any, and for several at once. A text leaves out what is the same in both runs, and JSON the
  /// events around findings.
  var form: OutputFormat?
  var runs = Runs.none
  /// Whether what is written as JSON is whole, as it is where JSON is not the only form; nil where nothing is.
  var writesWhole: Bool?

  enum Runs { case none, candidate, both }
}

/// What came of one policy on one session: no value, for a copy of all that was found would be made wherever it is handed on.
final class JudgedSession: Sendable {
  let report: SessionReport
  /// The same as JSON, where it is written.
  let json: [UInt8]
  /// The candidate's run, and behind it that of what it is compared with, as far as they were asked for.
  private let runs: [Session?]

  var candidate: Session? { runs.first ?? nil }
  var reference: Session? { runs.count > 1 ? runs[1] : nil }

  init(_ report: consuming SessionReport, json: [UInt8], runs: [Session?] = []) {
    self.report = report
    self.json = json
    self.runs = runs
  }

  convenience init(_ report: consuming SessionReport, for request: JudgeRequest, runs: [Session?] = []) {
    let json = request.writesWhole.map { JSONReport.session(report, isWhole: $0) } ?? []
    self.init(report, json: json, runs: runs)
  }
}

extension SessionOrigin {
  /// A report of the session on which nothing is judged yet.
  func report(digest: UInt64?) -> SessionReport {
    SessionReport(
      trace: input, session: label, index: index, digest: digest, facts: session.header,
      events: session.log.events.count, length: Milliseconds(session.end, of: session.header.tick),
      isScenario: session.isScenario, losses: session.losses)
  }

  var report: SessionReport { report(digest: session.digest) }
}

extension Session {
  /// What a session is recognised by in any file: its name and all that happened in it. Nil without a name, for two users may have done the same.
  ///
  /// - Complexity: O(n) in its events.
  var digest: UInt64? {
    guard !header.session.isEmpty, !isScenario else { return nil }
    var hash = StableHash()
    hash.combine(header.session)
    hash.combine(header.app)
    hash.combine(header.build)
    hash.combine(header.policy)
    hash.combine(header.configuration)
    var mixed = hash.value
    // A word for each event, mixed as SplitMix64 does: http://prng.di.unimi.it/splitmix64.c
    func mix(_ word: UInt64) {
      mixed = (mixed ^ word) &+ 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    }
    let (popups, pages) = (catalog.popupNumbers, catalog.pageNumbers)
    for event in log.events {
      mix(UInt64(bitPattern: event.time.rawValue))
      mix(UInt64(UInt32(bitPattern: event.sequence)) << 32 | UInt64(event.kind.rawValue))
      if !event.popup.isNone { mix(UInt64(bitPattern: popups[event.popup.index])) }
      if !event.page.isNone { mix(UInt64(bitPattern: pages[event.page.index]) ^ 1) }
    }
    return mixed
  }
}

/// Judges one session after another, for one thread: gives what came of each policy, in their order.
///
/// No bare closure: each time that a generic function changes one in place, as ``OrderedWork`` does, it is wrapped twice more, and calls get slower
/// and slower.
struct SessionJudge {
  let judge: (SessionOrigin, JudgeRequest) -> [JudgedSession]

  func callAsFunction(_ origin: SessionOrigin, _ request: JudgeRequest) -> [JudgedSession] { judge(origin, request) }
}

struct ReplayJudge {
  /// Of how many sessions of an input the mended findings are shown with the events around them.
  private static let shownInFull = 1000

  private let candidates: [PolicyEntry]
  private let against: PolicyEntry?
  private let setting: ReplaySetting
  private let showsAll: Bool
  private let popups: PopupSelection?
  private let takesObserved: Bool
  /// Whether outcomes are listed that did not change, in any form.
  private let listsAll: Bool
  private var judge: PolicyJudge
  /// What finds out how users behave from the sessions that are judged; nil where that is known.
  private var survey: UserSurvey.Part?
  /// Which findings of each candidate are shown with the events around them.
  private var choosers: [TextReport.ExampleChooser]
  /// What records the runs of the first candidate and of what it is compared with; made once one is asked for.
  private var recorders: (candidate: any SessionRunner, against: (any SessionRunner)?)?

  private init(
    _ candidates: [PolicyEntry], against: PolicyEntry?, _ setting: ReplaySetting, showsAll: Bool,
    popups: PopupSelection?, takesObserved: Bool, listsAll: Bool
  ) {
    self.candidates = candidates
    self.against = against
    self.setting = setting
    self.showsAll = showsAll
    self.popups = popups
    self.takesObserved = takesObserved
    self.listsAll = listsAll
    judge = PolicyJudge(
      candidates.map { $0.makeRunner() }, against: against?.makeRunner(), checker: setting.makeIdentityChecker())
    survey = setting.survey?.makePart()
    choosers = candidates.map { _ in TextReport.ExampleChooser() }
  }

  static func each(
    _ candidates: [PolicyEntry], against: PolicyEntry?, _ setting: ReplaySetting, showsAll: Bool = false,
    popups: PopupSelection? = nil, takesObserved: Bool = true, listsAll: Bool = false
  ) -> @Sendable () -> SessionJudge {
    {
      var judge = ReplayJudge(
        candidates, against: against, setting, showsAll: showsAll, popups: popups, takesObserved: takesObserved,
        listsAll: listsAll)
      return SessionJudge { judge.judge($0, $1) }
    }
  }

  mutating func judge(_ origin: SessionOrigin, _ request: JudgeRequest) -> [JudgedSession] {
    let digest = origin.session.digest
    guard takesObserved || !origin.session.header.isObserved else {
      let limits = setting.limits
      survey?.take(origin.session, limits)
      var report = origin.report(digest: digest)
      report.leaveOut(
        because: "It is observed: its scheduler cannot be replayed, so nothing proves that the recording is complete. "
          + "To have it count, give --observed, or write observed: true into .poptrace.yml.")
      return candidates.map { _ in JudgedSession(report, for: request) }
    }
    let options = options(for: origin, request.form)
    let plan = judge.begin(origin.session, options: options)
    survey?.take(origin.session, planned: plan)
    let remarks = origin.session.impossibilities
    var judged: [JudgedSession] = []
    var words: EventDescriber?
    for index in candidates.indices {
      // Taken out and put back, for a copy of it would grow with what was found so far.
      var chooser = TextReport.ExampleChooser()
      swap(&chooser, &choosers[index])
      // What a session shows must not depend on the thread's others, where each is written out.
      if request.form == nil { chooser = TextReport.ExampleChooser() }
      let verdict = judge.verdict(on: origin.session, of: index) { [showsAll] finding in
        guard !showsAll else { return true }
        // A text lists what both runs have, and shows no more of it.
        if request.form == .text, finding.status == .same { return false }
        let known = words ?? origin.session.words
        words = known
        return chooser.chooses(finding, words: known)
      }
      var own = origin.report(digest: digest)
      // A text that lists nothing but what changed shows an example of it.
      let isExemplary = request.form == .text && request.writesWhole == nil && !options.listsAllOutcomes
      own.add(verdict, session: origin.session) { !isExemplary || chooser.chooses($0, words: $1) }
      swap(&chooser, &choosers[index])
      if verdict.isLossy, own.losses.isEmpty { own.losses.append("the recording has gaps: see rule trace-gap") }
      own.remarks += remarks
      if let popups {
        let catalog = origin.session.catalog
        own.keepOnly(popups: Set(popups.popups(of: origin.session).map { catalog.number(of: $0.popup) }))
        if request.form == .text { own.outcomes.removeAll { $0.change == .same } }
      }
      let runs =
        own.isJudged && request.runs != .none
        ? runs(of: verdict.identity.judgedPart(of: origin.session), request.runs, options) : []
      judged.append(JudgedSession(consume own, for: request, runs: runs))
    }
    return judged
  }

  private mutating func runs(
    of session: Session, _ runs: JudgeRequest.Runs, _ options: EvaluationOptions
  ) -> [Session?] {
    let candidate = candidates[0]
    if recorders == nil { recorders = (candidate.makeRunner(), against?.makeRunner()) }
    recorders?.candidate.options = options
    var run = try? recorders?.candidate.record(session)
    run?.header.policy = candidate.name
    run?.header.configuration = candidate.configuration
    guard runs == .both else { return [run] }
    guard let against else { return [run, session.isScenario ? nil : session] }
    recorders?.against?.options = options
    var other = try? recorders?.against?.record(session)
    other?.header.policy = against.name
    return [run, other]
  }

  private func options(for origin: SessionOrigin, _ form: OutputFormat?) -> EvaluationOptions {
    var options = setting.evaluation(origin.session.header.tick)
    options.reactions = setting.reactions
    options.listsAllOutcomes = form != .text || popups != nil || listsAll
    options.keepsEstimatedRuns = listsAll
    guard form != .json else { return options }
    // By index and not by thread, so that any number of jobs gives the same.
    options.excerpts = showsAll || origin.index <= Self.shownInFull ? .all : .new
    if form == .text { options.keepsNotes = false }
    if showsAll {
      options.excerptsPerSession = .max
      options.excerptLimit = .max
    }
    return options
  }
}
#endif
