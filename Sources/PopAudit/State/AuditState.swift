import PopupScheduling

/// Everything the rules know in common: the words in capitals of the rules' page, kept up to date event by event.
///
/// Rules read it in their hooks; only what takes an event in, and the turn cycle, change it. Reused for one session after another it allocates nothing.
struct AuditState: ~Copyable {
  /// Without it, the compiler would lend the half kilobyte that all these array headers are as a copy on the stack, at every call of a rule.
  private let byAddress = ByAddress()

  var catalog = Catalog()
  /// What the catalog is between sessions.
  let emptyCatalog = Catalog()
  var tick = TickLength.millisecond
  /// 1,000 ms: the grace that animations get, and the wait from which a show is late.
  var second: Ticks { tick.ticks(ceilingMilliseconds: 1000) }
  /// 3,000 ms: the wait from which a queue is stuck.
  var threeSeconds: Ticks { tick.ticks(ceilingMilliseconds: 3000) }
  /// 10,000 ms: the time in which a popup that comes up again and again flickers.
  var tenSeconds: Ticks { tick.ticks(ceilingMilliseconds: 10_000) }
  /// 20,000 ms: the stay on screen from which a popup holds the slot.
  var twentySeconds: Ticks { tick.ticks(ceilingMilliseconds: 20_000) }
  /// Whether re-entrant stimuli carry a mark; else their cause and time tell them (TimeAndTurns, *Re-entrant stimuli*).
  var marksReentrantStimuli = true

  /// The time of the turn, or of the deadline that is being handled. Never decreases.
  var now = Ticks.zero
  /// The sequence number of the event that was taken in last; -1 before the first.
  var sequence: Int32 = -1
  /// The time of that event; 0 before the first.
  var time = Ticks.zero
  /// Whether the event that is about to be taken in comes after a jump of the sequence numbers (or is a first one that is not number 0).
  var jumped: Bool { event.sequence != sequence &+ 1 }
  /// Whether what is told is what an app reported of a scheduler of its own, and what the event contradicts of it.
  var isObserved = false
  var contradiction: Contradiction?
  /// Whether the event being taken is the first.
  var isFirst: Bool { sequence < 0 }
  /// Whether what happened in front of the event is unknown.
  var isBehindHole: Bool { jumped || contradiction != nil }
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
  /// The LIVE members of every chain in order of submission, and by binding the OPEN chains whose next member asks for it.
  var chainMembers = IndexLists()
  var boundChains = IndexLists()
  /// The chains whose last member ended in this turn, with which their rounds end unless another joins before (QueueOrder, *Chains*).
  var emptiedChains = OwnedArray<Int32>()

  var turn = AuditTurn()
  var decisions = OwnedArray<Int32>()
  var presentations = OwnedArray<AuditTurn.Presentation>()
  /// The popups that were hidden as page-left in the turn and may still be parked.
  var leftPopups = OwnedArray<Int32>()
  /// The popups that were UP when a VALID DISMISSAL or a withdrawal in the turn told them to go.
  var dismissals = OwnedArray<AuditTurn.Dismissal>()
  /// The popups that ENDED in the turn.
  var ended = OwnedArray<Int32>()

  var deadlines = Deadlines()
  var timers = AuditState.Timers()

  var epoch: Int32 = 0
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
  /// The queues in which something changed that can make a popup eligible, or not; each once.
  var dirtyQueues = OwnedArray<Int32>()
  /// The exempt popups of which something changed that can make them eligible, or not; each once.
  var dirtyExempt = OwnedArray<Int32>()
  var listedCount = 0
  var listedExemptCount = 0

  /// The popup submitted last, which is not listed yet: most are shown in the turn of their submission. Negative for none.
  var latest: Int32 = -1
  /// The popups that are LIVE and not UP, and the chains that are OPEN, as long as there are few of each.
  var waiting = OwnedArray<Int32>()
  var openChains = OwnedArray<Int32>()
  /// How many are few. From then on they stand in what follows: popups in groups of those with the same requirements.
  var few = 32
  var isIndexed = false
  var groups = OwnedArray<AuditedGroup>()
  /// The popups of every group, the one that joined last behind all others.
  var members = IndexLists()
  var bindings = OwnedArray<AuditedBinding>()
  var pageCount: Int32 = 0
  /// The ready popups of every group by rank, and those of them that have not starved by age.
  var ready = HeapForest()
  var byAge = HeapForest()
  /// The open groups of every queue and kind, by the rank of their first popup, and by the age of that which came first.
  var openGroups = HeapForest()
  var openByAge = HeapForest()
  /// The chains that would hold every queue, in the order in which they opened.
  var holders = HeapForest()
  var groupIDs = IndexTable()
  var bindingIDs = IndexTable()
  /// The bindings that name a page or a class, in lists by page, and by scene and name.
  var links = OwnedArray<BindingLink>()
  var linkIDs = IndexTable()

  var pageLists = PooledList.Pool<PageID>()
  var numberLists = PooledList.Pool<Int32>()

  /// The popups whose pages were altered while they were UP: what they ask for counts from the next page event on.
  var altered = OwnedArray<Int32>()

  var changedScenes = OwnedArray<Int32>()

  /// The scenes in which a popup took the slot or left it since the last turn was over.
  var slotScenes = OwnedArray<Int32>()

