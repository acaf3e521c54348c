#if Tool
import ArgumentParser
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case text, json
}

struct OutputOptions: ParsableArguments {
  @Option(help: "The form of the output: text for people, json for programs.")
  var format = OutputFormat.text

  @Option(name: .shortAndLong, help: .text("Write to this file; - is standard output.", value: "file"))
  var output = "-"

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error; errors are still said.")
  var quiet = false

  @Option(help: "Colour the text: auto (on a terminal, unless NO_COLOR is set), always or never; by default auto.")
  var color: ColorChoice?

  func write(
    from inputs: InputList? = nil, _ body: (OutputStream) throws(CommandFailure) -> ExitStatus
  ) throws(CommandFailure) -> ExitStatus {
    try inputs?.refuse(output: output)
    return try OutputStream.to(output, color: color ?? .auto).whole(body)
  }

  func write(
    from inputs: InputList? = nil, _ status: ExitStatus = .fine, text: (Style) -> String, json: () -> [UInt8]
  ) throws(CommandFailure) -> ExitStatus {
    try write(from: inputs) { stream throws(CommandFailure) in
      try stream.write(format == .json ? json() : Array(text(stream.style).utf8))
      return status
    }
  }
}

func jsonDocument(_ schema: String, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
  var json = JSONWriter()
  json.object {
    $0.member("schema", schema)
    members(&$0)
  }
  return json.bytes + [UInt8(ascii: "\n")]
}

struct TraceOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: .text(
      "The file to write: a trace, or JSON Lines where its name ends in .jsonl; - is standard output.", value: "file"))
  var output: String

  @Flag(name: .shortAndLong, help: "No remarks on standard error; errors are still said.")
  var quiet = false
}

struct JobOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: .jobs)
  var jobs: Int?

  func validate() throws { try ArgumentReading.checkJobs(jobs) }

  var count: Int { jobs ?? CurrentProcess.processors }
}

extension [ReportProvenance.Option] {
  static func given(_ options: [(name: String, value: String?)]) -> [ReportProvenance.Option] {
    options.compactMap { name, value in value.map { ReportProvenance.Option(name, $0) } }
  }

  func value(of name: String) -> String? { first { $0.name == name }?.value }
}

extension ArgumentHelp {
  static func text(_ text: String, value: String) -> ArgumentHelp { ArgumentHelp(text, valueName: value) }

  static let jobs = text("How many threads work; by default, one for each processor.", value: "count")
}

enum ArgumentReading {
  static func share(_ text: String) throws -> Share {
    do { return try Share(parsing: text) } catch { throw ValidationError(error.description) }
  }

  static func day(_ text: String) throws -> CalendarDay {
    guard let day = CalendarDay(text) else { throw ValidationError("A day is written as 2026-11-22, not \"\(text)\".") }
    return day
  }

  static func word<Word: RawRepresentable<String> & CaseIterable>(_ text: String, _ what: String) throws -> Word {
    guard let word = Word(rawValue: text) else {
      let advice = suggestion(for: text, among: Word.allCases.map(\.rawValue))
      throw ValidationError("There is no \(what) \"\(text)\"\(advice).")
    }
    return word
  }

  static func checkJobs(_ jobs: Int?) throws {
    if let jobs, jobs < 1 || jobs > 256 { throw ValidationError("--jobs takes a number from 1 to 256, not \(jobs).") }
  }

  static func checkContinuations(_ count: Int) throws {
    if ![0, 2, 10].contains(count) { throw ValidationError("There are 0, 2 or 10 continuations, not \(count).") }
  }

  static func checkEstimate(_ isEstimating: Bool, continuations: Int) throws {
    guard isEstimating, continuations == 0 else { return }
    throw ValidationError("An estimate goes on where the continuations leave something open; there are none of them.")
  }
}

/// A trace, or JSON Lines where its name ends in `.jsonl`. It is written as it comes, and stands under its name only when it is whole.
struct SessionFile {
  let path: String
  private var writer: TraceWriter?
  private var stream: OutputStream?

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

/// Gives traces of one folder names of their own, where inputs that differ may come to one.
struct TraceNames {
  private var taken: Set<String> = []

  /// `FOLDER/NAME.poptrace`, with a number where that is taken.
  mutating func path(_ name: String, in folder: String) -> String {
    // Whatever the input is called, the output is called so that every command takes it.
    let stem = "\(folder)/\(name.hasSuffix(".poptrace") ? String(name.dropLast(".poptrace".count)) : name)"
    var path = stem + ".poptrace"
    var number = 2
    while !taken.insert(path).inserted {
      path = "\(stem)-\(number).poptrace"
      number += 1
    }
    return path
  }
}
#endif
