import PopupScheduling

/// Which presentations a rule has spoken of: one cause, one finding. Touched only where something is wrong.
struct OncePerPresentation: ~Copyable {
  /// By popup: the `popup.shown` spoken of last, moved by two, so that what came before the first is none of the numbers below.
  private var spoken = IndexTable()

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { spoken.removeAll() }

  /// Notes that the rule speaks of a popup's latest presentation; false where it did before. Of no popup it may always speak.
  mutating func claim(_ popup: PopupID, _ state: borrowing AuditState) -> Bool {
    guard !popup.isNone else { return true }
    let key = IndexTable.Key(popup.rawValue, 0)
    let shown = state.popups[popup.index].shown + 2
    guard spoken[key] != shown else { return false }
    spoken[key] = shown
    return true
  }
}
