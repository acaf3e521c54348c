/// A popup's name as its bytes are: two texts that only look alike are two names, in a fixed order.
package struct PopupName: Hashable, Sendable, Comparable {
  /// The name.
  package let text: String

  /// Makes a name.
  package init(_ text: String) { self.text = text }

  /// The longest name that is told from others of its kind, in bytes.
  package static var longest: Int { 256 }

  package static func == (lhs: PopupName, rhs: PopupName) -> Bool { lhs.text.utf8.elementsEqual(rhs.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  package static func < (lhs: PopupName, rhs: PopupName) -> Bool {
    lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
  }
}
