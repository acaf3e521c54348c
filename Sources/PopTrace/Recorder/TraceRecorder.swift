public import PopupScheduling

/// Records a session while it happens, at a few nanoseconds an event (design 10).
///
/// ```swift
/// let recorder = TraceRecorder(header: header)
/// for event in scheduler.turn.log.events where recorder.record(event, at: event.time) {
///   let catalog = scheduler.turn.catalog
///   queue.async { file.append(recorder.seal(catalog)) }
/// }
/// file.append(recorder.finish(catalog, ended: now))
/// ```
///
/// Events go into one of two buffers of fixed size. When it is full, recording goes on in the other one, and somebody (best on another thread)
/// has to ``seal(_:)`` the full one: that makes a chunk of it, compression included. What `seal` and `finish` return, put together in order, is
/// a trace file. When both buffers are full, events are dropped and counted; their sequence numbers are then missing in the trace, so that its
/// reader knows.
///
/// ``record(_:at:)`` is for one thread at a time, and `seal` may run beside it. ``record(_:)`` may be called from anywhere.
@safe
public final class TraceRecorder: Sendable {
  /// How a session is recorded.
  public struct Options: Hashable, Sendable {
    /// How many events a buffer holds, and so a chunk at most: 1 … 262,144.
    public var eventsPerChunk = 4096
    /// The zstd level, 1 … 22.
    public var level: Int32 = 3
    /// Whether chunks are compressed.
    public var compresses = true
    /// Makes the options for the field.
    public init() {}
  }

  /// What became of events that are not in the trace, and of times that were not what they should be.
  public struct Losses: Hashable, Sendable {
    /// Events that came while both buffers were full.
    public var dropped: Int64 = 0
    /// Events that were not what their kind asks for.
    public var refused: Int64 = 0
    /// Times that were earlier than the one before.
    public var clamped: Int64 = 0
    /// Makes a count of nothing.
    public init() {}
  }

  // Each belongs to whom its type says; that, and the lock, is what makes the recorder safe to share.
  private nonisolated(unsafe) let recording: UnsafeMutablePointer<RecordingSide>
  private nonisolated(unsafe) let exchange: UnsafeMutablePointer<RecorderExchange>
  private nonisolated(unsafe) let sealer: UnsafeMutablePointer<ChunkSealer>
  private let exchangeLock = Mutex()
  private let sealingLock = Mutex()
  /// For those who record from anywhere.
  private let recordingLock = Mutex()
  private let startNanoseconds: Int64
  private let nanosecondsPerTick: Int64

  /// Begins a recording.
  ///
  /// - Parameter header: What is known of the session; `ended` and `clampedTimes` are set by the recorder.
  public init(header: SessionHeader, options: Options = Options()) {
    let capacity = min(max(options.eventsPerChunk, 1), ChunkHead.eventLimit)
    unsafe recording = .allocate(capacity: 1)
    unsafe recording.initialize(to: RecordingSide(capacity: capacity))
    unsafe exchange = .allocate(capacity: 1)
    unsafe exchange.initialize(to: RecorderExchange(empty: RecordBuffer(capacity: capacity)))
    unsafe sealer = .allocate(capacity: 1)
    unsafe sealer.initialize(to: ChunkSealer(header: header, options: options))
    startNanoseconds = MonotonicClock.nanoseconds()
    nanosecondsPerTick = header.tick.microseconds * 1000
  }

  deinit {
    unsafe recording.pointee.buffer.deallocate()
    unsafe exchange.pointee.full?.deallocate()
    unsafe exchange.pointee.empty?.deallocate()
    unsafe recording.deinitialize(count: 1)
    unsafe exchange.deinitialize(count: 1)
    unsafe sealer.deinitialize(count: 1)
    unsafe recording.deallocate()
    unsafe exchange.deallocate()
    unsafe sealer.deallocate()
  }

  /// What had been lost when a buffer last became full or was sealed; all of it after ``finish(_:ended:)``.
  public var losses: Losses { exchangeLock.withLock { unsafe exchange.pointee.losses } }

  /// Records an event at a time. Never from two threads at once.
  ///
  /// - Parameters:
  ///   - event: The event. One without a sequence number gets the next one.
  ///   - time: When it happened; a time earlier than the last one is taken for the last one and counted (semantics A5).
  /// - Returns: Whether a buffer became full with it, so that ``seal(_:)`` should be called soon.
  /// - Complexity: O(1), about 10 ns, without allocation.
  @discardableResult
  public func record(_ event: Event, at time: Ticks) -> Bool {
    let wasFull = unsafe recording.pointee.buffer.isFull
    guard unsafe recording.pointee.record(event, at: time) else { return false }
    return switchBuffers { side in
      wasFull ? side.record(event, at: time) : false
    } ifNone: { side in
      if wasFull { side.drop(event) }
    }
  }

