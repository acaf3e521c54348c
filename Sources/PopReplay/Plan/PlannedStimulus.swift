import PopTrace
import PopupScheduling

/// A recorded stimulus, or a line of a scenario, and what brings it about in a run (<doc:CausalReplay#Three-sorts-of-stimuli>).
struct PlannedStimulus: Linked {
  /// When it was recorded, or is to happen.
  var time: Ticks
  /// How long after its trigger it happens; for acts, how much visible time they take.
  var delay = Ticks.zero
  /// For how long the act may have had to wait for a lock in the recording, so that it would come earlier without one.
  var heldFor = Ticks.zero
  /// For acts that led to a page: how long it was until the user was back, where visits may have waited for that; 0 where none did.
  var detour = Ticks.zero
  /// Which popups were up in the recording when it happened, where that matters (<doc:CausalReplay#Assumptions>).
  var audience: UInt64 = 0
  var index: Int32
  /// The index in the log of its recorded cause; negative for none.
  var cause: Int32 = -1
  /// The generation or the ordinal of the decision that is its trigger.
  var number: Int32 = 0
  /// The page transition it is part of; negative for none.
  var transition: Int32 = -1
  /// The page transition whose origin it is about, which may be another page in a run; negative for none.
  var origin: Int32 = -1
  /// The next stimulus of the same cause, the next one that the same hiding or request triggers or that follows the same stimulus, and the
  /// one before it in its transition; and the last of those that follow it. Negative for none.
  var nextEffect: Int32 = -1
  var next: Int32 = -1
  var previousMember: Int32 = -1
  var followers: Int32 = -1
  var trigger = Trigger.time
  var traits: Traits = []

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
    case anchor
  }

  struct Traits: OptionSet {
    var rawValue: UInt16

    /// It is taken while its cause is being carried out.
    static let reentrant = Traits(rawValue: 1)
    /// The cause it names is the popup's last presentation.
    static let causedByLastShown = Traits(rawValue: 4)
    /// The user does it, so that it waits while input is locked (<doc:CausalReplay#Input-lock>).
    static let usersAct = Traits(rawValue: 8)
    /// It was recorded while input was locked, so that no lock holds it up.
    static let passesLock = Traits(rawValue: 16)
    static let needsPopupUp = Traits(rawValue: 32)
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

  init(_ event: Event, at index: Int) {
    time = event.time
    self.index = Int32(truncatingIfNeeded: index)
  }

  var isReaction: Bool { trigger != .time }
}

struct PlannedPopup {
  var traits = PopupTraits()
  /// How long it had been visible, over all presentations, when its user could last have answered it; negative where it was never shown.
  var stay = Ticks(-1)
  /// The first stretch of its visible time in which input was locked, so that its user may have given up on it; negative for none.
  var lockedFrom = Ticks(-1)
  var lockedUntil = Ticks(-1)
  /// The classes of the pages it was shown on, a bit for each (``Plan/classBit(of:)``).
  var pageClasses: UInt64 = 0
  /// The recorded length of each animation, whatever the generation; negative where none is known.
  var lengths = PopupTraits.ByPhase(show: Ticks(-1), hide: Ticks(-1))
  var lists = PopupLists()
  var submission: Int32 = -1
  var dismissals: Int32 = 0
  /// Whether content answers without a known request.
  var hasLooseAnswer = false
  /// The kinds of its decisions that are causes of stimuli, a bit for each (``DecisionTable/bit(of:)``).
  var watched: UInt64 = 0
  /// Which of its animations never end, whatever the generation.
  var isLost = PopupTraits.ByPhase(show: false, hide: false)
}

/// What there is of a popup, in the order of the log: in a plan all that the session has, in a run what is left of it.
struct PopupLists {
  var acts = IndexChain()
  var animations = IndexChain()
  var requests = IndexChain()
  /// The stimuli that a hiding of the popup triggers, by generation, and a content request, by ordinal.
  private var hidden = IndexChain()
  private var requested = IndexChain()

  subscript(trigger: PlannedStimulus.Trigger) -> IndexChain {
    get { trigger == .hidden ? hidden : requested }
    set { if trigger == .hidden { hidden = newValue } else { requested = newValue } }
  }
}

/// The first and the last index of a list whose elements each say which is next; negative where there is none.
struct IndexChain {
  var first: Int32 = -1
  var last: Int32 = -1
}

/// An element of a list, which says what is next; negative for nothing.
protocol Linked { var next: Int32 { get set } }

extension OwnedArray where Element: Linked {
  /// Puts an element at the end of a list.
  mutating func link(_ index: Int32, to list: inout IndexChain) {
    if list.last < 0 { list.first = index } else { self[Int(list.last)].next = index }
    list.last = index
  }

  mutating func append(_ element: Element, to list: inout IndexChain) {
    append(element)
    link(Int32(truncatingIfNeeded: count - 1), to: &list)
  }
}

/// What the attributes of a popup say about when it is visible.
struct PopupTraits {
  /// The lengths of its animations as declared; 0 for none.
  var lengths = ByPhase(show: Ticks.zero, hide: Ticks.zero)
  var instance = PageID.none
  var scene = 0
  var isExempt = false

  /// Something for each of a popup's two animations.
  struct ByPhase<Value: BitwiseCopyable>: BitwiseCopyable {
    var show: Value
    var hide: Value

