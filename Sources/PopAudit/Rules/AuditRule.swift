import PopupScheduling

/// What every rule says of itself, and the hooks it may have: each writes those it needs. ``Auditor`` says when they are called.
///
/// A rule reads the common state and never changes it. What it remembers it keeps itself, and what it finds goes into the output. Calls are
/// direct, and a hook that is not there is no call at all. What a rule keeps in an `OwnedArray` is of a type that is not private: the
/// compiler (6.3.1) fails where such an array is destroyed in another file.
protocol AuditRule: ~Copyable {
  /// The kinds of events that ``before(_:_:)`` is called for.
  static var watchedBefore: AuditSignals { get }
  /// The kinds of events that ``after(_:_:)`` is called for.
  static var watchedAfter: AuditSignals { get }
  /// What in a turn ``endOfTurn(_:_:)`` is called for.
  static var watchedAtEnd: AuditSignals { get }
  /// When at the end of a turn ``endOfTurn(_:_:)`` is called.
  static var stage: TurnStage { get }
  /// Whether ``deadline(_:_:_:)`` is called for deadlines of a kind.
  static func isDue(_ kind: Deadline.Kind) -> Bool

  /// Whether ``before(_:_:)``, ``after(_:_:)`` and ``endOfTurn(_:_:)`` have anything to look at: asked in line, to spare most events a call.
  func looksBefore(_ state: borrowing AuditState) -> Bool
  func looksAfter(_ state: borrowing AuditState) -> Bool
  func looksAtEnd(_ state: borrowing AuditState) -> Bool

  /// Forgets everything, for another session, and keeps the memory.
  mutating func begin(_ state: borrowing AuditState)

  /// Takes over what another of its kind remembers.
  mutating func copy(from other: borrowing Self)

  /// ``AuditState/event`` is about to change the state.
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput)

  /// ``AuditState/event`` has changed the state.
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput)

  /// A popup was hidden as page-left in the turn that is over, and not parked; true where this rule judges it, so that no other rule does.
  mutating func left(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool

  /// A popup is UP while a page is current, at the end of a turn that changed one of them; true where no other rule is to look.
  mutating func stands(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool

  /// A presentation that began in the turn that is over is still UP.
  mutating func presented(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput)

  /// The turn is over, and the state is what it left behind. Queues are not settled yet: they tell what was before the turn.
  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput)

  /// A deadline is due, and the state is already what it is from then on.
  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput)

  /// The session is over. A killed one is not finished, and not judged at its end.
  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput)

  /// Calls ``before(_:_:)``, ``after(_:_:)``, ``endOfTurn(_:_:)`` and ``deadline(_:_:_:)`` of those that watch what is at hand.
  mutating func callBefore(_ event: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput)
  mutating func callAfter(_ event: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput)
  mutating func callEnd(_ stage: TurnStage, _ state: borrowing AuditState, _ output: inout RuleOutput)
  mutating func callDeadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput)
}

/// When at the end of a turn a rule looks: its findings come before those of later stages.
enum TurnStage {
  /// After the popups that left with their page.
  case leaving
  /// Before each presentation is looked at.
  case presentations
  /// After the popups that were passed over.
  case heldBack
  /// After the popups that are up on another page.
  case pages
  /// After everything else.
  case last
}

extension AuditRule where Self: ~Copyable {
  static var watchedBefore: AuditSignals { [] }
  static var watchedAfter: AuditSignals { [] }
  static var watchedAtEnd: AuditSignals { [] }
  static var stage: TurnStage { .last }
  static func isDue(_ kind: Deadline.Kind) -> Bool { false }

  func looksBefore(_ state: borrowing AuditState) -> Bool { true }
  func looksAfter(_ state: borrowing AuditState) -> Bool { true }
  func looksAtEnd(_ state: borrowing AuditState) -> Bool { true }

  mutating func begin(_ state: borrowing AuditState) {}
  mutating func copy(from other: borrowing Self) {
    precondition(MemoryLayout<Self>.size == 0, "a rule that remembers something has to be copied with it")
  }
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {}
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {}
  mutating func left(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool { false }
  mutating func stands(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool { false }
  mutating func presented(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {}
  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {}
  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {}
  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {}

  @inline(__always)
  mutating func callBefore(_ event: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    if Self.watchedBefore.meets(event), looksBefore(state) { before(state, &output) }
  }
  @inline(__always)
  mutating func callAfter(_ event: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    if Self.watchedAfter.meets(event), looksAfter(state) { after(state, &output) }
  }
  @inline(__always)
  mutating func callEnd(_ stage: TurnStage, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard stage == Self.stage, Self.watchedAtEnd.meets(state.turn.signals), looksAtEnd(state) else { return }
    endOfTurn(state, &output)
  }
  @inline(__always)
  mutating func callDeadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    if Self.isDue(deadline.kind) { self.deadline(deadline, state, &output) }
  }
}

extension AuditRule where Self: ~Copyable & Replaceable {
  mutating func begin(_ state: borrowing AuditState) { removeAll() }
}
