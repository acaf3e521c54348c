#if Tool
import ArgumentParser
import PopDocument
import PopSystem
import PopTrace
import PopupScheduling

struct RecoverCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover", _superCommandName: RootCommand.name,
    abstract: "Reads every whole chunk of damaged traces, says what is missing, and writes the rest as a trace.",
    discussion: """
      Chunks in another order are put back, and what is there twice is written once. Where the output is a directory, it gets a file of the \
      same name for each input. What only the journals of a session have, as a killed app leaves them, is put together with its trace. Exits with 0 where nothing is missing, with 3 where something is, and with 1 where nothing could be saved.

      Example:
        poptrace recover damaged.poptrace --output rest.poptrace
        poptrace recover incoming --output saved/
      """)

  @Argument(help: .text("Trace files, directories of them, or - for standard input.", value: "trace"))
  var traces: [String]

  @OptionGroup var output: TraceOutputOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws { try InputOptions.check(traces) }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = InputList(traces, limits: limits.limits)
    for remark in inputs.remarks { context.remark(remark, isQuiet: output.quiet) }
    // Text files found in a directory are no traces to be recovered; one that is named itself is tried all the same.
    let paths = inputs.paths.filter { !$0.hasSuffix(".jsonl") || traces.contains($0) }
    let isDirectory = FileSystem.kind(of: output.output) == .directory || output.output.hasSuffix("/")
    guard isDirectory else { return try recover(paths, of: inputs, to: output.output, in: context) }
    try SavedRuns.makeFolder(output.output)
    let folder = output.output.hasSuffix("/") ? String(output.output.dropLast()) : output.output
    var names = TraceNames()
    var status = ExitStatus.fine
    var saved = 0
    for path in paths {
      do throws(CommandFailure) {
        let trace = JournalBeside.trace(ofJournal: path) ?? path
        let name = path == "-" ? "stdin" : trace.split(separator: "/").last.map(String.init) ?? "trace"
        status = status.combined(with: try recover([path], of: inputs, to: names.path(name, in: folder), in: context))
        saved += 1
      } catch {
        guard error.input == path else { throw error }
        context.complain(error.line)
        status = status.combined(with: error.statusOfRecovery)
      }
    }
    return saved == 0 ? .failed : status
  }

  private func recover(
    _ paths: [String], of inputs: InputList, to path: String, in context: ToolContext
  ) throws(CommandFailure) -> ExitStatus {
    try inputs.refuse(output: path)
    var duplicates = DuplicateSessions()
    var (status, failures) = (ExitStatus.fine, [CommandFailure]())
    var salvages: [SalvagedInput] = []
    for path in paths {
      do throws(CommandFailure) {
        var salvage = try open(path, of: inputs)
        try salvage.each { session throws(CommandFailure) in duplicates.meet(session) }
        salvages.append(salvage)
      } catch {
        guard error.input == path else { throw error }
        failures.append(error)
        // The one that there is, is said by the caller.
        if paths.count > 1 { context.complain(error.line) }
        status = status.combined(with: error.statusOfRecovery)
      }
    }
    guard !salvages.isEmpty else {
      throw paths.count == 1 && !failures.isEmpty
        ? failures[0] : CommandFailure("there is nothing to save in what was given")
    }
    // A second look at the sessions whose names are there more than once.
    for index in salvages.indices where duplicates.areThere {
      try salvages[index].each { session throws(CommandFailure) in duplicates.compare(session) }
    }
    var copy = try SessionCopy(to: path, from: inputs, in: context, isQuiet: output.quiet)
    for index in salvages.indices where try save(&salvages[index], &duplicates, &copy, context) {
      status = status.combined(with: .incomplete)
    }
    guard copy.sessions > 0 else {
      // A launch that was killed before its first event left no session.
      let names = paths.map { printable(PathText.shown($0)) }.joined(separator: ", ")
      context.remark("\(names): no session is in it", isQuiet: output.quiet)
      _ = try copy.end(.failed)
      return status
    }
    let ended = try copy.end(.fine)
    context.remark("\(copy.summary) recovered", isQuiet: output.quiet)
    return status.combined(with: ended)
  }

  private func open(_ path: String, of inputs: InputList) throws(CommandFailure) -> SalvagedInput {
    if let failure = inputs.failures[path] { throw failure }
    let salvage = try SalvagedInput(path, of: inputs)
    guard !salvage.isEmpty else { throw CommandFailure(CommandFailure.nothingWhole, input: path) }
    return salvage
  }

  /// - Returns: Whether something of the input is missing.
  private func save(
    _ salvage: inout SalvagedInput, _ duplicates: inout DuplicateSessions, _ copy: inout SessionCopy,
    _ context: ToolContext
  ) throws(CommandFailure) -> Bool {
    let name = printable(PathText.shown(salvage.path))
    var left = 0
    try salvage.each { session throws(CommandFailure) in
      if let rest = duplicates.withoutDuplicates(session) { try copy.add(rest) } else { left += 1 }
    }
    var (remarks, losses) = salvage.words
    if left > 0 {
      let verb = left == 1 ? "is" : "are"
      remarks.append("\(counted(left, "session")) that \(verb) there already \(verb) left out")
    }
    for words in remarks + losses { context.remark("\(name): \(words)", isQuiet: output.quiet) }
    return !losses.isEmpty
  }
}

