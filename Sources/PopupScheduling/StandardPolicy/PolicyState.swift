/// What a standard policy knows in the middle of a session, and what it makes of it (<doc:QueueOrder>, <doc:Configuration>).
///
/// One owner and no copies: everything here is touched at every event. ``StandardPolicy`` is the value around it.
struct PolicyState: ~Copyable {
  let configuration: PolicyConfiguration
  let exemptKinds: UInt16
  /// Whether every popup goes in front of its equals.
  let goesInFront: Bool

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
  var liveOfKind = OwnedArray<Int32>()
  var liveWithUser: Int32 = 0
  /// Those on screen, exit animations not counted, in the order in which they were shown.
  var up = OwnedArray<Int32>()
  var boundUp = 0
  var showings: Int32 = 0
  /// Those that wait for the slot, and those that wait for something else and need no slot.
  var queue: WaitingQueue
  var slotless: WaitingQueue
  /// The moments from which those that wait may not be shown anew, or that once were such.
  var deadlines = MinHeap<Expiry>()
  /// How many popups fill the slot, exit animations counted.
  var occupied = 0
  var parked = IndexLists()
  /// Those parked for a page or waiting to come back to it, by page; those of them that wait.
  var kept = IndexLists.ByNumber()
  var returning = IndexLists()
  /// Live popups that ask for one page, by page, and those of one object, by object.
  var ofInstance = IndexLists.ByNumber()
  var ofObject = IndexLists.ByNumber()

  var pages = ScenePages()
  var gates = GateStates()
  var chains = ChainTable()
  var keyboard = KeyboardState()
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
  var passedOver = OwnedArray<PopupID>()
  /// Popups picked out of lists, before something is done to each.
  var picked = OwnedArray<Int32>()

  /// Whether a user ever signed in or out, whether one is signed in, and which.
  var knowsUser = false
  var isSignedIn = false
  var user = Symbol.none

  var shownName = Symbol.none
  var closedName = Symbol.none

  private let byAddress = ByAddress()

  init(_ configuration: PolicyConfiguration) {
    self.configuration = configuration
    exemptKinds = configuration.exempt.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
    queue = WaitingQueue(needsPage: configuration.pages == .bound)
    slotless = WaitingQueue(needsPage: configuration.pages == .bound && configuration.slots == 0)
    goesInFront = configuration.order == .lifo || configuration.order == .priority && configuration.ties == .lifo
    liveOfKind.append(repeating: 0, count: PopupKind.allCases.count)
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
    case .popupCondition: setCondition(stimulus, turn)
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

  @inline(__always)
  mutating func settle(_ turn: inout Turn) {
    let mayPreempt = occupied == 1 && queue.count > 0 && configuration.preemption
    guard needsChoice || mayPreempt else { return }
    let isAfresh = needsChoice
    needsChoice = false
    if isAfresh, slotless.count > 0 { showSlotless(&turn) }
    guard queue.count > 0 else { return }
    if mayPreempt { preempt(&turn) }
    if occupied == 0 { showNext(&turn) }
  }

  @inline(__always)
  mutating func conclude(_ turn: inout Turn) {
    if !fresh.isEmpty { queueFresh(&turn) }
    if occupied == 0, gates.isTypingFolded || keyboard.isFolded { restoreKeyboard(&turn) }
    if chains.hasFinished { chains.endFinished() }
    if !over.isEmpty { giveUpThoseOver() }
    assert(submissions > StandardPolicy.checkedPopups || Invariants.allHold(self))
  }

  /// The index in ``states`` of a popup that was submitted and is not over; nil for any other.
  @inline(__always)
  func index(of popup: PopupID) -> Int? {
    guard !popup.isNone else { return nil }
    let index = indices[popup.index]
    return index < 0 ? nil : Int(index)
  }

  borrowing func copy() -> PolicyState {
    var other = PolicyState(configuration)
    other.copy(from: self)
    return other
  }

  mutating func copy(from other: borrowing PolicyState) {
    states.copy(from: other.states)
    free.copy(from: other.free)
    over.copy(from: other.over)
    indices.copy(from: other.indices)
    (submissions, showings, boundUp, occupied) = (other.submissions, other.showings, other.boundUp, other.occupied)
    submitted.copy(from: other.submitted)
    pastObjects.copy(from: other.pastObjects)
    live.copy(from: other.live)
    liveOfKind.copy(from: other.liveOfKind)
    liveWithUser = other.liveWithUser
    up.copy(from: other.up)
    queue.copy(from: other.queue)
    slotless.copy(from: other.slotless)
    deadlines.copy(from: other.deadlines)
    parked.copy(from: other.parked)
    kept.copy(from: other.kept)
    returning.copy(from: other.returning)
    ofInstance.copy(from: other.ofInstance)
    ofObject.copy(from: other.ofObject)
    pages.copy(from: other.pages)
    gates = other.gates
    chains.copy(from: other.chains)
    keyboard = other.keyboard
    lastFolder = other.lastFolder
    (holder, holderEpoch) = (other.holder, other.holderEpoch)
    (needsChoice, hasChangedPages) = (other.needsChoice, other.hasChangedPages)
    keyOwners.copy(from: other.keyOwners)
    timerOwners.copy(from: other.timerOwners)
    fresh.copy(from: other.fresh)
    passedOver.copy(from: other.passedOver)
    picked.copy(from: other.picked)
    (knowsUser, isSignedIn, user) = (other.knowsUser, other.isSignedIn, other.user)
    (shownName, closedName) = (other.shownName, other.closedName)
  }
}

/// Numbers that things went by: some two bits for each, where they come one after another, and for good.
struct NumberSet: ~Copyable, Sendable, Replaceable {
  /// A bit for each of sixteen numbers, so that no word is negative.
  private var words = IndexByNumber()

  mutating func copy(from other: borrowing NumberSet) { words.copy(from: other.words) }

  func contains(_ number: Int) -> Bool {
    let word = words[number >> 4]
    return word >= 0 && word & (1 << Int32(number & 15)) != 0
  }

  /// Adds a number; false where it is known.
  @discardableResult
  mutating func insert(_ number: Int) -> Bool {
    let (word, bit) = (max(0, words[number >> 4]), Int32(1) << Int32(number & 15))
    guard word & bit == 0 else { return false }
    words[number >> 4] = word | bit
    return true
  }
}
