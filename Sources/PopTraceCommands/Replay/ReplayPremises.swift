#if Tool
import PopAudit
import PopDocument
import PopGate
import PopReplay
import PopSystem
import PopTrace
import PopupScheduling

/// How a command replays, and what it takes for granted of users: the same for all of its replays.
struct ReplaySetting: Sendable {
  let policies: PolicyRegistry
  let limits: ResourceLimits
  /// What reports say of what is taken for granted.
  let premises: PremisesReport
  /// What an estimate rests on; nil where none was asked for.
  let reactions: ReactionModel?
  private let flags: ReplayFlags
  /// As in ``PopReplay/ReplayOptions/visitReaction``.
  private let visitReaction: Int64

  /// Reads the premises from the file that is named, else works them out over the inputs, where they are asked for and can be.
  ///
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

  /// How a session is replayed, by the length of its ticks.
  func options(_ tick: TickLength) -> ReplayOptions {
    var options = flags.options(tick: tick)
    options.limits = limits
    options.visits = premises.visits
    options.visitReaction = visitReaction
    return options
  }

  /// How a candidate is judged on a session.
  ///
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
  /// Reads a file that `poptrace premises` wrote.
  fileprivate init(file path: String) throws(CommandFailure) {
    guard FileSystem.kind(of: path) != .missing else {
      throw .usage("there is no such file; poptrace premises TRACES --output \(path) makes one", in: path)
    }
    let bytes = try ByteSource.contents(of: path, atMost: Self.longestText, "a file of premises")
    do { self = try Premises(text: bytes) } catch { throw CommandFailure(error, input: path) }
  }

  /// Works them out in one pass over all inputs, before anything is judged, on several threads. What cannot be read is left out.
  ///
  /// - Parameter complain: Told of every input that cannot be read.
  init(of inputs: InputList, jobs: Int, progress: ProgressBar, complain: @escaping (CommandFailure) -> Void) {
    let room = SessionRoom(limits: inputs.limits)
    var batches = SessionBatches(inputs, jobs: jobs, room: room)
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
