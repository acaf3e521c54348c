import PopupScheduling

/// Everything that is to happen in a run, the earliest first: a binary heap.
struct EventQueue: ~Copyable {
  private var events = OwnedArray<ScheduledEvent>()

  /// Whether nothing is to happen.
  var isEmpty: Bool { events.isEmpty }

  /// Whether the earliest comes before a stimulus with an index of its own; false where nothing is to happen.
  func firstPrecedes(_ time: Ticks, _ order: Int32) -> Bool { !events.isEmpty && events[0].precedes(time, order) }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { events.removeAll() }

  /// Whether nothing but timers is to happen.
  var holdsOnlyTimers: Bool {
    for index in events.indices where events[index].what != .timer { return false }
    return true
  }

  /// Adds an event.
  ///
  /// - Complexity: O(log n)
  mutating func insert(_ event: ScheduledEvent) {
    var child = events.count
    events.append(event)
    while child > 0 {
      let parent = (child - 1) / 2
      guard event < events[parent] else { break }
      events[child] = events[parent]
      child = parent
    }
    events[child] = event
  }

  /// Takes the earliest out; nil where nothing is to happen.
  ///
  /// - Complexity: O(log n)
  mutating func takeFirst() -> ScheduledEvent? {
    guard let last = events.popLast() else { return nil }
    guard !events.isEmpty else { return last }
    let first = events[0]
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < events.count else { break }
      if child + 1 < events.count, events[child + 1] < events[child] { child += 1 }
      guard events[child] < last else { break }
      events[parent] = events[child]
      parent = child
    }
    events[parent] = last
    return first
  }
}
