import PopupScheduling

/// Something that will happen in a run, unless it is called off meanwhile (TimeAndTurns, *Equal times*).
///
/// Ordered by time, then by the index of its counterpart in the recording; what has none comes last, by kind, popup and timer.
struct ScheduledEvent: Comparable {
  /// When.
  var time: Ticks
  /// When it would have come, had the app not been in the background; decides among timers that were held back (<doc:CausalReplay#Timers>).
  var dueSince = Ticks.zero
  /// The index of its counterpart in the recording, or in a scenario of its line; ``last`` where it has none.
  var order = ScheduledEvent.last
  /// The popup concerned.
  var popup = PopupID.none
  /// The number people know it by, which decides among what has no index; -1 where that is none of theirs.
  var number: Int64 = -1
  /// The timer concerned.
  var timer = TimerID.none
  /// Which one it is, by what it is: the stimulus of the plan (``What/item``, ``What/recordedAnimation``), the armed act (``What/act``,
  /// ``What/actUnknown``), or the phase of a generated animation, 0 for its entry and 1 for its exit; negative for all else.
  var item: Int32 = -1
  /// What must still be so for it to happen: the mark of the popup's visibility (acts and unknown stays), the generation (animations).
  var mark: Int32 = 0
  /// The event of this run that brought it about; negative where none did.
  var cause: Int32 = -1
  /// The kind of event it brings.
  var kind: EventKind
  /// What it is.
  var what: What

  /// Comes after everything that has an index.
  static let last = Int32.max

  /// What something due is.
  enum What: UInt8 {
    /// A stimulus of the plan, by the clock.
    case item
    /// A stimulus of the plan that is an animation's end.
    case recordedAnimation
    /// A user's act, measured in visible time.
    case act
    /// A user's act that a lock may have held up in the recording might come from now on.
    case actUnknown
    /// A timer whose recorded firing had to wait for the foreground has come due.
    case timerDue
    /// A timer fires.
    case timer
    /// An animation ends of which the recording knows no end.
    case animation
    /// A popup has now been visible for longer than the recording can answer for.
    case stayUnknown
    /// The user answers such a popup.
    case assumedDismissal
    /// Content has now been loading for longer than the recording can answer for.
    case contentUnknown
    /// Such content arrives.
    case assumedContent
  }

  init(
    time: Ticks, order: Int32 = ScheduledEvent.last, popup: PopupID = .none, number: Int64 = -1,
    timer: TimerID = .none, item: Int32 = -1, mark: Int32 = 0, cause: Int32 = -1, kind: EventKind, what: What
  ) {
    self.time = time
    self.order = order
    self.popup = popup
    self.number = number
    self.timer = timer
    self.item = item
    self.mark = mark
    self.cause = cause
    self.kind = kind
    self.what = what
  }

  /// A stimulus of the plan, by the clock.
  init(stimulus item: Int32, at time: Ticks, order: Int32, cause: Int32) {
    self.init(time: time, order: order, item: item, cause: cause, kind: .idle, what: .item)
  }

  /// Whether it comes before a stimulus with an index of its own.
  func precedes(_ otherTime: Ticks, _ otherOrder: Int32) -> Bool {
    time != otherTime ? time < otherTime : order < otherOrder
  }

  static func < (lhs: ScheduledEvent, rhs: ScheduledEvent) -> Bool {
    if lhs.time != rhs.time { return lhs.time < rhs.time }
    if lhs.order != rhs.order { return lhs.order < rhs.order }
    if lhs.dueSince != rhs.dueSince { return lhs.dueSince < rhs.dueSince }
    if lhs.kind != rhs.kind { return lhs.kind.rawValue < rhs.kind.rawValue }
    if lhs.number != rhs.number { return lhs.number < rhs.number }
    if lhs.timer != rhs.timer { return lhs.timer < rhs.timer }
    return (lhs.cause, lhs.mark, lhs.what.rawValue) < (rhs.cause, rhs.mark, rhs.what.rawValue)
  }
}
