#if Tool
import ArgumentParser
import PopDocument
import PopSystem
import PopTrace
import PopupScheduling

struct PopupSelection: Hashable, Sendable {
  let words: Set<String>

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
}

extension Session {
  fileprivate var submittedPopups: some Sequence<(PopupID, String)> {
    log.events.lazy.filter { $0.kind == .popupSubmitted }
      .map { ($0.popup, catalog.names.text(catalog.spec($0.spec).name)) }
  }
}

struct PopupSightings: Sendable {
  private static let mostNames = 4096
  private static let mostListed = 12

  private var missing: Set<String>
  private var nearest: [String: String] = [:]
  private var names: Set<String> = []

  init(_ words: some Sequence<String>) { missing = Set(words) }

  /// Takes note of what a session has, and of what is there of that which was asked for; the order of sessions makes no difference.
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

  var failure: CommandFailure? {
    guard let word = missing.min() else { return nil }
    let known = Int64(word) == nil && names.count <= Self.mostListed ? names.sorted() : []
    return CommandFailure(
      "there is no popup \"\(word)\" in what was given"
        + suggestion(for: word, among: nearest[word].map { [$0] } ?? known))
  }

  func check() throws(CommandFailure) { if let failure { throw failure } }
}

struct SoughtPopups: Sendable {
  /// What is judged of the sessions; nil for all of it.
  private let judged: PopupSelection?
  /// What conditions on sessions ask for; nil where none asks for a popup.
  private let conditional: PopupSelection?
  private let sightings: Locked<PopupSightings>

  init?(_ judged: PopupSelection?, conditional asked: [String]) {
    self.judged = judged
    conditional = PopupSelection(asked)
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

  func complain(in context: ToolContext) {
    if let failure = sightings.withLock({ $0.failure }) { context.complain(failure.line) }
  }
}

struct SessionOption: ParsableArguments {
  @Option(help: .text("Only this session, by name or place in its input; may be given several times.", value: "name"))
  var session: [String] = []
}

/// The sessions that were asked for, by name or by their number in their input; every one where none was.
struct SessionSelection {
  private let wanted: Set<String>
  private var missing: Set<String>

  init(_ wanted: [String]) {
    self.wanted = Set(wanted)
    missing = self.wanted
  }

  mutating func takes(_ origin: SessionOrigin) -> Bool {
    guard !wanted.isEmpty else { return true }
    let words = [origin.label, String(origin.index)]
    missing.subtract(words)
    return words.contains(where: wanted.contains)
  }

  func check() throws(CommandFailure) {
    guard let name = missing.sorted().first else { return }
    throw CommandFailure("there is no session \"\(name)\" in what was given")
  }
}
#endif
