import ArgumentParser
import PopTrace

/// `poptrace pack`: many small sessions in shared chunks.
struct PackCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack",
    abstract: "Makes one small trace of many sessions, which then share chunks.",
    discussion: """
      Slower to write than merge, and smaller: for archives.

      Example:
        poptrace pack incoming --output week.poptrace
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var output: TraceOutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    try copySessions(from: input, to: SessionFile(output.output, options: .archive), in: context)
  }
}
