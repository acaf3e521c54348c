import PopSystem
import PopupScheduling

/// Where things stand in a journal.
///
/// A journal is a file of one session that is mapped into memory: a head, and halves that are filled in turn. All integers are little-endian;
/// a *word* is 8 bytes. The head:
///
/// | word | what |
/// | ---: | --- |
/// | 0 | `PopJrnl\n` |
/// | 1 | version of the layout (32 bits), bytes of the head (32) |
/// | 2 | bytes of a half (32), number of halves (32) |
/// | 3 | a random number that the checks of all records depend on |
/// | 4, 5 | the process that records: its number, when it was started |
/// | 6 | which start of the machine that was |
/// | 7 | bytes of the session's header as a line of JSON, which begins at word 32 (32 bits), events of its prefix (32) |
/// | 8 | the XXH64 of words 0 to 7 and that line |
/// | 16 | events dropped so far, for want of room |
/// | 17 | events refused so far, for what they were |
/// | 18 | times clamped so far |
///
/// Half number *h* begins at head + h · half. It holds records one after another (``JournalRecord``), the first of which says which generation
/// the half is of: 1 for the first half ever filled, then 2 and so on.
enum JournalLayout {
  static let magic: UInt64 = 0x0A6C_6E72_4A70_6F50
  /// The version of the layout: another one with every attribute that popups get, for it moves what stands behind it.
  static let version = UInt32(PopupSpec.attributes.count - 25)
  static let halfCount = 2
  static let word = 8
  /// Where the words are that change.
  static let dropped = 16 * word
  static let refused = 17 * word
  static let clamped = 18 * word
  static let text = 32 * word
  static let headLimit = 1 << 22
  static let halfLimit = 1 << 24
  /// The least bytes of a half: room for the longest name and an event.
  static let leastHalf = 1 << 15
  /// The longest name that is kept whole, in bytes of UTF-8.
  static let nameLimit = 8192
  /// Stands behind the name that a file gets when it is whole. What follows is of the process that writes it, or random.
  static let draftMark = ".draft-"
  static let fileLimit = headLimit + halfCount * halfLimit
}

struct JournalHead: Hashable, Sendable {
  var headBytes = 0
  var halfBytes = 0
  /// What the checks of the journal's records depend on.
  var nonce: UInt64 = 0
  var owner = ProcessIdentity(number: 0, started: 0, boot: 0)
  var session = SessionHeader()

  var byteCount: Int { headBytes + JournalLayout.halfCount * halfBytes }
  func start(of half: Int) -> Int { headBytes + half * halfBytes }

  init(session: SessionHeader, halfBytes: Int, nonce: UInt64, owner: ProcessIdentity) throws(TraceError) {
    self.session = session
    self.nonce = nonce
    self.owner = owner
    let page = max(MappedMemory.pageSize, 16_384)
    self.halfBytes = Self.pages(min(max(halfBytes, JournalLayout.leastHalf), JournalLayout.halfLimit - page), page)
    let size = JournalLayout.text + Self.line(of: session).count
    guard size <= JournalLayout.headLimit - page else {
      throw TraceError(
        .tooLarge,
        "The session's header takes \(size) bytes, more than a journal has room for. Say less in its metadata.")
    }
    headBytes = Self.pages(size, page)
  }

  private static func pages(_ size: Int, _ page: Int) -> Int { (size + page - 1) / page * page }

  private static func line(of header: SessionHeader) -> [UInt8] {
    var text: [UInt8] = []
    var header = header
    // A line of its own has no events that a prefix could be of.
    header.prefixEvents = 0
    JSONLines.write(Session(header: header), into: &text)
    return text
  }

  func encoded() -> [UInt8] {
    let line = Self.line(of: session)
    let words = [
      JournalLayout.magic, UInt64(JournalLayout.version) | UInt64(headBytes) << 32,
      UInt64(halfBytes) | UInt64(JournalLayout.halfCount) << 32, nonce, UInt64(bitPattern: owner.number),
      UInt64(bitPattern: owner.started), owner.boot, UInt64(line.count) | UInt64(session.prefixEvents) << 32,
    ]
    var bytes: [UInt8] = []
    for word in words { bytes.append(word: word) }
    bytes.append(word: XXH64.hash(bytes + line))
    bytes.append(contentsOf: repeatElement(0, count: JournalLayout.text - bytes.count))
    return bytes + line
  }

