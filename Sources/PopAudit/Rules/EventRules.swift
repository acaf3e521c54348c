import PopupScheduling

/// The rules that follow one sort of event.
struct EventRules: AuditRule {
  /// The catalog has more names than it had.
  mutating func learn(_ state: borrowing AuditState) {}
}