extension CommandFailure {
  fileprivate static let nothingWhole = "not one whole chunk of a trace is in it"

  /// How a recovery ends that met it: where an input could be read, and there is nothing in it, no worse than others.
  var statusOfRecovery: ExitStatus { message == Self.nothingWhole ? .incomplete : .failed }
}

/// Finds sessions that are there more than once, whole or in part: by their names, and by what happened in them when.
///
/// Sessions without a name are all different. Of a session that is there once only a hash of its name is kept.
struct DuplicateSessions {
  private struct Run {
    var events: [Int32: Int] = [:]
    /// The sequence numbers of each piece, in the order in which they are read.
    var pieces: [Set<Int32>] = []

    var longest: Int { pieces.indices.max { (pieces[$0].count, $1) < (pieces[$1].count, $0) } ?? 0 }

    /// The part of a piece that is in no other piece that is kept.
    func own(_ piece: Int) -> Set<Int32> {
      guard piece != longest else { return pieces[piece] }
      return pieces[..<piece].reduce(pieces[piece].subtracting(pieces[longest])) { $0.subtracting($1) }
    }
  }

  private struct Namesakes {
    var runs: [Run] = []
    /// Which run each session is of, and which piece of it, in the order in which they are read.
    var order: [(run: Int, piece: Int)] = []
    var done = 0
  }

  private var met: Set<Int> = []
  private var namesakes: [Int: Namesakes] = [:]

  var areThere: Bool { !namesakes.isEmpty }

  /// First: takes note of a session's name.
  mutating func meet(_ session: Session) {
    guard let key = Self.key(of: session), !met.insert(key).inserted else { return }
    namesakes[key] = Namesakes()
  }

  /// Then, in the same order: takes note of the events of a session whose name is there twice.
  mutating func compare(_ session: Session) {
    guard let key = Self.key(of: session), var others = namesakes.removeValue(forKey: key) else { return }
    let run = others.runs.firstIndex { Self.isOne(session, with: $0) } ?? others.runs.count
    if run == others.runs.count { others.runs.append(Run()) }
    others.order.append((run, others.runs[run].pieces.count))
    var sequences: Set<Int32> = []
    for event in session.log.events {
      others.runs[run].events[event.sequence] = Self.hash(of: event)
      sequences.insert(event.sequence)
    }
    others.runs[run].pieces.append(sequences)
    namesakes[key] = others
  }

