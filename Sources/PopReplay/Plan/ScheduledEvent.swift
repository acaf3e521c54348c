import PopupScheduling

/// Something that will happen in a run, unless it is called off meanwhile: by time, then by the position of its counterpart in the recording;
/// what has none comes last, by kind, popup and timer (TimeAndTurns, *Equal times*).
struct ScheduledEvent: HeapElement {
  var time: Ticks
  /// When it would have come, had the app not been in the background; decides among timers that were held back (<doc:CausalReplay#Timers>).
  var dueSince = Ticks.zero
  /// The number by which the session names its popup, which decides among what has no counterpart; -1 where it is about none.
  var popupNumber: Int64 = -1
  /// The index of its counterpart in the recording's log, or in a scenario's lines; ``last`` where it has none.
  var order = ScheduledEvent.last
  var cause: Int32 = -1
  /// Where the times stand at which it comes in each continuation, ``time`` being the soonest; negative where that is its time in all.
  var answers: Int32 = -1
  var what: What

  static let last = Int32.max

  /// What will happen, and what must still be so for it to happen.
  enum What {
    case stimulus(item: Int32)
    /// A stimulus of the plan that is an animation's end.
    case recordedAnimation(item: Int32, Presentation)
    /// A user's act, measured in visible time: an index among the armed ones.
    case act(Int32, Stay)
    /// From now on, such an act might come that a lock may have held up in the recording; in the median run alone, where others draw its time.
    case actUnknown(Int32, Stay, ofMedian: Bool)
    /// A timer comes due, whose recorded firing may have had to wait for the foreground.
    case timer(TimerID, waits: Bool = false)
    /// An animation ends of which the recording knows no end.
    case animation(Presentation)
    /// A popup has been visible for longer than the recording can answer for.
    case stayUnknown(Stay)
    /// The user dismisses such a popup.
    case assumedDismissal(Stay)
    /// A popup's content has been loading for longer than the recording can answer for; the cause is its request.
    case contentUnknown(PopupID)
    /// Such content comes, or cannot be had.
    case assumedContent(PopupID, EventKind)
    /// The user has been on a page behind a tap for longer than the recording can answer for: the stimulus that it appeared with.
    case pageStayUnknown(item: Int32)
    /// From now on a visit may come that waited in the recording, or would have come after it.
    case visitUnknown
  }

  /// The animation with which one presentation of a popup begins or ends, the one with this generation.
  struct Presentation {
    var popup: PopupID
    var generation: Int32
    var phase: AnimationPhase
  }

  /// One stretch of a popup's visible time (``Visibility/mark(of:)``): it ends where the popup is hidden or the app leaves the foreground.
  struct Stay {
    var popup: PopupID
    var mark: Int32
  }

  /// Whether it may come otherwise in one continuation than in another.
  var mayDiffer: Bool {
    switch what {
    case .act, .actUnknown: true
    default: answers >= 0
    }
  }

  func precedes(_ otherTime: Ticks, _ otherOrder: Int32) -> Bool {
    time != otherTime ? time < otherTime : order < otherOrder
  }

  /// Whether one comes before the other; of two that are alike in everything neither does.
  static func < (lhs: ScheduledEvent, rhs: ScheduledEvent) -> Bool {
    if lhs.time != rhs.time { return lhs.time < rhs.time }
    if lhs.order != rhs.order { return lhs.order < rhs.order }
    if lhs.dueSince != rhs.dueSince { return lhs.dueSince < rhs.dueSince }
    let (left, right) = (lhs.what.rank, rhs.what.rank)
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    if lhs.popupNumber != rhs.popupNumber { return lhs.popupNumber < rhs.popupNumber }
    return (left.timer.rawValue, lhs.cause, left.mark, left.ordinal)
      < (right.timer.rawValue, rhs.cause, right.mark, right.ordinal)
  }
}

extension ScheduledEvent.What {
  /// Whether from then on a user might act, or is assumed to.
  var isUnknown: Bool {
    switch self {
    case .actUnknown, .stayUnknown, .assumedDismissal: true
    default: false
    }
  }

  var isTimer: Bool { if case .timer(_, waits: false) = self { true } else { false } }

  /// What decides among events of one time that have no counterpart in the recording; the mark is that of a stay, or a generation.
  fileprivate var rank: (kind: EventKind, timer: TimerID, mark: Int32, ordinal: UInt8) {
    switch self {
    case .stimulus: (.idle, .none, 0, 0)
    case .recordedAnimation(_, let presentation): (.animationFinished, .none, presentation.generation, 1)
    case .act(_, let stay): (.idle, .none, stay.mark, 2)
    case .actUnknown(_, let stay, _): (.idle, .none, stay.mark, 3)
    case .timer(let timer, let waits): (.timerFired, timer, 0, waits ? 4 : 5)
    case .animation(let presentation): (.animationFinished, .none, presentation.generation, 6)
    case .stayUnknown(let stay): (.popupDismissed, .none, stay.mark, 7)
    case .assumedDismissal(let stay): (.popupDismissed, .none, stay.mark, 8)
    case .contentUnknown: (.contentLoaded, .none, 0, 9)
    case .assumedContent(_, let kind): (kind, .none, 0, 10)
    case .pageStayUnknown(let item): (.pageWillDisappear, .none, item, 12)
    case .visitUnknown: (.pageWillDisappear, .none, 0, 13)
    }
  }
}
