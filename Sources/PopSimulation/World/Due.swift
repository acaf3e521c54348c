import PopupScheduling

/// Something that will happen in a simulated world, unless it is called off.
struct Due: HeapElement {
  /// When.
  var time: Ticks
  /// Breaks ties: what was planned first happens first.
  var order: Int
  /// What.
  var what: What
  /// The event that brought it about; negative for what happens by itself.
  var cause: Int32

  enum What {
    /// A step of the script.
    case step(Int)
    /// The user answers a popup, if its presentation is still this one.
    case answer(PopupID, presentation: Int32)
    /// The user taps what leads to a page.
    case tap(PopupID, presentation: Int32)
    /// The finger strikes again.
    case secondTap(PopupID)
    /// An animation ends.
    case animation(PopupID, AnimationPhase, generation: Int32)
    /// It is said that an animation will never end.
    case animationLost(PopupID, AnimationPhase, generation: Int32)
    /// The app's own code runs as it is told of something.
    case reaction(Event)
    /// Content arrives, or fails to.
    case content(PopupID)
    /// A timer is due, and will be so late.
    case timerDue(TimerID, SchedulerID, lateness: Ticks)
    /// A timer fires.
    case timer(TimerID, SchedulerID)
    /// An event of a page behind a tap.
    case page(Event)
    /// The user comes back from a page behind a tap.
    case comeBack(PopupID)
  }

  static func < (lhs: Due, rhs: Due) -> Bool { (lhs.time, lhs.order) < (rhs.time, rhs.order) }
}
