import PopupScheduling

// What the policy decides, and what that brings about.

extension Run {
  /// Takes note of a decision that is being carried out.
  mutating func take(_ decision: Event, reentrant: inout [Event]) {
    now = decision.time
    if exceedsBudget(decision) { return }
    if decision.kind != .timerSet, decision.kind != .timerCancelled { hadEffect = true }
    guard !decision.popup.isNone else { return takeLoose(decision, reentrant: &reentrant) }
    // A policy may decide about a popup that no event of the session mentions; nothing can follow from that.
    let popup = decision.popup.index
    guard popup < session.plan.popups.count else { return }
    if differences.isCompared, Differences.isNoticeable(decision.kind) { compare(decision) }
    if session.plan.popups[popup].watched & DecisionTable.bit(of: decision.kind) != 0 {
      follow(decision, reentrant: &reentrant)
    }
    switch decision.kind {
    case .popupShown: show(decision)
    case .popupHidden: hide(decision)
    case .popupDropped: if popups[popup].ended == .max { end(decision) }
    case .popupQueued, .popupParked, .popupRestored: goOn(decision.popup)
    case .contentRequested: request(decision)
    case .contentCancelled: popups[popup].openRequest = -1
    case .inputLocked: visibility.lock(at: now)
    case .inputUnlocked: visibility.unlock(at: now)
    case .timerSet: setTimer(decision)
    case .timerCancelled: cancelTimer(decision)
    default: break
    }
    if session.plan.isScenario { matchAnchors(decision, reentrant: &reentrant) }
  }

  /// A decision that is about no popup.
  private mutating func takeLoose(_ decision: Event, reentrant: inout [Event]) {
    if session.plan.watchedLoose & DecisionTable.bit(of: decision.kind) != 0 { follow(decision, reentrant: &reentrant) }
    switch decision.kind {
    case .inputLocked: visibility.lock(at: now)
    case .inputUnlocked: visibility.unlock(at: now)
    case .timerSet: setTimer(decision)
    case .timerCancelled: cancelTimer(decision)
    default: break
    }
    if session.plan.isScenario { matchAnchors(decision, reentrant: &reentrant) }
  }

  private mutating func follow(_ decision: Event, reentrant: inout [Event]) {
    let first = session.plan.decisions.happen(decision, &decisions)
    if first >= 0 { bringAbout(first, by: decision, reentrant: &reentrant) }
  }

  private mutating func show(_ decision: Event) {
    let popup = decision.popup
    visibility.show(decision, session.plan.popups[popup.index].traits)
    if popups[popup.index].firstShown == .max {
      popups[popup.index].firstShown = decision.sequence
      popups[popup.index].firstShownTime = now
    }
    goOn(popup)
    animate(.show, decision)
    if !visibility.isBackground { planStay(of: popup) }
    comparePlace(decision)
  }

  private mutating func hide(_ decision: Event) {
    let popup = decision.popup
    // A popup that is hidden once more is already on its way out, so that no second exit animation begins.
    let isFirst = visibility.views[popup.index].isUp
    visibility.hide(decision, session.plan.popups[popup.index].traits)
    end(decision)
    if isFirst { animate(.hide, decision) }
    if popups[popup.index].afterHidden >= 0 {
      let first = popups[popup.index].afterHidden
      popups[popup.index].afterHidden = trigger(first, decision.generation, cause: decision.sequence)
    }
  }

  /// Plans the stimuli that a hiding or a request of their popup triggers though the recording names no such cause.
  ///
  /// Generations and ordinals only rise, so that what has been passed never comes.
  ///
  /// - Parameters:
  ///   - first: The first stimulus of the popup that may still be triggered like that.
  ///   - number: The generation of the hiding, or the ordinal of the request.
  /// - Returns: The first that may be from now on.
  mutating func trigger(_ first: Int32, _ number: Int32, cause: Int32) -> Int32 {
    guard isCausal else { return first }
    var next = first
    while next >= 0, session.plan.items[Int(next)].number <= number {
      if session.plan.items[Int(next)].number == number, stimuli[Int(next)].state == .waiting {
        schedule(next, cause: cause)
      }
      next = session.plan.items[Int(next)].nextTriggered
    }
    return next
  }

  private mutating func end(_ decision: Event) {
    let popup = decision.popup.index
    if popups[popup].ended == .max, popups[popup].isSubmitted { budget.countLive(-1) }
    popups[popup].ended = decision.sequence
    popups[popup].endedTime = decision.time
  }

  private mutating func goOn(_ popup: PopupID) {
    if popups[popup.index].ended != .max, popups[popup.index].isSubmitted { budget.countLive(1) }
    popups[popup.index].ended = .max
    popups[popup.index].endedTime = .distantFuture
  }
}
