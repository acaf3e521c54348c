import PopupScheduling

/// The hooks of a rule; each writes those it needs. See ``Auditor`` for when they are called.
///
/// Never used as a type of a value, only to give every rule the same hooks: calls are direct, and an empty hook is no call at all.
protocol AuditRule: ~Copyable {
  /// Forgets everything, for another session, and keeps the memory.
  mutating func begin(_ state: borrowing AuditState)

  /// An event is about to change the state.
  mutating func before(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding])

  /// An event has changed the state.
  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding])

  /// The step is over, and the state is what it left behind. Lines are not settled yet: they tell what was before the step.
  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding])

  /// A moment has come, and the state knows.
  mutating func deadline(_ deadline: Deadline, _ state: inout AuditState, _ findings: inout [Finding])

  /// The session is over. A killed one is not finished, and not judged at its end.
  mutating func endOfSession(isFinished: Bool, _ state: inout AuditState, _ findings: inout [Finding])
}

extension AuditRule where Self: ~Copyable {
  @inline(__always)
  mutating func begin(_ state: borrowing AuditState) {}
  @inline(__always)
  mutating func before(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {}
  @inline(__always)
  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {}
  @inline(__always)
  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {}
  @inline(__always)
  mutating func deadline(_ deadline: Deadline, _ state: inout AuditState, _ findings: inout [Finding]) {}
  @inline(__always)
  mutating func endOfSession(isFinished: Bool, _ state: inout AuditState, _ findings: inout [Finding]) {}
}
