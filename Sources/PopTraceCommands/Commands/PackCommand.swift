#if Tool
import ArgumentParser
import PopTrace

/// `poptrace pack`: many small sessions in shared chunks.
struct PackCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack",
    abstract: "Makes one small trace of many sessions, which then share chunks.",
    discussion: """
      Slower to write than merge, and smaller: for archives. Exits with 3 where events of kinds that this version does not know are left out.

      Example:
        poptrace pack incoming --output week.poptrace
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var output: TraceOutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = input.expanded(in: context, isQuiet: output.quiet)
    return try SessionCopy.copy(
      from: inputs, to: SessionFile(output.output, from: inputs, options: .archive), path: output.output, in: context,
      isQuiet: output.quiet)
  }
}
#endif
