/// Frames of uncompressed blocks: valid zstd that needs no zstd library to write or read.
struct RawBlocks: Sendable {
  /// Makes a frame of the content.
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

  /// Takes the content out of a frame of raw and run-length blocks and checks its checksum.
  func decode(
    _ frame: Range<Int>, in file: [UInt8], into content: inout [UInt8], size: Int
  ) throws(Malformed) {
    content.removeAll(keepingCapacity: true)
    var reader = ByteReader(file, frame)
    _ = try reader.take(4)
    _ = try reader.take(ZstdFrame.headerSize(try reader.byte()) - 5)
    while try Self.block(&reader, into: &content, size: size) {}
    guard content.count == size else { throw Malformed(.corrupt, "has less content than its frame says") }
    guard try reader.littleEndian32() == XXH64.low32(content) else {
      throw Malformed(.corrupt, "has content that does not match its checksum")
    }
    guard reader.remaining == 0 else { throw Malformed(.corrupt, "has bytes after the end of its frame") }
  }

  /// Reads one block; false after the last one.
  private static func block(
    _ reader: inout ByteReader, into content: inout [UInt8], size: Int
  ) throws(Malformed) -> Bool {
    var header = 0
    for shift in stride(from: 0, to: 24, by: 8) { header |= Int(try reader.byte()) << shift }
    let count = header >> 3
    guard count <= ZstdFrame.blockLimit, count <= size - content.count else {
      throw Malformed(.corrupt, "has a block with more content than its frame says")
    }
    switch header >> 1 & 3 {
    case 0: content.append(contentsOf: reader.bytes[try reader.take(count)])
    case 1: content.append(contentsOf: repeatElement(try reader.byte(), count: count))
    case 2: throw Malformed(.unreadable, "is compressed, which a build without libzstd cannot read")
    default: throw Malformed(.corrupt, "has a block of a reserved type")
    }
    return header & 1 == 0
  }
}
