import PopupScheduling

/// `fault`: the scheduler reached undefined behaviour.
struct FaultRule: AuditRule {
  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard event.kind == .fault else { return }
    let scene = Int(state.knownScene(numbered: event.scene))
    let subject = event.popup.isNone ? "" : " over \(state.text(popup: event.popup.index))"
    findings.append(
      Finding(
        .fault, popup: event.popup, page: scene < 0 ? .none : state.scenes[scene].current, time: state.now,
        witness: [event.sequence],
        because: "the scheduler came to a fault\(subject): \(state.text(name: event.name))"))
  }
}
