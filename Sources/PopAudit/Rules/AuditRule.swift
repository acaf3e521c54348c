import PopupScheduling

/// What every rule says of itself, and the hooks it may have; each writes those it needs. See ``Auditor`` for when they are called.
///
/// A rule reads the common state and never changes it: what it remembers it keeps itself, and what it finds goes into the output.
///
/// Never used as a type of a value, only to give every rule the same hooks: calls are direct, and a hook that is not there is no call at
/// all.
protocol AuditRule: ~Copyable {
  /// What users read of it.
  static var documentation: RuleDocumentation { get }
  /// The kinds of events that ``before(_:_:)`` is called for.
  static var watchedBefore: AuditSignals { get }
  /// The kinds of events that ``after(_:_:)`` is called for.
  static var watchedAfter: AuditSignals { get }
  /// What in a step ``endOfStep(_:_:)`` is called for.
  static var watchedAtEnd: AuditSignals { get }
  /// What ``deadline(_:_:_:)`` is called for.
  static var deadlines: Deadline.Kinds { get }

  /// Forgets everything, for another session, and keeps the memory.
  mutating func begin(_ state: borrowing AuditState)

  /// ``AuditState/event`` is about to change the state.
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput)

  /// ``AuditState/event`` has changed the state.
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput)

  /// A popup was hidden as page-left in the step that is over, and not parked; true where this rule judges it, so that no other rule does.
  mutating func left(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool

  /// A popup is UP while a page is current, at the end of a step that changed one of them; true where this rule's condition is met, so that
  /// no other looks.
  mutating func stands(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool

  /// A presentation that began in the step that is over is still UP.
  mutating func presented(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput)

  /// Other popups could have been shown in place of one that was, in the step that is over or in an earlier one.
  mutating func passedOver(
    _ contest: OvertakenPopups.Overtaking, _ overtaken: borrowing OvertakenPopups, _ state: borrowing AuditState,
    _ output: inout RuleOutput)

  /// The step is over, and the state is what it left behind. Queues are not settled yet: they tell what was before the step.
  mutating func endOfStep(_ state: borrowing AuditState, _ output: inout RuleOutput)

  /// A deadline is due, and the state is already what it is from then on.
  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput)

  /// The session is over. A killed one is not finished, and not judged at its end.
  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput)
}

extension AuditRule where Self: ~Copyable {
  static var watchedBefore: AuditSignals { [] }
  static var watchedAfter: AuditSignals { [] }
  static var watchedAtEnd: AuditSignals { [] }
  static var deadlines: Deadline.Kinds { [] }

  @inline(__always)
  mutating func begin(_ state: borrowing AuditState) {}
  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {}
  @inline(__always)
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {}
  @inline(__always)
  mutating func left(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool { false }
  @inline(__always)
  mutating func stands(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool { false }
  @inline(__always)
  mutating func presented(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {}
  @inline(__always)
  mutating func passedOver(
    _ contest: OvertakenPopups.Overtaking, _ overtaken: borrowing OvertakenPopups, _ state: borrowing AuditState,
    _ output: inout RuleOutput
  ) {}
  @inline(__always)
  mutating func endOfStep(_ state: borrowing AuditState, _ output: inout RuleOutput) {}
  @inline(__always)
  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {}
  @inline(__always)
  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {}
}
