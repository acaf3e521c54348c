/// What a seek table has to say, without the memory for it: enough to tell whether one is right, whatever the number of frames.
///
/// Each word changes the digest in a way that can be undone, so that two tables that differ in one word never have the same one.
struct SeekDigest: Hashable, Sendable {
  /// How many frames there were.
  private(set) var count = 0
  /// Of entries with checksums, and of the same without.
  private var state: UInt64 = 0
  private var stateWithoutChecksums: UInt64 = 0

  /// Adds the frame of a chunk's head, and the one of its content.
  mutating func add(head: Int, frame: Int, contentSize: Int, checksum: UInt32) {
    addSkippable(size: head)
    add(UInt32(clamping: frame), UInt32(clamping: contentSize), checksum)
  }

  /// Adds a skippable frame.
  mutating func addSkippable(size: Int) { add(UInt32(clamping: size), 0, SeekTable.emptyChecksum) }

  /// Adds an entry.
  mutating func add(_ compressedSize: UInt32, _ contentSize: UInt32, _ checksum: UInt32) {
    count += 1
    Self.take(compressedSize, &state)
    Self.take(contentSize, &state)
    Self.take(compressedSize, &stateWithoutChecksums)
    Self.take(contentSize, &stateWithoutChecksums)
    Self.take(checksum, &state)
  }

  private static func take(_ word: UInt32, _ state: inout UInt64) {
    state = (state ^ UInt64(word)) &* 0x9E37_79B1_85EB_CA87
    state ^= state >> 29
  }

  /// Whether another one says the same, as far as entries of such a size say it.
  func isSame(as other: SeekDigest, entrySize: Int) -> Bool {
    count == other.count && stateWithoutChecksums == other.stateWithoutChecksums
      && (entrySize == SeekTable.entrySizes[0] || state == other.state)
  }

  /// The bytes of an entry, where the table of these frames is so large as a whole; nil where it cannot be.
  func entrySize(ofFrame size: Int) -> Int? {
    SeekTable.entrySizes.first { count * $0 + SeekTable.overhead == size }
  }
}
