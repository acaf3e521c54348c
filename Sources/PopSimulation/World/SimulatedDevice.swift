import PopupScheduling

/// The phone, the app and the user around a scheduler, simulated: carries decisions out and makes what follows from them happen.
final class SimulatedDevice: SchedulerEnvironment {
  let script: WorldScript
  var popups: [PopupLife]
  var now = Ticks.zero

  private var queue = MinHeap<Due>()
  private var nextOrder = 0
  /// What follows what just happened before anything else can.
  private var immediate: [Due] = []
  private var cancelledTimers: Set<Int32> = []
  /// Timers that came due in the background, in order of due time.
  private var lateTimers: [Due] = []
  /// What the user wants to do while touches are ignored.
  private var heldActs: [Due] = []
  private var lockedPopups = 0
  private var foreignLocks = 0
  /// The scenes in which the user is typing.
  var typingScenes: Set<UInt16> = []
  /// The reactions of the app that are still to come.
  var reactions: [AppReaction]
  /// When the last animation under way will have ended.
  var restsAt = Ticks.zero
  private(set) var isBackground = false
  /// The index of each popup's attributes in the catalog; negative where it has none.
  let specIndices: [Int]
  var excursion: Excursion?
  /// How many popups the user has seen.
  var seenCount = 0
  /// How much later than written the user visits pages, having spent time on pages behind taps, or under popups.
  var visitShift = Ticks.zero
  /// Visits that have to wait until the user is back, or no popup is up.
  var heldVisits: [Int] = []
  /// The way back from a page behind a tap, where it has to wait until no popup is up.
  var heldReturn: Due?
  /// Which steps belong together, where visits wait for popups.
  let visitPlan: VisitPlan
  /// How late scrolling and typing began, by step.
  var actShifts: [Int: Ticks] = [:]
  /// Whether a transition of the script is under way.
  var isVisitUnderWay = false
  /// Pages on screen, the topmost last, as far as excursions need it.
  private var pageStack: [PageID] = []

  /// What the world knows of one popup's life.
  struct PopupLife {
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

  /// A page behind a tap, under way.
  struct Excursion {
    var popup: PopupID
    var origin: PageID
    var destination: PageID
  }

  /// Whether the user is on a page behind a tap, or on the way.
  var isExcursionUnderWay: Bool { excursion != nil }

  init(script: WorldScript) {
    self.script = script
    reactions = script.reactions
    visitPlan = VisitPlan(script)
    var indices = Array(repeating: -1, count: script.truths.count)
    for step in script.steps where step.kind == .popupSubmitted { indices[step.popup.index] = step.spec.index }
    for case .some(let step) in script.followUps { indices[step.popup.index] = step.spec.index }
    for act in script.reactions.map(\.act) where act.kind == .popupSubmitted {
      indices[act.popup.index] = act.spec.index
    }
    specIndices = indices
    popups = Array(repeating: PopupLife(), count: script.truths.count)
    for index in script.steps.indices { plan(.step(index), at: script.steps[index].time) }
  }

  /// What happens next, if that is not after the end.
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
    switch due.what {
    case .step(let index):
      if script.skipsImpossibleSteps { return possible(script.steps[index]) }
      return step(index, at: time)
    case .reaction(var event):
      event.cause = due.cause
      return possible(event)
    case .answer(let popup, let presentation):
      guard popups[popup.index].isUp, popups[popup.index].presentation == presentation, !isHeld(due) else { return nil }
      var event = Event(.popupDismissed)
      event.popup = popup
      event.act = script.truths[popup.index].act
      event.cause = due.cause
      return event
    case .tap(let popup, let presentation):
      guard popups[popup.index].isUp, popups[popup.index].presentation == presentation, !isHeld(due) else { return nil }
      var event = Event(.popupTapped)
      event.popup = popup
      event.name = script.catalog.names.symbol(of: "open")
      event.cause = due.cause
      return event.name.isNone ? nil : event
    case .secondTap(let popup):
      if script.skipsImpossibleSteps, areTouchesIgnored || isBackground { return nil }
      var event = Event(.popupDismissed)
      event.popup = popup
      event.act = script.truths[popup.index].act
      event.cause = due.cause
      return event
    case .animation(let popup, let phase, let generation):
      guard popups[popup.index].generation == generation, phase == .hide || popups[popup.index].isUp else { return nil }
      var event = Event(.animationFinished)
      event.popup = popup
      event.phase = phase
      event.generation = generation
      event.cause = due.cause
      if script.truths[popup.index].cutsAnimations { event.flags.insert(.incomplete) }
      return event
    case .animationLost(let popup, let phase, let generation):
      guard popups[popup.index].generation == generation, phase == .hide || popups[popup.index].isUp else { return nil }
      var event = Event(.animationLost)
      event.popup = popup
      event.phase = phase
      event.generation = generation
      event.cause = due.cause
      return event
    case .content(let popup):
      var event = Event(script.truths[popup.index].contentFails ? .contentFailed : .contentLoaded)
      event.popup = popup
      event.cause = due.cause
      return event
    case .timerDue(let timer, let line, let lateness):
      if isBackground {
        lateTimers.append(due)
      } else {
        plan(.timer(timer, line), at: time + lateness)
      }
      return nil
    case .timer(let timer, let line):
      guard !cancelledTimers.contains(timer.rawValue) else { return nil }
      guard !isBackground else {
        lateTimers.append(due)
        return nil
      }
      var event = Event(.timerFired)
      event.timer = timer
      event.schedulerID = line
      return event
    case .page(let event):
      var event = event
      event.cause = due.cause
      return event
    case .comeBack(let popup):
      return comeBack(popup, cause: due.cause)
    }
  }

