/// Text as it stands in a message of SARIF.
enum SARIFText {
  /// Makes a text a plain message: braces would be placeholders, and brackets links (SARIF 2.1.0, 3.11.5 and 3.11.6).
  static func escaped(_ text: String, limit: Int = 1000) -> String {
    var result = ""
    for scalar in told(text, limit: limit).unicodeScalars {
      switch scalar {
      case "{": result += "{{"
      case "}": result += "}}"
      case "[", "]", "\\": result += "\\" + String(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension JSONWriter {
  /// Writes a message of SARIF that is escaped already.
  mutating func message(_ name: StaticString, _ text: String) {
    key(name)
    object { $0.member("text", text) }
  }
}
