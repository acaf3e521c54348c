import PopupScheduling

/// The rules about lines, pages and endings.
struct StateRules: ~Copyable, AuditRule {
  private var overlap = OverlapRule()
  private let wrongPage = WrongPageRule()
  private let wrongInstance = WrongInstanceRule()
  private let staleKeepalive = StaleKeepaliveRule()
  private let duringTransition = DuringTransitionRule()
  private let duplicate = DuplicateRule()
  private let shownAfterWithdrawal = ShownAfterWithdrawalRule()
  private let afterSignOut = AfterSignOutRule()
  private let zombie = ZombieRule()
  private let priorityInversion = PriorityInversionRule()
  private let fifoViolation = FIFOViolationRule()
  private let starvation = StarvationRule()
  private var gateBypass = GateBypassRule()
  private var chainBroken = ChainBrokenRule()
  private let lateShow = LateShowRule()
  private var stuckQueue = StuckQueueRule()
  private var slotHeld = SlotHeldRule()
  private var lostKeepalive = LostKeepaliveRule()
  private var lostPopup = LostPopupRule()

  private var spoken = SpokenPresentations()
  private var rivals = Rivals()
  private var deferredRivals = DeferredRivals()
  /// The popups whose pages were altered while they were UP: what they ask for counts from the next page event on.
  private var altered: [Int32] = []

  mutating func begin(_ state: borrowing AuditState) {
    gateBypass.begin(state)
    chainBroken.begin(state)
    slotHeld.begin(state)
    lostKeepalive.begin(state)
    lostPopup.begin(state)
    spoken.removeAll()
    rivals.removeAll()
    deferredRivals.removeAll()
    altered.removeAll(keepingCapacity: true)
  }

  mutating func before(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    switch event.kind {
    case .popupShown: if state.isPopupKnown { willShow(event, &state, &findings) }
    case .popupHidden:
      guard state.isPopupKnown else { return }
      if event.reason == .pageLeft { wrongInstance.hidden(event, &spoken, state, &findings) }
      judgePremise(event, &state, &findings)
    case .popupDropped: if state.isPopupKnown { judgePremise(event, &state, &findings) }
    case .pageWillDisappear, .pageRemoved:
      if state.listedCount > 0, !event.page.isNone {
        lostKeepalive.leaving(event.page, state, &findings)
      }
    case .popupChanged:
      if state.isPopupKnown, state.popups[event.popup.index].isUp { altered.append(event.popup.rawValue) }
    default: return
    }
  }

  private mutating func willShow(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    let place = event.popup.index
    if state.popups[place].isUp {
      duplicate.shown(event, state, &findings)
      state.popups[place].flags.insert(.shownTwice)
    } else {
      state.popups[place].flags.remove(.shownTwice)
    }
    if shownAfterWithdrawal.shown(event, state, &findings) || afterSignOut.shown(event, state, &findings)
      || zombie.shown(event, state, &findings)
    {
      state.popups[place].spokenOf = event.sequence
    }
    lateShow.shown(event, state, &findings)
    gateBypass.shown(event, state)
    guard !state.popups[place].isExempt, !state.isShownBySystem(place) else { return }
    let line = Int(state.popups[place].line)
    if state.lines[line].listedCount > 0 {
      rivals.shown(event, state)
      deferredRivals.shown(event, state)
    }
    if state.lines[line].openChains > 0 || state.popups[place].chain >= 0 {
      chainBroken.shown(event, state, &findings)
    }
  }

