/// The pieces that names are made of in a chunk: bytes that no character of UTF-8 begins with stand for texts that many names share.
///
/// A chunk of a short session has little that could be compressed, and its names are most of it. The pieces are part of the format: never
/// changed, those of a newer version would be others.
enum NamePieces {
  /// The byte of the first piece.
  static let first: UInt8 = 0x80
  /// The texts, in order of their bytes.
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
  /// The pieces that begin with each byte, the longest first.
  private static let byFirstByte: [[Int]] = {
    var places = [[Int]](repeating: [], count: 256)
    for place in bytes.indices { places[Int(bytes[place][0])].append(place) }
    for byte in places.indices { places[byte].sort { (bytes[$0].count, $1) > (bytes[$1].count, $0) } }
    return places
  }()

  /// The bytes that a name is written as.
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

  /// Whether some bytes are those of the name themselves.
  static func isPlain(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    for place in range where bytes[place] >= first { return false }
    return true
  }

  /// The UTF-8 that a name's bytes stand for; whether it is UTF-8 is left to whoever makes a text of it.
  static func decode(_ coded: [UInt8], _ range: Range<Int>) throws(Malformed) -> [UInt8] {
    var text: [UInt8] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = coded[position]
      if byte >= first, byte < 0xC0 {
        text += bytes[Int(byte - first)]
        position += 1
      } else {
        // What belongs to a character goes with its first byte, and is no piece.
        let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        text += coded[position..<min(position + length, range.upperBound)]
        position += length
      }
      guard text.count <= ChunkLimits.nameBytes else { throw Malformed(.corrupt, "has a name that is too long") }
    }
    return text
  }
}
