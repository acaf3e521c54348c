#if Tool
import ArgumentParser
import PopAudit
import PopDocument
package import PopGate
import PopReplay
import PopSystem
import PopTrace
import PopupScheduling

struct ReplayFlags: ParsableArguments {
  @Option(
    help: .text(
      "When recorded stimuli happen: causal (reactions follow the candidate's own decisions) or recorded (plain playback).",
      value: "timing"),
    transform: Self.timing)
  var timing = ReplayOptions.Timing.causal

  @Option(
    help: .text(
      "How long a user looks at a popup whose dismissal was never recorded; by default the session's median, else 3000.",
      value: "ms"))
  var assumeDwell: Int?

  @Option(
    help: .text(
      "How long content takes whose arrival was never recorded; by default the session's median, else 1000.",
      value: "ms"))
  var assumeContent: Int?

  @Option(
    help: .text(
      """
      In how many ways a session is gone on with where the recording does not say how a user would have answered: 0 (none), 2 (at once, and \
      never) or 10 (eight more where those two differ); by default 10.
      """, value: "0|2|10"))
  var continuations: Int?

  @Option(
    help: .text(
      """
      What users do who would visit a page while a popup is up: free (they visit it when it was recorded), wait (they first answer the popup) \
      or auto (what the inputs show; where that is wait, they are judged anew); by default auto.
      """, value: "free|wait|auto"))
  var visits: GateConfiguration.Visits?

  @Option(
    help: .text(
      "What is known of the app's users, as poptrace premises wrote it; the inputs are then not read for it.",
      value: "file"))
  var premises: String?

  func validate() throws {
    try ArgumentReading.checkContinuations(ways)
    for length in [assumeDwell, assumeContent] {
      if let length, length < 0 || length > 86_400_000 {
        throw ValidationError("An assumed length is from 0 to 86400000 ms, not \(length).")
      }
    }
  }

  var named: [ReportProvenance.Option] {
    .given([
      ("timing", timing.rawValue), ("continuations", "\(ways)"), ("visits", users.rawValue),
      ("assume-dwell", assumeDwell?.description), ("assume-content", assumeContent?.description),
    ])
  }

  // Options without a default: of one that has, the parser looks its words up at every start, which takes a tenth of it.
  private static let usual = GateConfiguration()

  /// In how many ways a session is gone on with.
  var ways: Int { continuations ?? Self.usual.continuations }
  /// What users do who would visit a page while a popup is up.
  var users: GateConfiguration.Visits { visits ?? Self.usual.visits }

  private static func timing(_ text: String) throws -> ReplayOptions.Timing {
    guard let timing = ReplayOptions.Timing(rawValue: text) else {
      throw ValidationError("Timing is causal or recorded, not \"\(text)\".")
    }
    return timing
  }
}

extension ReplayFlags {
  /// No initializer: in one, what is assigned would become the default of an option, which nobody can read.
  static func ofGate(_ configuration: GateConfiguration, premises: String?) -> ReplayFlags {
    var flags = ReplayFlags()
    flags.timing = .causal
    flags.assumeDwell = nil
    flags.assumeContent = nil
    flags.continuations = configuration.continuations
    flags.visits = configuration.visits
    flags.premises = premises
    return flags
  }
}

extension GateConfiguration.Visits: ExpressibleByArgument {
  package static var allValueStrings: [String] { [Self.free, .wait, .auto].map { $0.rawValue } }
  // The parser's own way looks an array of them up at every start.
  package static var allValueDescriptions: [String: String] { [:] }

  var visits: ReplayOptions.Visits? {
    switch self {
    case .free: .free
    case .wait: .wait
    case .auto: nil
    }
  }
}

struct ReplaySetting: Sendable {
  let policies: PolicyRegistry
  let limits: ResourceLimits
  private(set) var premises: PremisesReport
  private(set) var reactions: ReactionModel?
  /// Finds out what users do while sessions are judged; nil where that is known. Until then their visits are taken for free.
  private(set) var survey: UserSurvey?
  let flags: ReplayFlags
  /// How policies are replayed and judged in any session: all but what is a length, which is in ticks.
  private var common = EvaluationOptions()

  /// - `areReadOnce`: Whether nobody can know all inputs beforehand.
  /// - `areJudged`: Whether these inputs, and all of them, are judged in one run, in which it can also be found out what their users do.
  init(
    _ flags: ReplayFlags, isEstimating: Bool = false, of inputs: InputList, areReadOnce: Bool = false,
    areJudged: Bool = false, jobs: Int, isQuiet: Bool, in context: ToolContext
  ) throws(CommandFailure) {
    self.flags = flags
    policies = context.policies
    limits = inputs.limits
    premises = PremisesReport(
      visits: flags.users.visits ?? .free, origin: flags.users == .auto ? .auto : .option)
    common.continuations = flags.ways
    common.replay.timing = flags.timing
    common.replay.limits = limits
    common.replay.visits = premises.visits
    if isEstimating { reactions = ReactionModel() }
    if let path = flags.premises {
      premises.origin = flags.users == .auto ? .file : .option
      know(try Premises(file: path))
    } else if !isEstimating, flags.users != .auto {
      return
    } else if let path = inputs.paths.first(where: InputList.isReadOnce) ?? (areReadOnce ? "--stdin-paths" : nil) {
      premises.origin = flags.users == .auto ? .unread : .option
      let rest = isEstimating ? ", and estimates rest on a table of answers" : ""
      context.remark(
        (areReadOnce
          ? "inputs that come one by one do"
          : "\(printable(PathText.shown(path))): an input that can be read only once does")
          + " not show whether users visit pages past a popup: --visits auto is taken for free\(rest) (see poptrace premises)",
        isQuiet: isQuiet)
    } else if areJudged, !isEstimating {
      survey = UserSurvey()
    } else {
      know(Premises(of: inputs, jobs: jobs, progress: ProgressBar(isQuiet: isQuiet)) { _ in })
    }
  }

