#if Tool
import ArgumentParser
import PopTrace

/// `poptrace import`: JSON Lines to a trace.
struct ImportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes a trace of JSON Lines.",
    discussion: """
      Example:
        poptrace import field.jsonl --output field.poptrace
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var output: TraceOutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = input.expanded(in: context, isQuiet: output.quiet)
    return try SessionCopy.copy(
      from: inputs, to: SessionFile(output.output, from: inputs), path: output.output, in: context,
      isQuiet: output.quiet)
  }
}

/// `poptrace merge`: many traces to one.
struct MergeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Puts the sessions of many traces into one, with one seek table for all.",
    discussion: """
      Exits with 3 where events of kinds that this version does not know are left out.

      Example:
        poptrace merge monday.poptrace tuesday.poptrace --output week.poptrace
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var output: TraceOutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = input.expanded(in: context, isQuiet: output.quiet)
    return try SessionCopy.copy(
      from: inputs, to: SessionFile(output.output, from: inputs), path: output.output, in: context,
      isQuiet: output.quiet)
  }
}
#endif
