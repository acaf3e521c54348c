import ArgumentParser
import PopTrace

/// A file of sessions that a command writes: a trace, or JSON Lines where its name ends in `.jsonl`.
struct SessionFile {
  private let path: String
  private var content: Content

  private enum Content {
    case trace(TraceWriter)
    case text([UInt8])
  }

  /// Begins a file; `-` is standard output.
  init(
    _ path: String, isText: Bool? = nil, options: TraceWriter.Options = TraceWriter.Options()
  ) throws(CommandFailure) {
    self.path = path
    content = isText ?? path.hasSuffix(".jsonl") ? .text([]) : .trace(TraceWriter(options: options))
    if case .trace = content, path == "-", Platform.isTerminal(1) {
      throw .usage("a trace is no text for a terminal; name a file with --output")
    }
  }

  /// Adds a session.
  mutating func append(_ session: Session) throws(CommandFailure) {
    switch content {
    case .text(var text):
      content = .text([])
      JSONLines.write(session, into: &text)
      content = .text(text)
    case .trace(var writer):
      content = .text([])
      do { try writer.append(session) } catch { throw CommandFailure(error, input: path) }
      content = .trace(writer)
    }
  }

  /// Puts the whole file in its place.
  func finish() throws(CommandFailure) {
    let bytes: [UInt8]
    switch content {
    case .text(let text): bytes = text
    case .trace(var writer):
      do { bytes = try writer.finish() } catch { throw CommandFailure(error, input: path) }
    }
    let stream = path == "-" ? OutputStream.standard(1, color: .never) : try OutputStream.file(path, color: .never)
    do {
      try stream.write(bytes)
      try stream.finish()
    } catch {
      stream.discard()
      throw error
    }
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
