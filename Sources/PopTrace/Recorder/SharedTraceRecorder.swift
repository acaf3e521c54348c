import PopSystem
public import PopupScheduling

/// Records a session from any thread, by the system's clock: a ``TraceRecorder`` with a lock around it.
///
/// The lock is held while an event is written, or waits for room (``RecorderOptions/patienceMilliseconds``).
@safe
public final class SharedTraceRecorder: Sendable {
  /// The recording as others see it.
  public let recording: TraceRecording
  // Touched with the lock only; in memory of its own, for which no further checks of exclusive access are made.
  private nonisolated(unsafe) let state: UnsafeMutablePointer<(isOpen: Bool, afterEnd: Int64)>
  private nonisolated(unsafe) let recorder: UnsafeMutablePointer<TraceRecorder>
  private let mutex = Mutex()
  private let clock: SessionClock

  /// Takes a recorder over; its session's time begins now.
  public init(_ recorder: consuming sending TraceRecorder, tick: TickLength = .millisecond) {
    recording = recorder.recording
    unsafe self.recorder = .allocate(capacity: 1)
    unsafe self.recorder.initialize(to: consume recorder)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: (true, 0))
    clock = SessionClock(tick: tick)
  }

  deinit {
    if unsafe state.pointee.isOpen { unsafe recorder.deinitialize(count: 1) }
    unsafe recorder.deallocate()
    unsafe state.deallocate()
  }

  /// The time since it was made.
  public var now: Ticks { clock.now }

  /// What has been lost so far.
  public var losses: TraceLosses {
    mutex.withLock {
      var losses = recording.losses
      unsafe losses.afterEnd = state.pointee.afterEnd
      return losses
    }
  }

  /// Records an event now: what begins a turn at the time there is, and what follows in it at that of the event before, as all events of a turn
  /// have one time (TimeAndTurns, *Turns*).
  ///
  /// - Returns: Whether it was taken; see ``TraceRecorder/record(_:at:in:)``.
  /// - Complexity: O(1) without allocation: the clock once a turn, the lock, and what the recorder takes.
  @discardableResult
  public func record(_ event: Event, in catalog: borrowing Catalog) -> Bool {
    let beginsTurn = event.kind.isStimulus && !event.flags.contains(.reentrant)
    // The time is read before the lock is taken, so that no other thread waits for the clock.
    let time = beginsTurn ? clock.now : .zero
    mutex.lock()
    defer { mutex.unlock() }
    guard unsafe state.pointee.isOpen else {
      unsafe state.pointee.afterEnd += 1
      return false
    }
    let last = unsafe recorder.pointee.lastTime
    // Another thread may have recorded an event between: no event comes before one of an earlier time.
    let now = !beginsTurn ? last : time >= last ? time : clock.now
    return unsafe recorder.pointee.record(event, at: now, in: catalog)
  }

  /// Ends the session; what comes later is refused and counted.
  public func end() {
    mutex.withLock {
      guard unsafe state.pointee.isOpen else { return }
      unsafe state.pointee.isOpen = false
      unsafe recorder.move().end(at: clock.now)
    }
  }
}

/// The time of a session by the system's clock, in its ticks.
struct SessionClock: Sendable {
  private let start: Int64
  private let nanosecondsPerTick: UInt64
  /// 2 to the 64th divided by that, rounded down: to multiply by it takes a tenth of the time of a division.
  private let reciprocal: UInt64

  init(tick: TickLength) {
    start = SystemClock.nanoseconds()
    // At least 1000, as no tick is shorter than a microsecond.
    nanosecondsPerTick = UInt64(tick.microseconds) * 1000
    reciprocal = nanosecondsPerTick.dividingFullWidth((1, 0)).quotient
  }

  @inline(__always)
  var now: Ticks { ticks(nanoseconds: SystemClock.nanoseconds() &- start) }

  /// The whole ticks in so many nanoseconds; 0 where the clock stepped back.
  @inline(__always)
  func ticks(nanoseconds: Int64) -> Ticks {
    let nanoseconds = UInt64(max(0, nanoseconds))
    // Rounded down twice, and so one too few at most.
    let ticks = nanoseconds.multipliedFullWidth(by: reciprocal).high
    let rest = nanoseconds &- ticks &* nanosecondsPerTick
    return Ticks(Int64(truncatingIfNeeded: rest < nanosecondsPerTick ? ticks : ticks &+ 1))
  }
}
