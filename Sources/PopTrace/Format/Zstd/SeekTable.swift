/// The last frame of a file: where every frame is, in the form of zstd's seekable format.
///
/// Source: Zstandard Seekable Format, version 0.1.0.
struct SeekTable: Hashable, Sendable {
  /// The magic number of the skippable frame.
  static let frameMagic: UInt32 = 0x184D_2A5E
  /// The number that the file ends with.
  static let footerMagic: UInt32 = 0x8F92_EAB1
  /// The checksum of no bytes at all, for frames without content.
  static let emptyChecksum: UInt32 = 0x51D8_E999
  /// The bytes of the frame that are no entries.
  static let overhead = 8 + 9
  /// The bytes of an entry, without and with a checksum.
  static let entrySizes = [8, 12]

  /// A frame.
  struct Entry: Hashable, Sendable {
    /// Its bytes in the file.
    var compressedSize: UInt32
    /// The bytes of its content; 0 for a skippable frame.
    var contentSize: UInt32
  }

  /// Every frame, in order.
  private(set) var entries: [Entry] = []

  /// Adds the two frames of a chunk.
  mutating func add(_ chunk: EncodedChunk) {
    addSkippable(size: chunk.head.count)
    add(size: chunk.frame.count, contentSize: chunk.contentSize)
  }

  /// Adds a skippable frame.
  mutating func addSkippable(size: Int) { add(size: size, contentSize: 0) }

  /// Adds a frame.
  mutating func add(size: Int, contentSize: Int) {
    entries.append(Entry(compressedSize: UInt32(clamping: size), contentSize: UInt32(clamping: contentSize)))
  }

  /// The whole frame. Its entries have no checksums of the contents, which files of versions 1 and 2 have: frames have their own.
  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: Self.frameMagic)
    bytes.append(littleEndian: UInt32(entries.count * Self.entrySizes[0] + 9))
    for entry in entries {
      bytes.append(littleEndian: entry.compressedSize)
      bytes.append(littleEndian: entry.contentSize)
    }
    bytes.append(littleEndian: UInt32(entries.count))
    bytes.append(0)
    bytes.append(littleEndian: Self.footerMagic)
    return bytes
  }
}
