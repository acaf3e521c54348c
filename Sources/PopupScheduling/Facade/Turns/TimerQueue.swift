/// The timers that are set, in the order in which they come due; of those due at once in that of their popups, then of their numbers
/// (<doc:TimeAndTurns#Equal-times>).
struct TimerQueue {
  /// A timer that is set.
  struct Entry: Comparable {
    var due: Ticks
    var popup: PopupID
    var timer: TimerID
    var scheduler: SchedulerID

    static func < (lhs: Entry, rhs: Entry) -> Bool {
      (lhs.due, lhs.popup, lhs.timer.rawValue) < (rhs.due, rhs.popup, rhs.timer.rawValue)
    }
  }

  /// The last to come due first, so that the next one is taken off the end.
  private var entries: [Entry] = []
  private var set: [TimerID: Entry] = [:]

  /// How many are set.
  var count: Int { entries.count }

  /// The next one; nil where none is set.
  var first: Entry? { entries.last }

  /// A timer is set, due at an instant that may be over.
  mutating func insert(_ decision: Event) {
    let entry = Entry(
      due: max(decision.at, decision.time), popup: decision.popup, timer: decision.timer,
      scheduler: decision.schedulerID)
    remove(decision.timer)
    entries.insert(entry, at: index(of: entry))
    set[decision.timer] = entry
  }

  /// A timer is cancelled; one that is not set need not be.
  mutating func remove(_ timer: TimerID) {
    guard let entry = set.removeValue(forKey: timer) else { return }
    entries.remove(at: index(of: entry))
  }

  /// Takes the next one out, if it is due by then.
  mutating func takeFirst(dueBy now: Ticks) -> Entry? {
    guard let entry = entries.last, entry.due <= now else { return nil }
    entries.removeLast()
    set[entry.timer] = nil
    return entry
  }

  private func index(of entry: Entry) -> Int {
    entries.partitioningIndex { $0 <= entry }
  }
}
