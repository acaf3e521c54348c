/// The last frame of a file: where every frame is (Zstandard Seekable Format, version 0.1.0).
struct SeekTable: Hashable, Sendable {
  static let frameMagic: UInt32 = 0x184D_2A5E
  static let footerMagic: UInt32 = 0x8F92_EAB1
  /// The bytes of the frame that are no entries.
  static let overhead = 8 + 9
  /// The bytes of an entry: a frame's size in the file, and that of its content.
  static let entrySize = 8
  private var entries: [UInt8] = []
  mutating func addSkippable(size: Int) { add(size: size, contentSize: 0) }

  mutating func add(size: Int, contentSize: Int) {
    entries.append(littleEndian: UInt32(clamping: size))
    entries.append(littleEndian: UInt32(clamping: contentSize))
  }

  /// The whole frame. Its entries have no checksums of the contents: frames have their own.
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

/// What a seek table says, without the memory for it. Each word changes the digest in a way that can be undone, so that two tables that
/// differ in one word never have the same one.
struct SeekDigest: Hashable, Sendable {
  private(set) var count = 0
  private var state: UInt64 = 0

  /// Adds an entry: a frame's size in the file, and that of its content, which is 0 for a skippable frame.
  mutating func add(size: Int, contentSize: Int = 0) {
    count += 1
    for word in [UInt32(clamping: size), UInt32(clamping: contentSize)] {
      state = (state ^ UInt64(word)) &* 0x9E37_79B1_85EB_CA87
      state ^= state >> 29
    }
  }

  func isTable(ofSize size: Int) -> Bool { count * SeekTable.entrySize + SeekTable.overhead == size }
}
