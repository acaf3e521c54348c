/// The zstd frames of a trace: one a chunk, with a checksum and the size of the content (<doc:TraceFormat#The-frame>).
///
/// Every frame has the same form, so that every other form is damage: single segment (the content is its own window, which bounds the
/// decoder's memory), content size, checksum, no dictionary. Source: RFC 8878, 3.1.
enum ZstdFrame {
  /// What a frame begins with.
  static let magic: UInt32 = 0xFD2F_B528
  /// The frame header's first byte for each width of the content's size (in the two highest bits): single segment (1 << 5), checksum (1 << 2).
  private static let descriptors: [UInt8] = [0x24, 0x64, 0xA4]
  /// The widths, in bytes; the fewest that do are written.
  private static let widths = [1, 2, 4]
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

  /// A frame's header with the content's size in the fewest bytes.
  static func header(contentSize: Int) -> [UInt8] {
    var header: [UInt8] = []
    header.append(littleEndian: magic)
    // Two bytes count from 256.
    let (width, size) =
      contentSize < 256 ? (0, contentSize) : contentSize < 65_792 ? (1, contentSize - 256) : (2, contentSize)
    header.append(descriptors[width])
    for index in 0..<widths[width] { header.append(UInt8(truncatingIfNeeded: size >> (8 * index))) }
    return header
  }

  /// The bytes of a frame's magic number, descriptor and content size, by its descriptor.
  static func headerSize(_ descriptor: UInt8) -> Int { 5 + widths[min(Int(descriptor >> 6), 2)] }

  /// Checks a frame's header and gives its content's size.
  static func contentSize(of frame: Range<Int>, in file: [UInt8]) throws(Malformed) -> Int {
    guard frame.count >= 6 + 3 + 4 else { throw Malformed(.corrupt, "has a frame that is too short") }
    var header = ByteReader(file, frame)
    guard try header.littleEndian32() == magic else { throw wrongHeader }
    switch try header.byte() {
    case descriptors[0]: return Int(try header.byte())
    case descriptors[1]: return Int(try header.byte()) + Int(try header.byte()) << 8 + 256
    case descriptors[2]: return Int(try header.littleEndian32())
    default: throw wrongHeader
    }
  }

  private static var wrongHeader: Malformed {
    Malformed(.corrupt, "has a frame header of another form than those of a trace")
  }

  /// Takes frames' contents out. Sizes must have been checked with ``contentSize(of:in:)`` and against the limit.
  #if Zstd && (os(Linux) || os(macOS))
    typealias Decoder = ZstdDecompressor
  #else
    typealias Decoder = RawBlocks
  #endif
}
