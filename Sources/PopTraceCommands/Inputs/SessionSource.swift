#if Tool
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

/// The sessions of one input, one after another: a trace file's or a text's.
struct SessionSource {
  /// The input, as the user named it.
  let input: String
  /// How many sessions were read so far.
  private(set) var count = 0
  /// What is to be said of an input that is as it should be, once it is read.
  var remarks: [String] {
    let name = printable(PathText.shown(input))
    return (reader?.remarks.map { "\(name): \($0.message)" } ?? []) + unreadable.map(\.line)
  }
  /// Why journals beside it cannot be read.
  private var unreadable: [CommandFailure] = []

  /// What of a text is not in a copy of it; nil where all is.
  var leftOut: String? {
    let fields = (text?.emptyFields ?? []).sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    guard !fields.isEmpty else { return nil }
    return
      "\(printable(PathText.shown(input))): an empty text in a header says the same as none, and is left out: \(fields)"
  }

  /// Whether it is a trace file whose writer did not come to its end; known once all is read.
  var isUnfinished: Bool { reader?.isUnfinished == true }

  /// The reader of a trace file; nil for a text. Beside the text's and not with it in an enum, so that reading changes it in place.
  private var reader: TraceReader?
  private var text: TextSessions?
  /// The journals of a session whose process was killed; read with the last session of the trace, or alone.
  private var journal: JournalBeside?
  /// A session that may be the last one.
  private var held: Session?
  /// What is left once the journals have been read, the last one first.
  private var completed: [Session] = []
  private let limits: ResourceLimits
  private let names: NameTable?
  private let pool: SessionPool?

  /// Opens an input; what it is shows in its first bytes, not in its name, and nothing more is read of what is neither.
  ///
  /// - Parameters:
  ///   - pool: Where the memory of its sessions comes from; nil to allocate it for each.
  ///   - threads: Where the chunks of a file are decompressed before their turn; nil for none.
  init(
    _ input: String, of inputs: InputList, pool: SessionPool? = nil, threads: OtherThreads? = nil
  ) throws(CommandFailure) {
    self.input = input
    self.pool = pool
    limits = inputs.limits
    names = inputs.names
    if let failure = inputs.failure(of: input) { throw failure }
    guard JournalBeside.trace(ofJournal: input) == nil else {
      let journal = try JournalBeside.alone(inputs.journals(of: input), limits: limits)
      (self.journal, unreadable) = (journal, journal.failures)
      return
    }
    journal = JournalBeside.of(inputs.journals(of: input), limits: limits)
    unreadable = journal?.failures ?? []
    if journal?.isReadable == false { journal = nil }
    let source = try ByteSource(input)
    switch FirstBytes(source.head) {
    case .nothing:
      guard journal != nil else { throw CommandFailure("the file is empty", input: input) }
    case .text: text = TextSessions(source, limits: inputs.limits)
    case .trace:
      do { reader = try Self.reader(of: source, limits: limits, threads: threads) } catch {
        // Of a chunk that was not written to its end the journal has everything.
        guard journal != nil, error.code == .truncated else { throw CommandFailure(error, input: input) }
      }
    case .other:
      throw CommandFailure(
        "this is neither a trace nor JSON Lines: a trace begins with a chunk, a text with {\"poptrace\":1}",
        input: input)
    }
  }

  private static func reader(
    of source: ByteSource, limits: ResourceLimits, threads: OtherThreads?
  ) throws(TraceError) -> TraceReader {
    // What comes slowly, out of a pipe, is read as it comes.
    guard let threads, source.isFile else { return try TraceReader(source, limits: limits) }
    return try TraceReader(source, limits: limits, threads: threads)
  }

  /// The next session; nil when there are no more.
  mutating func next() throws(CommandFailure) -> Session? {
    guard var session = try text != nil ? text?.next() : nextOfTraceAndJournal() else { return nil }
    count += 1
    names?.reveal(&session)
    return session
  }

  /// The next session of the trace; the last one of an unfinished trace with what only its journals have, and what they alone know.
  private mutating func nextOfTraceAndJournal() throws(CommandFailure) -> Session? {
    guard let journal else {
      if let session = completed.popLast() { return session }
      return try nextOfTrace()
    }
    if held == nil { held = try nextOfTrace() }
    let session = held
    held = session == nil ? nil : try nextOfTrace()
    guard held == nil else { return session }
    self.journal = nil
    completed = try journal.complete(session, isOpen: isUnfinished).sessions.reversed()
    return completed.popLast()
  }

  private mutating func nextOfTrace() throws(CommandFailure) -> Session? {
    guard reader != nil else { return nil }
    var session = pool?.take() ?? Session()
    do {
      guard try reader?.next(&session) == true else { return nil }
    } catch {
      throw CommandFailure(error, input: input)
    }
    try check(session)
    return session
  }

  /// Refuses a session that does not fit into memory by itself.
  private func check(_ session: Session) throws(CommandFailure) {
    let events = session.log.events.count
    let (need, isBeyond) = events.multipliedReportingOverflow(by: MemoryLayout<Event>.stride)
    guard isBeyond || need > limits.memoryBytes else { return }
    throw CommandFailure(
      limits.error(.memoryBytes, "A session of \(events) events takes about \(need) bytes"), input: input)
  }
}

/// What an input is, as far as its first bytes tell.
private enum FirstBytes {
  case nothing, text, trace, other

  init(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else {
      self = .nothing
      return
    }
    // A skippable frame (https://github.com/facebook/zstd, zstd_compression_format.md) is what a trace begins with.
    if bytes.count >= 4, bytes[0] & 0xF0 == 0x50, bytes[1...3].elementsEqual([0x2A, 0x4D, 0x18]) {
      self = .trace
      return
    }
    self = JSONLines.isText(bytes) ? .text : .other
  }
}

extension Session {
  /// What reports call it: its own name, else its index in its input, counted from 1.
  func label(index: Int) -> String { header.session.isEmpty ? String(index) : header.session }
}
#endif
