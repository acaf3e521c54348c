import PopupScheduling

/// A moment at which something happens to the audit's state, or is overdue, without any event.
///
/// Deadlines are never taken back: its stamp tells whether one still counts when it comes.
struct Deadline: HeapElement {
  /// What is due. Moments that change the state come before those that look at it, where their times are equal.
  enum Kind: UInt8 {
    /// A popup may not be shown anew from now on.
    case expiry
    /// An exit animation is taken for finished; the stamp is the sequence number of the `popup.hidden`.
    case exitGrace
    /// A show animation is taken for finished; the stamp is the sequence number of the `popup.shown`.
    case showGrace

    /// A queue has been idle for long; the subject is the queue.
    case idleQueue
    /// An exempt popup has been eligible for long.
    case idleExempt
    /// A parked popup has been first in an idle queue for long.
    case idleParked
    /// A popup that goes by itself should long have gone; the stamp is the sequence number of its `popup.shown`.
    case overstay
    /// The keyboard of a scene should be back; the stamp is the sequence number of its `keyboard.resigned`.
    case keyboardOwed
    /// A popup could have been shown for long in a queue while another was up; the stamp is since when, by the clock of the foreground.
    case contestedQueue
    /// Likewise for a popup that came up since; the stamp is the sequence number of its `popup.shown`.
    case contestedPopup
  }

  var time: Ticks
  var kind: Kind
  /// A popup or a queue, as an index.
  var subject: Int32
  /// What tells whether it still stands; which number it is depends on the kind.
  var stamp: Int64

  @inline(__always)
  static func < (lhs: Deadline, rhs: Deadline) -> Bool {
    if lhs.time != rhs.time { return lhs.time < rhs.time }
    if lhs.kind != rhs.kind { return lhs.kind.rawValue < rhs.kind.rawValue }
    return lhs.subject < rhs.subject
  }
}

/// Deadlines in order of time.
struct Deadlines: ~Copyable {
  private var heap = MinHeap<Deadline>()
  /// The time of the earliest; ``Ticks/distantFuture`` where there is none.
  private(set) var next = Ticks.distantFuture

  mutating func removeAll() {
    heap.removeAll()
    next = .distantFuture
  }

  /// Adds one; one that would never come is left out.
  mutating func add(_ deadline: Deadline) {
    guard deadline.time < .distantFuture else { return }
    heap.insert(deadline)
    next = min(next, deadline.time)
  }

  /// Likewise for a popup, a queue or a scene.
  mutating func add(_ kind: Deadline.Kind, at time: Ticks, _ subject: Int, stamp: Int64 = 0) {
    add(Deadline(time: time, kind: kind, subject: Int32(truncatingIfNeeded: subject), stamp: stamp))
  }

  /// Likewise for what another deadline is for, at another time.
  mutating func add(_ deadline: Deadline, at time: Ticks) {
    add(deadline.kind, at: time, Int(deadline.subject), stamp: deadline.stamp)
  }

  /// The earliest one; nil where there is none.
  var first: Deadline? { heap.first }

  /// Takes the earliest one out, where it is due by then; nil otherwise.
  mutating func popFirst(dueBy time: Ticks) -> Deadline? {
    guard next <= time else { return nil }
    let first = heap.popFirst()
    next = heap.first?.time ?? .distantFuture
    return first
  }
}

extension AuditState {
  /// The timers that are set, in order of their numbers.
  ///
  /// Numbers rise, so adding is appending; what is no longer set stays until there is more of it than of the rest.
  struct Timers: ~Copyable {
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

    func isSet(_ timer: TimerID) -> Bool {
      let index = index(of: timer)
      return index < entries.count && entries[index].timer == timer.rawValue && entries[index].set >= 0
    }

    func hasTimer(popup: Int) -> Bool { popup < counts.count && counts[popup] > 0 }

    /// The `timer.set` of some timer of a popup that is set; -1 where there is none.
    func setting(ofPopup popup: Int) -> Int32 {
      var index = entries.count - 1
      while index >= 0, entries[index].set < 0 || Int(entries[index].popup) != popup { index -= 1 }
      return index < 0 ? -1 : entries[index].set
    }

    /// Notes a `timer.set`, `timer.cancelled` or `timer.fired`.
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
      entries.keep { $0.set >= 0 }
      idle = 0
    }
  }
}
