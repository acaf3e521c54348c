import PopupScheduling

/// A fixed stretch of memory for recorded events.
///
/// Plain memory and not an array: writing an event is one store, without the questions an array asks.
@safe
struct RecordBuffer {
  private let events: UnsafeMutablePointer<Event>
  private let over: UnsafeMutablePointer<PopupID>
  private let capacity: Int
  private let overCapacity: Int
  private(set) var count = 0
  private var overCount = 0

  init(capacity: Int) {
    self.capacity = capacity
    overCapacity = capacity + EventLog.overLimit
    unsafe events = .allocate(capacity: capacity)
    unsafe over = .allocate(capacity: overCapacity)
    // Touched once, so that recording does not meet the system's page faults.
    unsafe events.initialize(repeating: Event(.idle), count: capacity)
    unsafe over.initialize(repeating: .none, count: overCapacity)
  }

  func deallocate() {
    unsafe events.deallocate()
    unsafe over.deallocate()
  }

  /// Whether no further event is sure to fit.
  @inline(__always)
  var isFull: Bool { count == capacity || overCount > overCapacity - EventLog.overLimit }

  /// Adds an event; the buffer must not be full.
  @inline(__always)
  mutating func append(_ event: Event) {
    unsafe events[count] = event
    count &+= 1
  }

  /// Adds an event with the popups that lost, of which the first ``EventLog/overLimit`` are kept.
  mutating func append(_ event: Event, over popups: some Collection<PopupID>) {
    var event = event
    event.overStart = Int32(truncatingIfNeeded: overCount)
    event.overCount = 0
    for popup in popups.prefix(EventLog.overLimit) {
      unsafe over[overCount] = popup
      overCount += 1
      event.overCount += 1
    }
    if event.overCount == 0 { event.overStart = 0 }
    append(event)
  }

  /// Moves the events to a log and empties the buffer.
  mutating func drain(into log: inout EventLog) {
    log.removeAll()
    unsafe log.events.append(contentsOf: UnsafeBufferPointer(start: events, count: count))
    unsafe log.over.append(contentsOf: UnsafeBufferPointer(start: over, count: overCount))
    count = 0
    overCount = 0
  }
}
