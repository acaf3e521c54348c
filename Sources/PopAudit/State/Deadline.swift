import PopupScheduling

/// A moment at which something happens to the audit's state, or is overdue, without any event.
///
/// Deadlines are never taken back: its stamp tells whether one still counts when it comes.
struct Deadline: HeapElement {
  /// What is due. Moments that change the state come before those that look at it, where their times are equal.
  enum Kind: UInt8 {
    /// A popup may not be shown anew from now on.
    case expiry = 0
    /// An exit animation is taken for finished; the stamp is the sequence number of the `popup.hidden`.
    case exitGrace = 1
    /// A show animation is taken for finished; the stamp is the sequence number of the `popup.shown`.
    case showGrace = 2

    /// A queue has been idle for long; the subject is the queue.
    case idleQueue = 3
    /// An exempt popup has been eligible for long.
    case idleExempt = 4
    /// A parked popup has been first in an idle queue for long.
    case idleParked = 5
    /// A popup that goes by itself should long have gone; the stamp is the sequence number of its `popup.shown`.
    case overstay = 6
    /// The keyboard of a scene should be back; the stamp is the sequence number of its `keyboard.resigned`.
    case keyboardOwed = 7
    /// A popup could have been shown for long in a queue in which another was up all the time; the stamp is when that began, by the clock
    /// of the foreground.
    case contestedQueue = 8
    /// Likewise for a popup that came up since; the stamp is the sequence number of its `popup.shown`.
    case contestedPopup = 9
  }

  /// Some of them.
  struct Kinds: OptionSet {
    var rawValue: UInt16

    static var exitGrace: Kinds { Kinds(.exitGrace) }
    static var showGrace: Kinds { Kinds(.showGrace) }
    static var idleQueue: Kinds { Kinds(.idleQueue) }
    static var idleExempt: Kinds { Kinds(.idleExempt) }
    static var idleParked: Kinds { Kinds(.idleParked) }
    static var overstay: Kinds { Kinds(.overstay) }
    static var keyboardOwed: Kinds { Kinds(.keyboardOwed) }
    static var contestedQueue: Kinds { Kinds(.contestedQueue) }
    static var contestedPopup: Kinds { Kinds(.contestedPopup) }
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

extension Deadline.Kinds {
  /// Only this one.
  @inline(__always)
  init(_ kind: Deadline.Kind) { self.init(rawValue: 1 << UInt16(kind.rawValue)) }
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
  ///
  /// - Complexity: O(log n)
  mutating func add(_ deadline: Deadline) {
    guard deadline.time < .distantFuture else { return }
    heap.insert(deadline)
    next = min(next, deadline.time)
  }

  /// The earliest one; nil where there is none.
  var first: Deadline? { heap.first }

  /// Takes the earliest one out, where it is due by then; nil otherwise.
  ///
  /// - Complexity: O(log n)
  mutating func popFirst(dueBy time: Ticks) -> Deadline? {
    guard next <= time else { return nil }
    let first = heap.popFirst()
    next = heap.first?.time ?? .distantFuture
    return first
  }
}
