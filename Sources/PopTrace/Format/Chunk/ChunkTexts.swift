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