  /// The same once all sessions were judged, and it is known what their users do.
  var settled: ReplaySetting {
    var setting = self
    if let survey { setting.know(survey.premises) }
    return setting
  }

  /// The same with what users of inputs do, for which these are read.
  func settled(by inputs: InputList, jobs: Int, isQuiet: Bool) -> ReplaySetting {
    var setting = self
    setting.know(Premises(of: inputs, jobs: jobs, progress: ProgressBar(isQuiet: isQuiet)) { _ in })
    return setting
  }

  private mutating func know(_ known: Premises) {
    survey = nil
    premises = PremisesReport(
      visits: flags.users.visits ?? known.visits.decision, origin: premises.origin, premises: known)
    if reactions != nil { reactions = known.reactions }
    common.replay.visits = premises.visits
    common.replay.visitReaction = known.reactions.visit?.visitReaction ?? 0
  }

  /// - `continuations`: In how many ways it is gone on with; nil for as many as asked for.
  func evaluation(_ tick: TickLength, continuations: Int? = nil) -> EvaluationOptions {
    var options = common
    options.replay.assumedDwell = flags.assumeDwell.map { tick.ticks(ceilingMilliseconds: Int64($0)) }
    options.replay.assumedContent = flags.assumeContent.map { tick.ticks(ceilingMilliseconds: Int64($0)) }
    if let continuations { options.continuations = continuations }
    return options
  }

  func makeIdentityChecker() -> IdentityChecker { policies.makeIdentityChecker(limits) }
}

/// What several threads find out of an app's users, each from the sessions that it looks at.
final class UserSurvey: Sendable {
  private let parts = Locked([Premises.Survey]())
  private let visits = Locked(VisitCounts())

  /// Whether users were seen to wait so far: no longer can it be taken for granted that they visit pages past a popup.
  var isContrary: Bool { visits.withLock { $0.decision } == .wait }

  /// What was found out; for when no thread is at work any more.
  var premises: Premises { Premises(parts.withLock { $0.reduce(into: PremiseTally()) { $0 += $1.tally } }) }

  func makePart() -> Part {
    let survey = Premises.Survey()
    parts.withLock { $0.append(survey) }
    return Part(survey: survey, whole: self)
  }

  struct Part {
    fileprivate let survey: Premises.Survey
    fileprivate let whole: UserSurvey
    fileprivate var planner = SessionPlanner()

    mutating func take(_ session: Session, _ limits: ResourceLimits) {
      if !session.isScenario { take(session, planned: planner.plan(session, limits)) }
      if session.isLarge { planner = SessionPlanner() }
    }

    /// Likewise a session that was planned.
    func take(_ session: Session, planned plan: SessionPlan) {
      let visits = survey.take(session, planned: plan)
      whole.visits.withLock { $0 += visits }
      if session.isLarge { survey.giveMemoryBack() }
    }
  }
}

extension Premises {
  fileprivate init(file path: String) throws(CommandFailure) {
    guard FileSystem.kind(of: path) != .missing else {
      throw .usage("there is no such file; poptrace premises TRACES --output \(path) makes one", in: path)
    }
    let bytes = try ByteSource.contents(of: path, atMost: Self.longestText, "a file of premises")
    do { self = try Premises(text: bytes) } catch { throw CommandFailure(error, input: path) }
  }

  /// Works them out in one pass over all inputs, on several threads; tells `complain` of every input that cannot be read.
  init(of inputs: InputList, jobs: Int, progress: ProgressBar, complain: @escaping (CommandFailure) -> Void) {
    var batches = SessionBatches(inputs, jobs: jobs)
    let room = batches.room
    let survey = UserSurvey()
    OrderedWork(jobs: jobs).run(
      next: { batches.next() }, isAtEnd: { batches.isAtEnd }, worker: { survey.makePart() },
      work: { part, batch in
        for origin in batch.parts.lazy.flatMap(\.origins) { part.take(origin.session, inputs.limits) }
        room.giveBack(batch)
        return batch.parts.map { (failure: $0.failure, inputIndex: $0.inputIndex) }
      },
      deliver: { parts in
        for part in parts {
          if let failure = part.failure { complain(failure) }
          progress.update("inputs looked through", done: part.inputIndex, of: inputs.paths.count)
        }
        return true
      })
    progress.clear()
    self = survey.premises
  }
}
#endif
