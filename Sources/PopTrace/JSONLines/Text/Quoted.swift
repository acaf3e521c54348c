/// A text from an input in quotes, cut short, with characters that steer a terminal spelled out, as error messages show it.
struct Quoted: CustomStringConvertible {
  private let text: String

  /// Quotes a text.
  init(_ text: String) { self.text = text }

  /// The most scalars that are shown.
  static let longest = 60

  var description: String {
    var shown = "\""
    for scalar in text.unicodeScalars.prefix(Self.longest) {
      if scalar.value >= 0x7F, scalar.steersTerminals {
        shown += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        shown += scalar.escaped(asASCII: false)
      }
    }
    if text.unicodeScalars.count > Self.longest { shown += "…" }
    return shown + "\""
  }
}
