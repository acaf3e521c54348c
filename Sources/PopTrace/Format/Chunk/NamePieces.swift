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
  /// The bytes of all pieces, one after another, and where each begins.
  private static let flat: (bytes: [UInt8], starts: [Int]) = bytes.reduce(into: ([], [0])) { flat, piece in
    flat.0 += piece
    flat.1.append(flat.0.count)
  }
  /// The pieces that begin with each byte, the longest first.
  private static let byFirstByte: [[Int]] = {
    var indices = [[Int]](repeating: [], count: 256)
    for index in bytes.indices { indices[Int(bytes[index][0])].append(index) }
    for byte in indices.indices { indices[byte].sort { (bytes[$0].count, $1) > (bytes[$1].count, $0) } }
    return indices
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

  /// The text that a name's bytes stand for, which must be UTF-8; and whether it is ASCII.
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
    guard count <= SessionCheck.nameBytes else { throw Malformed(.corrupt, "has a name that is too long") }
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
