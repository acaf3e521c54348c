/// The version of the format, from which everything follows that names one: heads, the page of the format and its reader in Python, tests.
enum FormatVersion {
  /// The version that is written.
  static let current: UInt8 = 3
  /// The oldest reader that can read what is written. A change that readers can live with leaves it: they pass over kinds of events, sections
  /// and what stands at the end of a head that they do not know.
  static let minimumReader: UInt8 = 3
}

/// What stands uncompressed in front of every chunk, in a skippable frame: enough to find chunks in a damaged file, to go to a time, and to
/// tell what a file holds without decompressing it (<doc:TraceFormat#The-head>).
struct ChunkHead: Hashable, Sendable {
  /// The magic number of the skippable frame.
  static let magic: UInt32 = 0x184D_2A57
  /// What its content begins with: `PopT`.
  static let tag: [UInt8] = [0x50, 0x6F, 0x70, 0x54]
  /// The most bytes a head may have.
  static let sizeLimit = 1024
  /// The most events a chunk may have.
  static let eventLimit = SlotCheck.eventsPerSegment
  /// The most bytes of a text in a head; longer ones are cut here (they are whole in the chunk).
  static let textLimit = 128

  /// The index of the chunk in its part of the file, counted from 0.
  var number = 0
  /// The bytes of the zstd frame that follows.
  var frameSize = 0
  /// The bytes of its content.
  var contentSize = 0
  /// How many events it holds.
  var events = 0
  /// How many segments (sessions or pieces of one) it holds.
  var segments = 0
  /// How many sessions begin in it.
  var begun = 0
  /// How many sessions end in it.
  var ended = 0
  /// The index in the file of the first segment's session, counted from 0.
  var session = 0
  /// The first segment's first sequence number.
  var firstSequence = 0
  /// The last segment's last sequence number.
  var lastSequence = 0
  /// The time of the first segment's first event, in its ticks.
  var firstTime: Int64 = 0
  /// The time of the last segment's last event, in its ticks.
  var lastTime: Int64 = 0
  /// The first session's length of a tick.
  var tickMicroseconds: Int64 = 1000
  /// The first session's name.
  var sessionName = ""
  /// The first session's policy.
  var policy = ""
  /// The low half of the XXH64 of the zstd frame, as it stands in the file.
  var frameChecksum: UInt32 = 0

  /// What a head says besides, as bits of a number: everything whose bit is not set is what it is in a file of one short session.
  enum Flag {
    /// It is not the first chunk, or its first session not the first.
    static let number: UInt64 = 1
    /// It does not hold one segment that is a whole session.
    static let counts: UInt64 = 2
    /// The first sequence number is not 0.
    static let firstSequence: UInt64 = 4
    /// The last sequence number does not follow from the first and the count.
    static let lastSequence: UInt64 = 8
    /// The first time is not 0.
    static let firstTime: UInt64 = 16
    /// A tick is not a millisecond.
    static let tick: UInt64 = 32
    static let end: UInt64 = 64
  }

  /// What the last sequence number is if none is left out and there is one segment.
  private var expectedLastSequence: Int { events == 0 ? 0 : firstSequence + events - 1 }

  /// The first session's name, as far as it is here: a segment need not say it again.
  var wholeSessionName: String { sessionName.utf8.count <= Self.textLimit ? sessionName : "" }
  /// The first session's policy, likewise.
  var wholePolicy: String { policy.utf8.count <= Self.textLimit ? policy : "" }

  /// The whole skippable frame.
  func encoded() -> [UInt8] {
    var payload = Self.tag
    payload.append(FormatVersion.current)
    payload.append(FormatVersion.minimumReader)
    let flags = flags
    payload.append(varint: flags)
    payload.append(count: frameSize)
    // A short chunk is hardly compressed, so that the difference takes one byte.
    payload.append(zigzag: Int64(contentSize - frameSize))
    payload.append(count: events)
    if flags & Flag.number != 0 { for count in [number, session] { payload.append(count: count) } }
    if flags & Flag.counts != 0 { for count in [segments, begun, ended] { payload.append(count: count) } }
    if flags & Flag.firstSequence != 0 { payload.append(count: firstSequence) }
    if flags & Flag.lastSequence != 0 { payload.append(count: lastSequence) }
    if flags & Flag.firstTime != 0 { payload.append(zigzag: firstTime) }
    payload.append(zigzag: lastTime &- firstTime)
    if flags & Flag.tick != 0 { payload.append(varint: UInt64(tickMicroseconds)) }
    PackedText.write(Self.cut(sessionName), into: &payload)
    PackedText.write(Self.cut(policy), into: &payload)
    payload.append(littleEndian: frameChecksum)
    payload.append(littleEndian: XXH64.low32(payload))
    var frame: [UInt8] = []
    frame.append(littleEndian: Self.magic)
    frame.append(littleEndian: UInt32(payload.count))
    return frame + payload
  }

