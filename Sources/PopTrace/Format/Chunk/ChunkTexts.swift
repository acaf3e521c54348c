extension ChunkContent {
  /// The texts of a chunk's names, each made when it is first asked for. It is used for one chunk after another and keeps its memory.
  struct Texts: Sendable {
    /// Those that were made, in that order.
    private var texts: [String] = []
    /// Where among them each name's is; -1 where it was not made yet.
    private var places: [Int32] = []
    /// How many bytes the names have that were put together from pieces: a byte may stand for many.
    private var assembledBytes = 0
    /// Where among the texts the names in use are, as long as these are ASCII, each where its sum leads or behind; -1 where there is none.
    private var slots: [Int32] = []
    /// The names in use as soon as one is not: characters that are the same for who reads them are several ways to write one.
    private var known: Set<String> = []
    /// Names of earlier chunks; used from the second chunk on, for many files have but one.
    private var cache = NameCache()
    private var chunks = 0

    mutating func removeAll() {
      texts.removeAll(keepingCapacity: true)
      places.removeAll(keepingCapacity: true)
      assembledBytes = 0
      slots.removeAll(keepingCapacity: true)
      if !known.isEmpty { known.removeAll(keepingCapacity: true) }
      chunks += 1
    }

    /// The text of a name, which must be UTF-8 and another than those of the other names in use.
    @inline(__always)
    mutating func text(of name: Int, in chunk: borrowing ChunkContent) throws(Malformed) -> String {
      if name < places.count, places[name] >= 0 { return texts[Int(places[name])] }
      return try make(name, chunk.bytes, chunk.nameStarts)
    }

    private mutating func make(_ name: Int, _ bytes: [UInt8], _ starts: [Int32]) throws(Malformed) -> String {
      if places.isEmpty { prepare(starts.count - 1) }
      let range = Int(starts[name])..<Int(starts[name + 1])
      let key = chunks > 1 ? NameCache.Key(bytes, range) : nil
      if let key, let index = cache.index(of: key, bytes, range) {
        let (text, isASCII, sum) = cache.entries[index].name
        return try use(text, isASCII: isASCII, sum, at: name)
      }
      let new = try NamePieces.decode(bytes, range)
      if let key { cache.insert(new, for: key, bytes, range) }
      return try use(new.text, isASCII: new.isASCII, new.sum, at: name)
    }

    /// Makes room for a chunk's names: twice as many slots at least, so that most are found where they are looked for first.
    private mutating func prepare(_ count: Int) {
      places.append(contentsOf: repeatElement(-1, count: count))
      let size = 1 << (Int.bitWidth - (2 * count - 1).leadingZeroBitCount)
      slots.append(contentsOf: repeatElement(-1, count: size))
    }

    @inline(__always)
    private mutating func use(
      _ text: String, isASCII: Bool, _ sum: UInt64, at index: Int
    ) throws(Malformed) -> String {
      assembledBytes += text.utf8.count
      try require(assembledBytes <= ChunkLimits.allNameBytes, "has names that are too long")
      if !isASCII, known.isEmpty { known.formUnion(texts) }
      let isNew = isASCII && known.isEmpty ? isOther(text, sum) : known.insert(text).inserted
      try require(isNew, "has one name twice")
      places[index] = Int32(truncatingIfNeeded: texts.count)
      texts.append(text)
      return text
    }

    /// Whether no name in use is this text, as long as all are ASCII.
    @inline(__always)
    private mutating func isOther(_ text: String, _ sum: UInt64) -> Bool {
      var slot = Int(truncatingIfNeeded: sum) & (slots.count - 1)
      while slots[slot] >= 0 {
        if texts[Int(slots[slot])] == text { return false }
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = Int32(truncatingIfNeeded: texts.count)
      return true
    }
  }
}

/// Names that earlier chunks of a file had, by the bytes they are written as.
struct NameCache: Sendable {
  /// The first and the last bytes of a name, which are all that a short one has.
  struct Key: Equatable, Sendable {
    private let low, high: UInt64
    fileprivate let count: Int
    static let none = Key()
    fileprivate static let whole = 16
    /// Longer names are not kept, so that the memory has a bound.
    static let limit = 256
    static let indexBits = 10

    private init() { (low, high, count) = (0, 0, -1) }

    @inline(__always)
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
      guard range.count <= Self.limit else { return nil }
      count = range.count
      (low, high) = unsafe bytes.withUnsafeBytes { bytes in
        func word(_ start: Int) -> UInt64 { unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self) }
        if range.count >= 8 { return (word(range.lowerBound), word(range.upperBound - 8)) }
        if range.lowerBound + 8 <= bytes.count {
          return (UInt64(littleEndian: word(range.lowerBound)) & (1 << UInt64(8 * range.count) - 1), 0)
        }
        return (range.reversed().reduce(0) { unsafe $0 << 8 | UInt64(bytes[$1]) }, 0)
      }
    }

    fileprivate var index: Int {
      let mixed = (low ^ high &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
      return Int(truncatingIfNeeded: mixed >> UInt64(64 - Self.indexBits))
    }
  }

  typealias Name = (text: String, isASCII: Bool, sum: UInt64)

  struct Entry: Sendable {
    fileprivate(set) var key = Key.none
    /// The bytes of a name that the key does not have all of.
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var name: Name = ("", isASCII: true, sum: 0)
  }

  /// Each name is where its key leads, or beside that.
  private(set) var entries: [Entry] = []

  /// Where the name is that has these bytes; nil where it is not.
  @inline(__always)
  func index(of key: Key, _ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    guard !entries.isEmpty else { return nil }
    var index = key.index
    if entries[index].key != key { index ^= 1 }
    guard entries[index].key == key else { return nil }
    return key.count <= Key.whole || entries[index].bytes.elementsEqual(bytes[range]) ? index : nil
  }

  mutating func insert(_ name: Name, for key: Key, _ bytes: [UInt8], _ range: Range<Int>) {
    if entries.isEmpty { entries = Array(repeating: Entry(), count: 1 << Key.indexBits) }
    var index = key.index
    if entries[index].key != .none, entries[index].key != key, entries[index ^ 1].key == .none { index ^= 1 }
    entries[index] = Entry(key: key, bytes: key.count <= Key.whole ? [] : Array(bytes[range]), name: name)
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

  static func decode(_ coded: [UInt8], _ range: Range<Int>) throws(Malformed) -> NameCache.Name {
    let flat = flat
    var count = 0
    for byte in coded[range] {
      // The first byte of a character of several, in which no byte is a piece.
      guard byte < 0xC0 else { return (try other(coded, range), isASCII: false, sum: 0) }
      count += byte < first ? 1 : flat.starts[Int(byte - first) + 1] - flat.starts[Int(byte - first)]
    }
    try require(count <= SessionCheck.nameBytes, "has a name that is too long")
    var sum = seed
    let text = unsafe String(unsafeUninitializedCapacity: count) { text in
      var end = 0
      for byte in coded[range] {
        if byte < first {
          unsafe text[end] = byte
          end &+= 1
        } else {
          for index in flat.starts[Int(byte &- first)]..<flat.starts[Int(byte &- first) + 1] {
            unsafe text[end] = flat.bytes[index]
            end &+= 1
          }
        }
      }
      for index in 0..<end { sum = unsafe (sum ^ UInt64(text[index])) &* 0x9E37_79B1_85EB_CA87 }
      return end
    }
    return (text, isASCII: true, sum: sum ^ sum >> 32)
  }

  /// What sums begin with: another number in each process, so that no file can be made whose names all meet.
  private static let seed = UInt64(truncatingIfNeeded: 0x5EED.hashValue)

  /// The text of a name of which not all is ASCII.
  private static func other(_ coded: [UInt8], _ range: Range<Int>) throws(Malformed) -> String {
    var text: [UInt8] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = coded[position]
      // What belongs to a character goes with its first byte, and is no piece.
      let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      if byte >= first, byte < 0xC0 {
        let piece = Int(byte - first)
        text.append(contentsOf: flat.bytes[flat.starts[piece]..<flat.starts[piece + 1]])
      } else {
        text += coded[position..<min(position + length, range.upperBound)]
      }
      try require(text.count <= SessionCheck.nameBytes, "has a name that is too long")
      position += length
    }
    var reader = ByteReader(text, text.indices)
    return try reader.text(bytes: text.count)
  }
}
