import PopupScheduling

/// Everything outstanding in a run, the earliest first.
struct Agenda {
  private var heap = EarliestFirst<Due>()

  /// Whether nothing is outstanding.
  var isEmpty: Bool { heap.isEmpty }

  /// The earliest; nil where nothing is outstanding.
  var first: Due? { heap.first }

  /// Adds something.
  mutating func insert(_ due: Due) { heap.insert(due) }

  /// Takes the earliest.
  mutating func takeFirst() -> Due? { heap.popFirst() }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { heap.removeAll() }

  /// Whether nothing but timers is outstanding.
  var holdsOnlyTimers: Bool { heap.unordered.allSatisfy { $0.what == .timer } }
}
