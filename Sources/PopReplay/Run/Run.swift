import PopTrace
import PopupScheduling

/// One run of a plan: the virtual clock, and the model of user, app and environment.
///
/// Not generic over the policy: what the policy decides comes in through ``take(_:reentrant:)``. The plan is only looked at, and shared with
/// other runs; all that changes is here, in memory that is used again for the next run.
struct Run: ~Copyable {
  /// What is played.
  var session = SessionPlan.none
  var options = ReplayOptions()
  /// Whether reactions follow this run's own occurrence of their cause; recorded stimuli happen at their recorded times where they do not.
  private(set) var isCausal = true
  /// What the user sees in this run.
  var visibility = Visibility()
  /// Where the pages are in this run.
  var onScreen = PagesOnScreen()
  var queue = EventQueue()
  /// The next stimulus of the plan's calendar.
  var calendarIndex = 0
  /// How many stimuli the calendar has.
  private(set) var calendarCount = 0
  /// Whether visits wait for popups to be answered.
  private(set) var visitsWait = false
  /// The next visit of the calendar, where visits wait.
  var visitIndex = 0
  /// By how much visits come later than recorded, having waited.
  var visitShift = Ticks.zero
  /// Up to when waiting has made visits later.
  var visitsShiftedUntil = Ticks.zero
  /// Since when the next visit of the calendar has been waiting; nil while it does not.
  var visitWaitsSince: Ticks?
  /// When the user sees that nothing keeps those any more that wait; nil while something does.
  var visitsFreeFrom: Ticks?
  /// When the last popup went of which the user has seen that it is gone.
  var noticed = Ticks(-1)
  /// How long users of the app take at most to see that, as far as was measured, and at the most.
  private(set) var reaction = Ticks.zero
  private(set) var longestReaction = Ticks.zero
  /// The visits planned that leave a page behind a tap, and may have waited in the recording.
  var earlierReturns = OwnedArray<EarlierReturn>()
  /// The index in the calendar of the next transition.
  var preparedIndex = -1
  /// That transition, which was looked at for whether it waited in the recording; negative for none.
  var preparedVisit: Int32 = -1
  /// From when on that visit may come that waited in the recording; ``Ticks/distantFuture`` where none did.
  var earlierVisitFrom = Ticks.distantFuture
  /// From when on a visit may come in a scene that the recording ended too early for; by scene.
  var missingVisitFrom = OwnedArray<Ticks>()
  /// The visits that wait though the calendar does not have them: those that leave a page behind a tap.
  var heldVisits = OwnedArray<ScheduledEvent>()
  /// The time of the turn under way.
  var now = Ticks.zero
  /// The number that the next event of this run will get.
  var nextSequence: Int32 = 0
  /// The stimulus the next turn is about.
  var stimulus = Event(.idle)
  /// What it is in the plan; negative where it is generated.
  var stimulusItem: Int32 = -1

  /// How far every stimulus of the plan has come.
  var stimuli = OwnedArray<StimulusProgress>()
  /// How far every popup has come.
  var popups = OwnedArray<PopupProgress>()
  /// The acts that wait for their popup's visible time.
  var acts = OwnedArray<ArmedAct>()
  /// How often the decisions that are causes have happened.
  var decisions = OwnedArray<DecisionTable.Progress>()
  /// How far every anchor of a scenario has come.
  var anchors = OwnedArray<AnchorProgress>()
  /// For every kind of event, the first anchor that still waits for one of no certain popup.
  var looseAnchors = OwnedArray<Int32>()
  /// The recorded timer of each purpose that the next one set for no popup corresponds to.
  var looseTimers = SIMD8<Int32>(repeating: -1)
  /// The timers of this run, by number.
  var timers = OwnedArray<RunningTimer>()
  /// Timers that came due in the background.
  var heldTimers = OwnedArray<HeldTimer>()
  /// Acts that wait for input to be unlocked.
  var heldActs = OwnedArray<ScheduledEvent>()
  /// How many of them have been taken since input was unlocked.
  var heldActsTaken = 0
  /// Stimuli that were handed over re-entrantly in this turn, in order, with their index in the plan.
  var handedOver = OwnedArray<Int32>()
  /// How far each page transition of the recording has come in this run.
  var transitions = OwnedArray<TransitionProgress>()
  /// What the run may take, and has taken.
  var budget = RunBudget()
  /// How many of the last turns were timers that changed nothing.
  var idleTurns = 0
  /// Whether the turn under way decided more than about timers.
  var hadEffect = false
  /// Whether this run was stopped because it would not have ended.
  var isStopped = false
  /// When the run stood still by its policy's doing, and was ended; nil where it did not.
  var standstill: Ticks?
  /// Why the session cannot be judged; nil where it can.
  var failure: TraceError?

