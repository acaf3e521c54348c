import PopupScheduling

/// What belongs to the recording thread alone.
struct RecordingSide {
  private(set) var buffer: RecordBuffer
  /// What has been lost here: dropped events and clamped times.
  private(set) var losses = TraceRecorder.Losses()
  private var nextSequence: Int32 = 0
  private var lastTime = Ticks.zero

  init(capacity: Int) { buffer = RecordBuffer(capacity: capacity) }

  /// Adds an event if there is room; says whether somebody has to look after the buffer: it was full before, or is now.
  @inline(__always)
  mutating func record(_ event: Event, at time: Ticks) -> Bool {
    guard !buffer.isFull else { return true }
    buffer.append(dated(event, time))
    return buffer.isFull
  }

  /// The same with the popups that lost.
  mutating func record(_ event: Event, at time: Ticks, over: some Collection<PopupID>) -> Bool {
    guard !buffer.isFull else { return true }
    buffer.append(dated(event, time), over: over)
    return buffer.isFull
  }

  /// Passes an event over for want of room; its sequence number is used up.
  mutating func drop(_ event: Event) {
    nextSequence = (event.sequence < 0 ? nextSequence : event.sequence) &+ 1
    losses.dropped += 1
  }

  /// Goes on in another buffer, and hands the old one over.
  mutating func exchange(for other: RecordBuffer) -> RecordBuffer {
    defer { buffer = other }
    return buffer
  }

  /// The event with its time and sequence number.
  @inline(__always)
  private mutating func dated(_ event: Event, _ time: Ticks) -> Event {
    var event = event
    if time < lastTime {
      losses.clamped += 1
    } else {
      lastTime = time
    }
    event.time = lastTime
    event.overStart = 0
    event.overCount = 0
    if event.sequence < 0 { event.sequence = nextSequence }
    nextSequence = event.sequence &+ 1
    return event
  }
}

/// What both threads touch, and only with the lock.
struct RecorderExchange {
  /// A full buffer that waits to be sealed.
  var full: RecordBuffer?
  /// An empty buffer that waits to be used.
  var empty: RecordBuffer?
  /// What had been lost when somebody last looked.
  var losses = TraceRecorder.Losses()
}
