#if Tool
import ArgumentParser
import PopDocument
import PopReport
import PopSystem

/// In which form, and where to, a command writes.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case text, json
}

/// The options of every command that reports something.
struct OutputOptions: ParsableArguments {
  @Option(help: "The form of the output: text for people, json for programs.")
  var format = OutputFormat.text

  @Option(name: .shortAndLong, help: .text("Write to this file; - is standard output.", value: "file"))
  var output = "-"

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error; errors are still said.")
  var quiet = false

  @Option(help: "Colour the text: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var color = ColorChoice.auto

  /// Has the output written, and puts it in its place.
  ///
  /// - Parameter inputs: What is read meanwhile, and so must not be the output.
  func write(
    from inputs: InputList? = nil, _ body: (OutputStream) throws(CommandFailure) -> ExitStatus
  ) throws(CommandFailure) -> ExitStatus {
    try inputs?.refuse(output: output)
    return try OutputStream.to(output, color: color).whole(body)
  }

  /// Writes one of two, and gives the status.
  func write(
    from inputs: InputList? = nil, _ status: ExitStatus = .fine, text: (Style) -> String, json: () -> [UInt8]
  ) throws(CommandFailure) -> ExitStatus {
    try write(from: inputs) { stream throws(CommandFailure) in
      try stream.write(format == .json ? json() : Array(text(stream.style).utf8))
      return status
    }
  }
}

/// A JSON document of its own: an object that begins with its schema.
func jsonDocument(_ schema: String, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
  var json = JSONWriter()
  json.object {
    $0.member("schema", schema)
    members(&$0)
  }
  return json.bytes + [UInt8(ascii: "\n")]
}

/// Where a command that makes traces writes them.
struct TraceOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: .text(
      "The file to write: a trace, or JSON Lines where its name ends in .jsonl; - is standard output.", value: "file"))
  var output: String

  @Flag(name: .shortAndLong, help: "No remarks on standard error; errors are still said.")
  var quiet = false
}

/// The options of every command that goes through sessions.
struct JobOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: .text("How many threads work; by default, one for each processor.", value: "count"))
  var jobs: Int?

  func validate() throws {
    if let jobs, jobs < 1 || jobs > 256 { throw ValidationError("--jobs takes a number from 1 to 256, not \(jobs).") }
  }

  var count: Int { jobs ?? CurrentProcess.processors }
}

extension [ReportProvenance.Option] {
  /// Those that have a value.
  static func given(_ options: [(name: String, value: String?)]) -> [ReportProvenance.Option] {
    options.compactMap { name, value in value.map { ReportProvenance.Option(name, $0) } }
  }
}

extension ArgumentHelp {
  /// The help of an option whose value has a name.
  static func text(_ text: String, value: String) -> ArgumentHelp { ArgumentHelp(text, valueName: value) }
}

/// Reads values of options.
enum ArgumentReading {
  static func share(_ text: String) throws -> Share {
    do { return try Share(parsing: text) } catch { throw ValidationError(error.description) }
  }

  static func day(_ text: String) throws -> CalendarDay {
    guard let day = CalendarDay(text) else { throw ValidationError("A day is written as 2026-11-22, not \"\(text)\".") }
    return day
  }

  static func checkContinuations(_ count: Int) throws {
    if ![0, 2, 10].contains(count) { throw ValidationError("There are 0, 2 or 10 continuations, not \(count).") }
  }

  /// Checks that an estimate has something to go on from.
  static func checkEstimate(_ isEstimating: Bool, continuations: Int) throws {
    guard isEstimating, continuations == 0 else { return }
    throw ValidationError("An estimate goes on where the continuations leave something open; there are none of them.")
  }
}
#endif
