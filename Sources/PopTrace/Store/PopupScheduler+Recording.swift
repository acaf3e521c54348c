public import PopupScheduling

// An app's scheduler that records.
extension PopupScheduler {
  /// Makes a scheduler of a standard policy whose session is recorded, where there is a store.
  ///
  /// ```swift
  /// let popups = PopupScheduler<PopupView>(recording: TraceStore(in: .applicationSupport, app: "Shop", build: "412"))
  /// ```
  ///
  /// Where the recording cannot begin (no room, no right to write), the scheduler works without one; ``TraceStore/problem`` says why.
  ///
  /// - `startsRecording`: Whether the recording begins now, or with ``startRecording()``: once there is consent, say.
  public convenience init(
    recording store: TraceStore?, startsRecording: Bool = true, presenter: (any PopupPresenter<Content>)? = nil,
    configuration: PolicyConfiguration = .v6, clock: any PopupClock = ContinuousPopupClock(),
    schedulers: [SchedulerID] = [SchedulerID()]
  ) {
    self.init(
      recording: store, startsRecording: startsRecording, policy: StandardPolicy(configuration),
      named: configuration.versionName ?? "custom", configuration: configuration.text, presenter: presenter,
      clock: clock, schedulers: schedulers)
  }

  /// Makes a scheduler of a policy of one's own whose session is recorded, where there is a store.
  public convenience init(
    recording store: TraceStore?, startsRecording: Bool = true, policy: some SchedulingPolicy, named name: String,
    configuration: String = "", presenter: (any PopupPresenter<Content>)? = nil,
    clock: any PopupClock = ContinuousPopupClock(), schedulers: [SchedulerID] = [SchedulerID()]
  ) {
    let observer = store?.observer(
      policy: name, configuration: configuration, tick: clock.tick, startsRecording: startsRecording)
    self.init(
      policy: policy, presenter: presenter, observer: observer, clock: clock, schedulers: schedulers)
  }

}

extension ObservedPopups {
  /// Makes what an app with a scheduler of its own reports to, and records it where there is a store.
  ///
  /// - `scheduler`: The name of the app's scheduler, and its version where it has one, such as `PopupManager 3`.
  /// - `startsRecording`: Whether the recording begins now, or with ``PopupFacade/startRecording()``: once there is consent, say.
  public convenience init(
    recording store: TraceStore?, scheduler: String = "", startsRecording: Bool = true,
    clock: any PopupClock = ContinuousPopupClock(), schedulers: [SchedulerID] = [SchedulerID()]
  ) {
    let observer = store?.observer(
      policy: scheduler, isObserved: true, tick: clock.tick, startsRecording: startsRecording)
    self.init(observer: observer, clock: clock, schedulers: schedulers)
  }
}

extension PopupFacade {
  private var recorder: RecordingObserver? { observer as? RecordingObserver }

  /// The recording under way, or the last one; nil where there is none.
  public var recording: TraceRecording? { recorder?.recording }
  /// Whether the session is being recorded.
  public var isRecording: Bool { recorder?.isOn == true }

  /// Begins to record, or goes on after a pause: a session of its own, which replays. It begins with the state of now, and with what was open then
  /// (<doc:Recording#Consent>). Nothing happens where the session is being recorded, or its recording has ended.
  ///
  /// Called while a decision is being carried out, this and the following take effect when the turn is over, because half a turn cannot be
  /// replayed. After a pause, another thread first reads what was recorded before: where it is still at it, the recording begins with one of the
  /// next turns, and has what happens until then.
  public func startRecording() { recorder?.want(.begin, at: now, in: catalog) }

  /// Ends the session's recording, to begin another one later.
  public func pauseRecording() { recorder?.want(.pause, at: now, in: catalog) }

  /// Ends the session's recording for good: its trace is completed in the background.
  ///
  /// The scheduler works on. An app that goes to the background has nothing to end, for it may come back: it calls ``TraceStore/flush()``.
  public func endRecording() { recorder?.want(.end, at: now, in: catalog) }
}
