/// What stands uncompressed in front of every chunk, in a skippable frame: enough to find chunks in a damaged file, to go to a time, and to
/// tell what a file holds without decompressing it (design 6).
struct ChunkHead: Hashable, Sendable {
  /// The magic number of the skippable frame.
  static let magic: UInt32 = 0x184D_2A57
  /// What its content begins with: `PopT`.
  static let tag: [UInt8] = [0x50, 0x6F, 0x70, 0x54]
  /// The most bytes a head may have.
  static let sizeLimit = 1024
  /// The most events a chunk may have.
  static let eventLimit = 1 << 18
  /// The most bytes of a text in a head; longer ones are cut here (they are whole in the chunk).
  static let textLimit = 128

  /// The version of the format that a reader must know, which is also the one the chunk is said to be of.
  var version = FormatVersion.first
  /// The place of the chunk in its part of the file, counted from 0.
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
  /// The place in the file of the first segment's session, counted from 0.
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

  /// The whole skippable frame.
  func encoded() -> [UInt8] {
    var payload = Self.tag
    payload.append(version)
    payload.append(version)
    for count in [number, frameSize, contentSize, events, segments, begun, ended, session] {
      payload.append(count: count)
    }
    payload.append(count: firstSequence)
    payload.append(count: lastSequence)
    payload.append(zigzag: firstTime)
    payload.append(zigzag: lastTime)
    payload.append(varint: UInt64(tickMicroseconds))
    payload.append(text: Self.cut(sessionName))
    payload.append(text: Self.cut(policy))
    payload.append(littleEndian: frameChecksum)
    payload.append(littleEndian: XXH64.low32(payload))
    var frame: [UInt8] = []
    frame.append(littleEndian: Self.magic)
    frame.append(littleEndian: UInt32(payload.count))
    return frame + payload
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
    let leastReader = try reader.byte()
    guard leastReader <= FormatVersion.current else {
      throw Malformed(
        .newerVersion,
        "needs a reader of format version \(leastReader) or newer, and this poptrace knows up to version "
          + "\(FormatVersion.current)")
    }
    self.version = leastReader
    number = try reader.count(upTo: .max >> 1, "as its number")
    frameSize = try reader.count(upTo: Int(Int32.max), "bytes in its frame")
    contentSize = try reader.count(upTo: Int(Int32.max), "bytes of content")
    events = try reader.count(upTo: min(Self.eventLimit, contentSize), "events")
    segments = try reader.count(upTo: contentSize, "segments")
    begun = try reader.count(upTo: segments, "sessions begun")
    ended = try reader.count(upTo: segments, "sessions ended")
    session = try reader.count(upTo: .max >> 1, "as its session")
    firstSequence = try reader.count(upTo: Int(Int32.max), "as its first sequence number")
    lastSequence = try reader.count(upTo: Int(Int32.max), "as its last sequence number")
    firstTime = try reader.zigzag()
    lastTime = try reader.zigzag()
    tickMicroseconds = Int64(try reader.count(upTo: Int(Int32.max), "microseconds a tick"))
    sessionName = try reader.text(bytes: try reader.count(of: "bytes in a text"))
    policy = try reader.text(bytes: try reader.count(of: "bytes in a text"))
    // A newer minor version may say more here; the frame's checksum stays last.
    guard reader.remaining >= 4 else { throw Malformed(.corrupt, "has a head that is too short") }
    _ = try reader.take(reader.remaining - 4)
    frameChecksum = try reader.littleEndian32()
  }
}
