import PopupScheduling

/// The version of the format, from which everything follows that names one: heads, the page of the format and its reader in Python, tests.
enum FormatVersion {
  static let current: UInt8 = 4
  /// The oldest reader that can read what is written. A change that readers can live with leaves it: they pass over kinds of events,
  /// sections and what stands at the end of a head that they do not know.
  static let minimumReader: UInt8 = 4
  /// The oldest version that is still read. A version that only adds something leaves it: what was recorded before stays readable.
  static let oldest: UInt8 = 3
}

/// What stands uncompressed in front of every chunk, in a skippable frame: enough to find chunks in a damaged file, to go to a time, and to
/// tell what a file holds without decompressing it (<doc:TraceFormat#The-head>).
struct ChunkHead: Hashable, Sendable {
  static let magic: UInt32 = 0x184D_2A57
  /// That of a short head, in front of the first chunk of a file where this holds one whole session: of the session the chunk alone says anything.
  static let shortMagic: UInt32 = 0x184D_2A58
  static let tag: [UInt8] = [0x50, 0x6F, 0x70, 0x54]
  static let sizeLimit = 1024
  static let eventLimit = SlotCheck.eventsPerSegment
  /// The most bytes of a text in a head; longer ones are cut here (they are whole in the chunk).
  static let textLimit = 128
  var isShort = false
  var number = 0
  var frameSize = 0
  var contentSize = 0
  var events = 0
  var segments = 0
  var begun = 0
  var ended = 0
  /// The index in the file of the first segment's session, counted from 0.
  var session = 0
  var firstSequence = 0
  var lastSequence = 0
  var firstTime: Int64 = 0
  var lastTime: Int64 = 0
  var tickMicroseconds: Int64 = 1000
  var sessionName = ""
  var policy = ""
  /// The low half of the XXH64 of the zstd frame, as it stands in the file.
  var frameChecksum: UInt32 = 0

  /// What a head says besides, as bits of a number: everything whose bit is not set is what it is in a file of one short session.
  enum Flag: UInt64 {
    case number, counts, firstSequence, lastSequence, firstTime, tick, end
    var bit: UInt64 { 1 << rawValue }
  }

  /// What the last sequence number is if none is left out and there is one segment.
  private var expectedLastSequence: Int { events == 0 ? 0 : firstSequence + events - 1 }
  /// The first session's name, as far as it is here: a segment need not say it again.
  var wholeSessionName: String { sessionName.utf8.count <= Self.textLimit ? sessionName : "" }
  var wholePolicy: String { policy.utf8.count <= Self.textLimit ? policy : "" }

  /// Takes note of a chunk's first session, and of its first event.
  mutating func noteBeginning(_ header: SessionHeader, _ event: Event?) {
    (sessionName, policy, tickMicroseconds) = (header.session, header.policy, header.tick.microseconds)
    (firstSequence, firstTime) = (Int(event?.sequence ?? 0), event?.time.rawValue ?? 0)
  }

  mutating func noteEnd(_ event: Event?) {
    if let event { (lastSequence, lastTime) = (Int(event.sequence), event.time.rawValue) }
  }

  func encoded() -> [UInt8] {
    var payload = isShort ? [] : Self.tag
    payload.append(FormatVersion.current)
    payload.append(FormatVersion.minimumReader)
    let flags = isShort ? 0 : flags
    if !isShort { payload.append(varint: flags) }
    payload.append(count: frameSize)
    // A short chunk is hardly compressed, so that the difference takes one byte.
    payload.append(zigzag: Int64(contentSize - frameSize))
    payload.append(count: events)
    if !isShort { appendPlace(flags, to: &payload) }
    payload.append(littleEndian: frameChecksum)
    payload.append(littleEndian: XXH64.low32(payload))
    var frame: [UInt8] = []
    frame.append(littleEndian: isShort ? Self.shortMagic : Self.magic)
    frame.append(littleEndian: UInt32(payload.count))
    return frame + payload
  }

  private var flags: UInt64 {
    var flags: UInt64 = 0
    func set(_ flag: Flag, if isSet: Bool) { if isSet { flags |= flag.bit } }
    set(.number, if: number != 0 || session != 0)
    set(.counts, if: segments != 1 || begun != 1 || ended != 1)
    set(.firstSequence, if: firstSequence != 0)
    set(.lastSequence, if: lastSequence != expectedLastSequence)
    set(.firstTime, if: firstTime != 0)
    set(.tick, if: tickMicroseconds != 1000)
    return flags
  }

