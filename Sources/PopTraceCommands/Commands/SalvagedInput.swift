#if Tool
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

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
