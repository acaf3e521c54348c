package enum JSONText {
  /// Adds a text with quotes. Escaped is what RFC 8259 asks for, and what steers a terminal or hides, for JSON is read by people, too
  /// (`Unicode.Scalar.steersTerminals`).
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    let isDone = text.withUTF8 { buffer in
      // Nearly all of them, in one go.
      guard unsafe arePlain(buffer) else { return false }
      unsafe bytes.append(contentsOf: buffer)
      return true
    }
    if !isDone { appendEscaped(text, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds a text of the program's own that has nothing to escape, with quotes: a key.
  package static func append(plain text: StaticString, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8Buffer { buffer in
      assert(unsafe arePlain(buffer), "a key that has to be escaped")
      unsafe bytes.append(contentsOf: buffer)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether all bytes stand for themselves; without a way out in the middle, so that many are looked at in one instruction.
  private static func arePlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var odd: UInt8 = 0
    for index in 0..<bytes.count { unsafe odd |= isPlain(bytes[index]) ? 0 : 1 }
    return odd == 0
  }

  private static func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
    guard text.utf8.contains(where: mayLead) else {
      for byte in text.utf8 { append(ascii: byte, to: &bytes) }
      return
    }
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        append(ascii: UInt8(truncatingIfNeeded: scalar.value), to: &bytes)
      } else if scalar.steersTerminals {
        for unit in String(scalar).utf16 { append(unit: unit, to: &bytes) }
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  package static func append(_ number: Int64, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    var (low, high) = (start, bytes.count - 1)
    while low < high {
      bytes.swapAt(low, high)
      low += 1
      high -= 1
    }
  }

  /// Whether a byte stands for itself, no matter which bytes are beside it.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Whether a byte may begin a scalar outside of ASCII that is escaped: so few do that most texts need no second look.
  private static func mayLead(_ byte: UInt8) -> Bool {
    byte >= 0xC2 && (byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF || byte == 0xF3)
  }

  private static func append(ascii byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x0A: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
    case 0x0D: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
    case 0x09: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
    case 0x00..<0x20, 0x7F: append(unit: UInt16(byte), to: &bytes)
    default: bytes.append(byte)
    }
  }

  private static func append(unit: UInt16, to bytes: inout [UInt8]) {
    bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for shift in [12, 8, 4, 0] as [UInt16] { bytes.append(hexadecimal[Int(unit >> shift & 15)]) }
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
}

extension Unicode.Scalar {
  /// Whether it steers a terminal or hides what stands beside it: control characters (C0, DEL and C1, and so every ANSI sequence), line and paragraph
  /// separators, the marks that turn the direction of writing, and format characters that nothing draws. The joiners U+200C and U+200D belong to
  /// words and emoji, and do not.
  package var steersTerminals: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x20..<0x7F: false
    // Direction: 061C, 200E, 200F, 202A … 202E, 2066 … 2069. Lines: 2028, 2029. Invisible: 200B, 2060 … 206F, FEFF, FFF9 … FFFB.
    case 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    // Tags, which nothing draws.
    case 0xE0000...0xE007F: true
    default: false
    }
  }
}
