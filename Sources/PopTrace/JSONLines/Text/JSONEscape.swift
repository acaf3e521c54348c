package enum JSONEscape {
  /// Where the escape that begins at a backslash ends; of a surrogate pair, the end of both.
  static func end(in bytes: [UInt8], at start: Int, limit: Int) throws(JSONScanner.Failure) -> Int {
    guard start + 1 < limit else { throw JSONScanner.Failure(offset: start, what: "a text is not closed") }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      guard let unit = unit(in: bytes, at: start, limit: limit) else {
        throw JSONScanner.Failure(offset: start, what: "\\u needs four hexadecimal digits")
      }
      if unit & 0xF800 != 0xD800 { return start + 6 }
      guard unit < 0xDC00, let low = self.unit(in: bytes, at: start + 6, limit: limit), low & 0xFC00 == 0xDC00 else {
        throw JSONScanner.Failure(offset: start, what: "half of a surrogate pair stands alone")
      }
      return start + 12
    default: throw JSONScanner.Failure(offset: start, what: "there is no such escape")
    }
  }

  private static func unit(in bytes: [UInt8], at start: Int, limit: Int) -> UInt32? {
    guard start + 6 <= limit, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var unit: UInt32 = 0
    for byte in bytes[start + 2..<start + 6] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return unit
  }

  /// The text that a scanned range stands for, its escapes taken back.
  package static func text(in bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard bytes[offset] == UInt8(ascii: "\\") else {
        text.append(bytes[offset])
        offset += 1
        continue
      }
      switch bytes[offset + 1] {
      case UInt8(ascii: "u"):
        var scalar = unit(in: bytes, at: offset, limit: range.upperBound) ?? 0xFFFD
        offset += 6
        if scalar & 0xFC00 == 0xD800, let low = unit(in: bytes, at: offset, limit: range.upperBound) {
          scalar = 0x10000 + ((scalar & 0x3FF) << 10 | low & 0x3FF)
          offset += 6
        }
        text.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
        continue
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case let literal: text.append(literal)
      }
      offset += 2
    }
    return text
  }
}
