/// The zstd frames of a trace: one a chunk, with a checksum and the size of the content (design 6).
///
/// Every frame has the same form, so that whatever else turns up is damage: single segment (the content is its own window, which bounds the
/// decoder's memory), content size in four bytes, checksum, no dictionary. Source: RFC 8878, 3.1.
enum ZstdFrame {
  /// What a frame begins with.
  static let magic: UInt32 = 0xFD2F_B528
  /// The frame header's first byte: content size in 4 bytes (2 << 6), single segment (1 << 5), checksum (1 << 2).
  static let descriptor: UInt8 = 0xA4
  /// Magic number, descriptor and content size.
  static let headerSize = 9
  /// The most bytes a chunk's content may have.
  static let contentLimit = 1 << 24
  /// The most bytes a block may have.
  static let blockLimit = 1 << 17

  /// How content is stored.
  enum Compression: Hashable, Sendable {
    /// By libzstd; as raw blocks in a build without it.
    case zstd(level: Int32)
    /// As raw blocks.
    case none
  }

  /// Makes a frame of the content.
  static func encode(_ content: [UInt8], _ compression: Compression) throws(TraceError) -> [UInt8] {
    precondition(content.count <= contentLimit)
    switch compression {
    case .zstd(let level):
      #if Zstd && (os(Linux) || os(macOS))
        return try ZstdLibrary.compress(content, level: level)
      #else
        return RawBlocks.encode(content)
      #endif
    case .none: return RawBlocks.encode(content)
    }
  }

  /// Checks a frame's header and gives its content's size.
  static func contentSize(of frame: Range<Int>, in file: [UInt8]) throws(Malformed) -> Int {
    guard frame.count >= headerSize + 3 + 4 else { throw Malformed(.corrupt, "has a frame that is too short") }
    var header = ByteReader(file, frame)
    guard try header.littleEndian32() == magic, try header.byte() == descriptor else {
      throw Malformed(.corrupt, "has a frame header of another form than those of a trace")
    }
    return Int(try header.littleEndian32())
  }

  /// Takes frames' contents out. Sizes must have been checked with ``contentSize(of:in:)`` and against the limit.
  #if Zstd && (os(Linux) || os(macOS))
    typealias Decoder = ZstdDecompressor
  #else
    typealias Decoder = RawBlocks
  #endif
}
