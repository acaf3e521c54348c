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
    /// An app should long have reported that a popup went which was told to go; the stamp is the sequence number of its `popup.shown`.
    case toldToGo
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

struct Deadlines: ~Copyable, Replaceable {
  private var heap = MinHeap<Deadline>()
  /// The time of the earliest; `Ticks.distantFuture` where there is none.
  private(set) var next = Ticks.distantFuture

  mutating func copy(from other: borrowing Deadlines) {
    heap.copy(from: other.heap)
    next = other.next
  }

  /// Adds one for a popup, a queue or a scene; one that would never come is left out.
  mutating func add(_ kind: Deadline.Kind, at time: Ticks, _ subject: Int, stamp: Int64 = 0) {
    guard time < .distantFuture else { return }
    heap.insert(Deadline(time: time, kind: kind, subject: Int32(truncatingIfNeeded: subject), stamp: stamp))
    next = min(next, time)
  }

  /// Likewise for what another deadline is for, at another time.
  mutating func add(_ deadline: Deadline, at time: Ticks) {
    add(deadline.kind, at: time, Int(deadline.subject), stamp: deadline.stamp)
  }

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
  /// The timers that are set, in no order.
  struct Timers: ~Copyable {
    struct Entry {
      var timer: Int32
      var popup: Int32
      var set: Int32
    }

    private var entries = OwnedArray<Entry>()
    private var indices = IndexByNumber()
    private var counts = OwnedArray<Int32>()

    mutating func begin(popupCount: Int) {
      entries.removeAll()
      indices.removeAll()
      counts.fill(with: 0, count: popupCount)
    }

    mutating func copy(from other: borrowing Timers) {
      entries.copy(from: other.entries)
      indices.copy(from: other.indices)
      counts.copy(from: other.counts)
    }

    func isSet(_ timer: TimerID) -> Bool { indices[timer.index] >= 0 }

    func hasTimer(popup: Int) -> Bool { popup < counts.count && counts[popup] > 0 }

    /// The `timer.set` of a popup's timer that is set, of several that of the greatest number; -1 where there is none.
    func setting(ofPopup popup: Int) -> Int32 {
      var found = Entry(timer: -1, popup: -1, set: -1)
      for index in entries.indices where Int(entries[index].popup) == popup && entries[index].timer > found.timer {
        found = entries[index]
      }
      return found.set
    }

    /// Notes a `timer.set`, `timer.cancelled` or `timer.fired`.
    mutating func take(_ event: Event) {
      guard !event.timer.isNone else { return }
      let known = Int(indices[event.timer.index])
      if known >= 0 { clear(known) }
      guard event.kind == .timerSet else { return }
      indices[event.timer.index] = Int32(truncatingIfNeeded: entries.count)
      entries.append(Entry(timer: event.timer.rawValue, popup: event.popup.rawValue, set: event.sequence))
      count(event.popup.rawValue, 1)
    }

    private mutating func clear(_ index: Int) {
      let entry = entries[index]
      count(entry.popup, -1)
      indices.remove(Int(entry.timer))
      // The last one moves to the free index.
      guard let last = entries.popLast(), last.timer != entry.timer else { return }
      entries[index] = last
      indices[Int(last.timer)] = Int32(truncatingIfNeeded: index)
    }

    private mutating func count(_ popup: Int32, _ change: Int32) {
      if popup >= 0, popup < counts.count { counts[Int(popup)] += change }
    }
  }
}
