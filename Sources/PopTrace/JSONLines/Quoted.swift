/// A text of somebody else's in quotes, cut short, its control characters escaped, as error messages show it.
struct Quoted: CustomStringConvertible {
  private let text: String

  /// Quotes a text.
  init(_ text: String) { self.text = text }

  /// The most scalars that are shown.
  static let longest = 60

  var description: String {
    var shown = "\""
    for scalar in text.unicodeScalars.prefix(Self.longest) { shown += scalar.escaped(asASCII: false) }
    if text.unicodeScalars.count > Self.longest { shown += "…" }
    return shown + "\""
  }
}
