#if Tool
import ArgumentParser
import PopSystem
import PopTrace

/// A file of sessions that a command writes: a trace, or JSON Lines where its name ends in `.jsonl`.
///
/// Either is written as it comes, a trace chunk by chunk, and stands under its name only when it is whole.
struct SessionFile {
  private let path: String
  /// Nil for a text.
  private var writer: TraceWriter?
  /// Where it goes; opened with the first bytes.
  private var stream: OutputStream?

  /// Begins a file; `-` is standard output.
  ///
  /// - Parameter inputs: What is read meanwhile, and so must not be the output.
  init(
    _ path: String, from inputs: InputList? = nil, isText: Bool? = nil,
    options: TraceWriter.Options = TraceWriter.Options()
  ) throws(CommandFailure) {
    self.path = path
    try inputs?.refuse(output: path)
    if !(isText ?? path.hasSuffix(".jsonl")) { writer = TraceWriter(options: options) }
    if writer != nil, path == "-", SystemFile.standard(error: false).isTerminal {
      throw .usage("a trace is no text for a terminal; name a file with --output")
    }
  }

  /// Adds a session.
  mutating func append(_ session: Session) throws(CommandFailure) {
    guard writer != nil else {
      var text: [UInt8] = []
      JSONLines.write(session, into: &text)
      return try open().write(text)
    }
    var bytes: [UInt8] = []
    do {
      try writer?.append(session)
      bytes = writer?.takeBytes() ?? []
    } catch {
      throw CommandFailure(error, input: path)
    }
    if !bytes.isEmpty { try open().write(bytes) }
  }

  /// Puts the whole file in its place.
  mutating func finish() throws(CommandFailure) {
    let stream = try open()
    do {
      if let bytes = try trace() { try stream.write(bytes) }
      try stream.finish()
    } catch {
      stream.discard()
      throw error
    }
  }

  /// Leaves nothing behind of a file that was not finished.
  mutating func discard() throws(CommandFailure) {
    guard let stream else { return }
    // What a reader of standard output has seen cannot be taken back, and what is missing shows in the exit code.
    if path == "-" { try stream.flush() } else { stream.discard() }
  }

  private mutating func trace() throws(CommandFailure) -> [UInt8]? {
    guard writer != nil else { return nil }
    do { return try writer?.finish() } catch { throw CommandFailure(error, input: path) }
  }

  private mutating func open() throws(CommandFailure) -> OutputStream {
    if let stream { return stream }
    let opened = path == "-" ? OutputStream.standard(1, color: .never) : try OutputStream.file(path, color: .never)
    stream = opened
    return opened
  }
}

/// Where a command that makes traces writes them.
struct TraceOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write: a trace, or JSON Lines where its name ends in .jsonl; - is standard output.",
      valueName: "file"))
  var output: String

  @Flag(name: .shortAndLong, help: "No remarks on standard error; errors are still said.")
  var quiet = false
}
#endif
