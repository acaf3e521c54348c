#if Tool
import PopReplay
import PopSystem
import PopDocument
import PopTrace

/// What the replays of a command take for granted of users, the same for all of them.
struct ReplayPremises: Sendable {
  /// What reports say of it.
  let report: PremisesReport
  /// What an estimate rests on; nil where none was asked for.
  let reactions: ReactionModel?
  /// As in ``PopReplay/ReplayOptions/visitReaction``.
  private let visitReaction: Int64

  /// Reads the premises from the file that is named, else works them out over the inputs, where they are asked for and can be.
  init(
    _ flags: ReplayFlags, isEstimating: Bool, of inputs: InputList, isReadOnce: Bool = false, jobs: Int, isQuiet: Bool,
    in context: ToolContext
  ) throws(CommandFailure) {
    let known: Premises?
    var origin = PremisesReport.Origin.auto
    if let path = flags.premises {
      known = try PremisesFile.read(path)
      origin = .file
    } else if !isEstimating, flags.visits != .auto {
      known = nil
    } else if let path = inputs.paths.first(where: Self.isReadOnce) ?? (isReadOnce ? "--stdin-paths" : nil) {
      known = nil
      origin = .unread
      let rest = isEstimating ? ", and estimates rest on a table of answers" : ""
      context.remark(
        (isReadOnce
          ? "inputs that come one by one do"
          : "\(printable(PathText.shown(path))): an input that can be read only once does")
          + " not show whether users visit pages past a popup: --visits auto is taken for free\(rest) (see poptrace premises)",
        isQuiet: isQuiet)
    } else {
      known = PremisesPass(inputs: inputs, jobs: jobs, progress: ProgressBar(isQuiet: isQuiet)).run()
    }
    let visits = flags.visits.visits ?? known?.visits.decision ?? .free
    report = PremisesReport(
      visits: visits, origin: flags.visits == .auto ? origin : .option, premises: known)
    reactions = isEstimating ? known?.reactions ?? ReactionModel() : nil
    visitReaction = known?.reactions.visit?.visitReaction ?? 0
  }

  /// Has a replay go by them.
  func apply(to options: inout ReplayOptions) {
    options.visits = report.visits
    options.visitReaction = visitReaction
  }

  /// Whether an input is gone when it has been read.
  private static func isReadOnce(_ path: String) -> Bool { path == "-" || FileSystem.kind(of: path) == .special }
}
#endif
