/// What a standard policy knows of one submission. A plain value; the policy holds one for every popup that is not over.
struct PopupState {
  /// Where a popup is in its life.
  enum Stage: UInt8 {
    /// Has come in, or off the screen, and waits for the decision about it; never so at the end of a turn.
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

  /// The popup itself.
  var popup: PopupID
  /// Its attributes, as `popup.changed` left them.
  var spec: PopupSpec
  /// Where it is in its life.
  var stage = Stage.undecided
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
  /// Whether an earlier entry animation was cut short, whose end may still be reported.
  var isCutShort = false
  /// Whether its cover is there.
  var isCovered = false
  /// Whether it is up and counted as one that a change of page may take off.
  var isCountedBound = false
  /// Whether an animation of its was said never to finish.
  var losesShow = false
  var losesHide = false

  /// How many popups were submitted before it.
  var order: Int32 = 0
  /// The position among equals: the smaller, the earlier.
  var rank: Int32 = 0
  /// The number of its latest presentation; 0 before the first.
  var generation: Int32 = 0
  /// The position of that presentation among those of all popups.
  var showing: Int32 = 0
  /// The chain it is a member of; negative for none.
  var chain: Int32 = -1

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
  /// When its three latest presentations began, the oldest first; they are forgotten when one ends because its page is left.
  var latestShows = Self.noShows

  /// The one page it belongs to from now on; ``Identifier/none`` while any page will do that its attributes allow.
  var home = PageID.none
  /// The page of the lineage it belonged to when it was last looked at on screen.
  var anchor = PageID.none

  /// The timers that are set for it.
  var expiryTimer = TimerID.none
  var autoTimer = TimerID.none
  var graceTimer = TimerID.none
  var preemptionTimer = TimerID.none

  init(_ popup: PopupID, _ spec: PopupSpec) {
    self.popup = popup
    self.spec = spec
  }

  /// The beginnings of presentations that there were not.
  static let noShows = (Ticks(.min), Ticks(.min), Ticks(.min))

  /// Whether it has not ended.
  var isLive: Bool { stage != .ended }
  /// Whether anything of it is on screen.
  var isVisible: Bool { stage == .up || isLeaving }
  var isUp: Bool { stage == .up }
  /// Whether the operating system shows it, so that no policy decides on it (<doc:QueueOrder#System-popups>).
  var isSystem: Bool { spec.kind == .system }
  /// Whether it belongs to certain pages, by its attributes or because it is kept for one.
  var isBound: Bool { !isSystem && (spec.isBound || !home.isNone) }

  /// The moment from which it may not be shown anew.
  var deadline: Ticks { spec.expires < .zero ? .distantFuture : submittedAt + spec.expires }
}
