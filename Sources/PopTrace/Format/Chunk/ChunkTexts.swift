/// The texts of a chunk's names, each made when it is first asked for.
///
/// A value that is used for one chunk after another and keeps its memory.
struct ChunkTexts: Sendable {
  /// As far as the highest name that was asked for.
  private var texts: [String?] = []
  /// The names that were asked for, to see that no two are the same.
  private var known: Set<String> = []
  private var used: [Int] = []
  /// How many bytes the names have that were put together from pieces: a byte may stand for many.
  private var assembledBytes = 0
  /// Sums of the bytes of the names in use, as long as these are few and ASCII.
  private var sums: [UInt64] = []
  private var areASCII = true
  /// Names of earlier chunks; used from the second chunk on, for many files have but one.
  private var cache = NameCache()
  private var chunks = 0
  private static let sumLimit = 64
  private static let scanLimit = 16

  /// Begins with another chunk.
  mutating func removeAll() {
    texts.removeAll(keepingCapacity: true)
    if !known.isEmpty { known.removeAll(keepingCapacity: true) }
    used.removeAll(keepingCapacity: true)
    assembledBytes = 0
    sums.removeAll(keepingCapacity: true)
    areASCII = true
    chunks += 1
  }

  /// The text of a name, which must be UTF-8 and another than those of the other names in use.
  mutating func text(of name: Int, in chunk: borrowing ChunkContent) throws(Malformed) -> String {
    if name < texts.count {
      if let text = texts[name] { return text }
    } else {
      texts.append(contentsOf: repeatElement(nil, count: name + 1 - texts.count))
    }
    let range = Int(chunk.nameStarts[name])..<Int(chunk.nameStarts[name + 1])
    let known = try read(chunk, range)
    guard isOther(known) else { throw Malformed(.corrupt, "has one name twice") }
    let text = known.text
    texts[name] = text
    used.append(name)
    return text
  }

  private mutating func read(
    _ chunk: borrowing ChunkContent, _ range: Range<Int>
  ) throws(Malformed) -> NameCache.Name {
    let key = chunks > 1 ? NameCache.Key(chunk.bytes, range) : nil
    if let key, let name = cache[key] {
      try count(name.text)
      return name
    }
    let (text, isASCII) = try NamePieces.decode(chunk.bytes, range)
    try count(text)
    let name = NameCache.Name(text: text, isASCII: isASCII, sum: isASCII ? Self.sum(of: text) : 0)
    if let key { cache.insert(name, for: key) }
    return name
  }

  private mutating func count(_ text: String) throws(Malformed) {
    assembledBytes += text.utf8.count
    guard assembledBytes <= ChunkLimits.allNameBytes else { throw Malformed(.corrupt, "has names that are too long") }
  }

  /// Whether no name in use is this text.
  ///
  /// Equal texts of ASCII have equal bytes, so that those few of a short chunk need only be looked at where their sums are the same.
  private mutating func isOther(_ name: NameCache.Name) -> Bool {
    let text = name.text
    areASCII = areASCII && name.isASCII
    if areASCII, used.count < Self.sumLimit {
      for index in sums.indices where sums[index] == name.sum {
        if texts[used[index]] == text { return false }
      }
      sums.append(name.sum)
      return true
    }
    if used.count < Self.scanLimit { return !used.contains { texts[$0] == text } }
    if known.isEmpty { for name in used { if let text = texts[name] { known.insert(text) } } }
    return known.insert(text).inserted
  }

  private static func sum(of text: String) -> UInt64 {
    var sum: UInt64 = 0
    for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x9E37_79B1_85EB_CA87 }
    return sum
  }
}

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
