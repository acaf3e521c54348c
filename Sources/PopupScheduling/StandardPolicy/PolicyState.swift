/// What a standard policy knows in the middle of a session, and what it makes of it (<doc:QueueOrder>, <doc:Configuration>).
///
/// One owner and no copies: everything here is touched at every event. ``StandardPolicy`` is the value around it.
struct PolicyState: ~Copyable {
  let configuration: PolicyConfiguration
  /// The exempt kinds, a bit for each.
  let exemptKinds: UInt16

  /// Every popup that is not over, in no order: one that has ended and left the screen gives its index, by which it goes, to another one.
  var states = OwnedArray<PopupState>()
  /// The indices that no popup has, and those of the popups that are over in the turn under way.
  var free = OwnedArray<Int32>()
  var over = OwnedArray<Int32>()
  /// The index of every popup that is not over.
  var indices = IndexByNumber()
  /// How many popups were submitted, and which.
  var submissions: Int32 = 0
  var submitted = NumberSet()
  /// The objects of those that are over: one who takes an old submission back means the object.
  var pastObjects = IndexByNumber()
  /// Those that have not ended, in order of submission.
  var live = IndexLists()
  /// How many of them are of each kind, and how many have content that was asked for a certain user.
  var liveOfKind = SIMD16<Int32>(repeating: 0)
  var liveWithUser: Int32 = 0
  /// Those on screen, exit animations not counted, in the order in which they were shown; those of them that fill the slot.
  var up = IndexLists()
  var occupants = OwnedArray<Int32>()
  /// How many of those on screen belong to pages.
  var boundUp = 0
  var showings: Int32 = 0
  /// Those that wait for the slot, and those that wait for something else and need no slot.
  var queue: WaitingQueue
  var slotless: WaitingQueue
  /// How many popups fill the slot, exit animations counted.
  var occupied = 0
  var parked = IndexLists()
  /// Those parked for a page or waiting to come back to it, by page; those of them that wait.
  var kept = IndexListsByKey()
  var returning = IndexLists()
  /// Live popups that ask for one page, by page, and those of one object, by object.
  var ofInstance = IndexListsByKey()
  var ofObject = IndexListsByKey()

  var pages = ScenePages()
  var gates = GateStates()
  var chains = ChainTable()
  var keyboard = KeyboardState()
  /// The popup for which the keyboard was folded last.
  var lastFolder = PopupID.none

  /// The chain that keeps others out; negative for none. For which state of the pages that was found.
  var holder: Int32 = -1
  var holderEpoch: Int32 = -1
  var needsChoice = false
  /// Whether the pages of a popup that is up were changed since the last event of a page.
  var hasChangedPages = false
  /// The live popup of every key, by the symbol of the key, and the popup of every timer.
  var keyOwners = IndexByNumber()
  var timerOwners = IndexByNumber()
  var fresh = OwnedArray<Int32>()
  /// Those passed over by the decision that is being made.
  var passedOver = OwnedArray<PopupID>()
  /// Popups picked out of lists, before something is done to each.
  var picked = OwnedArray<Int32>()

  /// Whether a user ever signed in or out, whether one is signed in, and which.
  var knowsUser = false
  var isSignedIn = false
  var user = Symbol.none

  /// The names of the callbacks, once they are needed.
  var shownName = Symbol.none
  var closedName = Symbol.none

  private let byAddress = ByAddress()

  init(_ configuration: PolicyConfiguration) {
    self.configuration = configuration
    exemptKinds = configuration.exempt.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
    queue = WaitingQueue(needsPage: configuration.pages == .bound)
    slotless = WaitingQueue(needsPage: configuration.pages == .bound && configuration.slots == 0)
  }

