#if Tool
import ArgumentParser
import PopReport

/// The options of the commands that compare runs: how they are replayed, what fails a build, and how much is shown where.
struct EvaluationArguments: ParsableArguments {
  @OptionGroup var replay: ReplayFlags
  @OptionGroup var gate: GateFlags

  @Flag(help: "Show every finding and outcome, not only the worst and most frequent.")
  var all = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var jobs: JobOptions

  func validate() throws {
    guard !gate.isEstimating || replay.continuations > 0 else {
      throw ValidationError("An estimate goes on where the continuations leave something open; there are none of them.")
    }
  }

  /// What is taken for granted of users, for which the inputs may have to be read.
  func premises(of inputs: InputList, in context: ToolContext) throws(CommandFailure) -> ReplayPremises {
    // What is wrong with the output is said before anything is read.
    try inputs.refuse(output: output.output)
    return try ReplayPremises(
      replay, isEstimating: gate.isEstimating, of: inputs, jobs: jobs.count, isQuiet: output.quiet, in: context)
  }

  /// Judges the inputs for each of the subjects, and reports.
  ///
  /// - Parameter unread: What could not be read before, of other inputs.
  func report(
    on heads: [ReportHead], over inputs: InputList, in context: ToolContext, unread: [NotJudged] = [],
    evaluatedBy makeEvaluator: @escaping @Sendable () -> any SessionEvaluator
  ) throws(CommandFailure) -> ExitStatus {
    try output.write(from: inputs) { stream throws(CommandFailure) in
      let judged = EvaluationOutput(
        stream: stream, options: output, inputs: inputs, jobs: jobs.count, gate: gate, showsAll: all, unread: unread,
        context: context)
      return try judged.write(heads, evaluatedBy: makeEvaluator)
    }
  }
}
#endif
