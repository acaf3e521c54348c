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

  /// Chooses what to show next, after a stimulus and all the re-entrant ones it brought have been taken (<doc:TimeAndTurns#Turns>); called again
  /// when the decisions made here bring more.
  mutating func settle(_ turn: inout Turn)

  /// Ends a turn, when everything is chosen and nothing is pending; called once more when the decisions made here bring re-entrant stimuli. Does
  /// nothing, unless written otherwise.
  mutating func conclude(_ turn: inout Turn)

  /// Goes on with a turn from a stage, as far as nothing has to be carried out in between, and says which stage comes next. ``Scheduler`` calls
  /// it where it has one policy. The three methods above, one after the other, unless written otherwise.
  mutating func advance(_ stage: TurnStage, _ stimulus: Event, _ turn: inout Turn) -> TurnStage

  /// Whether it calls ``Turn/takeReentrant()`` in the middle of deciding. No, unless said otherwise.
  static var takesReentrantStimuliInTheMiddle: Bool { get }

  /// Forgets everything, so that the next session can begin, and keeps the memory.
  mutating func reset()

  /// Becomes what another one is by now, to go on from there in another way.
  ///
  /// It is an assignment, unless written otherwise: for policies whose memory can be used again.
  mutating func copy(from other: Self)
}

extension SchedulingPolicy {
  public mutating func conclude(_ turn: inout Turn) {}
  public static var takesReentrantStimuliInTheMiddle: Bool { false }

  @inlinable
  public mutating func advance(_ stage: TurnStage, _ stimulus: Event, _ turn: inout Turn) -> TurnStage {
    let root = turn.cause
    if stage == .taking {
      take(stimulus, &turn)
      if turn.hasToCarryOut || turn.hasPending { return .settling }
      turn.cause = root
    }
    if stage != .concluding {
      settle(&turn)
      if turn.hasToCarryOut { return .concluding }
    }
    conclude(&turn)
    return .over
  }

  public mutating func copy(from other: Self) { self = other }
}

/// What a policy has still to do in a turn (<doc:TimeAndTurns#Turns>).
@frozen
public enum TurnStage: Sendable { case taking, settling, concluding, over }

/// Everything around a scheduler that carries its decisions out: an app, or a model of one.
public protocol SchedulerEnvironment: AnyObject {
  /// Carries a decision out, and says which stimuli arrive while it does.
  ///
  /// Called exactly once for every decision, in order. A stimulus added to `reentrant` gets this decision as its cause, unless it names another,
  /// and is taken in the same turn (<doc:TimeAndTurns#Re-entrant-stimuli>).
  func carryOut(_ decision: Event, reentrant: inout [Event])

  /// The same, for an environment that looks up what the decision refers to, or what has happened so far. What the scheduler calls; the other,
  /// unless written otherwise.
  /// - `log`: The events so far, this decision and those that were made together with it included; none of them changes any more.
  func carryOut(
    _ decision: Event, reentrant: inout [Event], in log: borrowing EventLog, _ catalog: borrowing Catalog)

  /// Puts what a re-entrant stimulus refers to into the catalog, right after ``carryOut(_:reentrant:)`` gave it; once for each of them, in order.
  /// Does nothing, unless written otherwise.
  func register(_ stimulus: inout Event, in catalog: inout Catalog)
}

extension SchedulerEnvironment {
  @inlinable
  public func carryOut(
    _ decision: Event, reentrant: inout [Event], in log: borrowing EventLog, _ catalog: borrowing Catalog
  ) {
    carryOut(decision, reentrant: &reentrant)
  }

  public func register(_ stimulus: inout Event, in catalog: inout Catalog) {}
}
