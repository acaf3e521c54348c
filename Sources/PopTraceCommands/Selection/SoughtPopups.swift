#if Tool
import PopSystem
import PopTrace
import PopupScheduling

/// The popups that a judgement is narrowed to, looked for by every thread that reads sessions.
struct SoughtPopups: Sendable {
  /// What is judged of the sessions; nil for all of it.
  private let judged: PopupSelection?
  /// What conditions on sessions ask for; nil where none asks for a popup.
  private let conditional: PopupSelection?
  private let sightings: Locked<PopupSightings>

  /// - Returns: nil where no popup is asked for.
  init?(_ judged: PopupSelection?, conditions: [WhereClause]) {
    let names = conditions.filter { $0.key == .popup }.map(\.value)
    guard judged != nil || !names.isEmpty else { return nil }
    self.judged = judged
    conditional = PopupSelection(names)
    sightings = Locked(PopupSightings((judged?.words ?? []).union(names)))
  }

  /// Takes note of a session that was read, whether it is judged or not: what no session has keeps all of them from it.
  func noteRead(_ session: Session) {
    guard let conditional else { return }
    note(session, conditional.popups(of: session))
  }

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
    guard let complaint = sightings.withLock({ $0.complaint }) else { return }
    context.complain(CommandFailure(complaint).line)
  }
}
#endif
