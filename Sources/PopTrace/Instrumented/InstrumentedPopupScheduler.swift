public import PopupScheduling

/// The scheduler of an app that records what happens: the facade, with a recorder as its observer.
///
/// ```swift
/// let scheduler = InstrumentedPopupScheduler(presenter: presenter, app: "Shop", build: "412") { result in
///   if case .success(let bytes) = result { file.write(Data(bytes)) }
/// }
/// ```
public typealias InstrumentedPopupScheduler = PopupScheduler<StandardPolicy, RecordingObserver>

extension PopupScheduler where Policy == StandardPolicy, Observer == RecordingObserver {
  /// Makes a scheduler of a standard policy that records.
  ///
  /// - Parameters:
  ///   - presenter: Who shows popups.
  ///   - configuration: What the policy does; it is written into the trace's header, so that its replay can be checked.
  ///   - session: What tells the session from others.
  ///   - app: The app's name.
  ///   - build: The app's build.
  ///   - started: The wall-clock time, as ISO 8601 text.
  ///   - clock: The time it goes by.
  ///   - write: Takes the bytes of the trace as they come, in order.
  public convenience init(
    presenter: any PopupPresenter, configuration: PolicyConfiguration = .v6, session: String = "", app: String = "",
    build: String = "", started: String = "", clock: any PopupClock = ContinuousPopupClock(),
    options: TraceRecorder.Options = TraceRecorder.Options(),
    write: @escaping @Sendable (Result<[UInt8], TraceError>) -> Void
  ) {
    var header = SessionHeader()
    header.session = session
    header.app = app
    header.build = build
    header.started = started
    header.tick = clock.tick
    header.marksReentrantStimuli = true
    header.policy = configuration.versionName ?? "custom"
    header.configuration = configuration.text
    let recorder = TraceRecorder(header: header, options: options)
    self.init(
      policy: StandardPolicy(configuration), presenter: presenter,
      observer: RecordingObserver(recorder: recorder, write: write), clock: clock)
  }

  /// Ends the session and its recording.
  public func endRecording() async {
    var observer = self.observer
    await observer.finish(catalog, ended: now)
    withObserver { $0 = observer }
  }
}