  var coverage = Coverage()
  var notes: [ReplayNote] = []
  var firstAssumption: Assumption?
  /// Whether a user's answer or content was due of which the recording says nothing.
  var hasUnknownAnswer = false
  /// From when on the user may go where no continuation looks; nil where they never do.
  var opening: Opening?
  /// From when on the user may type for another time, the keyboard not being folded or brought back as in the recording; nil where it is.
  var typing: Opening?
  /// The last event of this run that does not rest on an assumption.
  var lastCertain = Int32.max
  var differences = Differences()
  private let byAddress = ByAddress()

  /// Begins a run.
  mutating func begin(_ session: SessionPlan, options: ReplayOptions) {
    self.session = session
    self.options = options
    isCausal = session.plan.isScenario || options.timing == .causal
    calendarIndex = 0
    visitsWait = options.visits == .wait && isCausal && !session.plan.isScenario
    visitIndex = 0
    visitShift = .zero
    visitWaitsSince = nil
    noticed = Ticks(-1)
    reaction = !visitsWait ? .zero : session.plan.tick.ticks(ceilingMilliseconds: options.visitReaction)
    longestReaction = session.plan.tick.ticks(ceilingMilliseconds: max(options.visitReaction, Self.leastReaction))
    heldVisits.removeAll()
    preparedVisit = -1
    preparedIndex = -1
    earlierReturns.removeAll()
    earlierVisitFrom = .distantFuture
    calendarCount = isCausal ? session.plan.calendar.count : session.plan.items.count
    now = .zero
    idleTurns = 0
    hadEffect = false
    isStopped = false
    standstill = nil
    failure = nil
    coverage = Coverage()
    if !notes.isEmpty { notes.removeAll(keepingCapacity: true) }
    firstAssumption = nil
    hasUnknownAnswer = false
    opening = nil
    typing = nil
    lastCertain = .max
    visibility.begin(popups: session.plan.popups.count, scenes: session.plan.scenes.count)
    onScreen.begin(session.plan.tree, scenes: session.plan.scenes.count)
    queue.removeAll()
    beginProgress(session)
    budget.begin(options.limits, events: session.plan.count, lastTurn: options.lastTurn)
    differences.begin(isCompared: !session.plan.isScenario, popups: session.plan.popups.count)
    if visitsWait { planMissingVisits() }
    if let excess = session.plan.excess ?? session.plan.excess(over: options.limits) { stop(.limit(excess)) }
  }

  /// A visit that begins so many milliseconds after a popup went may have waited for it, whatever was measured: nobody reacts at once.
  private static var leastReaction: Int64 { 300 }

  /// The stimulus of the calendar at an index.
  func calendarItem(_ index: Int) -> Int32 {
    isCausal ? session.plan.calendar[index] : Int32(truncatingIfNeeded: index)
  }

  /// The next stimulus of the calendar that nothing keeps waiting; negative where there is none.
  @inline(__always)
  mutating func nextOfCalendar() -> Int32 {
    if visitsWait { return nextBesideVisits() }
    return calendarIndex < calendarCount ? calendarItem(calendarIndex) : -1
  }

  /// When a stimulus of the calendar comes.
  @inline(__always)
  func calendarTime(of item: Int32) -> Ticks {
    let time = session.plan.events[Int(session.plan.items[Int(item)].index)].time
    return visitsWait && isVisit(item) ? time + visitShift : time
  }

  /// The next stimulus of the calendar has come.
  @inline(__always)
  mutating func passCalendar(_ item: Int32) {
    if visitsWait, isVisit(item) { visitIndex += 1 } else { calendarIndex += 1 }
  }
}

/// Everything that is to happen in a run, the earliest first.
typealias EventQueue = MinHeap<ScheduledEvent>

extension ScheduledEvent: HeapElement {}

extension MinHeap where Element == ScheduledEvent {
  /// Whether the earliest comes before a stimulus that is at an index of the recording; false where nothing is to happen.
  func firstPrecedes(_ time: Ticks, _ order: Int32) -> Bool { first?.precedes(time, order) ?? false }

  /// Whether nothing but timers is to happen.
  var holdsOnlyTimers: Bool {
    allSatisfy { event in if case .timer = event.what { true } else { false } }
  }
}
