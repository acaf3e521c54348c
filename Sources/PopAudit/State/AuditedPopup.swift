import PopupScheduling

/// What the audit knows of one submission: events by their sequence numbers, and what stands elsewhere by its index there; negative for none.
struct AuditedPopup {
  /// Facts and not a life cycle: a broken trace says two at once that exclude one another, and every rule is right about its own.
  struct Flags: OptionSet {
    var rawValue: UInt64

    /// Its submission was seen. What is not known is judged by `overlap` only.
    static let known = Flags(rawValue: 1 << 0)
    static let up = Flags(rawValue: 1 << 1)
    static let leaving = Flags(rawValue: 1 << 2)
    static let ended = Flags(rawValue: 1 << 3)
    /// PARKED for ``AuditedPopup/parkedPage``.
    static let parked = Flags(rawValue: 1 << 4)
    /// Hidden as preempted, and neither restored nor queued since.
    static let limbo = Flags(rawValue: 1 << 5)
    /// Hidden as page-left in this turn, and not parked yet.
    static let left = Flags(rawValue: 1 << 6)
    static let exempt = Flags(rawValue: 1 << 7)
    static let system = Flags(rawValue: 1 << 8)
    static let bound = Flags(rawValue: 1 << 9)
    static let keepAlive = Flags(rawValue: 1 << 10)
    static let ready = Flags(rawValue: 1 << 11)
    static let allowed = Flags(rawValue: 1 << 12)
    static let dismissed = Flags(rawValue: 1 << 13)
    /// Withdrawn, or dismissed by code while it was not UP.
    static let withdrawn = Flags(rawValue: 1 << 14)
    static let dismissedByCode = Flags(rawValue: 1 << 15)
    static let contentFailed = Flags(rawValue: 1 << 16)
    static let named = Flags(rawValue: 1 << 17)
    /// Its end is one after which showing it again makes it a zombie.
    static let dead = Flags(rawValue: 1 << 18)
    static let viewLost = Flags(rawValue: 1 << 19)
    /// A decision took it away for good: dropped, or hidden and not parked.
    static let removed = Flags(rawValue: 1 << 20)
    /// Dropped in this turn, for a reason that holds.
    static let droppedRightly = Flags(rawValue: 1 << 21)
    /// It is counted among the popups of its queue that are not up.
    static let listed = Flags(rawValue: 1 << 22)
    /// Events are missing since the last event about it.
    static let uncertain = Flags(rawValue: 1 << 23)
    /// The last presentation ended by being parked for ``AuditedPopup/parkedPage``.
    static let cameFromParking = Flags(rawValue: 1 << 24)
    /// A popup of the same key was LIVE when it was submitted.
    static let hadDuplicate = Flags(rawValue: 1 << 25)
    /// Its latest presentation began while it was UP.
    static let shownTwice = Flags(rawValue: 1 << 26)
    /// The operating system showed it in the turn of its submission: what it says of itself counts for nothing.
    static let plain = Flags(rawValue: 1 << 27)
    /// It is UP and counts in its queue: it is known, and neither exempt nor of kind `system`.
    static let holdsSlot = Flags(rawValue: 1 << 28)
    static let touched = Flags(rawValue: 1 << 29)
    /// Its pages are not those of its submission any more.
    static let altered = Flags(rawValue: 1 << 30)
    static let heldByTyping = Flags(rawValue: 1 << 31)

    @inline(__always)
    mutating func set(_ flag: Flags, _ isSo: Bool) { if isSo { insert(flag) } else { remove(flag) } }
  }

  var flags: Flags = []
  var kind: PopupKind = .alert
  /// The index of its attributes in the catalog; negative while its submission was not seen.
  var spec: Int32 = -1
  var queue: Int32 = 0
  var scene: Int32 = 0
  var level: Int32 = 0
  /// Whether it was submitted with `next`: in front of its equals, of two such the later first.
  var isNext = false
  /// The classes of its pages, as last changed.
  var pages: NameListID = .none
  /// Those it was given while it was UP, until they count; nil where there are none.
  var changedPages: NameListID?
  var instance: PageID = .none
  var key: Symbol = .none
  /// The moment from which it may not be shown anew.
  var expiresAt: Ticks = .distantFuture
  var submittedAt: Ticks = .zero
  var submitted: Int32 = -1
  var epoch: Int32 = 0

  /// The generation of its latest presentation; 0 before the first.
  var generation: Int32 = 0
  var shownSequence: Int32 = -1
  var shownAt: Ticks = .zero
  var shownPage: PageID = .none
  /// The sequence number of the `popup.hidden` (or `popup.view-lost`) that ended its latest presentation.
  var hiddenSequence: Int32 = -1
  var hiddenAt: Ticks = .zero
  var hiddenReason: Reason = .none
  /// When its exit animation is taken for finished at the latest.
  var leavesBy: Ticks = .zero
  /// The foreground time of all its presentations that are over.
  var visibleBefore: Ticks = .zero
  /// The foreground clock at its latest `popup.shown`.
  var shownClock: Ticks = .zero

