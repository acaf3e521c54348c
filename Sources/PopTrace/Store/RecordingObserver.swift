public import PopupScheduling

/// The scheduler of an app that records what happens: the facade, with a recorder as its observer.
///
/// ```swift
/// let store = TraceStore(directory: directory)
/// let scheduler = InstrumentedPopupScheduler(presenter: presenter, store: store)
/// ```
public typealias InstrumentedPopupScheduler<Policy: SchedulingPolicy> = PopupScheduler<Policy, RecordingObserver>

extension PopupScheduler where Policy == StandardPolicy, Observer == RecordingObserver {
  /// Makes a scheduler of a standard policy whose session is recorded.
  ///
  /// Where the recording cannot begin (no room, no right to write), the scheduler works without one; ``TraceStore/problem`` says why.
  public convenience init(
    presenter: any PopupPresenter, store: TraceStore, configuration: PolicyConfiguration = .v6,
    clock: any PopupClock = ContinuousPopupClock(), schedulers: [SchedulerID] = [SchedulerID()]
  ) {
    self.init(
      policy: StandardPolicy(configuration), named: configuration.versionName ?? "custom",
      configuration: configuration.text, presenter: presenter, store: store, clock: clock,
      schedulers: schedulers)
  }
}

extension PopupScheduler where Observer == RecordingObserver {
  /// Makes a scheduler of a policy of one's own whose session is recorded.
  public convenience init(
    policy: Policy, named name: String, configuration: String = "", presenter: any PopupPresenter,
    store: TraceStore, clock: any PopupClock = ContinuousPopupClock(),
    schedulers: [SchedulerID] = [SchedulerID()]
  ) {
    let observer = store.begin(policy: name, configuration: configuration, tick: clock.tick)
    self.init(policy: policy, presenter: presenter, observer: observer, clock: clock, schedulers: schedulers)
  }

  /// The recording under way; nil where none is.
  public var recording: TraceRecording? { observer.recording }

  /// Ends the session's recording: its trace is completed in the background.
  ///
  /// The scheduler works on. What happens later is not recorded; for that, make another scheduler. Called while a decision is being carried
  /// out, by a presenter or a button's handler, it takes effect when the turn is over, because half a turn cannot be replayed. An app that goes to the background has
  /// nothing to end, for it may come back: it calls ``TraceStore/flush()``.
  public func endRecording() {
    let time = now
    withObserver { $0.end(at: time) }
  }
}

/// Records every event of an app's scheduler.
///
/// Owned by its scheduler, and lent by ``PopupScheduler/withObserver(_:)``. One that is off costs a branch a decision.
public struct RecordingObserver: ~Copyable {
  /// The recording under way; nil where none ever was.
  public let recording: TraceRecording?
  /// Events that came after the recording's end.
  public private(set) var eventsAfterEnd = 0
  /// What names are called in the recording; nil where they stay as they are.
  public let alias: (@Sendable (String, NameRole) -> String)?
  private var recorder: TraceRecorder?
  /// Whether a turn is being observed, and when the recording is to end once that is whole.
  private var isInTurn = false
  private var endsAt: Ticks?

  /// Makes an observer that records.
  public init(_ recorder: consuming TraceRecorder, privacy: RecordingPrivacy? = nil) {
    recording = recorder.recording
    alias = privacy?.alias(of:_:)
    self.recorder = consume recorder
  }

  /// Makes an observer that does not record.
  public init() {
    recording = nil
    alias = nil
    recorder = nil
  }

  /// Whether events are being recorded.
  public var isOn: Bool { recorder != nil }

  /// Ends the recording, with the turn under way where there is one; what comes later is counted and not recorded.
  public mutating func end(at time: Ticks) {
    if isInTurn { endsAt = time } else { recorder.take()?.end(at: time) }
  }
}

extension RecordingObserver: EventObserver {
  /// What comes after a recording's end is counted; a session that was never recorded costs nothing but this.
  public var isListening: Bool { recording != nil }

  public mutating func observe(_ event: Event, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    guard recorder != nil else {
      if recording != nil { eventsAfterEnd += 1 }
      return
    }
    isInTurn = true
    if event.overCount == 0 {
      recorder?.record(event, at: event.time, in: catalog)
    } else {
      recorder?.record(event, at: event.time, over: log.over(of: event), in: catalog)
    }
  }

  public mutating func turnEnded(in catalog: borrowing Catalog) {
    recorder?.turnEnded()
    isInTurn = false
    if let time = endsAt.take() { end(at: time) }
  }

  public mutating func refused(_ count: Int) { recorder?.note(refused: count) }
}
