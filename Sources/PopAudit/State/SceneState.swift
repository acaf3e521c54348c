import PopupScheduling

/// What the audit knows of one scene: its pages, its slot and its gates. A plain value; its lists stand in ``AuditState/pageLists`` and
/// ``AuditState/numberLists``.
struct SceneState {
  /// The scene's number.
  var number: UInt16 = 0

  /// Pages between did-appear and will-disappear, in order of their did-appear.
  var onScreen = PooledList()
  /// Pages that are MOVING.
  var moving = PooledList()
  /// How many of those keep every page from being current.
  var blockers: Int32 = 0
  /// Whether any page of the scene has appeared; before that nothing is moving.
  var hasAppeared = false
  /// The CURRENT PAGE.
  var current: PageID = .none
  /// The latest event about a page of the scene; negative before the first.
  var pageEvent: Int32 = -1
  /// The event since which its pages are known without a break; behind a hole no number is as high until they are known again.
  var pagesKnownSince: Int32 = -1
  /// Whether the current page changed in this turn.
  var currentChanged = false

  /// The VISIBLE popups, exempt ones too, in the order in which their presentations began.
  var visible = PooledList()
  /// How many of them are not exempt.
  var slotCount: Int32 = 0
  /// Whether a popup took the slot or left it since the last turn was over.
  var slotChanged = false

  /// The `scroll.began` that is under way; negative while the user does not scroll.
  var scrolling: Int32 = -1
  /// The page it belongs to: the one that was current then, else the one that became current next; none until there is one.
  var scrollingPage: PageID = .none
  /// The `edit.began` that is under way; negative while the user does not type.
  var typing: Int32 = -1
  /// The page it belongs to, likewise.
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
  /// The bindings that ask for nothing but classes.
  var classBindings = PooledList()
  /// The queues of it in which a popup is LIVE and not UP; each once.
  var busyQueues = PooledList()

  /// Nothing is MOVING.
  var isSettled: Bool { !hasAppeared || moving.isEmpty }
  /// SLOT FREE.
  var isSlotFree: Bool { slotCount == 0 }

  /// Forgets what may have changed while events were missing: everything but which popups wait in it, and for what.
  mutating func forget() {
    onScreen.removeAll()
    moving.removeAll()
    visible.removeAll()
    blockers = 0
    hasAppeared = false
    pageEvent = -1
    pagesKnownSince = .max
    current = .none
    currentChanged = false
    slotCount = 0
    slotChanged = false
    scrolling = -1
    scrollingPage = .none
    typing = -1
    typingPage = .none
    graceEnd = Ticks(-1)
    resigned = -1
    isFolded = false
  }
}
