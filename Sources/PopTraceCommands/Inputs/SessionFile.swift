#if Tool
import ArgumentParser
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

/// A file of sessions that a command writes: a trace, or JSON Lines where its name ends in `.jsonl`.
///
/// Either is written as it comes, a trace chunk by chunk, and stands under its name only when it is whole.
struct SessionFile {
  let path: String
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
    let bytes: [UInt8]
    do { bytes = try writer?.finish() ?? [] } catch {
      stream.discard()
      throw CommandFailure(error, input: path)
    }
    try stream.whole { stream throws(CommandFailure) in try stream.write(bytes) }
  }

  mutating func discard() throws(CommandFailure) {
    guard let stream else { return }
    // What a reader of standard output has seen cannot be taken back, and what is missing shows in the exit code.
    if path == "-" { try stream.flush() } else { stream.discard() }
  }

  private mutating func open() throws(CommandFailure) -> OutputStream {
    if let stream { return stream }
    let opened = try OutputStream.to(path)
    stream = opened
    return opened
  }
}

/// Copies sessions to one file; it stands under its name only if all of them could be read.
struct SessionCopy {
  private var file: SessionFile
  private let context: ToolContext
  private let isQuiet: Bool
  private(set) var sessions = 0
  private(set) var events = 0
  private var skippedEvents = 0
  private var skippedIn = 0

  init(
    to path: String, from inputs: InputList, isText: Bool? = nil, options: TraceWriter.Options = TraceWriter.Options(),
    in context: ToolContext, isQuiet: Bool
  ) throws(CommandFailure) {
    file = try SessionFile(path, from: inputs, isText: isText, options: options)
    self.context = context
    self.isQuiet = isQuiet
  }

  /// `week.poptrace: 3 sessions, 170 events`.
  var summary: String {
    "\(printable(PathText.shown(file.path))): \(counted(sessions, "session")), \(counted(events, "event"))"
  }

  mutating func add(_ session: Session) throws(CommandFailure) {
    sessions += 1
    events += session.log.events.count
    if session.skippedEvents > 0 {
      skippedEvents += session.skippedEvents
      skippedIn += 1
    }
    do throws(CommandFailure) {
      try file.append(session)
    } catch {
      try file.discard()
      throw error
    }
  }

  /// Ends the file where all could be read, and says what is not in it.
  mutating func end(_ status: ExitStatus) throws(CommandFailure) -> ExitStatus {
    guard status == .fine else {
      try file.discard()
      return status
    }
    try file.finish()
    guard skippedEvents > 0 else { return .fine }
    context.remark(
      "\(file.path == "-" ? "standard output" : printable(PathText.shown(file.path))): "
        + "\(counted(skippedEvents, "event")) in \(counted(skippedIn, "session")) of kinds that this "
        + "version does not know \(skippedEvents == 1 ? "is" : "are") not in it, only counted; a newer poptrace keeps them",
      isQuiet: isQuiet)
    return .incomplete
  }

  mutating func copyAll(_ inputs: InputList) throws(CommandFailure) -> ExitStatus {
    let status = try inputs.forEachSession(in: context, isQuiet: isQuiet) { source in
      if let leftOut = source.leftOut { context.remark(leftOut, isQuiet: isQuiet) }
    } _: { origin throws(CommandFailure) in
      try add(origin.session)
    }
    return try end(status)
  }
}

extension TraceOutputOptions {
  func makeCopy(
    of inputs: InputList, options: TraceWriter.Options = TraceWriter.Options(), in context: ToolContext
  ) throws(CommandFailure) -> SessionCopy {
    try SessionCopy(to: output, from: inputs, options: options, in: context, isQuiet: quiet)
  }

  func copyAll(
    _ input: InputOptions, options: TraceWriter.Options = TraceWriter.Options(), in context: ToolContext
  ) throws(CommandFailure) -> ExitStatus {
    let inputs = input.expanded(in: context, isQuiet: quiet)
    var copy = try makeCopy(of: inputs, options: options, in: context)
    return try copy.copyAll(inputs)
  }
}
#endif
