#if Tool
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

/// The sessions of one input, one after another: a trace file's or a text's.
struct SessionSource {
  let input: String
  private(set) var count = 0
  /// What is to be said of an input that is as it should be, once it is read.
  var remarks: [String] {
    let name = printable(PathText.shown(input))
    return (reader?.remarks.map { "\(name): \($0.message)" } ?? []) + unreadable.map(\.line)
      + (clockSession.map {
        ["\(name): session \(printable($0)) begins years after its start; \"t\" looks like the time since 1970"]
      } ?? [])
  }
  private var unreadable: [CommandFailure] = []
  /// The first session of a text whose times look like times of day.
  private var clockSession: String?

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
  private var held: Session?
  /// What is left once the journals have been read, the last one first.
  private var completed: [Session] = []
  private let limits: ResourceLimits
  private let names: NameTable?
  private let room: SessionBatches.Room?

  /// Opens an input; what it is shows in its first bytes, not in its name, and nothing more is read of what is neither.
  ///
  /// - `room`: Where the memory of its sessions comes from; nil to allocate it for each.
  /// - `threads`: Where the chunks of a file are decompressed before their turn; nil for none.
  /// - `other`: The reader of a file that was read, whose memory is used again; nil where there is none.
  init(
    _ input: String, of inputs: InputList, room: SessionBatches.Room? = nil, threads: OtherThreads? = nil,
    memoryOf other: inout TraceReader?
  ) throws(CommandFailure) {
    self.input = input
    self.room = room
    limits = inputs.limits
    names = inputs.names
    if let failure = inputs.failures[input] { throw failure }
    journal = try JournalBeside(of: input, inputs)
    unreadable = journal?.failures ?? []
    guard JournalBeside.trace(ofJournal: input) == nil else { return }
    if journal?.isReadable == false { journal = nil }
    let source = try ByteSource(input)
    let head = source.head
    // A skippable frame (https://github.com/facebook/zstd, zstd_compression_format.md) is what a trace begins with.
    if head.count >= 4, head[0] & 0xF0 == 0x50, head[1...3].elementsEqual([0x2A, 0x4D, 0x18]) {
      do {
        // What comes slowly, out of a pipe, is read as it comes.
        let threads = source.isFile ? threads : nil
        reader = try TraceReader(source, limits: limits, threads: threads, memoryOf: &other)
      } catch {
        // Of a chunk that was not written to its end the journal has everything.
        guard journal != nil, error.code == .truncated else { throw CommandFailure(error, input: input) }
      }
    } else if head.isEmpty {
      guard journal != nil else { throw CommandFailure("the file is empty", input: input) }
    } else if JSONLines.isText(head) {
      text = TextSessions(source, limits: limits, takesReadableLines: inputs.takesReadableLines)
    } else {
      throw CommandFailure(
        "this is neither a trace nor JSON Lines: a trace begins with a chunk, a text with {\"poptrace\":1}",
        input: input)
    }
  }

  init(_ input: String, of inputs: InputList) throws(CommandFailure) {
    var none: TraceReader?
    try self.init(input, of: inputs, memoryOf: &none)
  }

  /// Lends the reader's memory to the source that comes next; what there is to say of this one has been said.
  mutating func giveReader(to other: inout TraceReader?) { swap(&reader, &other) }

  mutating func next() throws(CommandFailure) -> Session? {
    guard var session = try text != nil ? text?.next() : nextOfTraceAndJournal() else { return nil }
    count += 1
    if text != nil, clockSession == nil, session.timeSince1970 != nil {
      clockSession = session.header.session.isEmpty ? String(count) : session.header.session
    }
    names?.reveal(&session)
    return consume session
  }

  /// The next session of the trace; the last one of an unfinished trace with what only its journals have, and what they alone know.
  @inline(__always)
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
    var session = room?.session() ?? Session()
    do {
      guard try reader?.next(&session) == true else { return nil }
    } catch {
      throw CommandFailure(error, input: input)
    }
    let events = session.log.events.count
    let (need, isBeyond) = events.multipliedReportingOverflow(by: MemoryLayout<Event>.stride)
    guard isBeyond || need > limits.memoryBytes else { return consume session }
    throw CommandFailure(
      limits.error(.memoryBytes, "A session of \(events) events takes about \(need) bytes"), input: input)
  }
}

/// A session and where it comes from: no value, for a copy of the session's tables would be made wherever it is handed on.
final class SessionOrigin: Sendable {
  let input: String
  let index: Int
  private let own: Session

  init(input: String, index: Int, session: consuming Session) {
    self.input = input
    self.index = index
    own = session
  }