  private var flags: UInt64 {
    (number != 0 || session != 0 ? Flag.number : 0)
      | (segments != 1 || begun != 1 || ended != 1 ? Flag.counts : 0)
      | (firstSequence != 0 ? Flag.firstSequence : 0)
      | (lastSequence != expectedLastSequence ? Flag.lastSequence : 0)
      | (firstTime != 0 ? Flag.firstTime : 0)
      | (tickMicroseconds != 1000 ? Flag.tick : 0)
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > textLimit else { return text }
    var cut = ""
    for scalar in text.unicodeScalars where cut.utf8.count + UTF8.width(scalar) <= textLimit {
      cut.unicodeScalars.append(scalar)
    }
    return cut
  }
}

extension ChunkHead {
  /// Reads the payload of a skippable frame that begins with the tag.
  init(_ file: [UInt8], _ payload: Range<Int>) throws(Malformed) {
    guard payload.count >= Self.tag.count + 2 + 8, payload.count <= Self.sizeLimit else {
      throw Malformed(.corrupt, "has a head of an impossible size")
    }
    let body = payload.lowerBound..<payload.upperBound - 4
    var checksum = ByteReader(file, body.upperBound..<payload.upperBound)
    guard XXH64.low32(file, body) == (try checksum.littleEndian32()) else {
      throw Malformed(.corrupt, "has a head that does not match its checksum")
    }
    var reader = ByteReader(file, body)
    guard file[try reader.take(Self.tag.count)].elementsEqual(Self.tag) else {
      throw Malformed(.notATrace, "has a head of something else than a trace")
    }
    _ = try reader.byte()
    let minimumReaderVersion = try reader.byte()
    guard minimumReaderVersion <= FormatVersion.current else {
      throw Malformed(
        .newerVersion,
        "needs a reader of format version \(minimumReaderVersion) or newer, and this poptrace knows up to version "
          + "\(FormatVersion.current)")
    }
    guard minimumReaderVersion >= FormatVersion.minimumReader else {
      throw Malformed(.corrupt, "has a head of version \(minimumReaderVersion), which there is not")
    }
    let flags = try reader.varint()
    guard flags < Flag.end else { throw Malformed(.corrupt, "has a head of an unknown sort") }
    frameSize = try reader.count(upTo: Int(Int32.max), "bytes in its frame")
    let content = Int64(frameSize) &+ (try reader.zigzag())
    guard content >= 0, content <= Int64(Int32.max) else {
      throw Malformed(.corrupt, "has content of an impossible size")
    }
    contentSize = Int(content)
    // Four events may share a byte.
    events = try reader.count(upTo: min(Self.eventLimit, contentSize << 2), "events")
    if flags & Flag.number != 0 {
      number = try reader.count(upTo: .max >> 1, "as its number")
      session = try reader.count(upTo: .max >> 1, "as its session")
    }
    (segments, begun, ended) = (1, 1, 1)
    if flags & Flag.counts != 0 {
      segments = try reader.count(upTo: contentSize, "segments")
      begun = try reader.count(upTo: segments, "sessions begun")
      ended = try reader.count(upTo: segments, "sessions ended")
    }
    if flags & Flag.firstSequence != 0 {
      firstSequence = try reader.count(upTo: Int(Int32.max), "as its first sequence number")
    }
    lastSequence = expectedLastSequence
    if flags & Flag.lastSequence != 0 {
      lastSequence = try reader.count(upTo: Int(Int32.max), "as its last sequence number")
    }
    if flags & Flag.firstTime != 0 { firstTime = try reader.zigzag() }
    lastTime = firstTime &+ (try reader.zigzag())
    if flags & Flag.tick != 0 {
      tickMicroseconds = Int64(try reader.count(upTo: Int(Int32.max), "microseconds a tick"))
    }
    sessionName = try PackedText.read(&reader)
    policy = try PackedText.read(&reader)
    // A newer minor version may say more here; the frame's checksum stays last.
    guard reader.remaining >= 4 else { throw Malformed(.corrupt, "has a head that is too short") }
    _ = try reader.take(reader.remaining - 4)
    frameChecksum = try reader.littleEndian32()
  }
}
