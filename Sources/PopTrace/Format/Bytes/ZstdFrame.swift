/// The zstd frames of a trace: one a chunk, with a checksum and the size of the content (<doc:TraceFormat#The-frame>; RFC 8878, 3.1).
///
/// All have one form, so that every other is damage: single segment (the content is its own window, which bounds the decoder's memory),
/// content size, checksum, no dictionary.
enum ZstdFrame {
  static let magic: UInt32 = 0xFD2F_B528
  /// The header's first byte for each width of the content's size (the two highest bits): single segment (1 << 5), checksum (1 << 2).
  private static let descriptors: [UInt8] = [0x24, 0x64, 0xA4]
  private static let widths = [1, 2, 4]
  static let contentLimit = 1 << 24
  static let blockLimit = 1 << 17

  enum Compression: Hashable, Sendable {
    /// By libzstd; as raw blocks in a build without it.
    case zstd(level: Int32)
    case none
  }

  static func encode(_ content: [UInt8], _ compression: Compression) throws(TraceError) -> [UInt8] {
    precondition(content.count <= contentLimit)
    #if Zstd && (os(Linux) || os(macOS))
      if case .zstd(let level) = compression { return try ZstdLibrary.compress(content, level: level) }
    #endif
    return RawBlocks.encode(content)
  }

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

  static func contentSize(of frame: Range<Int>, in file: [UInt8]) throws(Malformed) -> Int {
    try require(frame.count >= 6 + 3 + 4, "has a frame that is too short")
    var header = ByteReader(file, frame)
    guard try header.littleEndian32() == magic else { throw wrongHeader }
    switch try header.byte() {
    case descriptors[0]: return Int(try header.byte())
    case descriptors[1]: return Int(try header.byte()) + Int(try header.byte()) << 8 + 256
    case descriptors[2]: return Int(try header.littleEndian32())
    default: throw wrongHeader
    }
  }

  private static var wrongHeader: Malformed { Malformed("has a frame header of another form than those of a trace") }

  /// Takes frames' contents out. Sizes must have been checked with ``contentSize(of:in:)`` and against the limit.
  #if Zstd && (os(Linux) || os(macOS))
    typealias Decoder = ZstdDecompressor
  #else
    typealias Decoder = RawBlocks
  #endif
}

/// Frames of uncompressed blocks: valid zstd that needs no zstd library to write or read.
struct RawBlocks: Sendable {
  static func encode(_ content: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(content.count + 32)
    frame.append(contentsOf: ZstdFrame.header(contentSize: content.count))
    var start = 0
    repeat {
      let count = min(ZstdFrame.blockLimit, content.count - start)
      let isLast = start + count == content.count
      let header = UInt32(count) << 3 | (isLast ? 1 : 0)
      for shift in stride(from: UInt32(0), to: 24, by: 8) { frame.append(UInt8(truncatingIfNeeded: header >> shift)) }
      frame.append(contentsOf: content[start..<start + count])
      start += count
    } while start < content.count
    frame.append(littleEndian: XXH64.low32(content))
    return frame
  }

  func decode(_ frame: Range<Int>, in file: [UInt8], into content: inout [UInt8], size: Int) throws(Malformed) {
    content.removeAll(keepingCapacity: true)
    var reader = ByteReader(file, frame)
    _ = try reader.take(4)
    _ = try reader.take(ZstdFrame.headerSize(try reader.byte()) - 5)
    var isLast = false
    while !isLast {
      var header = 0
      for shift in stride(from: 0, to: 24, by: 8) { header |= Int(try reader.byte()) << shift }
      isLast = header & 1 == 1
      let count = header >> 3
      try require(
        count <= ZstdFrame.blockLimit && count <= size - content.count,
        "has a block with more content than its frame says")
      switch header >> 1 & 3 {
      case 0: content.append(contentsOf: reader.bytes[try reader.take(count)])
      case 1: content.append(contentsOf: repeatElement(try reader.byte(), count: count))
      case 2: throw Malformed(.unreadable, "is compressed, which a build without libzstd cannot read")
      default: throw Malformed("has a block of a reserved type")
      }
    }
    try require(content.count == size, "has less content than its frame says")
    try require(reader.littleEndian32() == XXH64.low32(content), "has content that does not match its checksum")
    try require(reader.remaining == 0, "has bytes after the end of its frame")
  }
}
