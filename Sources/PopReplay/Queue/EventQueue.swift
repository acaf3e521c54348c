import PopupScheduling

/// Everything that is to happen in a run, the earliest first.
typealias EventQueue = MinHeap<ScheduledEvent>

extension ScheduledEvent: HeapElement {}

extension MinHeap where Element == ScheduledEvent {
  /// Whether the earliest comes before a stimulus that is at an index of the recording; false where nothing is to happen.
  func firstPrecedes(_ time: Ticks, _ order: Int32) -> Bool { first?.precedes(time, order) ?? false }

  /// Whether nothing but timers is to happen.
  var holdsOnlyTimers: Bool {
    allSatisfy { event in if case .timer = event.what { true } else { false } }
  }
}
