public import PopupScheduling

/// A clock that goes when it is told to, for tests of an app's scheduler.
///
/// ```swift
/// let clock = VirtualClock()
/// let scheduler = PopupScheduler(
///   policy: OurPolicy(), presenter: presenter, observer: InMemoryRecorder(policy: "ours"), clock: clock)
/// clock.advance(by: 3000)
/// ```
///
/// Time begins at zero and moves only in ``advance(by:lateness:)`` and ``slip(by:)``. Whoever asked to be called meanwhile is called, in order
/// of instants, equal ones in the order in which they asked.
@MainActor
public final class VirtualClock: PopupClock {
  /// How long a tick is.
  public let tick: TickLength
  /// The time since the session began.
  public private(set) var now = Ticks.zero

  private var alarms: [(due: Ticks, number: Int, action: @MainActor () -> Void)] = []
  private var count = 0

  /// Makes a clock that stands at zero.
  public init(tick: TickLength = .millisecond) { self.tick = tick }

  public func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void) -> PopupAlarm {
    count += 1
    let number = count
    alarms.append((instant, number, action))
    return PopupAlarm { [weak self] in self?.alarms.removeAll { $0.number == number } }
  }

  /// How many calls are outstanding.
  public var outstandingCalls: Int { alarms.count }

  /// Lets so many ticks pass; whoever is to be called meanwhile is called.
  ///
  /// - Parameter lateness: By how many ticks each call comes late, as on a device that is busy.
  public func advance(by length: Int, lateness: Int = 0) {
    let end = now + Ticks(Int64(length))
    while let place = firstAlarm, alarms[place].due <= end {
      let alarm = alarms.remove(at: place)
      now = max(now, alarm.due + Ticks(Int64(lateness)))
      alarm.action()
    }
    now = max(now, end)
  }

  /// Lets so many ticks pass in which nobody can be called, as while the main thread is blocked.
  public func slip(by length: Int) { now += Ticks(Int64(length)) }

  private var firstAlarm: Int? {
    alarms.indices.min { (alarms[$0].due, alarms[$0].number) < (alarms[$1].due, alarms[$1].number) }
  }
}
