/// Gives the chunks of a damaged trace checksums that fit, so that what lies behind them is reached.
///
/// A reader of its own of the little that must be known for that, and not the library's: frames of raw and run-length blocks, and where the
/// checksums stand (the format's page, and RFC 8878).
package enum Resealed {
  /// The bytes as they are, and with checksums that fit where that makes a difference.
  static func variants(of bytes: [UInt8]) -> [[UInt8]] {
    let sealed = seal(bytes)
    return sealed == bytes ? [bytes] : [bytes, sealed]
  }

  /// The same file with the checksums of everything that looks like a chunk.
  package static func seal(_ bytes: [UInt8]) -> [UInt8] {
    var file = bytes
    var offset = 0
    while offset + 16 < file.count {
      guard file[offset..<offset + 4].elementsEqual(headMagic) else {
        offset += 1
        continue
      }
      let size = word(file, offset + 4)
      let end = offset + 8 + size
      guard size >= 16, size <= 1024, end <= file.count else {
        offset += 1
        continue
      }
      if let frame = frame(in: file, at: end) {
        if let content = frame.content { put(Checksum.low32(content), into: &file, at: frame.end - 4) }
        put(Checksum.low32(Array(file[end..<frame.end])), into: &file, at: end - 8)
      }
      put(Checksum.low32(Array(file[offset + 8..<end - 4])), into: &file, at: end - 4)
      offset = end
    }
    return file
  }

  private static let headMagic: [UInt8] = [0x57, 0x2A, 0x4D, 0x18]
  private static let frameMagic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  /// Where the frame at an offset ends, and its content unless that is compressed; nil where there is none.
  private static func frame(in file: [UInt8], at start: Int) -> (end: Int, content: [UInt8]?)? {
    guard start + 13 <= file.count, file[start..<start + 4].elementsEqual(frameMagic) else { return nil }
    var offset = start + headerSize(file[start + 4])
    var content: [UInt8]? = []
    while offset + 3 <= file.count {
      let header = Int(file[offset]) | Int(file[offset + 1]) << 8 | Int(file[offset + 2]) << 16
      let (kind, count) = (header >> 1 & 3, header >> 3)
      let stored = kind == 1 ? 1 : count
      offset += 3
      guard offset + stored + 4 <= file.count, count <= 1 << 17 else { return nil }
      switch kind {
      case 0: content?.append(contentsOf: file[offset..<offset + stored])
      case 1: content?.append(contentsOf: repeatElement(file[offset], count: count))
      default: content = nil
      }
      offset += stored
      if header & 1 == 1 { return (offset + 4, content) }
    }
    return nil
  }

  /// The bytes of a frame's header, by its descriptor: the size of the content takes one, two, four or eight of them.
  package static func headerSize(_ descriptor: UInt8) -> Int { 5 + (1 << Int(descriptor >> 6)) }

  private static func word(_ file: [UInt8], _ offset: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) }
  }

  private static func put(_ word: UInt32, into file: inout [UInt8], at offset: Int) {
    for byte in 0..<4 { file[offset + byte] = UInt8(truncatingIfNeeded: word >> (8 * UInt32(byte))) }
  }
}
