import PopupScheduling

/// In which order FGPopupScheduler's list stands.
enum ListStrategy: Sendable {
  /// First in, first out.
  case fifo
  /// Last in, first out.
  case lifo
  /// The more urgent first, equals first in, first out.
  case priority
  /// The more urgent first, equals last in, first out.
  case priorityLIFO
  /// Both order bits at once: the published code then makes no list at all.
  case fifoAndLIFO

  /// Whether numbers count.
  var looksAtPriority: Bool { self == .priority || self == .priorityLIFO }

  /// Where a new element goes.
  func index(of element: ListElement, in list: [ListElement]) -> Int {
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
  /// The published code's own number: the larger, the more urgent.
  var priority: Int64
  var isDiscardedWhenBarred: Bool
  var onHigher: OnHigher

  /// Makes the element of a submission.
  ///
  /// Levels mean the same for every policy, the smaller the more urgent, so here they are negated; in a wider type, where each has a
  /// negative of its own.
  init(serial: Int, popup: PopupID, _ submission: PublishedHost.Submission) {
    self.serial = serial
    self.popup = popup
    view = submission.view
    priority = -Int64(submission.spec.level)
    isDiscardedWhenBarred = submission.spec.whenBarred == .drop
    onHigher = submission.spec.onHigher
  }
}
