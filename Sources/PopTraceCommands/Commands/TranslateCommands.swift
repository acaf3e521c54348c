import ArgumentParser
import PopTrace
import PopupScheduling

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
    try copySessions(from: input, to: SessionFile(output.output), in: context)
  }
}

/// `poptrace export`: traces to JSON Lines.
struct ExportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Makes JSON Lines of traces.",
    discussion: """
      Example:
        poptrace export field.poptrace --output field.jsonl
      """)

  @OptionGroup var input: InputOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"))
  var output = "-"

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    try copySessions(from: input, to: SessionFile(output, isText: true), in: context)
  }
}

/// `poptrace merge`: many traces to one.
struct MergeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Puts the sessions of many traces into one, with one seek table for all.",
    discussion: """
      Example:
        poptrace merge monday.poptrace tuesday.poptrace --output week.poptrace
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var output: TraceOutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    try copySessions(from: input, to: SessionFile(output.output), in: context)
  }
}

/// Copies every session that can be read; nothing is written unless all can.
func copySessions(
  from input: InputOptions, to file: SessionFile, in context: ToolContext
) throws(CommandFailure) -> ExitStatus {
  var file = file
  let status = try input.forEachSession(in: context) { origin throws(CommandFailure) in try file.append(origin.session)
  }
  if status == .fine { try file.finish() }
  return status
}
