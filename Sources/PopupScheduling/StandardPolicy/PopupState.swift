/// The moment from which a waiting popup may not be shown anew. A heap of these keeps those that do not matter any more: who takes one out looks.
struct Expiry: HeapElement, Sendable {
  var at: Ticks
  var index: Int32

  static func < (lhs: Expiry, rhs: Expiry) -> Bool { lhs.at < rhs.at }
}

/// What a standard policy knows of one submission. A plain value; the policy holds one for every popup that is not over.
struct PopupState {
  enum Stage: UInt8 {
    /// Has come in, or off the screen, and waits for the decision about it; never so at the end of a turn.
    case undecided
    case loading
    case waiting
    case parked
    /// Is on screen, its exit animation not counted.
    case up
    /// Has ended; its exit animation may still be running.
    case ended
  }

  var popup = PopupID.none
  /// Its attributes, as `popup.changed` left them.
  var spec = PopupSpec(name: .none)
  var stage = Stage.undecided
  var isLeaving = false
  /// Whether it needs no slot: exempt by the configuration.
  var isExempt = false
  var holds = true
  /// Whether its content failed after it had come.
  var hasNoContent = false
  var isLocking = false
  /// Whether an earlier entry animation was cut short, whose end may still be reported.
  var isCutShort = false
  var isCovered = false
  /// Whether it is up and counted as one that a change of page may take off.
  var isCountedBound = false
  var losesShow = false
  var losesHide = false

  var order: Int32 = 0
  /// What orders it among equals: the smaller, the earlier.
  var rank: Int32 = 0
  /// The number of its latest presentation, 0 before the first, and the number of that presentation among those of all popups.
  var generation: Int32 = 0
  var showing: Int32 = 0
  /// The chain it is a member of; negative for none.
  var chain: Int32 = -1

  var submittedAt = Ticks.zero
  var shownAt = Ticks.zero
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

  var expiryTimer = TimerID.none
  var autoTimer = TimerID.none
  var graceTimer = TimerID.none
  var preemptionTimer = TimerID.none

  @inline(never)
  mutating func begin(_ popup: PopupID, _ spec: PopupSpec, _ order: Int32, at now: Ticks) {
    self = PopupState(popup: popup, spec: spec, holds: spec.condition, order: order, rank: order, submittedAt: now)
  }

  mutating func comeUp(_ number: Int32, at now: Ticks, _ clock: Ticks) {
    stage = .up
    generation &+= 1
    showing = number
    shownAt = now
    shownClock = clock
    latestShows = (latestShows.1, latestShows.2, now)
  }

  static let noShows = (Ticks(.min), Ticks(.min), Ticks(.min))

  var isLive: Bool { stage != .ended }
  var isVisible: Bool { stage == .up || isLeaving }
  var isUp: Bool { stage == .up }
  /// Whether the operating system shows it, so that no policy decides on it (<doc:QueueOrder#System-popups>).
  var isSystem: Bool { spec.kind == .system }
  /// Whether one of its animations is under way, as far as anything waits for that one's end.
  func isRunning(_ phase: AnimationPhase) -> Bool { phase == .show ? isLocking : isLeaving }
  var isBound: Bool { !isSystem && (spec.isBound || !home.isNone) }
  /// The moment from which it may not be shown anew.
  var deadline: Ticks { spec.expires < .zero ? .distantFuture : submittedAt + spec.expires }
}
