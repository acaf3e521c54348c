import PopupScheduling

/// Which presentations a rule has reported: one cause, one finding.
struct ReportedPresentations: ~Copyable {
  /// By popup: the `popup.shown` of the presentation reported last, plus 2, so that a popup that was never shown (-1) has a number of its
  /// own.
  private var reported = IndexTable()

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { reported.removeAll() }

  /// Notes that the rule reports a popup's latest presentation; false if it did before. A finding without a popup is always reported.
  mutating func insert(_ popup: PopupID, _ state: borrowing AuditState) -> Bool {
    guard !popup.isNone else { return true }
    let key = IndexTable.Key(popup.rawValue, 0)
    let shown = state.popups[popup.index].shown + 2
    guard reported[key] != shown else { return false }
    reported[key] = shown
    return true
  }
}
