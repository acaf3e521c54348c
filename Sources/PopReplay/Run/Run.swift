import PopTrace
import PopupScheduling

/// One run of a plan, which other runs share: the virtual clock, and the model of user, app and environment.
///
/// Not generic over the policy: what the policy decides comes in through ``take(_:reentrant:)``. The next run uses the same memory.
struct Run: ~Copyable {
  var session = SessionPlan()
  var options = ReplayOptions()
  /// Whether reactions follow this run's own occurrence of their cause; recorded stimuli happen at their recorded times where they do not.
  var isCausal = true
  var visibility = Visibility()
  var onScreen = PagesOnScreen()
  var queue = MinHeap<ScheduledEvent>()
  var visitsWait = false
  var visits = Visits()
  /// The visits planned that leave a page behind a tap, and may have waited in the recording.
  var earlierReturns = OwnedArray<EarlierReturn>()
  /// From when on a visit may come in a scene that the recording ended too early for; by scene.
  var missingVisitFrom = OwnedArray<Ticks>()
  /// The visits that wait though the calendar does not have them: those that leave a page behind a tap.
  var heldVisits = OwnedArray<ScheduledEvent>()
  var now = Ticks.zero
  var nextSequence: Int32 = 0
  /// The stimulus the next turn is about, and what it is in the plan; negative where it is generated.
  var stimulus = Event(.idle)
  var stimulusItem: Int32 = -1
  var stimuli = OwnedArray<StimulusProgress>()
  var popups = OwnedArray<PopupProgress>()
  var acts = OwnedArray<ArmedAct>()
  var decisions = OwnedArray<DecisionTable.Decision>()
  /// For every anchor, how often what it waits for has happened.
  var anchorsSeen = OwnedArray<Int>()
  /// What has had its counterpart is taken out of these, and of the lists of popups.
  var anchorLists = IndexLists()
  var timerLists = OwnedArray<IndexChain>()
  var timers = OwnedArray<RunningTimer>()
  var heldTimers = OwnedArray<ScheduledEvent>()
  /// Acts that wait for input to be unlocked.
  var heldActs = OwnedArray<ScheduledEvent>()
  /// Stimuli that were handed over re-entrantly in this turn, in order, with their index in the plan.
  var handedOver = OwnedArray<Int32>()
  var transitions = OwnedArray<TransitionProgress>()
  var budget = Budget()
  var state = State()
  var notes: [ReplayNote] = []
  var differences = Differences()
  /// The continuations that this run stands for, a bit for each, and those of them that go on otherwise from here; none while all agree.
  var live: UInt32 = 1
  var parting: UInt32 = 0
  /// When what is still to come does in each continuation, one row after another.
  var answers = OwnedArray<Ticks>()
  private let byAddress = ByAddress()

  /// How far a run has come, and what ``Replayer`` tells of it.
  struct State {
    var standstill: Ticks?
    var failure: TraceError?
    var coverage = Coverage()
    var firstAssumption: Assumption?
    var hasUnknownAnswer = false
    var opening: Assumption?
    var lastCertain = Int32.max
    /// From when on the user may type for another time, the keyboard not being folded or brought back as in the recording; nil where it is.
    var typing: Assumption?
    /// The next stimulus of the plan's calendar, and how many it has.
    var calendarIndex = 0
    var calendarCount = 0
    /// How many of the acts that wait have been taken since input was unlocked.
    var heldActsTaken = 0
    /// How many of the last turns were timers that changed nothing.
    var idleTurns = 0
    /// Whether the turn under way decided more than about timers.
    var hadEffect = false
    var isStopped = false
    /// Whether everything is counted, after the last turn; before the first, too, where it has not begun.
    var isOver = true
  }

  struct StimulusProgress {
    /// The sequence number of its recorded cause's counterpart; negative while that has not happened.
    var cause: Int32 = -1
    var state = State.waiting
    /// Whether it comes later than planned, with the rest of its transition.
    var isShifted = false

    enum State: Comparable { case waiting, scheduled, beyondEnd, reached, unreached }
  }