  /// Lent, where a constant would be copied for whoever looks at it.
  var session: Session { _read { yield own } }
  var label: String { session.header.session.isEmpty ? String(index) : session.header.session }
  var position: ReportPosition { ReportPosition(trace: input, index: index) }
}

extension InputList {
  /// Gives every session of every input to the body, in order; says what cannot be read, and whether that is anything.
  func forEachSession(
    in context: ToolContext, isQuiet: Bool = false, end: (SessionSource) -> Void = { _ in },
    _ body: (SessionOrigin) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> ExitStatus {
    var status = ExitStatus.fine
    var last: TraceReader?
    for path in paths {
      do {
        var source = try SessionSource(path, of: self, memoryOf: &last)
        while let session = try source.next() {
          try body(SessionOrigin(input: PathText.shown(path), index: source.count, session: session))
        }
        end(source)
        for remark in source.remarks { context.remark(remark, isQuiet: isQuiet) }
        source.giveReader(to: &last)
      } catch {
        // What went wrong elsewhere, in writing, ends the command.
        guard error.input == path else { throw error }
        context.complain(error.line)
        status = .failed
      }
    }
    return status
  }

  /// Gives the sessions at some positions to the body once more, in order; what can be read only once, or not any more, is left out.
  func readAgain(
    _ positions: some Sequence<ReportPosition>, _ body: (SessionOrigin) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    var wanted: [String: Set<Int>] = [:]
    for position in positions { wanted[position.trace, default: []].insert(position.index) }
    for path in paths where !Self.isReadOnce(path) {
      let trace = shown(path)
      guard var indices = wanted.removeValue(forKey: trace), var source = try? SessionSource(path, of: self) else {
        continue
      }
      while !indices.isEmpty, let session = try? source.next() {
        guard indices.remove(source.count) != nil else { continue }
        try body(SessionOrigin(input: trace, index: source.count, session: session))
      }
    }
  }

  static func isReadOnce(_ path: String) -> Bool { path == "-" || FileSystem.kind(of: path) == .special }
}

/// The sessions of a text, one after another: no more of it is held than one of them and what was read with it.
struct TextSessions {
  private let source: ByteSource
  private let limits: ResourceLimits
  private let takesReadableLines: Bool
  private var bytesRead = 0
  private var text: [UInt8] = []
  private var lineStart = 0
  private var scanned = 0
  /// How many lines came before the text, and how many of it were looked at.
  private var linesBefore = 0
  private var lines = 0
  private var hasContent = false
  private var isAtEnd = false
  /// The fields of the headers so far whose text is empty.
  private(set) var emptyFields: Set<String> = []
  private var ready: [Session] = []

  /// The longest line: no line that means anything comes near it.
  static let longestLine = 1 << 24

  init(_ source: ByteSource, limits: ResourceLimits, takesReadableLines: Bool = false) {
    self.source = source
    self.limits = limits
    self.takesReadableLines = takesReadableLines
  }

  mutating func next() throws(CommandFailure) -> Session? {
    while ready.isEmpty {
      guard let piece = try nextPiece() else { return nil }
      do {
        var reader = JSONLinesReader(piece.bytes, limits: limits, linesBefore: piece.linesBefore)
        reader.takesReadableLines = takesReadableLines
        while let session = try reader.next() { ready.append(session) }
        emptyFields.formUnion(reader.emptyFields)
      } catch {
        throw CommandFailure(error, input: source.path)
      }
      ready.reverse()
    }
    return ready.removeLast()
  }

  private mutating func nextPiece() throws(CommandFailure) -> (bytes: [UInt8], linesBefore: Int)? {
    guard !isAtEnd else { return nil }
    while true {
      while let end = try endOfLine() {
        if hasContent, HeaderLine.isOne(text, lineStart..<end) { return cut(at: lineStart) }
        if !hasContent { hasContent = text[lineStart..<end].contains { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D } }
        lines += 1
        lineStart = end + 1
        scanned = lineStart
      }
      guard let block = try source.block(at: bytesRead) else { break }
      bytesRead += block.count
      guard text.count <= limits.memoryBytes - block.count else {
        throw CommandFailure(limits.error(.memoryBytes, "The session has more text than memory"), input: source.path)
      }
      text += block
    }
    // The last line may lack its end.
    if hasContent, HeaderLine.isOne(text, lineStart..<text.count) { return cut(at: lineStart) }
    isAtEnd = true
    let rest = (text, linesBefore)
    text = []
    return rest
  }

  private mutating func cut(at index: Int) -> (bytes: [UInt8], linesBefore: Int) {
    let piece = (Array(text[..<index]), linesBefore)
    text.removeFirst(index)
    linesBefore += lines
    lines = 0
    lineStart = 0
    scanned = 0
    hasContent = false
    return piece
  }

