import PopupScheduling

// What a step concerns, once it is over.
extension RuleSet {
  /// What in a step any rule looks at once it is over.
  @inline(__always)
  static var watchedAtEnd: AuditSignals {
    OverlapRule.watchedAtEnd | LostPopupRule.watchedAtEnd | GateBypassRule.watchedAtEnd | ChainBrokenRule.watchedAtEnd
      | AfterSignOutRule.watchedAtEnd | PreemptLostRule.watchedAtEnd | InputLockRule.watchedAtEnd
      | CoverRule.watchedAtEnd | KeyboardRule.watchedAtEnd | CallbackRule.watchedAtEnd | LeakRule.watchedAtEnd
      | .popupShown | .popupHidden | .pageChanged | .slotChanged | .popupEnded
  }

  /// Popups that were hidden as page-left and not parked, and pages that came back.
  @inline(__always)
  mutating func judgeLeaving(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.step.left.indices {
      let popup = Int(state.step.left[index])
      guard state.popups[popup].parked < state.popups[popup].hidden else { continue }
      _ =
        lostKeepalive.left(popup, state, &output) || wrongInstance.left(popup, state, &output)
        || lostPopup.left(popup, state, &output)
    }
    if LostPopupRule.watchedAtEnd.meets(state.step.signals) { lostPopup.endOfStep(state, &output) }
  }

  /// Presentations that began in the step and are still UP.
  mutating func judgePresentations(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if OverlapRule.watchedAtEnd.meets(state.step.signals) { overlap.endOfStep(state, &output) }
    for index in state.step.presentations.indices {
      let popup = Int(state.step.presentations[index].popup)
      guard state.isUpSince(state.step.presentations[index]), state.popups[popup].isKnown else { continue }
      if !judgePage(popup, state, &output) { staleKeepalive.presented(popup, state, &output) }
      duringTransition.presented(popup, state, &output)
      duplicate.presented(popup, state, &output)
    }
  }

  /// A presentation in whose place other popups could have been shown.
  mutating func judge(
    _ contest: OvertakenPopups.Overtaking, _ overtaken: borrowing OvertakenPopups, _ state: borrowing AuditState,
    _ output: inout RuleOutput
  ) {
    priorityInversion.passedOver(contest, overtaken, state, &output)
    fifoViolation.passedOver(contest, overtaken, state, &output)
    starvation.passedOver(contest, overtaken, state, &output)
  }

  /// What was held back when it was shown: after priority-inversion, fifo-violation and starvation.
  @inline(__always)
  mutating func judgeHeld(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if GateBypassRule.watchedAtEnd.meets(state.step.signals) { gateBypass.endOfStep(state, &output) }
    if ChainBrokenRule.watchedAtEnd.meets(state.step.signals) { chainBroken.endOfStep(state, &output) }
  }

  /// Popups that are UP while another page is current than before, or whose pages were altered.
  mutating func judgePages(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.changedScenes.indices {
      let visible = state.scenes[Int(state.changedScenes[index])].visible
      for index in visible.indices {
        _ = judgePage(Int(state.numberLists[visible, index]), state, &output)
      }
    }
    for index in state.altered.indices {
      let popup = Int(state.altered[index])
      if state.scenes[Int(state.popups[popup].scene)].pageEvent >= state.step.start {
        _ = judgePage(popup, state, &output)
      }
    }
    if StaleKeepaliveRule.watchedAtEnd.meets(state.step.signals) { staleKeepalive.endOfStep(state, &output) }
  }

  /// Whether a popup is UP on a page that it does not belong on.
  @inline(__always)
  private mutating func judgePage(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
    guard state.popups[popup].isKnown, state.popups[popup].isUp,
      !state.scenes[Int(state.popups[popup].scene)].current.isNone
    else { return false }
    return wrongPage.stands(popup, state, &output) || wrongInstance.stands(popup, state, &output)
  }

  /// The step is over.
  @inline(__always)
  mutating func endOfStep(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let signals = state.step.signals
    if AfterSignOutRule.watchedAtEnd.meets(signals) { afterSignOut.endOfStep(state, &output) }
    if PreemptLostRule.watchedAtEnd.meets(signals) { preemptLost.endOfStep(state, &output) }
    if InputLockRule.watchedAtEnd.meets(signals) { inputLock.endOfStep(state, &output) }
    if CoverRule.watchedAtEnd.meets(signals) { cover.endOfStep(state, &output) }
    if KeyboardRule.watchedAtEnd.meets(signals) { keyboard.endOfStep(state, &output) }
    if CallbackRule.watchedAtEnd.meets(signals) { callback.endOfStep(state, &output) }
    if LeakRule.watchedAtEnd.meets(signals) { leak.endOfStep(state, &output) }
  }

  /// A deadline is due, and the state is already what it is from then on.
  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let kind = Deadline.Kinds(deadline.kind)
    if StuckQueueRule.deadlines.contains(kind) { stuckQueue.deadline(deadline, state, &output) }
    if SlotHeldRule.deadlines.contains(kind) { slotHeld.deadline(deadline, state, &output) }
    if LostKeepaliveRule.deadlines.contains(kind) { lostKeepalive.deadline(deadline, state, &output) }
    if PreemptBlankRule.deadlines.contains(kind) { preemptBlank.deadline(deadline, state, &output) }
    if InputLockRule.deadlines.contains(kind) { inputLock.deadline(deadline, state, &output) }
    if KeyboardRule.deadlines.contains(kind) { keyboard.deadline(deadline, state, &output) }
    if LeakRule.deadlines.contains(kind) { leak.deadline(deadline, state, &output) }
  }

  /// The session is over.
  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    stuckQueue.endOfSession(isFinished: isFinished, state, &output)
    lostKeepalive.endOfSession(isFinished: isFinished, state, &output)
    lostPopup.endOfSession(isFinished: isFinished, state, &output)
    preemptBlank.endOfSession(isFinished: isFinished, state, &output)
    cover.endOfSession(isFinished: isFinished, state, &output)
    keyboard.endOfSession(isFinished: isFinished, state, &output)
    inputLock.endOfSession(isFinished: isFinished, state, &output)
  }
}