  @inline(__always)
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      takePage(stimulus, &turn)
    case .popupSubmitted: submit(stimulus, &turn)
    case .popupWithdrawn: withdraw(stimulus, &turn)
    case .popupDismissed: dismiss(stimulus, &turn)
    case .popupViewLost: loseView(stimulus, &turn)
    case .popupCondition: setCondition(stimulus)
    case .popupChanged: change(stimulus, &turn)
    case .contentLoaded, .contentFailed: takeContent(stimulus, &turn)
    case .animationFinished: finishAnimation(stimulus, &turn)
    case .animationLost: loseAnimation(stimulus, &turn)
    case .appSignedOut, .appSignedIn: takeUser(stimulus, &turn)
    case .appBackground, .appForeground, .scrollBegan, .scrollEnded, .schedulerResumed: takeGate(stimulus)
    case .editBegan: beginEditing(stimulus)
    case .editEnded: endEditing(stimulus, turn)
    case .schedulerSuspended: suspend(stimulus, &turn)
    case .schedulerCleared: clear(stimulus, &turn)
    case .timerFired: takeTimer(stimulus, &turn)
    default: break
    }
  }

  var hasToChoose: Bool { needsChoice || mayPreempt }
  private var mayPreempt: Bool { configuration.preemption && occupied == 1 && queue.count > 0 }

  var hasToConclude: Bool {
    !fresh.isEmpty || !over.isEmpty || !chains.open.isEmpty
      || occupied == 0 && (gates.isTypingFolded || keyboard.isFolded)
  }

  mutating func settle(_ turn: inout Turn) {
    let mayPreempt = mayPreempt
    let isAfresh = needsChoice
    needsChoice = false
    if isAfresh, slotless.count > 0 { showSlotless(&turn) }
    guard queue.count > 0 else { return }
    if mayPreempt { preempt(&turn) }
    if occupied == 0 { showNext(&turn) }
  }

  mutating func conclude(_ turn: inout Turn) {
    if !fresh.isEmpty { queueFresh(&turn) }
    if occupied == 0, gates.isTypingFolded || keyboard.isFolded { restoreKeyboard(&turn) }
    if !chains.open.isEmpty { chains.endFinished() }
    for position in over.indices { giveUp(over[position]) }
    over.removeAll()
  }

  /// The index in ``states`` of a popup that was submitted and is not over; nil for any other.
  func index(of popup: PopupID) -> Int? {
    guard !popup.isNone else { return nil }
    let index = indices[popup.index]
    return index < 0 ? nil : Int(index)
  }

  /// Begins another session, and keeps the memory.
  mutating func reset() {
    states.removeAll()
    free.removeAll()
    over.removeAll()
    indices.removeAll()
    submissions = 0
    submitted.removeAll()
    pastObjects.removeAll()
    live.removeAll()
    liveOfKind = .init(repeating: 0)
    liveWithUser = 0
    up.removeAll()
    occupants.removeAll()
    boundUp = 0
    showings = 0
    queue.removeAll()
    slotless.removeAll()
    occupied = 0
    parked.removeAll()
    kept.removeAll()
    returning.removeAll()
    ofInstance.removeAll()
    ofObject.removeAll()
    pages.reset()
    gates = GateStates()
    chains.reset()
    keyboard = KeyboardState()
    lastFolder = .none
    holder = -1
    holderEpoch = -1
    needsChoice = false
    hasChangedPages = false
    keyOwners.removeAll()
    timerOwners.removeAll()
    fresh.removeAll()
    passedOver.removeAll()
    knowsUser = false
    isSignedIn = false
    user = .none
    shownName = .none
    closedName = .none
  }

  /// Another state in which everything is the same, for a policy that is copied in the middle of a session.
  borrowing func copy() -> PolicyState {
    var other = PolicyState(configuration)
    other.states = states.copy()
    other.free = free.copy()
    other.over = over.copy()
    other.indices = indices.copy()
    other.submissions = submissions
    other.submitted = submitted.copy()
    other.pastObjects = pastObjects.copy()
    other.live = live.copy()
    other.liveOfKind = liveOfKind
    other.liveWithUser = liveWithUser
    other.up = up.copy()
    other.occupants = occupants.copy()
    other.boundUp = boundUp
    other.showings = showings
    other.queue = queue.copy()
    other.slotless = slotless.copy()
    other.occupied = occupied
    other.parked = parked.copy()
    other.kept = kept.copy()
    other.returning = returning.copy()
    other.ofInstance = ofInstance.copy()
    other.ofObject = ofObject.copy()
    other.pages = pages.copy()
    other.gates = gates
    other.chains = chains.copy()
    other.keyboard = keyboard
    other.lastFolder = lastFolder
    other.holder = holder
    other.holderEpoch = holderEpoch
    other.needsChoice = needsChoice
    other.hasChangedPages = hasChangedPages
    other.keyOwners = keyOwners.copy()
    other.timerOwners = timerOwners.copy()
    other.fresh = fresh.copy()
    other.passedOver = passedOver.copy()
    other.picked = picked.copy()
    other.knowsUser = knowsUser
    other.isSignedIn = isSignedIn
    other.user = user
    other.shownName = shownName
    other.closedName = closedName
    return other
  }
}
