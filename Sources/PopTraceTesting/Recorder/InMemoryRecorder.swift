public import PopTrace
public import PopupScheduling

/// Records a session of an app's scheduler in memory, as ``PopTrace/RecordingObserver`` does in a file.
///
/// ```swift
/// let scheduler = PopupScheduler(
///   policy: OurPolicy(), presenter: presenter, observer: InMemoryRecorder(policy: "ours"), clock: VirtualClock())
/// scheduler.submit(PopupRequest("Spring sale"))
/// let recording = scheduler.recordedSession()
/// ```
public struct InMemoryRecorder: EventObserver {
  /// How many turns have been recorded.
  public private(set) var turns = 0

  var session = Session()

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - policy: The name of the policy at work, by which recordings are checked for giving themselves back.
  ///   - configuration: That policy's configuration as text, where it has one.
  public init(policy: String = "", configuration: String = "") {
    session.header.policy = policy
    session.header.configuration = configuration
    session.header.marksReentrantStimuli = true
  }

  /// Makes a recorder of a scheduler with a standard policy.
  public init(_ configuration: PolicyConfiguration) {
    self.init(policy: configuration.versionName ?? "custom", configuration: configuration.text)
  }

  public mutating func observe(_ event: Event, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    session.log.append(event, of: log)
  }

  public mutating func turnEnded(in catalog: borrowing Catalog) { turns += 1 }

  public mutating func refused(_ count: Int) { session.header.refusedEvents += Int64(count) }
}

extension PopupScheduler where Observer == InMemoryRecorder {
  /// What has been recorded up to now, as a session that ends here.
  ///
  /// - Parameter name: What tells the session from others.
  public func recordedSession(named name: String = "") -> Session {
    var recording = withObserver { $0.session }
    recording.header.session = name
    recording.header.tick = clock.tick
    recording.header.ended = now
    recording.catalog = catalog
    return recording
  }
}
