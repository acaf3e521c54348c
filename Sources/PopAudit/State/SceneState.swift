import PopupScheduling

/// What the audit knows of one page. A plain value; ``AuditState`` holds one for every page of the catalog.
struct PageState {
  struct Flags: OptionSet {
    var rawValue: UInt8

    static let known = Flags(rawValue: 1 << 0)
    /// From its did-appear to its will-disappear or removal; its container's state is not in it.
    static let appeared = Flags(rawValue: 1 << 1)
    /// It did disappear, and did not appear since.
    static let disappeared = Flags(rawValue: 1 << 2)
    static let removed = Flags(rawValue: 1 << 3)
    /// It comes over others and not in their place: it is not a full one, or stands in one that is not.
    static let comesOver = Flags(rawValue: 1 << 4)
    /// An event that leaves no doubt about it was seen since the last hole.
    static let stated = Flags(rawValue: 1 << 5)
  }

  var flags: Flags = []
  /// MOVING unless it is `PageMotion.still`, once any page of the scene has appeared.
  var motion = PageMotion.still
  var classes: NameListID = .none
  var scene: Int32 = 0
  var changed: Int32 = -1
  /// The sequence number of the last event with which it began to disappear, or did.
  var left: Int32 = -1
  /// The sequence number of its last did-disappear or removal.
  var gone: Int32 = -1
  var removal: Int32 = -1

  var isRemoved: Bool { flags.contains(.removed) }
}

/// What the audit knows of one scene: its pages, its slot and its gates. What its lists hold stands in pools of the state.
struct SceneState {
  var number: UInt16 = 0

  /// Pages between did-appear and will-disappear, in order of their did-appear.
  var onScreen = PooledList()
  var moving = PooledList()
  /// How many of those keep every page from being current.
  var blockers: Int32 = 0
  /// Whether any page of the scene has appeared; before that nothing is moving.
  var hasAppeared = false
  var current: PageID = .none
  /// The latest event about a page of the scene; negative before the first.
  var pageEvent: Int32 = -1
  /// The event since which its pages are known without a break; behind a hole no number is as high until they are known again.
  var pagesKnownSince: Int32 = -1
  var currentChanged = false

  /// The VISIBLE popups, exempt ones too, in the order in which their presentations began.
  var visible = PooledList()
  var slotCount: Int32 = 0
  /// Whether a popup took the slot or left it since the last turn was over.
  var slotChanged = false

  /// The `scroll.began` that is under way; negative while the user does not scroll.
  var scrolling: Int32 = -1
  /// The page it belongs to: the one that was current then, else the one that became current next; none until there is one.
  var scrollingPage: PageID = .none
  /// The `edit.began` that is under way; negative while the user does not type.
  var typing: Int32 = -1
  var typingPage: PageID = .none
  /// When the grace of an exit animation ran out last.
  var graceEnd = Ticks(-1)
  /// The `keyboard.resigned` last decided; negative for none.
  var resigned: Int32 = -1
  /// Whether the keyboard is folded for a popup: typing goes on if it comes back.
  var isFolded = false

  /// The page that was current last, the CURRENT PAGE if there is one: bindings are open for it.
  var lastCurrent: PageID = .none
  /// The bindings that are open, those that any page will do for left out.
  var openBindings = PooledList()
  /// The queues of it in which a popup is LIVE and not UP; each once.
  var busyQueues = PooledList()

  var isSettled: Bool { !hasAppeared || moving.isEmpty }
  var isSlotFree: Bool { slotCount == 0 }

  /// Forgets what may have changed while events were missing: everything but which popups wait in it, and for what.
  mutating func forget() {
    let old = self
    self = SceneState()
    pagesKnownSince = .max
    number = old.number
    lastCurrent = old.lastCurrent
    openBindings = old.openBindings
    busyQueues = old.busyQueues
  }
}

/// What the audit knows of one QUEUE: the popups of one scheduler of one scene, exempt ones left out.
struct QueueState {
  var scene: Int32

  /// How many of its popups, and of the exempt ones of its scheduler, are LIVE and not UP.
  var listedCount: Int32 = 0
  /// The kinds of popups that are ready in a group that is open, a bit for each.
  var kinds: UInt32 = 0
  /// The first opened of the OPEN chains whose next member would do for the page that is current, or was last: the root in ``AuditState/holders``.
  var holders: Int32 = -1

  /// Since when the queue is IDLE; negative while it is not.
  var idleSince: Ticks = Ticks(-1)
  /// How many popups of it are UP, those of the operating system left out.
  var upCount: Int32 = 0
  /// FIRST IN THE QUEUE, whatever the slot; negative where no popup is ELIGIBLE. Kept while the slot is free or a popup of the queue is UP.
  var candidate: Int32 = -1
  /// Since when there is one while a popup of the queue is UP, in ticks of foreground time; negative while that is not so.
  var contestedSince: Ticks = Ticks(-1)
  /// FIRST IN THE QUEUE of the idle queue; negative while it is not idle.
  var first: Int32 = -1
  /// Since when the same popup is first, and parked or not as it is now.
  var firstSince: Ticks = Ticks(-1)
  var firstIsParked = false
  /// Whether something changed that can make any of the waiting eligible, or not: it stands in ``AuditState/dirtyQueues``.
  var isDirty = false
  /// The first popup of the queue shown in this turn; negative for none.
  var shownInStep: Int32 = -1
  /// Its index in ``SceneState/busyQueues``; negative where it does not stand there.
  var busyIndex: Int32 = -1

  var isIdle: Bool { idleSince >= .zero }
}

/// What the audit knows of one kind of popups in one queue, or of all of them.
struct KindSlot {
  var suspensions: Int32 = 0
  /// The last `scheduler.suspended` and `scheduler.cleared`; negative for none.
  var suspended: Int32 = -1
  var cleared: Int32 = -1
  /// The open group whose first popup comes first, the root of its heap in ``AuditState/openGroups``, and likewise by age.
  var open: Int32 = -1
  var openByAge: Int32 = -1
}

/// Where the popups with the same attributes belong; negative where that is not known yet.
struct SpecIndices {
  var queue: Int32
  var chain: Int32 = -1
  var key: Int32 = -1
}

struct ChainState {
  var name: Symbol
  var queue: Int32
  /// OPEN: a member of the round was shown.
  var isOpen = false
  var opened: Int32 = -1
}

struct KeyState {
  var latest: Int32 = -1
  /// How many popups with it were ever shown, and the earliest submission of those.
  var shownCount: Int32 = 0
  var earliestShown: Int32 = .max
}
