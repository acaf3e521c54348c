import PopupScheduling

/// In which order FGPopupScheduler's list stands; a larger number is more urgent there.
enum ListStrategy: Sendable {
  /// First in, first out.
  case fifo
  /// Last in, first out.
  case lifo
  /// The larger number first, equals first in, first out.
  case priority
  /// The larger number first, equals last in, first out.
  case priorityLIFO
  /// Both order bits at once: the published code then makes no list at all.
  case fifoAndLIFO

  /// Whether numbers count.
  var looksAtPriority: Bool { self == .priority || self == .priorityLIFO }

  /// Where a new element goes.
  func place(of element: ListElement, in list: [ListElement]) -> Int {
    switch self {
    case .fifo, .fifoAndLIFO: list.count
    case .lifo: 0
    case .priority: list.firstIndex { $0.priority < element.priority } ?? list.count
    case .priorityLIFO: list.firstIndex { $0.priority <= element.priority } ?? list.count
    }
  }
}

/// An element of FGPopupScheduler's list.
struct ListElement: Hashable, Sendable {
  /// Tells it from other elements of the same popup.
  var serial: Int
  var popup: PopupID
  var view: ViewID
  var priority: Int32
  var isDiscardedWhenBarred: Bool
  var onHigher: OnHigher
}