  /// Where the chunk stands in its file and its sessions.
  private func appendPlace(_ flags: UInt64, to payload: inout [UInt8]) {
    if flags & Flag.number.bit != 0 { for count in [number, session] { payload.append(count: count) } }
    if flags & Flag.counts.bit != 0 { for count in [segments, begun, ended] { payload.append(count: count) } }
    if flags & Flag.firstSequence.bit != 0 { payload.append(count: firstSequence) }
    if flags & Flag.lastSequence.bit != 0 { payload.append(count: lastSequence) }
    if flags & Flag.firstTime.bit != 0 { payload.append(zigzag: firstTime) }
    payload.append(zigzag: lastTime &- firstTime)
    if flags & Flag.tick.bit != 0 { payload.append(varint: UInt64(tickMicroseconds)) }
    PackedText.write(sessionName.cut(toBytes: Self.textLimit), into: &payload)
    PackedText.write(policy.cut(toBytes: Self.textLimit), into: &payload)
  }
}

extension ChunkHead {
  init(_ file: [UInt8], _ payload: Range<Int>, isShort: Bool = false) throws(Malformed) {
    self.isShort = isShort
    let tag = isShort ? [] : Self.tag
    try require(
      payload.count >= tag.count + 2 + 8 && payload.count <= Self.sizeLimit, "has a head of an impossible size")
    let body = payload.lowerBound..<payload.upperBound - 4
    var checksum = ByteReader(file, body.upperBound..<payload.upperBound)
    try require(
      XXH64.low32(file, body) == (try checksum.littleEndian32()), "has a head that does not match its checksum")
    var reader = ByteReader(file, body)
    guard file[try reader.take(tag.count)].elementsEqual(tag) else {
      throw Malformed(.notATrace, "has a head of something else than a trace")
    }
    _ = try reader.byte()
    let minimumReader = try reader.byte()
    guard minimumReader <= FormatVersion.current else {
      let known = FormatVersion.current
      throw Malformed(
        .newerVersion,
        "needs a reader of format version \(minimumReader) or newer, and this poptrace knows up to version \(known)")
    }
    try require(
      minimumReader >= FormatVersion.oldest, "has a head of version \(minimumReader), which there is not")
    let flags = isShort ? 0 : try reader.varint()
    try require(flags < Flag.end.bit, "has a head of an unknown sort")
    frameSize = try reader.count(upTo: Int(Int32.max), "bytes in its frame")
    let content = Int64(frameSize) &+ (try reader.zigzag())
    try require(content >= 0 && content <= Int64(Int32.max), "has content of an impossible size")
    contentSize = Int(content)
    // Four events may share a byte.
    events = try reader.count(upTo: min(Self.eventLimit, contentSize << 2), "events")
    (segments, begun, ended) = (1, 1, 1)
    if !isShort { try readPlace(flags, &reader) }
    // A newer minor version may say more here; the frame's checksum stays last.
    try require(reader.remaining >= 4, "has a head that is too short")
    _ = try reader.take(reader.remaining - 4)
    frameChecksum = try reader.littleEndian32()
  }

  private mutating func readPlace(_ flags: UInt64, _ reader: inout ByteReader) throws(Malformed) {
    if flags & Flag.number.bit != 0 {
      number = try reader.count(upTo: .max >> 1, "as its number")
      session = try reader.count(upTo: .max >> 1, "as its session")
    }
    if flags & Flag.counts.bit != 0 {
      segments = try reader.count(upTo: contentSize, "segments")
      begun = try reader.count(upTo: segments, "sessions begun")
      ended = try reader.count(upTo: segments, "sessions ended")
    }
    if flags & Flag.firstSequence.bit != 0 {
      firstSequence = try reader.count(upTo: Int(Int32.max), "as its first sequence number")
    }
    lastSequence = expectedLastSequence
    if flags & Flag.lastSequence.bit != 0 {
      lastSequence = try reader.count(upTo: Int(Int32.max), "as its last sequence number")
    }
    if flags & Flag.firstTime.bit != 0 { firstTime = try reader.zigzag() }
    lastTime = firstTime &+ (try reader.zigzag())
    if flags & Flag.tick.bit != 0 {
      tickMicroseconds = Int64(try reader.count(upTo: Int(Int32.max), "microseconds a tick"))
    }
    sessionName = try PackedText.read(&reader)
    policy = try PackedText.read(&reader)
  }
}

