import PopupScheduling

/// What the audit knows of one QUEUE: the popups of one scheduler of one scene, exempt ones left out.
struct QueueState {
  /// The index of its scene in ``AuditState/scenes``.
  var scene: Int32 = 0
  /// The scheduler's number.
  var scheduler: UInt16 = 0

  /// How many of its popups, and of the exempt ones of its scheduler, are LIVE and not UP.
  var listedCount: Int32 = 0
  /// The kinds of popups that are ready in a group that is open, a bit for each.
  var kinds: UInt32 = 0
  /// The OPEN chains whose next member could be shown on the page that is current, or was last, in the order in which they opened.
  var holders = PooledList()

  /// Since when the queue is IDLE; negative while it is not.
  var idleSince: Ticks = Ticks(-1)
  /// How many popups of it are UP, those of the operating system left out.
  var upCount: Int32 = 0
  /// FIRST IN THE QUEUE, whatever the slot; negative where no popup is ELIGIBLE. Kept while the slot is free or a popup of the queue is UP.
  var candidate: Int32 = -1
  /// Since when, without a break, there is one while a popup of the queue is UP, in ticks of foreground time; negative while that is not
  /// so.
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
  /// Its index in ``AuditState/busyQueues``; negative where it does not stand there.
  var busyIndex: Int32 = -1
  /// Where it stands there, its index in ``SceneState/busyQueues``.
  var busyIndexInScene: Int32 = -1

  var isIdle: Bool { idleSince >= .zero }
}

/// What the audit knows of one chain of one queue.
struct ChainState {
  var name: Symbol
  var queue: Int32
  /// The earliest and the latest submitted LIVE member; negative for none.
  var first: Int32 = -1
  var last: Int32 = -1
  /// OPEN: a member of the round was shown.
  var isOpen = false
  /// The `popup.shown` that opened it.
  var opened: Int32 = -1
  /// While it is OPEN, what its next member asks of a page, as an index in ``AuditState/bindings``, and its neighbours there.
  var binding: Int32 = -1
  var bindingNext: Int32 = -1
  var bindingPrevious: Int32 = -1
}

/// What the audit knows of one key of one queue.
struct KeyState {
  /// The LIVE popup with it that was submitted last; negative for none.
  var live: Int32 = -1
  /// The latest submission with it.
  var latest: Int32 = -1
  /// How many popups with it were ever shown, and the earliest submission of those.
  var shownCount: Int32 = 0
  var earliestShown: Int32 = .max
}
