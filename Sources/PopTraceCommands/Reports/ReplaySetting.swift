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
      or auto (what the inputs show; they are read twice for that); by default auto.
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
  let premises: PremisesReport
  let reactions: ReactionModel?
  let flags: ReplayFlags
  /// How policies are replayed and judged in any session: all but what is a length, which is in ticks.
  private let common: EvaluationOptions
  private let (dwell, content): (Int?, Int?)

  /// - `areReadOnce`: Whether nobody can know all inputs beforehand.
  init(
    _ flags: ReplayFlags, isEstimating: Bool = false, of inputs: InputList, areReadOnce: Bool = false, jobs: Int,
    isQuiet: Bool, in context: ToolContext
  ) throws(CommandFailure) {
    let known: Premises?
    var origin = PremisesReport.Origin.auto
    if let path = flags.premises {
      known = try Premises(file: path)
      origin = .file
    } else if !isEstimating, flags.users != .auto {
      known = nil
    } else if let path = inputs.paths.first(where: InputList.isReadOnce) ?? (areReadOnce ? "--stdin-paths" : nil) {
      known = nil
      origin = .unread
      let rest = isEstimating ? ", and estimates rest on a table of answers" : ""
      context.remark(
        (areReadOnce
          ? "inputs that come one by one do"
          : "\(printable(PathText.shown(path))): an input that can be read only once does")
          + " not show whether users visit pages past a popup: --visits auto is taken for free\(rest) (see poptrace premises)",
        isQuiet: isQuiet)
    } else {
      known = Premises(of: inputs, jobs: jobs, progress: ProgressBar(isQuiet: isQuiet)) { _ in }
    }
    self.flags = flags
    (dwell, content) = (flags.assumeDwell, flags.assumeContent)
    policies = context.policies
    limits = inputs.limits
    premises = PremisesReport(
      visits: flags.users.visits ?? known?.visits.decision ?? .free,
      origin: flags.users == .auto ? origin : .option, premises: known)
    reactions = isEstimating ? known?.reactions ?? ReactionModel() : nil
    var options = EvaluationOptions()
    options.continuations = flags.ways
    options.replay.timing = flags.timing
    options.replay.limits = limits
    options.replay.visits = premises.visits
    options.replay.visitReaction = known?.reactions.visit?.visitReaction ?? 0
    common = options
  }

  /// - `continuations`: In how many ways it is gone on with; nil for as many as asked for.
  func evaluation(_ tick: TickLength, continuations: Int? = nil) -> EvaluationOptions {
    var options = common
    options.replay.assumedDwell = dwell.map { tick.ticks(ceilingMilliseconds: Int64($0)) }
    options.replay.assumedContent = content.map { tick.ticks(ceilingMilliseconds: Int64($0)) }
    if let continuations { options.continuations = continuations }
    return options
  }

  func makeIdentityChecker() -> IdentityChecker { policies.makeIdentityChecker(limits) }
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
    let surveys = Locked([Premises.Survey]())
    OrderedWork(jobs: jobs).run(
      next: { batches.next() }, isAtEnd: { batches.isAtEnd },
      worker: {
        surveys.withLock { surveys in
          surveys.append(Premises.Survey())
          return surveys[surveys.count - 1]
        }
      },
      work: { survey, batch in
        for origin in batch.origins { survey.take(origin.session, inputs.limits) }
        if batch.isLarge { survey.giveMemoryBack() }
        room.giveBack(batch)
        return (failure: batch.failure, inputIndex: batch.inputIndex)
      },
      deliver: { part in
        if let failure = part.failure { complain(failure) }
        progress.update("inputs looked through", done: part.inputIndex, of: inputs.paths.count)
        return true
      })
    progress.clear()
    let tallies = surveys.withLock { surveys in surveys.map(\.tally) }
    self.init(tallies.dropFirst().reduce(into: tallies[0]) { $0 += $1 })
  }
}
#endif
