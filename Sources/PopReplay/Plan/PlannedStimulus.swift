import PopupScheduling

/// A recorded stimulus, or a line of a scenario, and what brings it about in a run (<doc:CausalReplay#Three-sorts-of-stimuli>).
struct PlannedStimulus {
  /// How long after its trigger it happens; for acts, how much visible time they take.
  var delay = Ticks.zero
  /// For how long the act may have had to wait for a lock in the recording, so that it would come earlier without one.
  var heldFor = Ticks.zero
  /// For acts that led to a page: how long it was until the user was back, where visits may have waited for that; 0 where none did.
  var detour = Ticks.zero
  /// Which popups were up in the recording when it happened, where that matters (<doc:CausalReplay#Assumptions>).
  var audience: UInt64 = 0
  /// Its index in the session's log.
  var index: Int32
  /// The next one with the same cause, in recorded order.
  var nextEffect: Int32 = -1
  /// The first and last of those it is the cause of.
  var firstEffect: Int32 = -1
  var lastEffect: Int32 = -1
  /// The next one with the same trigger, where that is not the cause.
  var nextTriggered: Int32 = -1
  /// The first of those it is the trigger of without being their cause.
  var firstTriggered: Int32 = -1
  /// The generation or the ordinal of the decision that is its trigger.
  var number: Int32 = 0
  /// The page transition it is part of, and the stimulus before it in that transition; negative for none.
  var transition: Int32 = -1
  var previousOfTransition: Int32 = -1
  /// The page transition whose origin it is about, which may be another page in a run; negative for none.
  var origin: Int32 = -1
  /// What brings it about.
  var trigger = Trigger.time
  /// What else is to be known of it.
  var traits: Traits = []

  /// What brings a stimulus about.
  enum Trigger: UInt8 {
    /// It is exogenous: its recorded time.
    case time
    /// Its recorded cause, by the clock.
    case cause
    /// Another stimulus, by the clock; the recording names none.
    case stimulus
    /// The popup's visible time.
    case visibleTime
    /// The start of the animation whose end it is.
    case animation
    /// The hiding of a certain generation of its popup, by the clock.
    case hidden
    /// A content request of its popup, by the clock.
    case request
    /// Anchors of a scenario.
    case anchor
  }

  /// What else is to be known of a stimulus.
  struct Traits: OptionSet {
    var rawValue: UInt16
    /// It is taken while its cause is being carried out.
    static let reentrant = Traits(rawValue: 1)
    /// The recording names its cause.
    static let hasCause = Traits(rawValue: 2)
    /// The cause it names is the popup's last presentation.
    static let causedByLastShown = Traits(rawValue: 4)
    /// The user does it, so that it waits while input is locked (<doc:CausalReplay#Input-lock>).
    static let usersAct = Traits(rawValue: 8)
    /// It was recorded while input was locked, so that no lock holds it up.
    static let passesLock = Traits(rawValue: 16)
    /// It cannot happen unless its popup is up.
    static let needsPopupUp = Traits(rawValue: 32)
    /// It is a user's dismissal of a popup that is up.
    static let dismissal = Traits(rawValue: 64)
    /// It was legal in the recording, so that it must be legal in a run.
    static let wasLegal = Traits(rawValue: 256)
    /// Other popups than in the recording would be in its way (<doc:CausalReplay#Assumptions>).
    static let hasAudience = Traits(rawValue: 512)
    /// It follows every occurrence of its anchor.
    static let repeats = Traits(rawValue: 1024)
    /// It is a user's act on a popup that a page transition followed from.
    static let leadsToPage = Traits(rawValue: 2048)
    /// It is the last appearance of a page behind a tap on which the recording ends.
    static let staysToTheEnd = Traits(rawValue: 4096)
  }

  /// Makes an exogenous one.
  init(index: Int) { self.index = Int32(truncatingIfNeeded: index) }

  /// Whether something else brings it about.
  var isReaction: Bool { trigger != .time }
}
