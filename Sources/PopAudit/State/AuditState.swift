import PopupScheduling

/// Everything the rules know in common: the words in capitals of the rules' page, kept up to date event by event.
///
/// Flat arrays indexed by popup, page, scene, queue and chain. Rules read it in their hooks; only ``apply()`` and the turn cycle change it.
/// Reused for one session after another it allocates nothing per event. It cannot be copied, so lending it to a rule costs nothing.
struct AuditState: ~Copyable {
  /// Holds nothing. Its size is known only at run time, and so the state is lent by address; without it, the compiler would lend the half
  /// kilobyte that all these array headers are as a copy on the stack, at every call of a rule.
  private let byAddress: (any Sendable)? = nil

  /// What the events refer to.
  var catalog = Catalog()
  /// How long a tick is.
  var tick = TickLength.millisecond
  /// 1,000 ms: the grace that animations get, and the wait from which a show is late.
  var second = Ticks(1000)
  /// 3,000 ms: the wait from which a queue is stuck.
  var threeSeconds = Ticks(3000)
  /// 20,000 ms: the stay on screen from which a popup holds the slot.
  var twentySeconds = Ticks(20_000)
  /// Whether re-entrant stimuli carry a mark; else their cause and time tell them (TimeAndTurns, *Re-entrant stimuli*).
  var marksReentrantStimuli = true

  /// The time of the turn, or of the deadline that is being handled. Never decreases.
  var now = Ticks.zero
  /// The sequence number of the event that was taken in last; -1 before the first.
  var sequence: Int32 = -1
  /// The time of that event; 0 before the first.
  var time = Ticks.zero
  /// Whether the event being taken comes after a jump of the sequence numbers (or is a first one that is not number 0).
  var jumped = false
  /// Whether there was such a jump in this session.
  var hasGap = false
  /// The first event of which it is known what came before it in its turn; no number is as high right behind a jump.
  var knownSince: Int32 = -1
  /// Whether an event behind the jump has told who is signed in, and whether the app is in the background.
  var knowsUser = true
  var knowsBackground = true

  /// The event being taken. Pages and popups beyond the catalog are left out of it.
  var event = Event(.idle)

  var popups = OwnedArray<AuditedPopup>()
  var pages = OwnedArray<PageState>()
  var scenes = OwnedArray<SceneState>()
  var queues = OwnedArray<QueueState>()
  var chains = OwnedArray<ChainState>()
  /// The chains whose last member ended in this turn; their rounds end with the turn, unless another member joins before (QueueOrder,
  /// *Chains*).
  var emptiedChains = OwnedArray<Int32>()

  /// The turn under way.
  var turn = AuditTurn()
  /// What will happen without an event.
  var deadlines = Deadlines()
  /// When popups expire.
  var expiries = Deadlines()
  /// The timers that are set.
  var timers = TimerTable()

  /// The USER EPOCH.
  var epoch: Int32 = 0
  /// The event that began it.
  var epochBegan: Int32 = -1
  var isSignedIn = false
  var user = Symbol.none
  /// The latest `app.signed-in`; negative before the first.
  var signedIn: Int32 = -1
  /// The `app.background` that is in force; negative in the foreground.
  var background: Int32 = -1
  var backgroundSince = Ticks.zero
  var backgroundTotal = Ticks.zero

  /// The scenes in which the keyboard is folded while its user was typing.
  var foldedScenes = OwnedArray<Int32>()
  /// The queues in which a popup is LIVE and not UP; each once.
  var busyQueues = OwnedArray<Int32>()
  /// The queues in which something changed that can make a popup eligible, or not; each once.
  var dirtyQueues = OwnedArray<Int32>()
  /// The exempt popups of which something changed that can make them eligible, or not; each once.
  var dirtyExempt = OwnedArray<Int32>()
  /// How many popups are LIVE and not UP.
  var listedCount = 0
  /// All popups before this index have ENDED.
  var firstLive = 0
  /// How many of those are exempt.
  var listedExemptCount = 0

  // The popups that are LIVE and not UP, in groups of those with the same requirements.
  /// The popup submitted last, which is in no group yet: most are shown in the turn of their submission. Negative for none.
  var latest: Int32 = -1
  var groups = OwnedArray<AuditedGroup>()
  var bindings = OwnedArray<AuditedBinding>()
  /// Counts the pages that have become current.
  var pageCount: Int32 = 0
  /// Per queue and kind, the open groups in which a popup is ready, in the order of their first.
  var openGroups = OwnedArray<PooledList>()
  /// The position of every group among the open groups of its queue, and of every popup among the ready of its group, by rank and by age.
  var openGroupPositions = OwnedArray<Int32>()
  var readyPositions = OwnedArray<Int32>()
  /// Where every chain stands among those that would hold its queue.
  var holderPositions = OwnedArray<Int32>()
  var agePositions = OwnedArray<Int32>()
  /// The group of the popups whose attributes are as submitted, by those attributes; negative where there is none yet.
  var groupOfSpec = OwnedArray<Int32>()
  var groupIDs = IndexTable()
  var bindingIDs = IndexTable()
  /// The bindings that name a page or a class, in lists that begin in ``PageState/anchors`` and here, by scene and name.
  var anchors = OwnedArray<BindingAnchor>()
  var classAnchors = IndexTable()

