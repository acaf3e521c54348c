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
