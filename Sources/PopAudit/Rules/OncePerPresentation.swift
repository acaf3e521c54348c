import PopupScheduling

/// Which presentations a rule has spoken of: one cause, one finding.
struct OncePerPresentation {
  /// By popup: the `popup.shown` spoken of last, -1 for what came before the first; less for none.
  private var spoken: [Int32] = []

  mutating func begin(_ state: borrowing AuditState) {
    spoken.removeAll(keepingCapacity: true)
    spoken.append(contentsOf: repeatElement(-2, count: state.popups.count))
  }

  /// Notes that the rule speaks of a popup's latest presentation; false where it did before. Of no popup it may always speak.
  mutating func claim(_ popup: PopupID, _ state: borrowing AuditState) -> Bool {
    guard !popup.isNone, spoken[popup.index] != state.popups[popup.index].shown else { return popup.isNone }
    spoken[popup.index] = state.popups[popup.index].shown
    return true
  }
}
