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
  private static let scanLimit = 16

  /// Begins with another chunk.
  mutating func removeAll() {
    texts.removeAll(keepingCapacity: true)
    if !known.isEmpty { known.removeAll(keepingCapacity: true) }
    used.removeAll(keepingCapacity: true)
    assembledBytes = 0
  }

  /// The text of a name, which must be UTF-8 and another than those of the other names in use.
  mutating func text(of name: Int, in chunk: borrowing ChunkContent) throws(Malformed) -> String {
    if name < texts.count {
      if let text = texts[name] { return text }
    } else {
      texts.append(contentsOf: repeatElement(nil, count: name + 1 - texts.count))
    }
    let range = Int(chunk.nameStarts[name])..<Int(chunk.nameStarts[name + 1])
    let text =
      try chunk.hasPieces && !NamePieces.isPlain(chunk.bytes, range) ? assembled(range, chunk) : plain(range, chunk)
    guard isOther(text) else { throw Malformed(.corrupt, "has one name twice") }
    texts[name] = text
    used.append(name)
    return text
  }

  private func plain(_ range: Range<Int>, _ chunk: borrowing ChunkContent) throws(Malformed) -> String {
    var reader = ByteReader(chunk.bytes, range)
    return try reader.text(bytes: range.count)
  }

  private mutating func assembled(_ range: Range<Int>, _ chunk: borrowing ChunkContent) throws(Malformed) -> String {
    let bytes = try NamePieces.decode(chunk.bytes, range)
    assembledBytes += bytes.count
    guard assembledBytes <= ChunkLimits.allNameBytes else { throw Malformed(.corrupt, "has names that are too long") }
    var reader = ByteReader(bytes, bytes.indices)
    return try reader.text(bytes: bytes.count)
  }

  private mutating func isOther(_ text: String) -> Bool {
    if used.count < Self.scanLimit { return !used.contains { texts[$0] == text } }
    if known.isEmpty { for name in used { if let text = texts[name] { known.insert(text) } } }
    return known.insert(text).inserted
  }
}
