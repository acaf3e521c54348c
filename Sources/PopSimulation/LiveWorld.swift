public import PopTrace
public import PopupScheduling

/// Runs a policy live in a simulated world and records what happens, as an instrumented app would.
///
/// The world keeps what no trace contains: how long this user looks at each popup, how long content takes, how late timers are. So the same
/// script can be run again under another policy, which tells what a replay should have foreseen. A policy that stands still in time, setting
/// one timer after another for the present moment, is killed there as the system would kill an app that hangs.
public struct LiveWorld<Policy: SchedulingPolicy> {
  private let policy: Policy
  private let name: String
  private let configuration: String

  /// Makes a world in which a policy is at work; the trace's header gets its name, and its configuration as text.
  public init(policy: Policy, name: String = "", configuration: String = "") {
    self.policy = policy
    self.name = name
    self.configuration = configuration
  }

  /// Lives through a script and gives the recording.
  public func run(_ script: WorldScript) -> Session {
    var scheduler = Scheduler(
      policy: policy, catalog: script.catalog, tick: script.header.tick, schedulers: script.catalog.schedulers)
    let device = SimulatedDevice(script: script)
    var end = script.end
    var isHung = !live(script, until: end, &scheduler, device)
    var extensions = 0
    while script.endsAtRest, !isHung, device.restsAt > end, extensions < Self.mostExtensions {
      end = device.restsAt
      extensions += 1
      isHung = !live(script, until: end, &scheduler, device)
    }
    var session = Session(header: script.header)
    session.header.marksReentrantStimuli = true
    session.header.policy = name
    session.header.configuration = configuration
    session.header.ended = script.isKilled || isHung ? nil : end
    session.catalog = scheduler.turn.catalog
    session.log = scheduler.turn.log
    return session
  }

  /// How often a session is made longer for the sake of what is under way; where something always is, it never ends.
  private static var mostExtensions: Int { 100 }

  /// The most turns at one instant beyond what the script itself asks for.
  private static var patience: Int { 1_000 }

  /// Goes on until a time; false where the policy no longer lets time pass.
  private func live(
    _ script: WorldScript, until end: Ticks, _ scheduler: inout Scheduler<Policy>, _ device: SimulatedDevice
  ) -> Bool {
    let patience = Self.patience + script.steps.count
    var instant = Ticks(-1)
    var turns = 0
    while let due = device.nextDue(until: end) {
      turns = device.now > instant ? 0 : turns + 1
      instant = device.now
      guard turns < patience else { return false }
      guard let stimulus = device.stimulus(for: due, at: due.time) else { continue }
      let sequence = scheduler.run(stimulus, at: due.time, in: device)
      device.happened(stimulus, as: sequence, at: due.time)
    }
    return true
  }
}

/// The phone, the app and the user around a scheduler, simulated: carries decisions out and makes what follows from them happen.
final class SimulatedDevice: SchedulerEnvironment {
  let script: WorldScript
  var popups: [PopupState]
  var now = Ticks.zero
  private var queue = MinHeap<Due>()
  private var nextOrder = 0
  /// What follows what just happened before anything else can.
  private var immediate: [Due] = []
  private var cancelledTimers: Set<Int32> = []
  private var lateTimers: [Due] = []
  /// What the user wants to do while touches are ignored.
  private var heldActs: [Due] = []
  private var lockedPopups = 0
  private var foreignLocks = 0
  var typingScenes: Set<UInt16> = []
  /// The reactions of the app that are still to come.
  var reactions: [AppReaction]
  var restsAt = Ticks.zero
  private(set) var isBackground = false
  /// The index of each popup's attributes in the catalog; negative where it has none.
  private let specIndices: [Int]
  var excursion: Excursion?
  var seenCount = 0
  /// How much later than written the user visits pages, having spent time on pages behind taps, or under popups.
  var visitShift = Ticks.zero
  /// Visits that have to wait until the user is back, or no popup is up.
  var heldVisits: [Int] = []
  /// The way back from a page behind a tap, where it has to wait until no popup is up.
  var heldReturn: Due?
  let visitPlan: VisitPlan
  var actShifts: [Int: Ticks] = [:]
  var isVisitUnderWay = false
  /// Pages on screen, the topmost last, as far as excursions need it.
  private var pageStack: [PageID] = []

  struct PopupState {
    var isSubmitted = false
    var isUp = false
    var generation: Int32 = 0
    /// Counts what makes planned answers void: shown, hidden, background.
    var presentation: Int32 = 0
    var visibleSince = Ticks.zero
    var visibleBefore = Ticks.zero
    var shownSequence: Int32 = -1
    var hasAnswered = false
    var hasTapped = false
    var hasTappedTwice = false
    /// When it was submitted, where the world was told before it was shown.
    var submittedAt: Ticks?
    /// Whether the user has seen it, and after how much visible time it is answered and tapped; nil for never.
    var isSeen = false
    var dwell: Ticks?
    var tapAfter: Ticks?
  }

