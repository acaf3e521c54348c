import PopSystem
import PopupScheduling

/// What stands at the beginning of a journal, written once.
struct JournalHead: Hashable, Sendable {
  /// The bytes of the head itself, whole pages of memory.
  var headBytes = 0
  /// The bytes of a half.
  var halfBytes = 0
  /// What the checks of the journal's records depend on.
  var nonce: UInt64 = 0
  /// The process that records.
  var owner = ProcessIdentity(number: 0, started: 0, boot: 0)
  /// What is known of the session.
  var session = SessionHeader()

  /// The bytes of the whole journal.
  var byteCount: Int { headBytes + JournalLayout.halfCount * halfBytes }

  /// Where a half begins.
  func start(of half: Int) -> Int { headBytes + half * halfBytes }

  /// Makes a head, and chooses how large it is.
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
    JSONLines.write(Session(header: header), into: &text)
    return text
  }

  /// The head as it stands in the file, without what changes.
  func encoded() -> [UInt8] {
    let line = Self.line(of: session)
    var bytes: [UInt8] = []
    bytes.append(word: JournalLayout.magic)
    bytes.append(word: UInt64(JournalLayout.version) | UInt64(headBytes) << 32)
    bytes.append(word: UInt64(halfBytes) | UInt64(JournalLayout.halfCount) << 32)
    bytes.append(word: nonce)
    bytes.append(word: UInt64(bitPattern: owner.number))
    bytes.append(word: UInt64(bitPattern: owner.started))
    bytes.append(word: owner.boot)
    bytes.append(word: UInt64(line.count))
    bytes.append(word: XXH64.hash(bytes + line))
    bytes.append(contentsOf: repeatElement(0, count: JournalLayout.text - bytes.count))
    return bytes + line
  }

  /// Reads a head.
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
    let length = bytes.word(at: 56)
    let text = JournalLayout.text
    guard bytes.word(at: 16) >> 32 == UInt64(JournalLayout.halfCount), headBytes <= JournalLayout.headLimit,
      halfBytes >= JournalLayout.leastHalf, halfBytes <= JournalLayout.halfLimit, headBytes % JournalLayout.word == 0,
      halfBytes % JournalLayout.word == 0, length <= UInt64(max(0, headBytes - text)), text + Int(length) <= bytes.count
    else { throw Self.broken }
    let line = Array(bytes[text..<text + Int(length)])
    guard XXH64.hash(bytes[..<64] + line) == bytes.word(at: 64) else { throw Self.broken }
    guard let session = try JSONLines.sessions(in: line, limits: limits).first else { throw Self.broken }
    self.session = session.header
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
  /// Adds a word.
  mutating func append(word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { append(UInt8(truncatingIfNeeded: word >> shift)) }
  }

  /// The word at an index, which must be there.
  func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset + 8 <= count)
    // Inside of the bytes, and every bit pattern is an integer.
    return unsafe withUnsafeBytes { bytes in
      UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }
}
