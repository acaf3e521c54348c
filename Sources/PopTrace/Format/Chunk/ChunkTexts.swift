extension ChunkContent {
  /// The texts of a chunk's names, each made when it is first asked for. It is used for one chunk after another and keeps its memory.
  struct Texts: Sendable {
    private var texts: [String?] = []
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
      try require(isOther(known), "has one name twice")
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
      try require(assembledBytes <= ChunkLimits.allNameBytes, "has names that are too long")
    }

    /// Whether no name in use is this text. Equal texts of ASCII have equal sums: few names need only be looked at where theirs are.
    private mutating func isOther(_ name: NameCache.Name) -> Bool {
      let text = name.text
      areASCII = areASCII && name.isASCII
      if areASCII, used.count < Self.sumLimit {
        for index in sums.indices where sums[index] == name.sum { if texts[used[index]] == text { return false } }
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
}

/// Names that earlier chunks of a file had, by the bytes they are written as: short ones only, whose bytes fit into two words.
struct NameCache: Sendable {
  struct Key: Equatable, Sendable {
    private let low, high: UInt64
    private let count: Int

    init?(_ bytes: [UInt8], _ range: Range<Int>) {
      guard range.count <= 16 else { return nil }
      func word(_ range: Range<Int>) -> UInt64 { range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) } }
      (low, high) = (word(range.prefix(8)), word(range.dropFirst(8)))
      count = range.count
    }

    fileprivate var index: Int {
      let mixed = (low ^ high &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
      return Int(truncatingIfNeeded: mixed >> 56)
    }
  }

  struct Name: Sendable {
    var text: String
    var isASCII: Bool
    var sum: UInt64
  }

  private var entries: [(key: Key, name: Name)?] = []

  subscript(_ key: Key) -> Name? {
    guard !entries.isEmpty, let entry = entries[key.index], entry.key == key else { return nil }
    return entry.name
  }

  mutating func insert(_ name: Name, for key: Key) {
    if entries.isEmpty { entries = Array(repeating: nil, count: 256) }
    entries[key.index] = (key, name)
  }
}

/// The pieces that names are made of in a chunk: bytes that no character of UTF-8 begins with stand for texts that many names share. They
/// are part of the format, and never changed.
enum NamePieces {
  static let first: UInt8 = 0x80
  static let texts: [String] = [
    "ViewController", "UIViewController", "UINavigationController", "UITabBarController", "UIHostingController",
    "UIAlertController", "UITableViewController", "BaseViewController", "shown", "closed", "open", "close", "cancel",
    "delete", "retry", "allow", "Controller", "View", "Navigation", "TabBar", "Table", "Collection", "Page", "Alert",
    "Popup", "Sheet", "Guide", "Home", "Detail", "Settings", "Profile", "Search", "Feed", "Chat", "Message", "List",
    "Login", "Web", "Item", "Base", "user", "er", "in", "on", "an", "re", "at", "en", "or", "es", "ar", "al", "st",
    "ti",
    "te", "th", "ing", "tion", "le", "ou", "de", "e ", "s ", "-",
  ]
  /// The names that shapes of the vocabulary may have, which are pieces of their own: what the standard policies call back with.
  static let wellKnown: [UInt8] = [0x88, 0x89]
  private static let bytes: [[UInt8]] = texts.map { Array($0.utf8) }
  /// The bytes of all pieces, one after another, and where each begins.
  private static let flat: (bytes: [UInt8], starts: [Int]) = bytes.reduce(into: ([], [0])) { flat, piece in
    flat.0 += piece
    flat.1.append(flat.0.count)
  }
  private static let byFirstByte: [[Int]] = {
    var indices = [[Int]](repeating: [], count: 256)
    for index in bytes.indices { indices[Int(bytes[index][0])].append(index) }
    for byte in indices.indices { indices[byte].sort { (bytes[$0].count, $1) > (bytes[$1].count, $0) } }
    return indices
  }()

  static func encode(_ name: String) -> [UInt8] {
    let text = Array(name.utf8)
    var coded: [UInt8] = []
    coded.reserveCapacity(text.count)
    var position = 0
    while position < text.count {
      let rest = text[position...]
      if let piece = byFirstByte[Int(text[position])].first(where: { rest.starts(with: bytes[$0]) }) {
        coded.append(first + UInt8(piece))
        position += bytes[piece].count
      } else {
        coded.append(text[position])
        position += 1
      }
    }
    return coded
  }

  static func decode(_ coded: [UInt8], _ range: Range<Int>) throws(Malformed) -> (text: String, isASCII: Bool) {
    let flat = flat
    var count = 0
    var isASCII = true
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = coded[position]
      let length = length(from: byte)
      position += length
      if byte >= first, byte < 0xC0 {
        let piece = Int(byte - first)
        count += flat.starts[piece + 1] - flat.starts[piece]
      } else {
        isASCII = isASCII && byte < 0x80
        count += length - max(0, position - range.upperBound)
      }
    }
    try require(count <= SessionCheck.nameBytes, "has a name that is too long")
    guard isASCII else { return (try other(coded, range, count), false) }
    let text = unsafe String(unsafeUninitializedCapacity: count) { text in
      var end = 0
      for byte in coded[range] {
        guard byte >= first else {
          unsafe text[end] = byte
          end &+= 1
          continue
        }
        let piece = Int(byte &- first)
        for index in flat.starts[piece]..<flat.starts[piece + 1] {
          unsafe text[end] = flat.bytes[index]
          end &+= 1
        }
      }
      return end
    }
    return (text, true)
  }

  /// How many bytes belong together: what belongs to a character goes with its first byte, and is no piece.
  private static func length(from byte: UInt8) -> Int { byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }

  /// The text of a name of which not all is ASCII.
  private static func other(_ coded: [UInt8], _ range: Range<Int>, _ count: Int) throws(Malformed) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = coded[position]
      let length = length(from: byte)
      if byte >= first, byte < 0xC0 {
        let piece = Int(byte - first)
        text.append(contentsOf: flat.bytes[flat.starts[piece]..<flat.starts[piece + 1]])
      } else {
        text += coded[position..<min(position + length, range.upperBound)]
      }
      position += length
    }
    var reader = ByteReader(text, text.indices)
    return try reader.text(bytes: text.count)
  }
}