  struct Due: HeapElement {
    var time: Ticks
    /// Breaks ties: what was planned first happens first.
    var order: Int
    var what: What
    /// The event that brought it about; negative for what happens by itself.
    var cause: Int32

    enum What {
      case step(Int)
      /// The user answers a popup, if its presentation is still this one.
      case answer(PopupID, presentation: Int32)
      case tap(PopupID, presentation: Int32)
      /// The finger strikes again.
      case secondTap(PopupID)
      /// An animation ends, or it is said that it never will.
      case animation(PopupID, AnimationPhase, generation: Int32, isLost: Bool)
      /// The app's own code runs as it is told of something.
      case reaction(Event)
      case content(PopupID)
      /// A timer is due, and will be so late.
      case timerDue(TimerID, SchedulerID, lateness: Ticks)
      case timer(TimerID, SchedulerID)
      /// An event of a page behind a tap.
      case page(Event)
      /// The user comes back from a page behind a tap.
      case comeBack(PopupID)
    }

    static func < (lhs: Due, rhs: Due) -> Bool { (lhs.time, lhs.order) < (rhs.time, rhs.order) }
  }

  init(script: WorldScript) {
    self.script = script
    reactions = script.reactions
    visitPlan = VisitPlan(script)
    var indices = Array(repeating: -1, count: script.truths.count)
    for act in script.steps + script.followUps.compactMap(\.self) + script.reactions.map(\.act)
    where act.kind == .popupSubmitted {
      indices[act.popup.index] = act.spec.index
    }
    specIndices = indices
    popups = Array(repeating: PopupState(), count: script.truths.count)
    for index in script.steps.indices { plan(.step(index), at: script.steps[index].time) }
  }

  func spec(of popup: PopupID) -> PopupSpec? {
    specIndices[popup.index] < 0 ? nil : script.catalog.specs[specIndices[popup.index]]
  }

  func nextDue(until end: Ticks) -> Due? {
    if !immediate.isEmpty { return immediate.removeFirst() }
    guard let due = queue.first, due.time <= end else { return nil }
    _ = queue.popFirst()
    now = max(now, due.time)
    return due
  }

  func plan(_ what: Due.What, at time: Ticks, cause: Int32 = -1) {
    queue.insert(Due(time: time, order: nextOrder, what: what, cause: cause))
    nextOrder += 1
  }

  /// Something happens at this very moment, before anything else can.
  func planNext(_ what: Due.What, cause: Int32) {
    immediate.append(Due(time: now, order: nextOrder, what: what, cause: cause))
    nextOrder += 1
  }

  /// The stimulus something due amounts to; nil where it has been called off or has to wait.
  func stimulus(for due: Due, at time: Ticks) -> Event? {
    func event(_ kind: EventKind, _ popup: PopupID) -> Event {
      var event = Event(kind, popup: popup, cause: due.cause)
      if kind == .popupDismissed { event.act = script.truths[popup.index].act }
      return event
    }
    switch due.what {
    case .step(let index):
      return script.skipsImpossibleSteps ? possible(script.steps[index]) : step(index, at: time)
    case .reaction(var act):
      act.cause = due.cause
      return possible(act)
    case .answer(let popup, let presentation):
      return isPossible(due, popup, presentation) ? event(.popupDismissed, popup) : nil
    case .tap(let popup, let presentation):
      guard isPossible(due, popup, presentation) else { return nil }
      let open = script.catalog.names.symbol(of: "open")
      return open.isNone ? nil : Event(.popupTapped, popup: popup, name: open, cause: due.cause)
    case .secondTap(let popup):
      let isImpossible = script.skipsImpossibleSteps && (areTouchesIgnored || isBackground)
      return isImpossible ? nil : event(.popupDismissed, popup)
    case .animation(let popup, let phase, let generation, let isLost):
      guard popups[popup.index].generation == generation, phase == .hide || popups[popup.index].isUp else { return nil }
      var end = event(isLost ? .animationLost : .animationFinished, popup)
      end.phase = phase
      end.generation = generation
      if !isLost, script.truths[popup.index].cutsAnimations { end.flags.insert(.incomplete) }
      return end
    case .content(let popup):
      return event(script.truths[popup.index].contentFails ? .contentFailed : .contentLoaded, popup)
    case .timerDue(let timer, let scheduler, let lateness):
      if isBackground { lateTimers.append(due) } else { plan(.timer(timer, scheduler), at: time + lateness) }
      return nil
    case .timer(let timer, let scheduler):
      guard !cancelledTimers.contains(timer.rawValue) else { return nil }
      guard !isBackground else {
        lateTimers.append(due)
        return nil
      }
      var event = Event(.timerFired)
      event.timer = timer
      event.schedulerID = scheduler
      return event
    case .page(var event):
      event.cause = due.cause
      return event
    case .comeBack(let popup):
      comeBack(popup, cause: due.cause)
      return nil
    }
  }

