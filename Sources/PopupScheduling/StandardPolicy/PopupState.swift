/// What a standard policy knows of one submission. A plain value; the policy holds one for every popup it was told of.
struct PopupState {
  /// Where a popup is in its life.
  enum Stage: UInt8 {
    /// Never submitted.
    case unknown
    /// Came in, or off the screen, and what becomes of it is not decided yet; never so at the end of a turn.
    case undecided
    /// Waits for its content.
    case loading
    /// Waits in a queue.
    case waiting
    /// Is kept for a page.
    case parked
    /// Is on screen, its exit animation not counted.
    case up
    /// Has ended; its exit animation may still be running.
    case ended
  }

  /// Its attributes, as `popup.changed` left them.
  var spec: PopupSpec
  /// Where it is in its life.
  var stage = Stage.unknown
  /// Whether its exit animation is running.
  var isLeaving = false
  /// Whether it needs no slot: exempt by the configuration.
  var isExempt = false
  /// Whether its condition holds.
  var holds = true
  /// Whether its content failed after it had come.
  var hasNoContent = false
  /// Whether it holds an input lock.
  var isLocking = false
  /// Whether its cover is there.
  var isCovered = false
  /// Whether an animation of its was said never to finish.
  var losesShow = false
  var losesHide = false

  /// The place in the order of submissions, counted from 0.
  var order: Int32 = 0
  /// The place among equals: the smaller, the earlier.
  var rank: Int32 = 0
  /// The number of its latest presentation; 0 before the first.
  var generation: Int32 = 0

  /// When it was submitted.
  var submittedAt = Ticks.zero
  /// When it was shown last.
  var shownAt = Ticks.zero
  /// When it was hidden last.
  var hiddenAt = Ticks.zero
  /// How long all its presentations that are over lasted.
  var visibleBefore = Ticks.zero
  /// The foreground clock when it was shown last.
  var shownClock = Ticks.zero
  /// When its three latest presentations began, those aside that a leaving of its page ended, and what was before them.
  var latestShows = (Ticks(.min), Ticks(.min), Ticks(.min))

  /// The one page it belongs to from now on; ``PageID/none`` while any page will do that its attributes allow.
  var home = PageID.none
  /// The page of the lineage it belonged to when it was last looked at on screen.
  var anchor = PageID.none

  /// The timers that are set for it.
  var expiryTimer = TimerID.none
  var autoTimer = TimerID.none
  var graceTimer = TimerID.none

  /// The unfinished members of its chain before and after it.
  var chainPrevious = PopupID.none
  var chainNext = PopupID.none

  /// Whether it matched the current page when that last changed, and which change that was.
  var matchEpoch: Int32 = -1
  var matches = false

  init(spec: PopupSpec) { self.spec = spec }

  /// A popup of which nothing is known.
  static let unknown = PopupState(spec: PopupSpec(name: .none))

  /// Whether it was submitted and has not ended.
  var isLive: Bool { stage != .unknown && stage != .ended }
  /// Whether anything of it is on screen.
  var isVisible: Bool { stage == .up || isLeaving }
  var isUp: Bool { stage == .up }
  var isSystem: Bool { spec.kind == .system }

  /// The moment from which it may not be shown anew.
  var deadline: Ticks { spec.expires < .zero ? .distantFuture : submittedAt + spec.expires }
}