  /// At last, in the same order: what of a session is in no other piece of it that is kept; nil where that is nothing.
  mutating func withoutDuplicates(_ session: Session) -> Session? {
    guard let key = Self.key(of: session), var others = namesakes.removeValue(forKey: key) else { return session }
    defer { namesakes[key] = others }
    let (run, piece) = others.order[others.done]
    others.done += 1
    let own = others.runs[run].own(piece)
    guard own.count < session.log.events.count else { return session }
    guard !own.isEmpty else { return nil }
    var rest = session
    rest.keepEvents { own.contains($0.sequence) }
    return rest
  }

  private static func isOne(_ session: Session, with run: Run) -> Bool {
    session.log.events.allSatisfy { event in run.events[event.sequence].map { $0 == hash(of: event) } ?? true }
  }

  private static func key(of session: Session) -> Int? {
    let header = session.header
    guard !header.session.isEmpty, !session.isScenario else { return nil }
    var hasher = Hasher()
    for text in [header.session, header.app, header.build, header.started, header.policy] { hasher.combine(text) }
    hasher.combine(header.tick)
    return hasher.finalize()
  }

  private static func hash(of event: Event) -> Int {
    var hasher = Hasher()
    hasher.combine(event.kind)
    hasher.combine(event.time)
    hasher.combine(event.cause)
    hasher.combine(event.generation)
    return hasher.finalize()
  }
}

/// What is whole of one input: a trace, what the journals beside it have besides, or journals alone.
struct SalvagedInput {
  let path: String
  private var salvage: TraceSalvage?
  private let journal: JournalBeside?
  private var remains = JournalReader.Remains()
  /// Events of completed sessions that are nowhere, and were not left out as they were recorded.
  private var missingEvents = 0

  init(_ path: String, of inputs: InputList) throws(CommandFailure) {
    self.path = path
    journal = try JournalBeside(of: path, inputs)
    guard JournalBeside.trace(ofJournal: path) == nil else { return }
    // Nothing of the first chunk may have been written before the process was killed.
    if journal?.isReadable == true, FileSystem.size(ofFile: path) == 0 { return }
    let input = try PlacedBytes(path)
    do { salvage = try TraceSalvage(input, limits: inputs.limits) } catch { throw CommandFailure(error, input: path) }
  }

  var isEmpty: Bool { salvage?.isEmpty ?? true && journal?.isReadable != true }

  /// Goes through its sessions from the first one on. The last ones have what only the journals know.
  mutating func each(_ body: (Session) throws(CommandFailure) -> Void) throws(CommandFailure) {
    salvage?.rewind()
    var held: Session?
    var session = Session()
    while true {
      do { guard try salvage?.next(&session) == true else { break } } catch { throw CommandFailure(error, input: path) }
      guard journal != nil else {
        try body(session)
        continue
      }
      if let last = held { try body(last) }
      held = session
    }
    guard let journal else { return }
    let completed = try journal.complete(held, isOpen: true)
    remains = completed.remains
    missingEvents = 0
    for session in completed.sessions {
      // Numbers that the recorder gave and that are nowhere, but for those of events that it did not take.
      let header = session.header
      let numbers = Int(session.log.events.last?.sequence ?? -1) + 1 - session.log.events.count
      if session.header.prefixEvents == 0, !session.isScenario {
        missingEvents += max(0, numbers - Int(clamping: header.droppedEvents &+ header.refusedEvents))
      }
      try body(session)
    }
  }

  var words: (remarks: [String], losses: [String]) {
    var (remarks, losses) = (salvage?.remarksInWords ?? [], salvage?.losses.map(\.words) ?? [])
    if remains.addedEvents > 0 { remarks.append("\(counted(remains.addedEvents, "event")) from its journal") }
    for failure in journal?.failures ?? [] { losses.append("A journal of it cannot be read: \(failure.message)") }
    if missingEvents > 0, losses.isEmpty {
      let verb = missingEvents == 1 ? "is" : "are"
      losses.append("\(counted(missingEvents, "event")) \(verb) neither in the trace nor in its journal.")
    }
    if remains.unsoundEvents > 0 {
      losses.append(
        "\(counted(remains.unsoundEvents, "event")) of its journal cannot be relied on: what they refer to was rolled back."
      )
    }
    if remains.holes > 0 {
      losses.append("\(counted(remains.holes, "stretch", plural: "stretches")) of its journal was rolled back.")
    }
    return (remarks, losses)
  }
}