  /// Records a decision with the popups that lost, of which the first 8 are kept. Never from two threads at once.
  @discardableResult
  public func record(_ event: Event, at time: Ticks, over: some Collection<PopupID>) -> Bool {
    let wasFull = unsafe recording.pointee.buffer.isFull
    guard unsafe recording.pointee.record(event, at: time, over: over) else { return false }
    return switchBuffers { side in
      wasFull ? side.record(event, at: time, over: over) : false
    } ifNone: { side in
      if wasFull { side.drop(event) }
    }
  }

  /// Records an event now, by the system's clock, from any thread.
  ///
  /// - Complexity: O(1), about 50 ns, without allocation.
  @discardableResult
  public func record(_ event: Event) -> Bool {
    recordingLock.withLock {
      record(event, at: Ticks((MonotonicClock.nanoseconds() - startNanoseconds) / nanosecondsPerTick))
    }
  }

  /// Goes on in the other buffer if it is empty, and says whether it was.
  @inline(never)
  private func switchBuffers(
    then record: (inout RecordingSide) -> Bool, ifNone drop: (inout RecordingSide) -> Void
  ) -> Bool {
    exchangeLock.withLock {
      unsafe exchange.pointee.losses.clamped = recording.pointee.losses.clamped
      guard let empty = unsafe exchange.pointee.empty else {
        unsafe drop(&recording.pointee)
        unsafe exchange.pointee.losses.dropped = recording.pointee.losses.dropped
        return false
      }
      unsafe exchange.pointee.empty = nil
      unsafe exchange.pointee.full = recording.pointee.exchange(for: empty)
      _ = unsafe record(&recording.pointee)
      return true
    }
  }

  /// Makes a chunk of the full buffer, if there is one, and frees it; may run beside recording, on any thread.
  ///
  /// - Parameter catalog: What the events refer to, as it is now or was at any time since the buffer became full.
  /// - Returns: The bytes that come next in the file; none where no buffer is full.
  public func seal(_ catalog: Catalog) throws(TraceError) -> [UInt8] {
    sealingLock.lock()
    defer { sealingLock.unlock() }
    return try sealFull(catalog)
  }

  /// Ends the recording: makes chunks of all that is left, and the seek table. Nothing may be recorded at the same time or afterwards.
  ///
  /// - Parameters:
  ///   - catalog: What the events refer to.
  ///   - ended: When the session ended; nil where it is not known to have ended properly (semantics A7).
  /// - Returns: The last bytes of the file.
  public func finish(_ catalog: Catalog, ended: Ticks?) throws(TraceError) -> [UInt8] {
    sealingLock.lock()
    defer { sealingLock.unlock() }
    var bytes = try sealFull(catalog)
    let losses = unsafe recording.pointee.losses
    unsafe sealer.pointee.header.ended = ended
    unsafe sealer.pointee.header.clampedTimes = losses.clamped
    var last = unsafe recording.pointee.buffer
    unsafe sealer.pointee.take(&last)
    bytes += try unsafe sealer.pointee.seal(catalog, isLast: true)
    bytes += unsafe sealer.pointee.finish()
    exchangeLock.withLock {
      unsafe exchange.pointee.losses = losses
      unsafe exchange.pointee.losses.refused = sealer.pointee.refused
    }
    return bytes
  }

  private func sealFull(_ catalog: Catalog) throws(TraceError) -> [UInt8] {
    let taken = exchangeLock.withLock { () -> RecordBuffer? in
      defer { unsafe exchange.pointee.full = nil }
      unsafe sealer.pointee.header.clampedTimes = exchange.pointee.losses.clamped
      return unsafe exchange.pointee.full
    }
    guard var buffer = taken else { return [] }
    unsafe sealer.pointee.take(&buffer)
    // The buffer is free again before the slow part begins.
    exchangeLock.withLock { unsafe exchange.pointee.empty = buffer }
    let bytes = try unsafe sealer.pointee.seal(catalog, isLast: false)
    exchangeLock.withLock { unsafe exchange.pointee.losses.refused = sealer.pointee.refused }
    return bytes
  }
}
