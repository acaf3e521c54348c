import PopSystem
public import PopupScheduling

/// Records what an app's scheduler does, from its beginning or from any time on, with pauses or without.
///
/// A recording that begins later, or goes on after a pause, is a session of its own. The stimuli that still count stand before it, as a marked
/// prefix. Where something is open as it begins, it also has what has happened since nothing was.
@MainActor
@safe
public final class RecordingObserver: EventObserver {
  /// What names are called in the recording; nil where they stay as they are.
  public let alias: (@Sendable (String, NameRole) -> String)?
  // Behind a pointer: each access to a variable of an object is checked, which costs more than to record an event. And code that looks into an
  // object by reflection copies its fields, and traps on one that cannot be copied.
  private nonisolated(unsafe) let state: UnsafeMutablePointer<State>

  /// - Parameter begin: Makes the recorder of a session; nil where none may begin.
  init(
    alias: (@Sendable (String, NameRole) -> String)?, begin: ((_ prefixEvents: Int, _ now: Ticks) -> TraceRecorder?)?
  ) {
    self.alias = alias
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State(begin: begin))
  }

  /// Makes an observer that records with a recorder of one's own.
  public convenience init(_ recorder: consuming TraceRecorder, privacy: RecordingPrivacy? = nil) {
    self.init(alias: privacy?.alias(of:_:), begin: nil)
    unsafe state.pointee.take(recorder)
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// The recording under way, or the last one; nil where none ever was.
  public var recording: TraceRecording? { unsafe state.pointee.recording }
  /// Events that came after the recording's end.
  public var eventsAfterEnd: Int { unsafe state.pointee.eventsAfterEnd }
  /// Whether events are being recorded.
  public var isOn: Bool { unsafe state.pointee.mode == .recording }

  enum Wish { case begin, pause, end }

  /// Fulfils a wish: now, or when the turn under way is over, because half a turn cannot be replayed.
  func want(_ wish: Wish, at time: Ticks, in catalog: @autoclosure () -> Catalog) {
    unsafe state.pointee.want(wish, at: time, catalog())
  }

  public func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    unsafe state.pointee.observe(from: index, in: log, catalog)
  }

  public func turnEnded(in catalog: borrowing Catalog) { unsafe state.pointee.turnEnded(in: catalog) }

  public func refused(_ count: Int) { unsafe state.pointee.recorder?.note(refused: count) }

  private enum Mode {
    case recording
    /// Not begun yet, or paused.
    case waiting
    /// Ended for good.
    case over
  }

  private struct State: ~Copyable {
    private let begin: ((_ prefixEvents: Int, _ now: Ticks) -> TraceRecorder?)?
    private(set) var recording: TraceRecording?
    private(set) var eventsAfterEnd = 0
    private(set) var mode = Mode.waiting
    private var isInTurn = false
    private var wish: (what: Wish, time: Ticks)?
    var recorder: TraceRecorder?
    /// What a session begins with that is recorded from now on; nil while one is recorded, and where none can begin.
    private var life: SessionSoFar?
    private var numbers: Renumbering?
    private var renumbered = EventLog()

    init(begin: ((_ prefixEvents: Int, _ now: Ticks) -> TraceRecorder?)?) {
      self.begin = begin
      life = begin.map { _ in SessionSoFar() }
    }

    mutating func take(_ recorder: consuming TraceRecorder) {
      recording = recorder.recording
      self.recorder = consume recorder
      mode = .recording
    }

    // MARK: Beginning and ending

    mutating func want(_ what: Wish, at time: Ticks, _ catalog: @autoclosure () -> Catalog) {
      guard !isInTurn else {
        // Nothing that is called in the same turn takes an end back.
        if wish?.what != .end { wish = (what, time) }
        return
      }
      switch what {
      case .begin: start(time, catalog())
      case .pause: leave(.waiting, at: time)
      case .end: leave(.over, at: time)
      }
    }

    private mutating func start(_ now: Ticks, _ catalog: Catalog) {
      guard mode == .waiting, let begin else { return }
      guard let (session, numbers) = life?.session(catalog) else {
        // What was recorded before is still being read: after one of the next turns.
        wish = (.begin, now)
        return
      }
      // Where it cannot begin now, it may later.
      guard let begun = begin(session.header.prefixEvents, now) else { return }
      take(begun)
      life = nil
      // These have their numbers already.
      self.numbers = nil
      recorder?.record(from: 0, of: session.log, in: catalog)
      if !session.log.events.isEmpty || !numbers.isIdentity { self.numbers = numbers }
      recorder?.turnEnded()
    }

    private mutating func leave(_ next: Mode, at time: Ticks) {
      wish = nil
      guard mode != .over else { return }
      if mode == .recording {
        recorder.take()?.end(at: time)
        if next == .waiting, begin != nil, let recording { life = SessionSoFar(after: recording, numbers) }
      }
      mode = next
      if mode == .over { life = nil }
    }

    // MARK: What it is told

    mutating func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
      isInTurn = true
      guard mode == .recording, numbers == nil else { return keep(from: index, of: log, catalog) }
      recorder?.record(from: index, of: log, in: catalog)
    }

    @inline(never)
    private mutating func keep(from index: Int, of log: borrowing EventLog, _ catalog: borrowing Catalog) {
      guard mode == .recording else {
        if mode == .over, recording != nil { eventsAfterEnd += log.events.count - index }
        life?.append(from: index, of: log)
        return
      }
      renumbered.removeAll()
      renumbered.append(from: index, of: log)
      for index in renumbered.events.indices { numbers?.change(&renumbered.events[index]) }
      recorder?.record(from: 0, of: renumbered, in: catalog)
    }

    mutating func turnEnded(in catalog: borrowing Catalog) {
      isInTurn = false
      // Most turns of a recording have nothing to do here.
      if mode != .recording || wish != nil || recording?.requests != nil { finishTurn(catalog) }
    }

    @inline(never)
    private mutating func finishTurn(_ catalog: borrowing Catalog) {
      recorder?.turnEnded()
      life?.turnEnded(in: catalog)
      guard let (what, time) = wish.take() else { return }
      want(what, at: max(time, life?.lastTime ?? time), copy catalog)
    }
  }
}
