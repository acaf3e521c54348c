import PopTrace
import PopupScheduling

/// One run of a plan, which other runs share: the virtual clock, and the model of user, app and environment.
///
/// Not generic over the policy: what the policy decides comes in through ``take(_:reentrant:)``. The next run uses the same memory.
struct Run: ~Copyable {
  var session = SessionPlan.none
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
    differences.begin(isCompared: !session.plan.isScenario)
    live = UInt32.max >> UInt32(32 - options.continuations.count)
    if visitsWait { planMissingVisits() }
    if let excess = session.plan.excess ?? session.plan.excess(over: options.limits) { stop(.limit(excess)) }
  }

  @inline(__always)
  func planned(_ item: Int32) -> PlannedStimulus { session.plan.items[Int(item)] }

  @inline(__always)
  func event(of item: Int32) -> Event { session.plan.event(of: item) }
}
