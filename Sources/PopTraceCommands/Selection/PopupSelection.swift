#if Tool
import PopTrace
import PopupScheduling

/// The popups that were asked for, by name or number.
struct PopupSelection: Hashable, Sendable {
  let words: Set<String>

  /// - Returns: nil where none was asked for, and so all are wanted.
  init?(_ words: [String]) {
    guard !words.isEmpty else { return nil }
    self.words = Set(words)
  }

  /// The popups of a session that were asked for, each with what it was asked for by; one that was by name and by number comes twice.
  ///
  /// - Complexity: O(n) in the session's events.
  func popups(of session: Session) -> [(popup: PopupID, word: String)] {
    var found: [(PopupID, String)] = []
    for (index, number) in session.catalog.popupNumbers.enumerated() where words.contains(String(number)) {
      found.append((PopupID(index), String(number)))
    }
    for event in session.log.events where event.kind == .popupSubmitted {
      let name = session.catalog.names.text(session.catalog.spec(event.spec).name)
      if words.contains(name) { found.append((event.popup, name)) }
    }
    return found
  }

  /// Their numbers.
  func numbers(in session: Session) -> Set<Int64> {
    Set(popups(of: session).map { session.catalog.number(of: $0.popup) })
  }
}
#endif