extension TraceSalvage {
  fileprivate var remarksInWords: [String] {
    var words = remarks.map(\.message)
    if duplicates > 0 { words.append("\(counted(duplicates, "chunk")) that stood there already left out") }
    if misplaced > 0 { words.append("\(counted(misplaced, "chunk")) in another order put back") }
    return words + damage.map { "\($0.words) Nothing is lost with that." }
  }
}

extension TraceDamage {
  fileprivate var words: String {
    var text = error.description
    // Without the advice to use the command that is saying it.
    if let advice = text.ranges(of: ", or save what is whole with 'poptrace recover'").first {
      text.removeSubrange(advice)
    }
    guard !bytes.isEmpty else { return printable(text) }
    return printable(text) + " Bytes \(bytes.lowerBound) to \(bytes.upperBound - 1) are left out."
  }
}

extension TraceSalvage.Loss {
  fileprivate var words: String {
    switch self {
    case .bytes(let damage): damage.words
    case .chunks(let chunks, let sessions):
      Self.missing("chunk", chunks) + (sessions > 0 ? ", and \(counted(sessions, "whole session")) with them" : "")
        + "."
    case .events(let session, let sequences, let after, let before, let tick):
      "\(Self.title(session)): \(Self.missing("event", sequences)), "
        + (after.map { "between \(Self.time($0, tick)) and " } ?? "before ") + "\(Self.time(before, tick)) ms."
    case .end(let session, let from, let after, let tick):
      "\(Self.title(session)): everything from event \(from) on is missing, after \(Self.time(after, tick)) ms."
    }
  }

  private static func title(_ session: String) -> String {
    session.isEmpty ? "a session without a name" : "session \(printable(session))"
  }

  private static func missing(_ what: String, _ range: Range<Int>) -> String {
    range.count == 1
      ? "\(what) \(range.lowerBound) is missing" : "\(what)s \(range.lowerBound) to \(range.upperBound - 1) are missing"
  }

  private static func time(_ time: Ticks, _ tick: TickLength) -> String { Milliseconds(time, of: tick).grouped }
}

/// The bytes of an input from any place on: those of a pipe are kept in a file without a name.
final class PlacedBytes: Sendable {
  let path: String
  private let file: SystemFile

  /// Opens an input, whatever it begins with: that may be what is damaged. What has no end is not read.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    if path != "-", FileSystem.kind(of: path) == .file {
      do { file = try SystemFile.open(path, .read) } catch { throw CommandFailure(reading: path, error) }
      guard file.fileSize != 0 else { throw CommandFailure("the file is empty", input: path) }
      return
    }
    let source = try ByteSource(path)
    guard !source.head.isEmpty else { throw CommandFailure("the file is empty", input: path) }
    guard source.isFile || source.head.contains(0x50) else {
      throw CommandFailure(
        "no chunk of a trace begins in the first \(source.head.count) bytes; save it in a file if it is a trace",
        input: path)
    }
    do { file = try SystemFile.nameless() } catch {
      throw CommandFailure(error, doing: "write", "the temporary file (TMPDIR says where)")
    }
    var count = 0
    while let block = try source.block(at: count) {
      count += block.count
      do { try file.write(block) } catch {
        throw CommandFailure(error, doing: "write", "the temporary file (TMPDIR says where)")
      }
    }
  }
}

extension PlacedBytes: SparseInput {
  func data(from offset: Int) -> Int { file.data(from: offset) }

  func read(at offset: Int, atMost count: Int, into bytes: inout [UInt8]) throws(TraceError) -> Int {
    do { return try file.read(count, at: offset, into: &bytes) } catch {
      throw TraceError(.unreadable, at: .byte(offset), "The file cannot be read: \(error.reason). Fetch it again.")
    }
  }
}
#endif
