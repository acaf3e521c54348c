import PopupScheduling

/// `fault`: the scheduler reached undefined behaviour.
struct FaultRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.fault] }
  static var watchedAfter: AuditSignals { .fault }

  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let scene = Int(state.knownScene(numbered: state.event.scene))
    let subject = state.event.popup.isNone ? "" : " over \(state.text(popup: state.event.popup.index))"
    output.report(
      .fault, popup: state.event.popup, page: scene < 0 ? .none : state.scenes[scene].current, time: state.now,
      witness: [state.event.sequence],
      because: "the scheduler came to a fault\(subject): \(state.text(name: state.event.name))")
  }
}

extension Rule {
  public static let fault = Rule(
    number: 32, id: "fault", severity: .error,
    userWords: "came with a crash or a hang",
    definition: """
      The scheduler reached undefined behaviour: a crash, a deadlock, an index out of range. What it does \
      afterwards is judged like anything else.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.withdrawn","popup":1}
      {"t":200,"event":"fault","message":"removed from an empty queue"}
      fault: the scheduler removed from an empty queue
      """)
}
