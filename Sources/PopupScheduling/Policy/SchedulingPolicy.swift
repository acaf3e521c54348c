/// Code that turns stimuli into decisions.
///
/// ```swift
/// struct ShowAtOnce: SchedulingPolicy {
///   var generations: [PopupID: Int32] = [:]
///   mutating func take(_ stimulus: Event, _ turn: inout Turn) {
///     guard stimulus.kind == .popupSubmitted else { return }
///     generations[stimulus.popup] = 1
///     turn.show(stimulus.popup, on: .none, generation: 1)
///   }
///   mutating func settle(_ turn: inout Turn) {}
///   mutating func reset() { generations = [:] }
/// }
/// ```
///
/// A policy is a value that owns its state; each scheduler of each scene runs a copy of its own. It must be deterministic: no clock but
/// ``Turn/now``, no randomness, no order that depends on hashes. It sees only the stimuli of its own scheduler (``Scheduler`` routes them),
/// and it must bear any stimulus at any time: a trace may say anything.
public protocol SchedulingPolicy: Sendable {
  /// Takes one stimulus: brings its own state up to date and decides what follows from this stimulus alone.
  mutating func take(_ stimulus: Event, _ turn: inout Turn)

  /// Chooses what to show next, after a stimulus and all the re-entrant ones it brought have been taken (<doc:TimeAndTurns#Turns>).
  ///
  /// Called again when the decisions made here bring re-entrant stimuli of their own.
  mutating func settle(_ turn: inout Turn)

  /// Ends a turn, when everything is chosen and nothing is pending: says what still waits, puts back what was put aside.
  ///
  /// Called once more when the decisions made here bring re-entrant stimuli of their own. Does nothing, unless written otherwise.
  mutating func conclude(_ turn: inout Turn)

  /// Whether it calls ``Turn/takeReentrant()`` in the middle of deciding. No, unless said otherwise.
  static var takesReentrantStimuliInTheMiddle: Bool { get }

  /// Forgets everything, so that the next session can begin, and keeps the memory.
  mutating func reset()
}

extension SchedulingPolicy {
  public mutating func conclude(_ turn: inout Turn) {}

  public static var takesReentrantStimuliInTheMiddle: Bool { false }
}
