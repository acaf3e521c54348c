/// UTF-8 outside of ASCII, checked by table 3-7 of the Unicode Standard.
enum UTF8Sequence {
  /// Where the sequence that begins at a byte of 0x80 or more ends.
  static func end(in bytes: [UInt8], at start: Int, limit: Int) throws(JSONScanner.Failure) -> Int {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[start] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: throw JSONScanner.Failure(offset: start, what: "a text is not UTF-8")
    }
    guard start + length <= limit, second.contains(bytes[start + 1]) else {
      throw JSONScanner.Failure(offset: start, what: "a text is not UTF-8")
    }
    for offset in start + 2..<max(start + length, start + 2) where bytes[offset] & 0xC0 != 0x80 {
      throw JSONScanner.Failure(offset: start, what: "a text is not UTF-8")
    }
    return start + length
  }
}
