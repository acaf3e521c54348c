#if Tool
import PopSystem
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
    return found + session.submittedPopups.filter { words.contains($0.1) }
  }

  func numbers(in session: Session) -> Set<Int64> {
    Set(popups(of: session).map { session.catalog.number(of: $0.popup) })
  }
}

extension Session {
  /// The popups that were submitted, with their names.
  fileprivate var submittedPopups: some Sequence<(PopupID, String)> {
    log.events.lazy.filter { $0.kind == .popupSubmitted }
      .map { ($0.popup, catalog.names.text(catalog.spec($0.spec).name)) }
  }
}

/// Which of the popups that were asked for are nowhere, and what may be meant by their names instead.
struct PopupSightings: Sendable {
  /// So many names are remembered, so that none of them is compared twice.
  private static let mostNames = 4096
  /// So few names are listed where none is near.
  private static let mostListed = 12

  /// What was asked for and is not there so far.
  private var missing: Set<String>
  /// The nearest names so far.
  private var nearest: [String: String] = [:]
  private var names: Set<String> = []

  init(_ words: some Sequence<String>) { missing = Set(words) }

  /// Takes note of what a session has; in which order sessions come makes no difference.
  ///
  /// - Parameter found: What was asked for and is there.
  mutating func note(_ session: Session, found: some Sequence<String>) {
    missing.subtract(found)
    guard !missing.isEmpty else { return }
    for (_, name) in session.submittedPopups where !names.contains(name) {
      if names.count < Self.mostNames { names.insert(name) }
      // A number is not a name that was misspelled.
      for word in missing where Int64(word) == nil {
        let known = [nearest[word], name].compactMap { $0 }.sorted()
        if let near = NearestName.to(word, among: known) { nearest[word] = near }
      }
    }
  }

  /// Says of the first of them that it is not there, and what may be meant; nil where all are there.
  var failure: CommandFailure? {
    guard let word = missing.min() else { return nil }
    let known = Int64(word) == nil && names.count <= Self.mostListed ? names.sorted() : []
    return CommandFailure(
      "there is no popup \"\(word)\" in what was given"
        + suggestion(for: word, among: nearest[word].map { [$0] } ?? known))
  }

  /// Fails where something was asked for that was nowhere.
  func check() throws(CommandFailure) { if let failure { throw failure } }
}

/// The popups that a judgement is narrowed to, looked for by every thread that reads sessions.
struct SoughtPopups: Sendable {
  /// What is judged of the sessions; nil for all of it.
  private let judged: PopupSelection?
  /// What conditions on sessions ask for; nil where none asks for a popup.
  private let conditional: PopupSelection?
  private let sightings: Locked<PopupSightings>

  /// - Returns: nil where no popup is asked for.
  init?(_ judged: PopupSelection?, conditions: [WhereClause]) {
    self.judged = judged
    conditional = PopupSelection(conditions.filter(\.isAboutPopup).map(\.value))
    let words = (judged?.words ?? []).union(conditional?.words ?? [])
    if words.isEmpty { return nil }
    sightings = Locked(PopupSightings(words))
  }

  /// Takes note of a session that was read, whether it is judged or not: what no session has keeps all of them from it.
  func noteRead(_ session: Session) { if let conditional { note(session, conditional.popups(of: session)) } }

  /// Whether a session that would be judged has any of the popups; takes note of which.
  func takes(_ session: Session) -> Bool {
    guard let judged else { return true }
    let found = judged.popups(of: session)
    note(session, found)
    return !found.isEmpty
  }

  private func note(_ session: Session, _ found: [(popup: PopupID, word: String)]) {
    sightings.withLock { $0.note(session, found: found.map(\.word)) }
  }

  /// Says what was asked for and is nowhere, once everything has been read.
  func complain(in context: ToolContext) {
    if let failure = sightings.withLock({ $0.failure }) { context.complain(failure.line) }
  }
}
#endif
