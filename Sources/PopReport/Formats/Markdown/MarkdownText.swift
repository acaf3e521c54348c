/// Text from traces and configurations as it stands in Markdown: none of it can become markup, a link, a mention or a reference.
enum MarkdownText {
  /// A name as code, which nothing else is made of; as ``prose(_:limit:)`` where it has characters that end code or a cell of a table.
  static func name(_ text: String, limit: Int = 120) -> String {
    let text = told(text, limit: limit)
    guard !text.isEmpty else { return "" }
    let isPlain = !text.utf8.contains { [UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "\\")].contains($0) }
    // Spaces at the ends would be taken off, and spaces alone are no code.
    guard isPlain, text.first != " ", text.last != " " else { return prose(text, limit: limit) }
    return "`\(text)`"
  }

  /// A text as prose: punctuation that Markdown knows is a character reference, and what GitHub and GitLab make mentions, references, emoji
  /// and links of when the markup is already gone is broken up by a space of no width.
  static func prose(_ text: String, limit: Int = 400) -> String {
    var result = ""
    var word = ""
    for scalar in told(text, limit: limit).unicodeScalars {
      let isWord = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      if isWord || scalar.value >= 0x80 {
        result.unicodeScalars.append(scalar)
      } else {
        switch scalar {
        case " ", ",", ";", "?", "'", "(", ")", "/": result.unicodeScalars.append(scalar)
        case "." where word.lowercased() != "www": result.unicodeScalars.append(scalar)
        case "-", "+", "=":
          // At the start of a line they make lists and headings; after letters they make references such as GH-1.
          result += result.isEmpty || word == "GH" ? reference(scalar) : String(scalar)
        default: result += reference(scalar)
        }
      }
      word = isWord ? word + String(scalar) : ""
      if word.utf8.count > 8 { word = "…" }
    }
    return result
  }

  /// A character reference; behind what begins a mention or reference, a space of no width.
  private static func reference(_ scalar: Unicode.Scalar) -> String {
    let breaks = "@#!~%$&:^-_".unicodeScalars.contains(scalar)
    return "&#\(scalar.value);" + (breaks ? "&#8203;" : "")
  }
}
