#if Tool
import PopAudit
import PopDocument
import PopGate
import PopReplay
import PopSystem
import PopTrace
import PopupScheduling

struct ReplaySetting: Sendable {
  let policies: PolicyRegistry
  let limits: ResourceLimits
  let premises: PremisesReport
  let reactions: ReactionModel?
  let flags: ReplayFlags
  private let visitReaction: Int64

  /// - Parameter areReadOnce: Whether nobody can know all inputs beforehand.
  init(
    _ flags: ReplayFlags, isEstimating: Bool = false, of inputs: InputList, areReadOnce: Bool = false, jobs: Int,
    isQuiet: Bool, in context: ToolContext
  ) throws(CommandFailure) {
    let known: Premises?
    var origin = PremisesReport.Origin.auto
    if let path = flags.premises {
      known = try Premises(file: path)
      origin = .file
    } else if !isEstimating, flags.visits != .auto {
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
    policies = context.policies
    limits = inputs.limits
    premises = PremisesReport(
      visits: flags.visits.visits ?? known?.visits.decision ?? .free,
      origin: flags.visits == .auto ? origin : .option, premises: known)
    reactions = isEstimating ? known?.reactions ?? ReactionModel() : nil
    visitReaction = known?.reactions.visit?.visitReaction ?? 0
  }

  func options(_ tick: TickLength) -> ReplayOptions {
    var options = ReplayOptions()
    options.timing = flags.timing
    options.assumedDwell = flags.assumeDwell.map { tick.ticks(ceilingMilliseconds: $0) }
    options.assumedContent = flags.assumeContent.map { tick.ticks(ceilingMilliseconds: $0) }
    options.limits = limits
    options.visits = premises.visits
    options.visitReaction = visitReaction
    return options
  }

  /// - Parameter continuations: In how many ways it is gone on with; nil for as many as asked for.
  func evaluation(_ tick: TickLength, continuations: Int? = nil) -> EvaluationOptions {
    var evaluation = EvaluationOptions()
    evaluation.replay = options(tick)
    evaluation.continuations = continuations ?? flags.continuations
    return evaluation
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
    var sum = PremiseTally()
    OrderedWork(jobs: jobs).run(
      next: { batches.next() }, worker: { Premises.Survey() },
      work: { survey, batch in
        survey.clear()
        for origin in batch.origins { survey.take(origin.session, inputs.limits) }
        let tally = survey.tally
        if batch.isLarge { survey = Premises.Survey() }
        room.giveBack(batch)
        return (tally: tally, failure: batch.failure, inputIndex: batch.inputIndex)
      },
      deliver: { part in
        sum += part.tally
        if let failure = part.failure { complain(failure) }
        progress.update("inputs looked through", done: part.inputIndex, of: inputs.paths.count)
        return true
      })
    progress.clear()
    self.init(sum)
  }
}
#endif
