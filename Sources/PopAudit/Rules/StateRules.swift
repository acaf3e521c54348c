import PopupScheduling

/// The rules about lines, pages and endings.
struct StateRules: AuditRule {
  private var overlap = OverlapRule()

  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    if !state.step.presentations.isEmpty {
      overlap.endOfStep(&state, &findings)
    }
  }
}
