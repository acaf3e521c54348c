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
  ///
  /// - Parameters:
  ///   - presenter: The app's code that shows popups.
  ///   - store: What keeps the traces.
  ///   - configuration: What the policy does; the trace's header says it, so that its replay can be checked.
  ///   - clock: The clock of the scheduler.
  ///   - schedulers: The schedulers there are, of all scenes; one recording has them all.
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
  ///
  /// - Parameters:
  ///   - named: The policy's name, by which a `poptrace` that knows it finds it.
  ///   - configuration: Its configuration as text, where it has one.
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