  init(_ bytes: [UInt8], limits: ResourceLimits) throws(TraceError) {
    guard bytes.count >= JournalLayout.text, bytes.word(at: 0) == JournalLayout.magic else {
      throw TraceError(.notATrace, "This is no journal of a recording. Give the .popjournal file as the app left it.")
    }
    let version = UInt32(truncatingIfNeeded: bytes.word(at: 8))
    guard version == JournalLayout.version else {
      let advice = version > JournalLayout.version ? "Use a newer one." : "Use the one that the app was built with."
      throw TraceError(
        .newerVersion,
        "The journal has layout \(version), and this poptrace knows up to \(JournalLayout.version). \(advice)")
    }
    headBytes = Int(bytes.word(at: 8) >> 32)
    halfBytes = Int(bytes.word(at: 16) & 0xFFFF_FFFF)
    nonce = bytes.word(at: 24)
    owner = Self.owner(in: bytes)
    let (length, prefixEvents) = (bytes.word(at: 56) & 0xFFFF_FFFF, bytes.word(at: 56) >> 32)
    let text = JournalLayout.text
    guard bytes.word(at: 16) >> 32 == UInt64(JournalLayout.halfCount), headBytes <= JournalLayout.headLimit,
      halfBytes >= JournalLayout.leastHalf, halfBytes <= JournalLayout.halfLimit, headBytes % JournalLayout.word == 0,
      halfBytes % JournalLayout.word == 0, length <= UInt64(max(0, headBytes - text)), text + Int(length) <= bytes.count
    else { throw Self.broken }
    let line = Array(bytes[text..<text + Int(length)])
    guard XXH64.hash(bytes[..<64] + line) == bytes.word(at: 64) else { throw Self.broken }
    guard let session = try JSONLines.sessions(in: line, limits: limits).first else { throw Self.broken }
    self.session = session.header
    self.session.prefixEvents = Int(min(prefixEvents, UInt64(Int32.max)))
  }

  /// The process that the beginning of a journal says, which must be as long as the head without its text.
  static func owner(in bytes: [UInt8]) -> ProcessIdentity {
    ProcessIdentity(
      number: Int64(bitPattern: bytes.word(at: 32)), started: Int64(bitPattern: bytes.word(at: 40)),
      boot: bytes.word(at: 48))
  }

  private static let broken = TraceError(
    .corrupt, at: .byte(0), "The journal's head does not match its checksum; nothing in it can be relied on.")
}

extension [UInt8] {
  mutating func append(word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { append(UInt8(truncatingIfNeeded: word >> shift)) }
  }

  func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset + 8 <= count)
    // Inside of the bytes, and every bit pattern is an integer.
    return unsafe withUnsafeBytes { bytes in
      UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }
}

/// The first record of a half: which round it is, and how far the session had come.
struct JournalBegin: Hashable, Sendable {
  /// 1 for the first half that was ever filled, then 2 and so on.
  var generation: UInt64 = 0
  var nextSequence: Int32 = 0
  var lastTime = Ticks.zero
  /// How much of the session had been said in the halves before.
  var bases = SegmentBases()
  var losses = TraceLosses()

  static let words = 11

  func store(in slot: JournalSlot) {
    slot[1] = generation
    slot[2] = UInt64(UInt32(bitPattern: nextSequence))
    slot[3] = UInt64(bitPattern: lastTime.rawValue)
    slot[4] = Self.pair(bases.names, bases.lists)
    slot[5] = Self.pair(bases.specs, bases.pages)
    slot[6] = Self.pair(bases.popups, bases.changes)
    slot[7] = UInt64(bases.timers)
    slot[8] = UInt64(bitPattern: losses.dropped)
    slot[9] = UInt64(bitPattern: losses.refused)
    slot[10] = UInt64(bitPattern: losses.clamped)
  }

  private static func pair(_ low: Int, _ high: Int) -> UInt64 { UInt64(low) | UInt64(high) << 32 }
  private static func counts(_ word: UInt64) -> (Int, Int) { (Int(word & 0xFFFF_FFFF), Int(word >> 32)) }
}

extension JournalBegin {
  init?(_ record: JournalRecords.Record, limits: ResourceLimits) {
    guard record.words == Self.words else { return nil }
    generation = record[1]
    guard let next = Int32(exactly: record[2]), record[3] < UInt64(SlotCheck.timeLimit) else { return nil }
    nextSequence = next
    lastTime = Ticks(Int64(record[3]))
    (bases.names, bases.lists) = Self.counts(record[4])
    (bases.specs, bases.pages) = Self.counts(record[5])
    (bases.popups, bases.changes) = Self.counts(record[6])
    guard record[7] <= UInt64(SlotCheck.timerLimit) + 1 else { return nil }
    bases.timers = Int(record[7])
    guard max(bases.names, bases.lists) <= limits.namesPerSession,
      max(max(bases.specs, bases.pages), max(bases.popups, bases.changes)) <= limits.entriesPerTable
    else { return nil }
    losses.dropped = max(0, Int64(bitPattern: record[8]))
    losses.refused = max(0, Int64(bitPattern: record[9]))
    losses.clamped = max(0, Int64(bitPattern: record[10]))
  }
}

/// How many events are missing in a trace, by reason, and how many times had to be corrected.
public struct TraceLosses: Hashable, Sendable {
  /// Events that came while both halves of the journal were full, and in a trace those that somebody took away with its file; their sequence
  /// numbers are missing in it.
  public var dropped: Int64 = 0
  /// Events and calls that were not what their kind asks for, such as one about a popup that was never submitted.
  public var refused: Int64 = 0
  /// Times that were earlier than the one before (TimeAndTurns, *Times never decrease*).
  public var clamped: Int64 = 0
  /// Events that came after the recording had ended.
  public var afterEnd: Int64 = 0

  /// Makes a count of nothing.
  public init() {}

  init(_ word: (_ offset: Int) -> UInt64) {
    dropped = max(0, Int64(bitPattern: word(JournalLayout.dropped)))
    refused = max(0, Int64(bitPattern: word(JournalLayout.refused)))
    clamped = max(0, Int64(bitPattern: word(JournalLayout.clamped)))
  }
}