  struct PopupProgress {
    var dismissals: Int32
    var lists: PopupLists
    var requests: Int32 = 0
    /// The last request; negative where content is not wanted.
    var openRequest: Int32 = -1
    /// The decision that ended it; ``Int32/max`` while it has not.
    var ended = Int32.max
    var endedTime = Ticks.distantFuture
    /// The decision that presented it first; ``Int32/max`` while none has.
    var firstShown = Int32.max
    var firstShownTime = Ticks.distantFuture
    var isSubmitted = false
    /// Whether it has been noted that the recording does not answer for its stay, or its content.
    var isStayNoted = false
    var isWaitNoted = false
  }

  struct RunningTimer {
    var setBy: Int32
    /// The recorded timer it corresponds to; negative for none.
    var recorded: Int32
    var scene: UInt16
    var scheduler: UInt16
    var isSet = true
  }

  struct TransitionProgress {
    var origin = PageID.none
    var state = State.undecided
    /// Since when it has been waiting for a popup to be answered; nil while it does not.
    var waitsSince: Ticks?
    var delay = Ticks.zero

    enum State { case undecided, goesOn, isRefused }
  }

  mutating func begin(_ session: SessionPlan, options: ReplayOptions) {
    self.session = session
    self.options = options
    isCausal = session.plan.isScenario || options.timing == .causal
    state.calendarCount = isCausal ? session.plan.calendar.count : session.plan.items.count
    visitsWait = options.visits == .wait && isCausal && !session.plan.isScenario
    visits = Visits(session.plan.tick, visitsWait ? options.visitReaction : 0)
    visibility.begin(popups: session.plan.popups.count, scenes: session.plan.scenes.count)
    onScreen.begin(session.plan.forest, session.plan.scenes)
    stimuli.append(repeating: StimulusProgress(), count: session.plan.items.count)
    for index in session.plan.popups.indices {
      let planned = session.plan.popups[index]
      popups.append(PopupProgress(dismissals: planned.dismissals, lists: planned.lists))
      if !isCausal { popups[index].lists.acts.first = -1 }
    }
    acts.copy(from: session.plan.acts)
    anchorLists.copy(from: session.plan.anchorLists)
    timerLists.copy(from: session.plan.timerLists)
    session.plan.decisions.begin(&decisions)
    anchorsSeen.append(repeating: 0, count: session.plan.anchors.count)
    transitions.append(repeating: TransitionProgress(), count: session.plan.transitions.count)
    state.isOver = false
    budget.begin(options.limits, events: session.plan.count, lastTurn: options.lastTurn)
    live = UInt32.max >> UInt32(32 - options.continuations.count)
    if visitsWait { planMissingVisits() }
    if let excess = session.plan.excess ?? session.plan.excess(over: options.limits) { stop(.limit(excess)) }
  }

  @inline(__always)
  func planned(_ item: Int32) -> PlannedStimulus { session.plan.items[Int(item)] }

  @inline(__always)
  func event(of item: Int32) -> Event { session.plan.event(of: item) }
}

// The virtual clock: what happens next (TimeAndTurns, *Equal times*, *The end of a session*).
extension Run {
  /// Goes on to the next stimulus; false when the run is over, and everything is counted, or where its continuations part (``parting``).
  @inline(__always)
  mutating func advance(after log: borrowing EventLog, _ turn: Range<Int>, sequence: Int32) -> Bool {
    guard !state.isOver else { return false }
    if !handedOver.isEmpty { noteReentrant(log, turn) }
    nextSequence = sequence
    if findStimulus() {
      if session.plan.isScenario { watchForIdleness() }
      if countTurn() { return true }
    }
    if parting == 0 {
      state.isOver = true
      finish(log)
    }
    return false
  }

