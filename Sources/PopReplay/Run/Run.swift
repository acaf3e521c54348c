import PopTrace
import PopupScheduling

/// One run of a plan: the virtual clock, and the model of user, app and environment.
///
/// Not generic over the policy: what the policy decides comes in through ``take(_:reentrant:)``. Methods are mutating even where they only
/// look: a struct of this size is copied to be looked at by a method that is not.
struct Run {
  var plan = Plan()
  var options = ReplayOptions()
  /// What the user sees in this run.
  var screen = Screen()
  /// Where the pages are in this run.
  var stage = PageStage()
  var agenda = Agenda()
  /// The next stimulus of the plan's calendar.
  var calendarPlace = 0
  /// The time of the turn under way.
  var now = Ticks.zero
  /// The number that the next event of this run will get.
  var nextSequence: Int32 = 0
  /// The stimulus the next turn is about.
  var stimulus = Event(.idle)
  /// What it is in the plan; negative where it is generated.
  var stimulusItem: Int32 = -1

  /// What has become of every stimulus of the plan.
  var fates: [Fate] = []
  var popups: [PopupProgress] = []
  /// The recorded timer of each purpose that the next one set for no popup corresponds to.
  var looseTimers = SIMD8<Int32>(repeating: -1)
  /// The timers of this run, by number.
  var timers: [RunningTimer] = []
  /// Timers that came due in the background.
  var heldTimers: [Due] = []
  /// Acts that wait for input to be unlocked.
  var heldActs: [Due] = []
  /// How many of them have been taken since input was unlocked.
  var heldActsTaken = 0
  /// Stimuli that were handed over re-entrantly in this turn, in order, with their place in the plan.
  var handedOver: [Int32] = []
  /// What each page transition of the recording has come to in this run.
  var passages: [Passage] = []
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
  var firstAssumption: Ticks?
  /// The last event of this run that does not rest on an assumption.
  var lastCertain = Int32.max
  var differences = Differences()
  /// How long a user looks, and content takes, where the recording does not say; nil until asked for.
  var medianDwell: Ticks?
  var medianWait: Ticks?

  /// What has become of a stimulus of the plan.
  struct Fate {
    /// Its sequence number in this run; negative where it has not happened.
    var sequence: Int32 = -1
    /// The sequence number of its recorded cause's counterpart; negative while that has not happened.
    var cause: Int32 = -1
    var state = State.waiting

    enum State: UInt8 { case waiting, scheduled, beyondEnd, reached, unreached }
  }

  /// What a popup's life has come to.
  struct PopupProgress {
    /// The next recorded timer of each purpose.
    var timers = SIMD8<Int32>(repeating: -1)
    /// The next recorded content request.
    var request: Int32 = -1
    /// The next recorded animation that may correspond.
    var animation: Int32 = -1
    /// How many content requests there have been.
    var requests: Int32 = 0
    /// The last request; negative where content is not wanted.
    var openRequest: Int32 = -1
    /// The decision that ended it; ``Int32/max`` while it has not.
    var ended = Int32.max
    var endedTime = Ticks.distantFuture
    var isSubmitted = false
    /// Whether it has been noted that the recording does not answer for its stay, or its content.
    var isStayNoted = false
    var isWaitNoted = false
  }

  /// A timer of this run.
  struct RunningTimer {
    var due: Ticks
    var setBy: Int32
    /// The recorded timer it corresponds to; negative for none.
    var recorded: Int32
    var scene: UInt16
    var scheduler: UInt16
    var isSet = true
  }

  /// What a page transition of the recording has come to.
  struct Passage {
    var origin = PageID.none
    var state = State.undecided

    enum State: UInt8 { case undecided, goesOn, isRefused }
  }

  /// Begins a session.
  mutating func begin(_ session: Session, options: ReplayOptions) {
    self.options = options
    let excess = plan.compile(session, timing: options.timing, options.limits)
    screen.begin(popups: plan.popups.count, scenes: plan.scenes.count)
    stage.begin(plan.tree, scenes: plan.scenes.count)
    agenda.removeAll()
    calendarPlace = 0
    now = .zero
    nextSequence = 0
    fates.removeAll(keepingCapacity: true)
    fates.append(contentsOf: repeatElement(Fate(), count: plan.items.count))
    popups.removeAll(keepingCapacity: true)
    popups.append(contentsOf: repeatElement(PopupProgress(), count: plan.popups.count))
    for place in 0..<plan.popups.count {
      popups[place].timers = plan.popups[place].timers.first
      popups[place].request = plan.popups[place].firstRequest
      popups[place].animation = plan.popups[place].firstAnimation
    }
    looseTimers = plan.looseTimers.first
    timers.removeAll(keepingCapacity: true)
    heldTimers.removeAll(keepingCapacity: true)
    heldActs.removeAll(keepingCapacity: true)
    heldActsTaken = 0
    handedOver.removeAll(keepingCapacity: true)
    passages.removeAll(keepingCapacity: true)
    passages.append(contentsOf: repeatElement(Passage(), count: plan.transitions.count))
    budget.begin(options.limits, events: plan.count, lastTurn: options.lastTurn)
    idleTurns = 0
    hadEffect = false
    isStopped = false
    standstill = nil
    failure = nil
    coverage = Coverage()
    notes.removeAll(keepingCapacity: true)
    firstAssumption = nil
    lastCertain = .max
    differences.begin(isCompared: !plan.isScenario, popups: plan.popups.count)
    medianDwell = nil
    medianWait = nil
    armActs()
    if let excess { stop(.limit(excess)) }
  }

  /// Whether reactions follow this run's own occurrence of their cause.
  var isCausal: Bool { !plan.isPlayback }
}
