/// The last frame of a file: where every frame is (Zstandard Seekable Format, version 0.1.0).
struct SeekTable: Hashable, Sendable {
  static let frameMagic: UInt32 = 0x184D_2A5E
  static let footerMagic: UInt32 = 0x8F92_EAB1
  /// The bytes of the frame that are no entries.
  static let overhead = 8 + 9
  /// The bytes of an entry: a frame's size in the file, and that of its content.
  static let entrySize = 8
  private var entries: [UInt8] = []

  /// Adds a frame: its size in the file, and that of its content, which is 0 for a skippable frame.
  mutating func add(size: Int, contentSize: Int = 0) {
    entries.append(littleEndian: UInt32(clamping: size))
    entries.append(littleEndian: UInt32(clamping: contentSize))
  }

  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: Self.frameMagic)
    bytes.append(littleEndian: UInt32(entries.count + 9))
    bytes += entries
    bytes.append(littleEndian: UInt32(entries.count / Self.entrySize))
    bytes.append(0)
    bytes.append(littleEndian: Self.footerMagic)
    return bytes
  }
}
