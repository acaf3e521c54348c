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

  enum Runs { case none, candidate, both }
}

struct JudgedSession: Sendable {
  var report: SessionReport
  /// The same as JSON, where it is written: whole, but where JSON is the only form.
  var json: [UInt8] = []
  var candidate: Session?
  var reference: Session?
}

extension SessionReport {
  init(_ origin: SessionOrigin) {
    self.init(trace: origin.input, session: origin.label)
    index = origin.index
    facts = origin.session.header
    let end = origin.session.header.ended ?? origin.session.log.events.last?.time ?? .zero
    length = Milliseconds(end, of: origin.session.header.tick)
    events = origin.session.log.events.count
    isScenario = origin.session.isScenario
    losses = origin.session.losses
  }
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
    let session = origin.session
    guard takesObserved || !session.header.isObserved else {
      var report = SessionReport(origin)
      report.leaveOut(
        because: "It is observed: its scheduler cannot be replayed, so nothing proves that the recording is complete. "
          + "To have it count, give --observed, or write observed: true into .poptrace.yml.")
      return candidates.map { _ in JudgedSession(report: report) }
    }
    let options = options(for: origin, request.form)
    judge.begin(session, options: options)
    let remarks = session.impossibilities
    var judged: [JudgedSession] = []
    var words: EventDescriber?
    for index in candidates.indices {
      // Taken out and put back, for a copy of it would grow with what was found so far.
      var chooser = TextReport.ExampleChooser()
      swap(&chooser, &choosers[index])
      // What a session shows must not depend on the thread's others, where each is written out.
      if request.form == nil { chooser = TextReport.ExampleChooser() }
      let verdict = judge.verdict(on: session, of: index) { [showsAll] finding in
        guard !showsAll else { return true }
        let known = words ?? session.words
        words = known
        return chooser.chooses(finding, words: known)
      }
      swap(&chooser, &choosers[index])
      var report = SessionReport(origin)
      report.add(verdict, session: session)
      if verdict.isLossy, report.losses.isEmpty { report.losses.append("the recording has gaps: see rule trace-gap") }
      report.remarks += remarks
      if let popups {
        report.keepOnly(popups: Set(popups.popups(of: session).map { session.catalog.number(of: $0.popup) }))
        if request.form == .text { report.outcomes.removeAll { $0.change == .same } }
      }
      let isJudged = report.isJudged
      judged.append(JudgedSession(report: consume report))
      if isJudged {
        addRuns(of: verdict.identity.judgedPart(of: session), request.runs, options, to: &judged[index])
      }
    }
    return judged
  }

  private mutating func addRuns(
    of session: Session, _ runs: JudgeRequest.Runs, _ options: EvaluationOptions, to judged: inout JudgedSession
  ) {
    guard runs != .none, let candidate = candidates.first else { return }
    if recorders == nil { recorders = (candidate.makeRunner(), against?.makeRunner()) }
    recorders?.candidate.options = options
    judged.candidate = try? recorders?.candidate.record(session)
    judged.candidate?.header.policy = candidate.name
    judged.candidate?.header.configuration = candidate.configuration
    guard runs == .both else { return }
    if let against {
      recorders?.against?.options = options
      judged.reference = try? recorders?.against?.record(session)
      judged.reference?.header.policy = against.name
    } else if !session.isScenario {
      judged.reference = session
    }
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
