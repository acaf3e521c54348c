import PopTrace

/// Text as it stands in XML 1.0.
enum XMLText {
  /// Escapes a text for an element or an attribute in double quotes.
  ///
  /// A line feed is the only control character that stays, in an attribute as a reference, for attributes are normalised. What XML 1.0 has
  /// no way to write, and what steers a terminal, is spelled out as ``printable(_:)`` does.
  static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n": result += inAttribute ? "&#10;" : "\n"
      default:
        if scalar.steersTerminals || scalar.value & 0xFFFE == 0xFFFE {
          result += "\\u{" + String(scalar.value, radix: 16) + "}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// ` name="value"`.
  static func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(escaped(value, inAttribute: true))\""
  }
}
