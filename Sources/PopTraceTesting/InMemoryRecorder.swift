public import PopTrace
public import PopupScheduling

/// Records a session of an app's scheduler in memory, as `RecordingObserver` does in a file.
///
/// ```swift
/// let scheduler = PopupScheduler<Void>(
///   policy: OurPolicy(), observer: InMemoryRecorder(policy: "ours"), clock: VirtualClock())
/// scheduler.presenter = presenter
/// scheduler.submit(PopupRequest("Spring sale"))
/// let recording = scheduler.recordedSession()
/// ```
@MainActor
public final class InMemoryRecorder: EventObserver {
  /// How many turns have been recorded.
  public private(set) var turns = 0

  var session = Session()

  /// - Parameters:
  ///   - policy: The name of the policy at work, by which recordings are checked for giving themselves back.
  ///   - configuration: That policy's configuration as text, where it has one.
  public init(policy: String = "", configuration: String = "") {
    session.header.policy = policy
    session.header.configuration = configuration
    session.header.marksReentrantStimuli = true
  }

  /// Makes a recorder of a scheduler with a standard policy.
  public convenience init(_ configuration: PolicyConfiguration) {
    self.init(policy: configuration.versionName ?? "custom", configuration: configuration.text)
  }

  public func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    for event in log.events[index...] { session.log.append(event, of: log) }
  }

  public func turnEnded(in catalog: borrowing Catalog) { turns += 1 }
  public func refused(_ count: Int) { session.header.refusedEvents += Int64(count) }
}

extension PopupScheduler {
  /// What an ``InMemoryRecorder`` has recorded up to now, as a session that ends here; empty where another one observes.
  public func recordedSession(named name: String = "") -> Session {
    var recording = (observer as? InMemoryRecorder)?.session ?? Session()
    recording.header.session = name
    recording.header.tick = clock.tick
    recording.header.ended = now
    recording.catalog = catalog
    return recording
  }
}

/// A clock that goes when it is told to, for tests of an app's scheduler.
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
  /// - `lateness`: By how many ticks each call comes late, as on a device that is busy.
  public func advance(by length: Int, lateness: Int = 0) {
    let end = now + Ticks(Int64(length))
    while let index = alarms.indices.min(by: { (alarms[$0].due, $0) < (alarms[$1].due, $1) }), alarms[index].due <= end
    {
      let alarm = alarms.remove(at: index)
      now = max(now, alarm.due + Ticks(Int64(lateness)))
      alarm.action()
    }
    now = max(now, end)
  }

  /// Lets so many ticks pass in which nobody can be called, as while the main thread is blocked.
  public func slip(by length: Int) { now += Ticks(Int64(length)) }
}