  /// The page it is parked for, or was parked for last.
  var parkedPage: PageID = .none
  var parked: Int32 = -1
  /// The sequence number of its first VALID DISMISSAL, else of its dismissal by code.
  var dismissal: Int32 = -1
  var withdrawal: Int32 = -1
  var end: Int32 = -1
  /// The sequence number of the event that made it ``Flags/dead``.
  var death: Int32 = -1
  /// The sequence number of the last event about its condition; its submission, to begin with.
  var conditionSequence: Int32 = -1

  /// The last event about its content, and its kind; negative before the first.
  var contentEvent: Int32 = -1
  var contentKind = EventKind.contentRequested

  var chain: Int32 = -1
  var keyIndex: Int32 = -1
  /// The popup with its key that was submitted before it, LIVE or not.
  var sameKeyEarlier: Int32 = -1
  var group: Int32 = -1
  /// Since when it is ready, or was last, whatever page it waits for: the number of the event that made it so; negative before.
  var readySince: Int32 = -1
  /// The last event while it was; `max` while it is.
  var readyUntil: Int32 = -1
  /// While it waits: the page that it was compared with last, none where that may be other than before, and whether that will do.
  var comparedPage = PageID.none
  var suits = false
  /// How many presentations of later popups passed it over.
  var passedOver: Int32 = 0
  /// Since when an exempt popup, a queue of its own, is eligible and not shown; negative while it is not.
  var idleSince: Ticks = Ticks(-1)

  /// Where it stands among its equals, the smallest first: those submitted with `next`, the latest of them first, then by submission.
  var order: UInt32 {
    isNext ? UInt32(bitPattern: Int32.max - submitted) : UInt32(bitPattern: submitted) | 1 << 31
  }
  /// Where it stands among those that could be shown, the smallest first: by level, then among its equals.
  var rank: UInt64 { UInt64(UInt32(bitPattern: level) ^ 1 << 31) << 32 | UInt64(order) }

  /// The `content.requested` that was neither cancelled nor answered; negative for none.
  var requested: Int32 { contentKind == .contentRequested ? contentEvent : -1 }

  var isUp: Bool { flags.contains(.up) }
  var isVisible: Bool { !flags.isDisjoint(with: [.up, .leaving]) }
  var isKnown: Bool { flags.contains(.known) }
  var isExempt: Bool { flags.contains(.exempt) }
  var isSystem: Bool { flags.contains(.system) }
  var isParked: Bool { flags.contains(.parked) }
  var isLive: Bool { flags.intersection([.known, .ended]) == .known }
  /// Whether it is or was among those that wait, or its chain may change.
  var mayNeedGroup: Bool { flags.contains(.listed) || wasReady || group >= 0 || chain >= 0 }
  /// Whether it was ready when that was found out last.
  var wasReady: Bool { readyUntil == .max }
  var isWaiting: Bool { flags.intersection([.known, .ended, .up, .parked, .limbo, .left]) == .known }
}

// What a popup's own events say of it. Each takes the popup once, so that its address is worked out and checked once.
extension AuditedPopup {
  /// It was submitted. Where it was shown before, by mistake or after a gap, that stays.
  @inline(__always)
  mutating func submit(_ spec: PopupSpec, _ event: Event, at time: Ticks, epoch: Int32) {
    var flags = self.flags.intersection([.named, .up, .leaving])
    flags.insert(.known)
    if spec.kind.isExempt { flags.insert(.exempt) }
    if spec.kind == .system { flags.insert(.system) }
    if spec.kind.isHeldByTyping { flags.insert(.heldByTyping) }
    if spec.isBound { flags.insert(.bound) }
    if spec.keepAlive { flags.insert(.keepAlive) }
    if spec.content == .ready { flags.insert(.ready) }
    if spec.condition { flags.insert(.allowed) }
    self.flags = flags
    kind = spec.kind
    self.spec = event.attributes
    level = spec.level
    isNext = spec.next
    pages = spec.pages
    instance = spec.instance
    key = spec.key
    submittedAt = time
    submitted = event.sequence
    conditionSequence = event.sequence
    self.epoch = epoch
    if spec.expires >= .zero { expiresAt = time + spec.expires }
  }

  /// A presentation begins; one that is under way ends with it.
  @inline(__always)
  mutating func show(_ event: Event, at time: Ticks, clock: Ticks) {
    var flags = self.flags
    if flags.contains(.up) { visibleBefore = visibleBefore + (clock - shownClock) }
    let isSecond = flags.contains(.up)
    let cameFromParking = shownSequence >= 0 && parked > shownSequence && hiddenReason == .pageLeft
    flags.subtract([.leaving, .parked, .limbo, .left, .uncertain, .cameFromParking, .shownTwice])
    flags.insert(.up)
    if isSecond { flags.insert(.shownTwice) }
    if cameFromParking { flags.insert(.cameFromParking) }
    self.flags = flags
    generation = event.generation
    shownSequence = event.sequence
    shownAt = time
    shownPage = event.page
    shownClock = clock
  }

  @inline(__always)
  mutating func hide(_ sequence: Int32, _ reason: Reason, at time: Ticks, clock: Ticks) {
    visibleBefore = visibleBefore + (clock - shownClock)
    hiddenSequence = sequence
    hiddenAt = time
    hiddenReason = reason
    flags.remove(.up)
  }
}
