/// Names that earlier chunks of a file had, by the bytes they are written as: sessions of one app say the same names again and again.
///
/// Of short names only, whose bytes fit into two words, so that two are compared in two steps and nothing is taken for another.
struct NameCache: Sendable {
  /// A name's bytes as they stand in a chunk.
  struct Key: Equatable, Sendable {
    fileprivate var words: (UInt64, UInt64)
    fileprivate var count: Int

    static func == (lhs: Key, rhs: Key) -> Bool {
      lhs.words == rhs.words && lhs.count == rhs.count
    }

    /// Makes the key of a name; nil for a long one.
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
      guard range.count <= 16 else { return nil }
      words = (0, 0)
      count = range.count
      for (index, byte) in bytes[range].enumerated() {
        if index < 8 {
          words.0 |= UInt64(byte) &<< UInt64(index &* 8)
        } else {
          words.1 |= UInt64(byte) &<< UInt64((index &- 8) &* 8)
        }
      }
    }

    fileprivate var index: Int {
      let mixed = (words.0 ^ words.1 &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
      return Int(truncatingIfNeeded: mixed >> 56)
    }
  }

  /// A name as it was read.
  struct Name: Sendable {
    var text: String
    var isASCII: Bool
    /// The sum of its bytes (``ChunkTexts``).
    var sum: UInt64
  }

  /// One of each of the 256 places that keys have; a later name takes the place of an earlier one.
  private var entries: [(key: Key, name: Name)?] = []

  /// The name with that key; nil where it is not remembered.
  subscript(_ key: Key) -> Name? {
    guard !entries.isEmpty, let entry = entries[key.index], entry.key == key else { return nil }
    return entry.name
  }

  /// Remembers a name.
  mutating func insert(_ name: Name, for key: Key) {
    if entries.isEmpty { entries = Array(repeating: nil, count: 256) }
    entries[key.index] = (key, name)
  }
}