  @inline(__always)
  private mutating func findStimulus() -> Bool {
    while !state.isStopped, parting == 0 {
      if !heldActs.isEmpty, visibility.locks == 0 {
        if takeHeldAct() { return true }
        continue
      }
      if visitsWait {
        releaseVisits()
        guard parting == 0 else { return false }
      }
      let item =
        visitsWait
        ? nextBesideVisits() : state.calendarIndex < state.calendarCount ? calendarItem(state.calendarIndex) : -1
      if item >= 0 {
        let time = max(now, calendarTime(of: item))
        if !(queue.first?.precedes(time, planned(item).index) ?? false) {
          guard time <= session.plan.end else { return false }
          now = time
          guard !visitsWait || !keepsVisitWaiting(item) else { continue }
          if visitsWait, isVisit(item) { visits.index += 1 } else { state.calendarIndex += 1 }
          if play(item, cause: -1) { return true }
          continue
        }
      }
      guard var due = queue.popFirst(), due.time <= session.plan.end else { return false }
      if due.mayDiffer, options.continuations.count > 1, !comes(&due) { continue }
      now = max(now, due.time)
      if happen(due) { return true }
    }
    return false
  }

  /// Has something due happen; false where it was called off or has to wait.
  private mutating func happen(_ due: ScheduledEvent) -> Bool {
    switch due.what {
    case .stimulus(let item): return play(item, cause: due.cause)
    case .recordedAnimation(let item, let presentation): return isRunning(presentation) && play(item, cause: due.cause)
    case .act(let act, let stay): return perform(act, stay, due)
    case .actUnknown(let act, let stay, _): actBecomesUnknown(act, stay, due)
    case .timer(let timer, let waits): return fire(timer, due, waits)
    case .animation(let presentation): return isRunning(presentation) && finish(presentation, cause: due.cause)
    case .stayUnknown(let stay):
      // While input is locked nobody can answer, here or in the recording.
      guard visibility.locks == 0 else {
        if visibility.isUnderWay(stay) { heldActs.append(due) }
        return false
      }
      // The recording knows that there is no answer: not beyond what it shows, nor where a lock kept the user from it there.
      let (planned, seen) = (session.plan.popups[stay.popup.index], visibility.seen(stay.popup, at: now))
      if seen > planned.stay || seen < planned.lockedUntil { stayBecomesUnknown(stay) }
    case .assumedDismissal(let stay): return dismissByAssumption(stay, due)
    case .contentUnknown(let popup): contentBecomesUnknown(popup, request: due.cause)
    case .assumedContent(let popup, let kind): return loadByAssumption(popup, kind, request: due.cause)
    case .pageStayUnknown(let item): stayOnPageBecomesUnknown(item)
    // Only that time has come this far counts: what nothing keeps any more is seen to before each turn.
    case .visitUnknown: break
    }
    return false
  }

  /// Input is no longer locked: the act that waited longest happens at once, before all else due then (<doc:CausalReplay#Input-lock>).
  private mutating func takeHeldAct() -> Bool {
    var act = heldActs[state.heldActsTaken]
    state.heldActsTaken += 1
    if state.heldActsTaken == heldActs.count {
      heldActs.removeAll()
      state.heldActsTaken = 0
    }
    guard act.what.isUnknown else { return happen(act) }
    // Whether an act comes is known only after everything due now has happened.
    act.time = now
    queue.insert(act)
    return false
  }

  mutating func schedule(_ item: Int32, cause: Int32) {
    // One that repeats has happened already.
    if stimuli[Int(item)].state < .scheduled { stimuli[Int(item)].state = .scheduled }
    let (delay, order) = (planned(item).delay, planned(item).index)
    queue.insert(ScheduledEvent(time: now + delay, order: order, cause: cause, what: .stimulus(item: item)))
  }

  /// Makes a generated stimulus the next turn's.
  mutating func generate(_ event: Event, cause: Int32) {
    stimulus = event
    (stimulus.time, stimulus.sequence, stimulus.cause) = (now, nextSequence, cause)
    stimulusItem = -1
    noteEffects(of: event.kind, event.popup, event.page, item: -1, sequence: nextSequence)
    if session.plan.isScenario { matchAnchors(stimulus, sequence: nextSequence) }
  }

  func calendarItem(_ index: Int) -> Int32 {
    isCausal ? session.plan.calendar[index] : Int32(truncatingIfNeeded: index)
  }

  @inline(__always)
  func calendarTime(of item: Int32) -> Ticks {
    let time = planned(item).time
    return visitsWait && isVisit(item) ? time + visits.shift : time
  }
}
