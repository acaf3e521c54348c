/// Texts as JSON strings, in quotes, in which nothing is left that could steer a terminal.
///
/// Beyond what RFC 8259 asks to be escaped, whatever ``SteeringCharacters`` names comes out as `\u009b`: a report that is looked at with `cat`
/// or `less` is as untrusted as the trace it is made of. Everything else stays as it is, a slash included.
public enum JSONText {
  /// Adds a text with quotes and escapes.
  public static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    var isPlain = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20, 0x7F: appendEscape(UInt16(byte), to: &bytes)
      case 0..<0x7F: bytes.append(byte)
      // What begins no character that has to be escaped is most of what there is.
      case 0xC2, 0xD8, 0xE2, 0xEF, 0xF3:
        isPlain = false
        bytes.append(byte)
      default: bytes.append(byte)
      }
    }
    if !isPlain, text.unicodeScalars.contains(where: { SteeringCharacters.contains($0) }) {
      bytes.removeLast(bytes.count - start)
      appendCarefully(text, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func appendCarefully(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      case let scalar where SteeringCharacters.contains(scalar):
        for unit in String(scalar).utf16 { appendEscape(unit, to: &bytes) }
      default: bytes += String(scalar).utf8
      }
    }
  }

  private static func appendEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
    bytes += "\\u".utf8
    for shift in [12, 8, 4, 0] { bytes.append(hexadecimal[Int(unit >> UInt16(shift) & 15)]) }
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
}