    subscript(phase: AnimationPhase) -> Value {
      get { phase == .show ? show : hide }
      set { if phase == .show { show = newValue } else { hide = newValue } }
    }
  }
}

/// One animation of the recording: how it ended, or for how long nothing was seen of its end (<doc:CausalReplay#Animations>).
struct RecordedAnimation: Linked {
  var start: Ticks
  /// From its start to its end; where it has none, for how long it ran.
  var length = Ticks.zero
  var generation: Int32
  var item: Int32 = -1
  /// The popup's animation before it; negative for none.
  var previous: Int32
  var next: Int32 = -1
  var phase: AnimationPhase
  var isOpen = true
}

/// One content request of the recording: whether it was answered, else for how long it was not (<doc:CausalReplay#Absence>).
struct RecordedRequest: Linked {
  var start: Ticks
  var ordinal: Int32
  var next: Int32 = -1
  /// From the request to the answer; where there is none, for how long it was open.
  var length = Ticks.zero
  var isAnswered = false
  var isOpen = true
}

/// One timer of the recording: how late it fired (<doc:CausalReplay#Timers>).
struct RecordedTimer: Linked {
  /// When it was due, or when it was set, if that was later.
  var due: Ticks
  /// From ``due``, or from the foreground it had to wait for, to its firing; where it did not fire, how late it was at least.
  var lateness = Ticks.zero
  /// The index of its firing in the log, or of what cancelled it at the tick of the foreground; ``ScheduledEvent/last`` where there is neither.
  var index = ScheduledEvent.last
  var next: Int32 = -1
  var isOpen = true
  /// Whether it came due in the background and had to wait.
  var waitedForForeground = false
  var firesInBackground = false
  var hasCause = false
}

/// A user's act that will happen when its popup has been visible for long enough (<doc:CausalReplay#Dwell>).
struct ArmedAct: Linked {
  var visibleTime: Ticks
  var item: Int32
  /// The event that armed it; negative where it was armed from the start.
  var cause: Int32
  var next: Int32 = -1
  var isDone = false
  var isHeld = false
}

/// One page transition of the recording: everything from the first page that moves until none does.
struct RecordedTransition {
  var origin: PageID
  var destination = PageID.none
  /// The other pages that were on screen, as a number.
  var others: UInt64
  /// The first of its stimuli that is a reaction; negative where none is.
  var lead: Int32 = -1
  /// The last of its stimuli (``PlannedStimulus/previousMember``).
  var last: Int32 = -1
  var kept = KeptVisit.none
}

/// What a stimulus of a scenario waits for in place of a time (TimeAndTurns, *Scenario files*).
struct PlannedAnchor {
  var item: Int32
  /// The stimulus's popup, after whose submission counting begins; none where it has none or is that submission itself.
  var popup: PopupID
  /// What is waited for, and which of its fields count, a bit for each.
  var pattern: Event
  var fields: UInt64
  var flags: Event.Flags
  var nth: Int
  var isRepeated: Bool
  /// Whether the stimulus's delay is visible time.
  var isVisibleTime: Bool

  init(_ anchor: Anchor, item: Int32, stimulus: Event) {
    self.item = item
    popup = stimulus.kind == .popupSubmitted ? .none : stimulus.popup
    pattern = anchor.pattern
    fields = Self.bits(anchor.fields)
    flags = anchor.fields.reduce(into: []) { if case .flag(let flag) = $1.slot { $0.insert(flag) } }
    if anchor.fields.contains(.kind) { flags.insert(.ofKind) }
    nth = anchor.nth
    isRepeated = anchor.every
    let isAct =
      stimulus.kind == .popupTapped || stimulus.kind == .popupViewLost
      || (stimulus.kind == .popupDismissed && stimulus.act.isUsers)
    isVisibleTime =
      isAct && anchor.pattern.kind == .popupShown && anchor.fields.contains(.popup)
      && anchor.pattern.popup == stimulus.popup
  }

  /// Whether, having seen so many, it has had its event and waits for no other.
  func isDone(_ seen: Int) -> Bool { !isRepeated && seen >= nth }

  func demands(_ field: EventField) -> Bool { fields & 1 << UInt64(field.rawValue) != 0 }

  private static func bits(_ fields: some Sequence<EventField>) -> UInt64 {
    fields.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  /// The fields that an event has its word in, and those that it has its name in.
  private static let words = bits([.reason, .by, .phase, .purpose, .kind])
  private static let names = bits([.name, .action, .state, .user, .responder, .what, .message])

  func matches(_ event: Event) -> Bool {
    guard event.kind == pattern.kind else { return false }
    if demands(.popup), event.popup != pattern.popup { return false }
    if demands(.page), event.page != pattern.page { return false }
    if demands(.generation), event.generation != pattern.generation { return false }
    if demands(.timer), event.timer != pattern.timer { return false }
    if demands(.at), event.value != pattern.value { return false }
    if demands(.scene), event.scene != pattern.scene { return false }
    if demands(.scheduler), event.scheduler != pattern.scheduler { return false }
    if fields & Self.words != 0, event.code != pattern.code { return false }
    if fields & Self.names != 0, event.name != pattern.name { return false }
    return event.flags.symmetricDifference(pattern.flags).isDisjoint(with: flags)
  }
}
