/// Names of files as text, even where their bytes are not.
///
/// A file's name is bytes, and not all of them are UTF-8. Each byte that is no UTF-8 becomes a character of a private-use range, and back
/// again where the system is asked; ``shown(_:)`` is what people see of it.
package enum PathText {
  /// The characters U+10FF80 … U+10FFFF stand for the bytes 80 … FF.
  private static let base: UInt32 = 0x10FF00

  /// The text that stands for a name.
  package static func text(of bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var index = 0
    func escape(_ count: Int) {
      for byte in bytes[index..<index + count] { text.append(Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}") }
      index += count
    }
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        // A name that has such characters itself must not be taken for another.
        guard byte(of: scalar) == nil else {
          escape(encoded.count)
          continue
        }
        text.append(scalar)
        index += encoded.count
      case .error(let length): escape(length)
      case .emptyInput: return String(text)
      }
    }
  }

  /// The name that a text stands for, as the system wants it: ended by a zero.
  package static func bytes(of text: String) -> [CChar] {
    var bytes: [CChar] = []
    for scalar in text.unicodeScalars {
      if let byte = byte(of: scalar) {
        bytes.append(CChar(bitPattern: byte))
      } else {
        for byte in Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter {
          bytes.append(CChar(bitPattern: byte))
        }
      }
    }
    return bytes + [0]
  }

  /// The text with `\xff` for every byte that is no UTF-8.
  package static func shown(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { byte(of: $0) != nil }) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if let byte = byte(of: scalar) {
        shown += "\\x" + String(byte, radix: 16)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    scalar.value >= base + 0x80 ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }
}