  func carryOut(_ decision: Event, reentrant: inout [Event]) {
    switch decision.kind {
    case .popupShown: show(decision)
    case .popupHidden: hide(decision)
    case .contentRequested:
      if let latency = script.truths[decision.popup.index].contentLatency {
        plan(.content(decision.popup), at: decision.time + latency, cause: decision.sequence)
      }
    case .timerSet: setTimer(decision)
    case .timerCancelled: cancelledTimers.insert(decision.timer.rawValue)
    case .inputLocked: lockedPopups += 1
    case .inputUnlocked:
      lockedPopups = max(0, lockedPopups - 1)
      releaseActs(at: decision.time)
    case .keyboardResigned, .keyboardRestored: echo(decision, reentrant: &reentrant)
    case .callback: callBack(decision, reentrant: &reentrant)
    default: break
    }
  }

  private func setTimer(_ decision: Event) {
    let lateness = decision.popup.isNone ? .zero : script.truths[decision.popup.index].timerLateness
    let due = max(decision.at, decision.time)
    if script.skipsImpossibleSteps {
      // A timer that gives up on a lost animation is never late: it comes when the rules' grace for animations ends (AuditWords, *Leaving*).
      let patience = decision.purpose == .other ? .zero : lateness
      plan(.timerDue(decision.timer, decision.schedulerID, lateness: patience), at: due)
    } else {
      plan(.timer(decision.timer, decision.schedulerID), at: due + lateness)
    }
  }

  var areTouchesIgnored: Bool { lockedPopups > 0 || foreignLocks > 0 }

  /// Whether a user's act on a popup can happen now; while touches are ignored it is kept until they no longer are.
  private func isPossible(_ due: Due, _ popup: PopupID, _ presentation: Int32) -> Bool {
    guard popups[popup.index].isUp, popups[popup.index].presentation == presentation else { return false }
    if areTouchesIgnored { heldActs.append(due) }
    return !areTouchesIgnored
  }

  private func releaseActs(at time: Ticks) {
    guard !areTouchesIgnored else { return }
    for act in heldActs { plan(act.what, at: time, cause: act.cause) }
    heldActs.removeAll()
  }

  private func echo(_ decision: Event, reentrant: inout [Event]) {
    guard script.echoesKeyboard else { return }
    if decision.kind == .keyboardResigned {
      typingScenes.remove(decision.scene)
      reentrant.append(Event(.editEnded, scene: decision.scene))
    } else {
      typingScenes.insert(decision.scene)
      reentrant.append(Event(.editBegan, scene: decision.scene, name: decision.name))
    }
  }

  func happened(_ stimulus: Event, as sequence: Int32, at time: Ticks) {
    switch stimulus.kind {
    case .appBackground: pause(at: time)
    case .appForeground: goOn(at: time)
    case .popupDismissed where stimulus.act.isUsers: popups[stimulus.popup.index].hasAnswered = true
    case .popupViewLost:
      popups[stimulus.popup.index].isUp = false
      goOnWithVisits(at: time)
    case .popupSubmitted:
      popups[stimulus.popup.index].isSubmitted = true
      popups[stimulus.popup.index].submittedAt = time
    case .editBegan: typingScenes.insert(stimulus.scene)
    case .editEnded: typingScenes.remove(stimulus.scene)
    case .inputForeignLocked: foreignLocks += 1
    case .inputForeignUnlocked:
      foreignLocks = max(0, foreignLocks - 1)
      releaseActs(at: time)
    case .popupTapped: setOut(stimulus.popup, cause: sequence, at: time)
    case .pageDidAppear:
      pageStack.removeAll { $0 == stimulus.page }
      pageStack.append(stimulus.page)
      appeared(stimulus.page, cause: sequence, at: time)
    case .pageWillDisappear, .pageDidDisappear, .pageRemoved: pageStack.removeAll { $0 == stimulus.page }
    default: break
    }
    if stimulus.kind.isAboutPage { answerDelivery(of: stimulus, cause: sequence) }
  }

  private func pause(at time: Ticks) {
    guard !isBackground else { return }
    isBackground = true
    for index in popups.indices where popups[index].isUp {
      popups[index].visibleBefore += time - popups[index].visibleSince
      popups[index].presentation += 1
    }
  }

  private func goOn(at time: Ticks) {
    guard isBackground else { return }
    isBackground = false
    for index in popups.indices where popups[index].isUp {
      popups[index].visibleSince = time
      planAnswers(of: PopupID(index), at: time)
    }
    for var timer in lateTimers.sorted(by: <) {
      if case .timerDue(let number, let scheduler, _) = timer.what { timer.what = .timer(number, scheduler) }
      if script.skipsImpossibleSteps { planNext(timer.what, cause: -1) } else { plan(timer.what, at: time) }
    }
    lateTimers.removeAll()
  }

  var currentPage: PageID { pageStack.last ?? .none }

  /// Whether the user looks at an ordinary page, from which another one can be pushed.
  var isOnOrdinaryPage: Bool {
    !pageStack.isEmpty && pageStack.allSatisfy { script.catalog.pages[$0.index].presentation == .full }
  }
}