  /// Where the line ends that begins at ``lineStart``; nil where more must be read to know.
  private mutating func endOfLine() throws(CommandFailure) -> Int? {
    if let end = text[scanned...].firstIndex(of: 0x0A) { return end }
    scanned = text.count
    guard text.count - lineStart <= Self.longestLine else {
      throw CommandFailure(
        "line \(linesBefore + lines + 1) is longer than \(Self.longestLine) bytes, so this is no JSON Lines; "
          + "every event has a line of its own", input: source.path)
    }
    return nil
  }
}

/// Tells the lines that begin a session from the others, without reading them in full.
private enum HeaderLine {
  private static let key = Array("poptrace".utf8)

  /// Whether a line is an object with `"poptrace"` among its own keys. A session whose key is written with escapes is read with the one before.
  static func isOne(_ text: [UInt8], _ line: Range<Int>) -> Bool {
    var depth = 0
    var index = line.lowerBound
    while index < line.upperBound {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while index < line.upperBound, text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 1, index - start == key.count, isKey(text, start, line.upperBound) { return true }
      default: break
      }
      index += 1
    }
    return false
  }

  private static func isKey(_ text: [UInt8], _ start: Int, _ end: Int) -> Bool {
    guard start + key.count < end, text[start..<start + key.count].elementsEqual(key) else { return false }
    let rest = text[(start + key.count + 1)..<max(end, start + key.count + 1)]
    return rest.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ":")
  }
}

extension SessionOrigin {
  /// `field.poptrace, session 3: Shop 1.2, v4, 18 events in 12,400 ms`.
  var title: String {
    let header = session.header
    var parts = session.app.isEmpty ? [] : [session.app]
    if session.isScenario { parts.append("a scenario") } else if !header.policy.isEmpty { parts.append(header.policy) }
    let events = counted(session.events.count, "event")
    parts.append(session.isScenario ? events : "\(events) in \(Milliseconds(session.end, of: header.tick).grouped) ms")
    if !session.isScenario, !session.isFinished { parts.append("unfinished") }
    if header.isObserved { parts.append("observed") }
    if header.isRecovered { parts.append("recovered") }
    if header.prefixEvents > 0 { parts.append("a prefix of \(counted(header.prefixEvents, "event"))") }
    if header.refusedEvents > 0 { parts.append("\(grouping(Int(clamping: header.refusedEvents))) refused") }
    if header.droppedEvents > 0 { parts.append("\(grouping(Int(clamping: header.droppedEvents))) dropped") }
    return printable("\(input), session \(label): \(parts.joined(separator: ", "))")
  }
}

extension Session {
  var app: String { [header.app, header.build].filter { !$0.isEmpty }.joined(separator: " ") }

  /// `iOS 19.1, iPhone17,1, de_DE; checkout=short; plan=pro`: where it took place; nil where its header does not say.
  var circumstances: String? {
    let index = [header.os, header.device, header.locale].filter { !$0.isEmpty }.joined(separator: ", ")
    let entries = (header.arms + header.metadata).map { "\($0.name)=\($0.value)" }
    let parts = (index.isEmpty ? [] : [index]) + entries
    return parts.isEmpty ? nil : printable(parts.joined(separator: "; "))
  }

  /// The stimuli of a scenario that can never happen, whatever the policy does, in words; empty in a recording.
  var impossibilities: [String] {
    let indices = deadAnchors()
    guard !indices.isEmpty else { return [] }
    let words = words
    return indices.map { index in
      let line = words.line(log.events[index], in: log)
      return
        "event \(log.events[index].sequence), \(line.kind) \(line.detail), can never happen: what it waits for with \"after\" is never there"
    }
  }

  /// Why it can be judged only in part, in words; empty where it is whole.
  var losses: [String] {
    var losses: [String] = []
    if !gaps.isEmpty { losses.append("events are missing in \(gaps.count) place\(gaps.count == 1 ? "" : "s")") }
    if skippedEvents > 0 { losses.append("\(counted(skippedEvents, "event")) of kinds this version does not know") }
    if let unreadRest { losses.append("\(counted(unreadRest.lines, "line")) left out: \(unreadRest.because)") }
    return losses
  }

  /// Leaves events out, and says of a recording that they are missing.
  mutating func keepEvents(_ isKept: (Event) -> Bool) {
    var kept: [Event] = []
    var keptAnchors: [Int: Anchor] = [:]
    gaps = []
    for (index, event) in log.events.enumerated() where isKept(event) {
      if !isScenario, event.sequence != (kept.last?.sequence ?? -1) + 1 { gaps.append(kept.count) }
      keptAnchors[kept.count] = anchors[index]
      kept.append(event)
    }
    log.events = kept
    anchors = keptAnchors
  }
}
#endif
