#if Tool
import PopTrace
import PopupScheduling

/// Which of the popups that were asked for are nowhere, and what may be meant by their names instead.
struct PopupSightings: Sendable {
  /// So many names are remembered, so that none of them is compared twice.
  private static let mostNames = 4096
  /// So few names are listed where none is near.
  private static let mostListed = 12

  /// What was asked for and is not there so far.
  private(set) var missing: Set<String>
  /// The nearest names so far.
  private var nearest: [String: String] = [:]
  private var names: Set<String> = []

  init(_ words: some Sequence<String>) { missing = Set(words) }

  /// Takes note of what a session has; in which order sessions come makes no difference.
  ///
  /// - Parameter found: What was asked for and is there.
  /// - Complexity: O(n) in the session's names.
  mutating func note(_ session: Session, found: some Sequence<String>) {
    missing.subtract(found)
    guard !missing.isEmpty else { return }
    for event in session.log.events where event.kind == .popupSubmitted {
      let name = session.catalog.names.text(session.catalog.spec(event.spec).name)
      guard !names.contains(name) else { continue }
      if names.count < Self.mostNames { names.insert(name) }
      // A number is not a name that was misspelled.
      for word in missing where Int64(word) == nil {
        let known = [nearest[word], name].compactMap { $0 }.sorted()
        if let near = NearestName.to(word, among: known) { nearest[word] = near }
      }
    }
  }

  /// Says of the first of them that it is not there, and what may be meant; nil where all are there.
  var complaint: String? {
    guard let word = missing.min() else { return nil }
    let known = Int64(word) == nil && names.count <= Self.mostListed ? names.sorted() : []
    return "there is no popup \"\(word)\" in what was given"
      + suggestion(for: word, among: nearest[word].map { [$0] } ?? known)
  }

  /// Fails where something was asked for that was nowhere.
  func check() throws(CommandFailure) {
    if let complaint { throw CommandFailure(complaint) }
  }
}
#endif
