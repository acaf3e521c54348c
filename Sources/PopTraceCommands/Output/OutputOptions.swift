#if Tool
import ArgumentParser

/// In which form, and where to, a command writes.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case text, json
}

/// The options of every command that reports something.
struct OutputOptions: ParsableArguments {
  @Option(help: "The form of the output: text for people, json for programs.")
  var format = OutputFormat.text

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to this file; - is standard output.", valueName: "file"))
  var output = "-"

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error; errors are still said.")
  var quiet = false

  @Option(help: "Colour the text: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var color = ColorChoice.auto

  /// Opens the place where the output goes.
  func open() throws(CommandFailure) -> OutputStream {
    output == "-" ? OutputStream.standard(1, color: color) : try OutputStream.file(output, color: color)
  }

  /// Opens the output, has it written, and puts it in its place; leaves nothing half-written behind.
  ///
  /// - Parameter inputs: What is read meanwhile, and so must not be the output.
  func write(
    from inputs: InputList? = nil, _ body: (OutputStream) throws(CommandFailure) -> ExitStatus
  ) throws(CommandFailure) -> ExitStatus {
    try inputs?.refuse(output: output)
    let stream = try open()
    do {
      let status = try body(stream)
      try stream.finish()
      return status
    } catch {
      stream.discard()
      throw error
    }
  }
}
#endif
