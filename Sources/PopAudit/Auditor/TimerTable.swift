import PopupScheduling

/// The timers that are set, in order of their numbers.
///
/// Numbers rise, so adding is appending; what is no longer set stays until there is more of it than of the rest.
struct TimerTable: ~Copyable {
  // Not private: the compiler (6.3.1) fails where an owned array of it is destroyed in another file.
  struct Entry {
    var timer: Int32
    var popup: Int32
    /// The `timer.set`; negative once it was cancelled or fired.
    var set: Int32
  }

  private var entries = OwnedArray<Entry>()
  private var idle = 0
  /// By popup: how many of its timers are set.
  private var counts = OwnedArray<Int32>()

  /// Forgets everything, and makes room for so many popups.
  mutating func begin(popupCount: Int) {
    entries.removeAll()
    counts.removeAll()
    counts.append(repeating: 0, count: popupCount)
    idle = 0
  }

  /// Whether a timer is set.
  func isSet(_ timer: TimerID) -> Bool {
    let index = index(of: timer)
    return index < entries.count && entries[index].timer == timer.rawValue && entries[index].set >= 0
  }

  /// Whether any timer of a popup is set.
  func hasTimer(popup: Int) -> Bool { popup < counts.count && counts[popup] > 0 }

  /// The `timer.set` of some timer of a popup that is set; -1 where there is none.
  ///
  /// - Complexity: O(n) in timers.
  func setting(ofPopup popup: Int) -> Int32 {
    var index = entries.count - 1
    while index >= 0, entries[index].set < 0 || Int(entries[index].popup) != popup { index -= 1 }
    return index < 0 ? -1 : entries[index].set
  }

  /// Notes a `timer.set`, `timer.cancelled` or `timer.fired`.
  ///
  /// - Complexity: O(log n) with n timers that are set, amortized.
  mutating func take(_ event: Event) {
    guard !event.timer.isNone else { return }
    let index = index(of: event.timer)
    let isKnown = index < entries.count && entries[index].timer == event.timer.rawValue
    if isKnown, entries[index].set >= 0 { clear(index) }
    guard event.kind == .timerSet else { return }
    let entry = Entry(timer: event.timer.rawValue, popup: event.popup.rawValue, set: event.sequence)
    if isKnown {
      idle -= 1
      entries[index] = entry
    } else {
      entries.insert(entry, at: index)
    }
    if !event.popup.isNone, event.popup.index < counts.count { counts[event.popup.index] += 1 }
  }

  private mutating func clear(_ index: Int) {
    let popup = Int(entries[index].popup)
    if popup >= 0, popup < counts.count { counts[popup] -= 1 }
    entries[index].set = -1
    idle += 1
  }

  /// Where a timer stands, or would.
  private func index(of timer: TimerID) -> Int {
    guard let last = entries.last, timer.rawValue <= last.timer else { return entries.count }
    return entries.partitioningIndex { $0.timer >= timer.rawValue }
  }

  /// Throws away what is no longer set, once there is more of it than of the rest.
  @inline(__always)
  mutating func tidy() {
    if idle > 32, idle * 2 > entries.count { removeIdle() }
  }

  @inline(never)
  private mutating func removeIdle() {
    var kept = 0
    for index in entries.indices where entries[index].set >= 0 {
      entries[kept] = entries[index]
      kept += 1
    }
    entries.removeLast(entries.count - kept)
    idle = 0
  }
}
