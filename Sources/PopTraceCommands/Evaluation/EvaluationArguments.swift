#if Tool
import ArgumentParser
import PopDocument

/// The options of the commands that compare runs: how they are replayed, what fails a build, and how much is shown where.
struct EvaluationArguments: ParsableArguments {
  @OptionGroup var replay: ReplayFlags
  @OptionGroup var gate: GateFlags

  @Flag(help: "Show every finding and outcome, not only the worst and most frequent.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Write the policy's runs as traces into this directory, so that poptrace cat shows the events that findings name.",
      valueName: "directory"))
  var saveTrace: String?

  @OptionGroup var output: ReportOutputOptions
  @OptionGroup var jobs: JobOptions

  func validate() throws {
    guard !gate.isEstimating || replay.continuations > 0 else {
      throw ValidationError("An estimate goes on where the continuations leave something open; there are none of them.")
    }
  }

  /// What is taken for granted of users, for which the inputs may have to be read.
  ///
  /// - Parameter isReadOnce: Whether nobody can know all of them beforehand.
  func premises(
    of inputs: InputList, isReadOnce: Bool = false, in context: ToolContext
  ) throws(CommandFailure) -> ReplayPremises {
    // What is wrong with the output is said before anything is read.
    try output.refuse(inputs)
    return try ReplayPremises(
      replay, isEstimating: gate.isEstimating, of: inputs, isReadOnce: isReadOnce, jobs: jobs.count,
      isQuiet: output.quiet, in: context)
  }

  /// Judges the inputs for each of the subjects, and reports.
  ///
  /// - Parameters:
  ///   - unread: What could not be read before, of other inputs.
  ///   - isPart: Whether this is a part of something larger, so that nothing is judged by it yet.
  func report(
    on heads: [ReportHead], over inputs: InputList, in context: ToolContext, unread: [NotJudged] = [],
    isPart: Bool = false,
    evaluatedBy makeEvaluator: @escaping @Sendable () -> any SessionEvaluator
  ) throws(CommandFailure) -> ExitStatus {
    // One form is written as it comes; several policies are compared in it, too.
    if !isPart, saveTrace == nil, inputs.failFast == nil, let options = output.single {
      return try options.write(from: inputs) { stream throws(CommandFailure) in
        let judged = EvaluationOutput(
          stream: stream, options: options, inputs: inputs, jobs: jobs.count, gate: gate, showsAll: all, unread: unread,
          context: context)
        return try judged.write(heads, evaluatedBy: makeEvaluator)
      }
    }
    guard heads.count == 1, let head = heads.first else {
      throw .usage("several policies are compared as text or json; give one policy for other forms of the report")
    }
    let wishes = ReportWishes(
      requests: output.requests, color: output.color, isQuiet: output.quiet, showsAll: all, saveTrace: saveTrace,
      pageBytes: output.pageBytes)
    let run = ReportRun(
      head: head, inputs: inputs, jobs: jobs.count, gate: gate, wishes: wishes, unread: unread,
      context: context)
    let report = try run.run(evaluatedBy: makeEvaluator)
    return isPart ? .fine : ExitStatus(report.summary.verdict)
  }
}
#endif