  /// A user's act cannot happen while touches are ignored; it is then kept until they no longer are.
  private func isHeld(_ due: Due) -> Bool {
    guard areTouchesIgnored else { return false }
    heldActs.append(due)
    return true
  }

  func carryOut(_ decision: Event, reentrant: inout [Event]) {
    switch decision.kind {
    case .popupShown: show(decision)
    case .popupHidden: hide(decision)
    case .contentRequested:
      if let latency = script.truths[decision.popup.index].contentLatency {
        plan(.content(decision.popup), at: decision.time + latency, cause: decision.sequence)
      }
    case .timerSet:
      let lateness = decision.popup.isNone ? .zero : script.truths[decision.popup.index].timerLateness
      let due = max(decision.at, decision.time)
      if script.skipsImpossibleSteps {
        // A timer that gives up on a lost animation is never late: it comes when the rules' grace for animations ends (AuditWords,
        // *Leaving*).
        let patience = decision.purpose == .other ? .zero : lateness
        plan(.timerDue(decision.timer, decision.schedulerID, lateness: patience), at: due)
      } else {
        plan(.timer(decision.timer, decision.schedulerID), at: due + lateness)
      }
    case .timerCancelled: cancelledTimers.insert(decision.timer.rawValue)
    case .inputLocked: lockedPopups += 1
    case .inputUnlocked: unlock(at: decision.time)
    case .keyboardResigned, .keyboardRestored: echo(decision, reentrant: &reentrant)
    case .callback: callBack(decision, reentrant: &reentrant)
    default: break
    }
  }

  /// Whether touches are ignored, by the scheduler or by other code of the app.
  var areTouchesIgnored: Bool { lockedPopups > 0 || foreignLocks > 0 }

  /// The text field says that the keyboard went or came.
  private func echo(_ decision: Event, reentrant: inout [Event]) {
    guard script.echoesKeyboard else { return }
    var event = Event(decision.kind == .keyboardResigned ? .editEnded : .editBegan)
    event.scene = decision.scene
    if event.kind == .editBegan {
      event.name = decision.name
      typingScenes.insert(event.scene)
    } else {
      typingScenes.remove(event.scene)
    }
    reentrant.append(event)
  }

  private func unlock(at time: Ticks) {
    lockedPopups = max(0, lockedPopups - 1)
    releaseActs(at: time)
  }

  private func releaseActs(at time: Ticks) {
    guard !areTouchesIgnored else { return }
    for act in heldActs { plan(act.what, at: time, cause: act.cause) }
    heldActs.removeAll()
  }

  /// When the user has answered a popup, the app may submit the next one from its `closed` callback.
  private func callBack(_ decision: Event, reentrant: inout [Event]) {
    guard !decision.popup.isNone else { return }
    answerCallback(decision, reentrant: &reentrant)
    guard decision.reason == .dismissed else { return }
    let followUp = script.truths[decision.popup.index].followUp
    guard !followUp.isNone, let submission = script.followUps[followUp.index] else { return }
    popups[followUp.index].submittedAt = decision.time
    reentrant.append(submission)
  }

  /// Takes note of what happened, and plans what it brings about.
  func happened(_ stimulus: Event, as sequence: Int32, at time: Ticks) {
    switch stimulus.kind {
    case .appBackground: pause(at: time)
    case .appForeground: goOn(at: time)
    case .popupDismissed where stimulus.act.isUsers: answered(stimulus.popup, at: time)
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
      if case .timerDue(let number, let line, _) = timer.what { timer.what = .timer(number, line) }
      if script.skipsImpossibleSteps { planNext(timer.what, cause: -1) } else { plan(timer.what, at: time) }
    }
    lateTimers.removeAll()
  }

  /// The page the user looks at.
  var currentPage: PageID { pageStack.last ?? .none }

  /// Whether the user looks at an ordinary page, from which another one can be pushed.
  var isOnOrdinaryPage: Bool {
    !pageStack.isEmpty && pageStack.allSatisfy { script.catalog.pages[$0.index].presentation == .full }
  }
}