  private mutating func judgePremise(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    let place = event.popup.index
    let flags = state.popups[place].flags
    // What a decision took away for good cannot be lost once more.
    guard !flags.contains(.removed) else { return }
    if state.premiseHolds {
      if event.kind == .popupDropped { state.popups[place].flags.insert(.droppedRightly) }
      return
    }
    if flags.contains(.keepAlive), event.kind == .popupDropped {
      if flags.contains(.parked) {
        lostKeepalive.dropped(event, state, &findings)
        return
      }
      // Hidden as page-left in this step: judged at its end.
      if flags.contains(.left) { return }
    }
    guard event.reason != .preempted, state.step.staleCompletion != event.popup.rawValue else { return }
    lostPopup.lost(event, state, &findings)
  }

  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    if event.kind == .appForeground { slotHeld.after(event, &state, &findings) }
  }

  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    if !state.step.left.isEmpty { judgeThoseWhoLeft(state, &findings) }
    if lostPopup.isWatching, !state.changedScenes.isEmpty { lostPopup.endOfStep(&spoken, state, &findings) }
    if !deferredRivals.isEmpty, !state.changedScenes.isEmpty { deferredRivals.settle(into: &rivals, state) }
    if !state.step.presentations.isEmpty { judgePresentations(&state, &findings) }
    if !rivals.isEmpty { judgeRivals(&state, &findings) }
    if !state.changedScenes.isEmpty { judgeNewPages(state, &findings) }
    if !altered.isEmpty { judgeAltered(state, &findings) }
    if state.step.epochChange >= 0 { afterSignOut.endOfStep(&state, &findings) }
  }

  private mutating func judgeThoseWhoLeft(_ state: borrowing AuditState, _ findings: inout [Finding]) {
    for index in state.step.left.indices {
      let popup = state.step.left[index]
      let place = Int(popup)
      guard state.popups[place].parked < state.popups[place].hidden else { continue }
      if state.popups[place].flags.contains(.keepAlive), lostKeepalive.left(place, state, &findings) { continue }
      guard state.step.staleCompletion != popup else { continue }
      if state.popups[place].flags.isDisjoint(with: [.bound, .keepAlive]) {
        lostPopup.left(place, state, &findings)
      } else if !state.popups[place].flags.contains(.bound) {
        // Kept alive, and over as its page was left: it belonged to that page.
        continue
      } else if lostPopup.isOpen(place, state), !wrongInstance.left(place, &spoken, state, &findings) {
        lostPopup.watch(place, state)
      }
    }
  }

  private mutating func judgePresentations(_ state: inout AuditState, _ findings: inout [Finding]) {
    overlap.endOfStep(&state, &findings)
    for index in state.step.presentations.indices {
      let presentation = state.step.presentations[index]
      let place = Int(presentation.popup)
      guard state.isUpSince(presentation), state.popups[place].isKnown else { continue }
      judgePage(place, isNew: true, state, &findings)
      duringTransition.judge(place, state, &findings)
      if !state.popups[place].key.isNone { duplicate.judge(place, state, &findings) }
    }
    if !rivals.isEmpty { judgeRivals(&state, &findings) }
    gateBypass.endOfStep(&state, &findings)
    chainBroken.endOfStep(&state, &findings)
  }

  private mutating func judgeRivals(_ state: inout AuditState, _ findings: inout [Finding]) {
    for index in rivals.entries.indices {
      let entry = rivals.entries[index]
      let first = Int(rivals.first(of: entry, state))
      guard first >= 0 else { continue }
      if !priorityInversion.judge(entry, first, state, &findings) {
        fifoViolation.judge(entry, first, state, &findings)
      }
      starvation.count(entry, rivals, &state, &findings)
    }
    rivals.removeAll()
  }

  /// Whoever was up before is judged on the page that is current now.
  private mutating func judgeNewPages(_ state: borrowing AuditState, _ findings: inout [Finding]) {
    for index in state.changedScenes.indices {
      let scene = Int(state.changedScenes[index])
      guard !state.scenes[scene].current.isNone else { continue }
      let visible = state.scenes[scene].visible
      for index in visible.indices {
        judgePage(Int(state.numberLists[visible, index]), isNew: false, state, &findings)
      }
    }
  }

  private mutating func judgeAltered(_ state: borrowing AuditState, _ findings: inout [Finding]) {
    var kept = 0
    for index in altered.indices {
      let place = Int(altered[index])
      if state.scenes[Int(state.popups[place].scene)].pageEvent >= state.step.start {
        judgePage(place, isNew: false, state, &findings)
      } else if state.popups[place].isUp {
        altered[kept] = altered[index]
        kept += 1
      }
    }
    altered.removeLast(altered.count - kept)
  }

  private mutating func judgePage(
    _ place: Int, isNew: Bool, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    guard state.popups[place].isKnown, state.popups[place].isUp else { return }
    if !state.scenes[Int(state.popups[place].scene)].current.isNone {
      if wrongPage.judge(place, &spoken, state, &findings) { return }
      if wrongInstance.judge(place, &spoken, state, &findings) { return }
    }
    if isNew { staleKeepalive.judge(place, &spoken, state, &findings) }
  }

  mutating func deadline(_ deadline: Deadline, _ state: inout AuditState, _ findings: inout [Finding]) {
    stuckQueue.deadline(deadline, &state, &findings)
    slotHeld.deadline(deadline, &state, &findings)
    lostKeepalive.deadline(deadline, &state, &findings)
  }

  mutating func endOfSession(isFinished: Bool, _ state: inout AuditState, _ findings: inout [Finding]) {
    stuckQueue.endOfSession(isFinished: isFinished, &state, &findings)
    lostKeepalive.endOfSession(isFinished: isFinished, &state, &findings)
    lostPopup.endOfSession(isFinished: isFinished, &state, &findings)
  }
}
