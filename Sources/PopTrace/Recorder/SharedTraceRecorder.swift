public import PopupScheduling

/// Records a session from any thread, by the system's clock.
///
/// ```swift
/// let recorder = SharedTraceRecorder(try TraceRecorder(header: header, directory: directory, name: name))
/// recorder.record(event, in: catalog)
/// ```
///
/// A ``TraceRecorder`` with a lock around it, which is held for the few nanoseconds of an event and never while anything is compressed or written.
@safe
public final class SharedTraceRecorder: Sendable {
  /// The recording as others see it.
  public let recording: TraceRecording
  // Touched with the lock only.
  private nonisolated(unsafe) var recorder: TraceRecorder?
  private nonisolated(unsafe) var afterEnd: Int64 = 0
  private let mutex = Mutex()
  private let startNanoseconds = MonotonicClock.nanoseconds()
  private let nanosecondsPerTick: Int64

  /// Takes a recorder over; its session's time begins now.
  ///
  /// - Parameter tick: How long a tick of the session is.
  public init(_ recorder: consuming sending TraceRecorder, tick: TickLength = .millisecond) {
    recording = recorder.recording
    unsafe self.recorder = consume recorder
    nanosecondsPerTick = tick.microseconds * 1000
  }

  /// The time since it was made.
  public var now: Ticks { Ticks((MonotonicClock.nanoseconds() &- startNanoseconds) / nanosecondsPerTick) }

  /// What has been lost so far.
  public var losses: TraceLosses {
    mutex.withLock {
      var losses = recording.losses
      unsafe losses.afterEnd = afterEnd
      return losses
    }
  }

  /// Records an event now.
  ///
  /// - Parameter catalog: What the event refers to.
  /// - Returns: Whether it was taken; see ``TraceRecorder/record(_:at:in:)``.
  /// - Complexity: O(1), about 50 ns, without allocation.
  @discardableResult
  public func record(_ event: Event, in catalog: borrowing Catalog) -> Bool {
    mutex.lock()
    defer { mutex.unlock() }
    let isTaken = unsafe recorder?.record(event, at: now, in: catalog)
    if isTaken == nil { unsafe afterEnd += 1 }
    return isTaken ?? false
  }

  /// Ends the session; what comes later is refused and counted.
  public func end() {
    mutex.withLock { unsafe recorder.take()?.end(at: now) }
  }
}
