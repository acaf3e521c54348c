/// A way for text to stand out.
package enum Look: Sendable {
  case heading, bad, good, warning, faint, strong

  fileprivate var code: String {
    switch self {
    case .heading: "1"
    case .bad: "31"
    case .good: "32"
    case .warning: "33"
    case .faint: "2"
    case .strong: "1"
    }
  }
}

/// What the place where text goes can do: colour or not, and how many columns there are.
///
/// Computed once for each stream and handed down; nothing below asks the environment.
package struct Style: Hashable, Sendable {
  /// Whether escape sequences for colour may be written.
  package var hasColor: Bool
  /// How many columns a line may have.
  package var width: Int

  /// Makes a style.
  package init(hasColor: Bool, width: Int) {
    self.hasColor = hasColor
    self.width = width
  }

  /// A file or a pipe: no colour, 100 columns.
  package static let plain = Style(hasColor: false, width: 100)

  /// The text with its look, where looks are possible.
  package func dress(_ text: String, _ look: Look?) -> String {
    guard hasColor, let look else { return text }
    return "\u{1b}[\(look.code)m\(text)\u{1b}[0m"
  }
}
