/// Text within HTML, where nothing in it can be taken for markup.
///
/// Source: HTML Living Standard (WHATWG), 13.3 (escaping a string).
enum HTMLText {
  /// A text as the content of an element: ``printable(_:)``, and with `&`, `<`, `>` and both quotation marks written as references.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in printable(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