  /// What the lists and heaps of scenes, queues and groups hold.
  var pageLists = ListPool<PageID>()
  var numberLists = ListPool<Int32>()
  var heaps = RankedHeaps()

  /// The popups whose pages were altered while they were UP: what they ask for counts from the next page event on.
  var altered = OwnedArray<Int32>()

  /// The scenes whose current page changed in this turn.
  var changedScenes = OwnedArray<Int32>()

  /// The scenes in which a popup took the slot or left it since the last turn was over.
  var slotScenes = OwnedArray<Int32>()

  /// Per queue, a slot for all kinds and one for each: how many suspensions are in force, and the last `scheduler.suspended`.
  var suspensions = OwnedArray<Int32>()
  var suspended = OwnedArray<Int32>()
  /// Likewise the last `scheduler.cleared`; negative for none.
  var cleared = OwnedArray<Int32>()
  /// Passed over so often, a popup starves, and counts no more.
  @inline(__always)
  static var mostPassedOver: Int32 { 10 }
  /// More than there are, so that finding a queue's slots is a shift.
  @inline(__always)
  static var kindSlots: Int { 16 }

  /// What is known of every key of every queue.
  var keys = OwnedArray<KeyState>()
  /// The latest submission of every object of every queue.
  var objects = IndexTable()
  /// The other submissions of an object, while something is done to all of them.
  var others = OwnedArray<Int32>()

  /// The chain and the key of every popup's attributes, by those attributes; negative where there is none yet.
  var chainOfSpec = OwnedArray<Int32>()
  var keyOfSpec = OwnedArray<Int32>()
  var chainIDs = IndexTable()
  var keyIDs = IndexTable()

  var forest = PageForest()
  var sceneNumbers = OwnedArray<UInt16>()
  /// The index of every scene, by its number; negative for none.
  var sceneIndices = OwnedArray<Int32>()
  var queueOfSpec = OwnedArray<Int32>()
  var queueIndices = IndexTable()

  var queueCount: Int { queues.count }
  var sceneCount: Int { scenes.count }
}

/// The timers that are set, in order of their numbers.
///
/// Numbers rise, so adding is appending; what is no longer set stays until there is more of it than of the rest.
struct TimerTable: ~Copyable {
  // Not private: the compiler (6.3.1) fails where an owned array of it is destroyed in another file.
  struct Entry {
    var timer: Int32
    var popup: Int32
    /// The `timer.set`; negative once it was cancelled or fired.
    var set: Int32
  }

  private var entries = OwnedArray<Entry>()
  private var idle = 0
  /// By popup: how many of its timers are set.
  private var counts = OwnedArray<Int32>()

  /// Forgets everything, and makes room for so many popups.
  mutating func begin(popupCount: Int) {
    entries.removeAll()
    counts.removeAll()
    counts.append(repeating: 0, count: popupCount)
    idle = 0
  }

  /// Whether a timer is set.
  func isSet(_ timer: TimerID) -> Bool {
    let index = index(of: timer)
    return index < entries.count && entries[index].timer == timer.rawValue && entries[index].set >= 0
  }

  /// Whether any timer of a popup is set.
  func hasTimer(popup: Int) -> Bool { popup < counts.count && counts[popup] > 0 }

  /// The `timer.set` of some timer of a popup that is set; -1 where there is none.
  ///
  /// - Complexity: O(n) in timers.
  func setting(ofPopup popup: Int) -> Int32 {
    var index = entries.count - 1
    while index >= 0, entries[index].set < 0 || Int(entries[index].popup) != popup { index -= 1 }
    return index < 0 ? -1 : entries[index].set
  }

  /// Notes a `timer.set`, `timer.cancelled` or `timer.fired`.
  ///
  /// - Complexity: O(log n) with n timers that are set, amortized.
  mutating func take(_ event: Event) {
    guard !event.timer.isNone else { return }
    let index = index(of: event.timer)
    let isKnown = index < entries.count && entries[index].timer == event.timer.rawValue
    if isKnown, entries[index].set >= 0 { clear(index) }
    guard event.kind == .timerSet else { return }
    let entry = Entry(timer: event.timer.rawValue, popup: event.popup.rawValue, set: event.sequence)
    if isKnown {
      idle -= 1
      entries[index] = entry
    } else {
      entries.insert(entry, at: index)
    }
    if !event.popup.isNone, event.popup.index < counts.count { counts[event.popup.index] += 1 }
  }

  private mutating func clear(_ index: Int) {
    let popup = Int(entries[index].popup)
    if popup >= 0, popup < counts.count { counts[popup] -= 1 }
    entries[index].set = -1
    idle += 1
  }

  /// Where a timer stands, or would.
  private func index(of timer: TimerID) -> Int {
    guard let last = entries.last, timer.rawValue <= last.timer else { return entries.count }
    return entries.partitioningIndex { $0.timer >= timer.rawValue }
  }

  /// Throws away what is no longer set, once there is more of it than of the rest.
  @inline(__always)
  mutating func tidy() {
    if idle > 32, idle * 2 > entries.count { removeIdle() }
  }

  @inline(never)
  private mutating func removeIdle() {
    var kept = 0
    for index in entries.indices where entries[index].set >= 0 {
      entries[kept] = entries[index]
      kept += 1
    }
    entries.removeLast(entries.count - kept)
    idle = 0
  }
}