  /// Per queue, a slot for all kinds and one for each.
  var slots = OwnedArray<KindSlot>()
  /// Passed over so often, a popup starves, and counts no more.
  static var mostPassedOver: Int32 { 10 }
  /// More than there are, so that finding a queue's slots is a shift.
  static var kindSlots: Int { 16 }

  var keys = OwnedArray<KeyState>()
  /// The LIVE popups of every key in order of submission.
  var liveOfKey = IndexLists()
  /// The first submission of every object of every queue, by which the list of those that may be LIVE goes.
  var objects = IndexTable()
  var ofObject = IndexLists()
  /// The other submissions of an object, while something is done to all of them.
  var others = OwnedArray<Int32>()

  /// By attributes: where the popups with them belong.
  var specIndices = OwnedArray<SpecIndices>()
  var chainIDs = IndexTable()
  var keyIDs = IndexTable()

  var forest = PageForest()
  var sceneIndices = IndexByNumber()
  var queueIndices = IndexTable()
}

extension AuditState {
  /// Takes over everything that another audit knows by now, but for the catalog.
  mutating func copy(from other: borrowing AuditState) {
    (tick, marksReentrantStimuli, isObserved) = (other.tick, other.marksReentrantStimuli, other.isObserved)
    (now, sequence, time, event) = (other.now, other.sequence, other.time, other.event)
    (contradiction, hasGap, knownSince) = (other.contradiction, other.hasGap, other.knownSince)
    (knowsUser, knowsBackground) = (other.knowsUser, other.knowsBackground)
    popups.copy(from: other.popups)
    pages.copy(from: other.pages)
    scenes.copy(from: other.scenes)
    queues.copy(from: other.queues)
    chains.copy(from: other.chains)
    chainMembers.copy(from: other.chainMembers)
    emptiedChains.copy(from: other.emptiedChains)
    turn = other.turn
    decisions.copy(from: other.decisions)
    presentations.copy(from: other.presentations)
    leftPopups.copy(from: other.leftPopups)
    dismissals.copy(from: other.dismissals)
    ended.copy(from: other.ended)
    deadlines.copy(from: other.deadlines)
    timers.copy(from: other.timers)
    (epoch, epochBegan) = (other.epoch, other.epochBegan)
    (isSignedIn, user, signedIn) = (other.isSignedIn, other.user, other.signedIn)
    (background, backgroundSince, backgroundTotal) = (other.background, other.backgroundSince, other.backgroundTotal)
    foldedScenes.copy(from: other.foldedScenes)
    dirtyQueues.copy(from: other.dirtyQueues)
    dirtyExempt.copy(from: other.dirtyExempt)
    (listedCount, listedExemptCount, latest) = (other.listedCount, other.listedExemptCount, other.latest)
    waiting.copy(from: other.waiting)
    openChains.copy(from: other.openChains)
    (few, isIndexed) = (other.few, other.isIndexed)
    // Most sessions never have many that wait.
    if !bindings.isEmpty || !other.bindings.isEmpty {
      groups.copy(from: other.groups)
      members.copy(from: other.members)
      bindings.copy(from: other.bindings)
      pageCount = other.pageCount
      ready.copy(from: other.ready)
      byAge.copy(from: other.byAge)
      openGroups.copy(from: other.openGroups)
      openByAge.copy(from: other.openByAge)
      holders.copy(from: other.holders)
      groupIDs.copy(from: other.groupIDs)
      bindingIDs.copy(from: other.bindingIDs)
      links.copy(from: other.links)
      linkIDs.copy(from: other.linkIDs)
      boundChains.copy(from: other.boundChains)
    }
    pageLists.copy(from: other.pageLists)
    numberLists.copy(from: other.numberLists)
    altered.copy(from: other.altered)
    changedScenes.copy(from: other.changedScenes)
    slotScenes.copy(from: other.slotScenes)
    slots.copy(from: other.slots)
    keys.copy(from: other.keys)
    liveOfKey.copy(from: other.liveOfKey)
    objects.copy(from: other.objects)
    ofObject.copy(from: other.ofObject)
    specIndices.copy(from: other.specIndices)
    chainIDs.copy(from: other.chainIDs)
    keyIDs.copy(from: other.keyIDs)
    forest.copy(from: other.forest)
    sceneIndices.copy(from: other.sceneIndices)
    queueIndices.copy(from: other.queueIndices)
  }
}

/// The STEP under way: a root stimulus, every decision up to the next one, and the re-entrant stimuli among them.
struct AuditTurn {
  struct Presentation {
    var popup: Int32
    /// The sequence number of its `popup.shown`, which tells it from others of the same popup.
    var shownSequence: Int32
  }

  struct Dismissal {
    var popup: Int32
    var sequence: Int32
  }

  var isOpen = false
  /// Whether anything happened in it that a rule may look at once it is over.
  var isEventful = false
  /// Whether its root is known: a session may begin in the middle of a turn.
  var hasRoot = false
  var time = Ticks.zero
  var start: Int32 = 0
  var hasBackPress = false
  /// The latest suspension in it that hides what is up, and what it holds; negative where there is none.
  var hiding: Int32 = -1
  var hiddenQueue: Int32 = -1
  var hiddenKind: PopupKind?
  /// The popup whose older presentation its root says has finished moving; negative where that is not so.
  var staleCompletion: Int32 = -1
}
