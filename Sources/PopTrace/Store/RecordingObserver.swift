import PopSystem
public import PopupScheduling

/// Records what an app's scheduler does, from its beginning or from any time on, with pauses or without.
///
/// A recording that begins later, or goes on after a pause, is a session of its own. It begins with the last moment at which nothing was open:
/// before that stand, as a marked prefix, the stimuli that still count. So a little of what happened before is in it.
@MainActor
@safe
public final class RecordingObserver: EventObserver {
  /// The recording under way, or the last one; nil where none ever was.
  public private(set) var recording: TraceRecording?
  /// Events that came after the recording's end.
  public private(set) var eventsAfterEnd = 0
  /// What names are called in the recording; nil where they stay as they are.
  public let alias: (@Sendable (String, NameRole) -> String)?

  private enum Wish {
    case begin
    case pause(at: Ticks)
    case end(at: Ticks)
  }

  private enum Mode {
    case recording
    /// Not begun yet, or paused.
    case waiting
    /// Ended for good.
    case over
  }

  private let begin: ((_ prefixEvents: Int, _ now: Ticks) -> TraceRecorder?)?
  // Behind a pointer: code that looks into an object by reflection copies its fields, and traps on one that cannot be copied.
  private nonisolated(unsafe) let recorder: UnsafeMutablePointer<TraceRecorder?>
  private var mode = Mode.waiting
  /// What a session begins with that is recorded from now on; nil where none can begin.
  private var life: SessionSoFar?
  private var numbers: Renumbering?
  private var isInTurn = false
  private var wish: Wish?

  /// - Parameter begin: Makes the recorder of a session; nil where none may begin.
  init(
    alias: (@Sendable (String, NameRole) -> String)?, begin: ((_ prefixEvents: Int, _ now: Ticks) -> TraceRecorder?)?
  ) {
    self.alias = alias
    self.begin = begin
    unsafe recorder = .allocate(capacity: 1)
    unsafe recorder.initialize(to: nil)
    life = begin.map { _ in SessionSoFar() }
  }

  /// Makes an observer that records with a recorder of one's own.
  public convenience init(_ recorder: consuming TraceRecorder, privacy: RecordingPrivacy? = nil) {
    self.init(alias: privacy?.alias(of:_:), begin: nil)
    recording = recorder.recording
    unsafe self.recorder.pointee = consume recorder
    mode = .recording
  }

  deinit {
    unsafe recorder.deinitialize(count: 1)
    unsafe recorder.deallocate()
  }

  /// Whether events are being recorded.
  public var isOn: Bool { mode == .recording }

  // MARK: Beginning and ending, with the turn under way where there is one: half a turn cannot be replayed

  func start(at now: Ticks, in catalog: @autoclosure () -> Catalog) {
    if isInTurn { wish = .begin } else { start(now, catalog()) }
  }

  func pause(at time: Ticks) { if isInTurn { wish = .pause(at: time) } else { leave(.waiting, at: time) } }
  func end(at time: Ticks) { if isInTurn { wish = .end(at: time) } else { leave(.over, at: time) } }

  private func start(_ now: Ticks, _ catalog: Catalog) {
    guard mode == .waiting, let begin, let (session, numbers) = life?.session(catalog) else { return }
    unsafe recorder.pointee = begin(session.header.prefixEvents, now)
    recording = unsafe recorder.pointee?.recording
    // Where it cannot begin now, it may later.
    mode = unsafe recorder.pointee == nil ? .waiting : .recording
    self.numbers = session.log.events.isEmpty && numbers.isIdentity ? nil : numbers
    for event in session.log.events { record(event, of: session.log, catalog) }
    unsafe recorder.pointee?.turnEnded()
  }

  private func leave(_ next: Mode, at time: Ticks) {
    if mode == .recording { unsafe recorder.pointee.take()?.end(at: time) }
    if mode != .over { mode = next }
    if mode == .over { life = nil }
  }

  @inline(__always)
  private func record(_ event: Event, of log: borrowing EventLog, _ catalog: borrowing Catalog) {
    if event.overCount == 0 {
      unsafe recorder.pointee?.record(event, at: event.time, in: catalog)
    } else {
      unsafe recorder.pointee?.record(event, at: event.time, over: log.over(of: event), in: catalog)
    }
  }

  // MARK: What it is told

  public func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    guard mode != .over else {
      if recording != nil { eventsAfterEnd += log.events.count - index }
      return
    }
    isInTurn = true
    for var event in log.events[index...] {
      life?.append(event, of: log)
      guard mode == .recording else { continue }
      numbers?.change(&event)
      record(event, of: log, catalog)
    }
  }

  public func turnEnded(in catalog: borrowing Catalog) {
    isInTurn = false
    unsafe recorder.pointee?.turnEnded()
    life?.turnEnded(in: catalog)
    switch wish.take() {
    case .begin: start(life?.lastTime ?? .zero, copy catalog)
    case .pause(let time): leave(.waiting, at: time)
    case .end(let time): leave(.over, at: time)
    case nil: break
    }
  }

  public func refused(_ count: Int) { unsafe recorder.pointee?.note(refused: count) }
}