/// The texts of a chunk's head, which nothing compresses. A number comes first: four times a length, plus the form.
enum PackedText {
  /// The characters that take six bits each, in order of their numbers.
  static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_".utf8)
  private static let digits = Array("0123456789abcdef".utf8)
  private static let capitals = Array("0123456789ABCDEF".utf8)

  /// How a text is given: as bytes, or in six or four bits a character. A UUID's length is 0 where its letters are capitals, else 1.
  private enum Form: Int { case plain, sixBits, hexadecimal, uuid }

  private static let hyphens = [8, 13, 18, 23]
  private static let uuidLength = 36

  static func write(_ text: String, into bytes: inout [UInt8]) {
    let text = Array(text.utf8)
    if let (isSmall, values) = uuid(text) {
      append(values, bits: 4, as: .uuid, count: isSmall ? 1 : 0, to: &bytes)
    } else if text.count > 1, let values = numbers(of: text, in: digits) {
      append(values, bits: 4, as: .hexadecimal, to: &bytes)
    } else if text.count > 3, let values = numbers(of: text, in: alphabet) {
      append(values, bits: 6, as: .sixBits, to: &bytes)
    } else {
      append(text, bits: 8, as: .plain, to: &bytes)
    }
  }

  static func read(_ reader: inout ByteReader) throws(Malformed) -> String {
    let word = try reader.count(upTo: reader.remaining << 3, "as the length of a text")
    let count = word >> 2
    switch Form(rawValue: word & 3) {
    case .plain: return try reader.text(bytes: count)
    case .sixBits: return try text(count, bits: 6, alphabet, &reader)
    case .hexadecimal: return try text(count, bits: 4, digits, &reader)
    case .uuid, nil:
      try require(count <= 1, "has a UUID with letters of an unknown sort")
      return try text(uuidLength, bits: 4, count == 1 ? digits : capitals, hyphens: hyphens, &reader)
    }
  }

  /// The digits of a UUID; nil where a text is no UUID, or has letters of both sorts.
  private static func uuid(_ text: [UInt8]) -> (isSmall: Bool, values: [UInt8])? {
    guard text.count == uuidLength, hyphens.allSatisfy({ text[$0] == UInt8(ascii: "-") }) else { return nil }
    for (isSmall, letters) in [(false, capitals), (true, digits)] {
      let characters = text.indices.filter { !hyphens.contains($0) }.map { text[$0] }
      if let values = numbers(of: characters, in: letters) { return (isSmall, values) }
    }
    return nil
  }

  private static func numbers(of text: [UInt8], in letters: [UInt8]) -> [UInt8]? {
    var numbers: [UInt8] = []
    numbers.reserveCapacity(text.count)
    for byte in text {
      guard let number = letters.firstIndex(of: byte) else { return nil }
      numbers.append(UInt8(number))
    }
    return numbers
  }

  private static func append(
    _ values: [UInt8], bits: Int, as form: Form, count length: Int? = nil, to bytes: inout [UInt8]
  ) {
    bytes.append(count: (length ?? values.count) << 2 | form.rawValue)
    var (rest, count) = (0, 0)
    for value in values {
      rest |= Int(value) << count
      count += bits
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: rest))
        rest >>= 8
        count -= 8
      }
    }
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: rest)) }
  }

  /// A text of characters that are numbered; hyphens are not said.
  private static func text(
    _ count: Int, bits: Int, _ letters: [UInt8], hyphens: [Int] = [], _ reader: inout ByteReader
  ) throws(Malformed) -> String {
    let range = try reader.take(((count - hyphens.count) * bits + 7) / 8)
    var (rest, left, next) = (0, 0, range.lowerBound)
    let text = unsafe String(unsafeUninitializedCapacity: count) { text in
      for index in 0..<count {
        guard !hyphens.contains(index) else {
          unsafe text[index] = UInt8(ascii: "-")
          continue
        }
        if left < bits {
          rest |= Int(reader.bytes[next]) << left
          (left, next) = (left + 8, next + 1)
        }
        unsafe text[index] = letters[rest & (1 << bits - 1)]
        rest >>= bits
        left -= bits
      }
      return count
    }
    try require(rest == 0, "has a text with bits to spare that are not 0")
    return text
  }
}
