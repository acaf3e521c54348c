import PopTraceFuzzing
import PopupScheduling

/// Notes the events of one session in a side log, as a policy sees them.
final class Witness: @unchecked Sendable {
  // Touched by the scheduler's turns only, all of them on the main actor.
  private let log: SideLog
  /// The number in the log of the session that events belong to.
  var session: Int
  /// Whether nothing is recorded any more, whatever happens.
  var isOver = false
  private var next: Int32 = 0

  /// - Parameter session: The session's number in the log.
  init(_ log: SideLog, session: Int) {
    self.log = log
    self.session = session
  }

  /// Notes what has happened in a turn since it was last looked at.
  func look(at turn: borrowing Turn) {
    let count = turn.log.events.count
    guard count > 0, !isOver else { return }
    for index in max(0, count - Int(turn.log.events[count - 1].sequence - next + 1))..<count {
      log.note(WitnessedEvent(turn.log.events[index], in: turn.log, turn.catalog), of: session)
      next = turn.log.events[index].sequence + 1
    }
  }
}

/// A policy with a witness: all that it takes and decides is noted before an observer is told of it.
struct WitnessedPolicy<Inner: SchedulingPolicy>: SchedulingPolicy {
  private var inner: Inner
  private let witness: Witness

  init(_ inner: Inner, _ witness: Witness) {
    self.inner = inner
    self.witness = witness
  }

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    inner.take(stimulus, &turn)
    witness.look(at: turn)
  }

  mutating func settle(_ turn: inout Turn) {
    inner.settle(&turn)
    witness.look(at: turn)
  }

  mutating func conclude(_ turn: inout Turn) {
    inner.conclude(&turn)
    witness.look(at: turn)
  }

  mutating func reset() { inner.reset() }
}

/// The clock of an app's scheduler; when one of its calls has returned, what that brought about is acknowledged.
struct WitnessedClock: PopupClock {
  let log: SideLog
  let inner: any PopupClock

  var tick: TickLength { inner.tick }
  var now: Ticks { inner.now }

  func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void) -> PopupAlarm {
    inner.wake(at: instant) {
      action()
      log.acknowledge()
    }
  }
}
