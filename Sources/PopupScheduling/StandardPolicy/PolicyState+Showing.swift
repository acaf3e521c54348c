// How popups come on screen and off it, decision by decision (DecisionsAndTheirFields, *Showing*).

extension PolicyState {
  /// Shows a waiting popup.
  mutating func show(_ index: Int, _ turn: inout Turn) {
    if needsSlot(index) { collectOver(apartFrom: index, turn) } else { passedOver.removeAll() }
    dequeue(index)
    bringUp(index, &turn)
  }

  /// Brings a popup on screen that stands in no queue, in front of those collected in ``passedOver``.
  mutating func bringUp(_ index: Int, _ turn: inout Turn) {
    let popup = states[index].popup
    let hasChrome = configuration.chrome && !states[index].isExempt
    present(index, turn)
    if hasChrome {
      foldKeyboard(for: index, &turn)
      states[index].isCovered = true
      turn.decide(.coverAdded, popup)
    }
    turn.show(popup, on: pages.current, generation: states[index].generation, over: passedOver)
    passedOver.removeAll()
    if hasChrome, states[index].spec.showLength > .zero {
      states[index].isLocking = true
      turn.decide(.inputLocked, popup)
      if states[index].losesShow { setGraceTimer(of: index, .show, &turn) }
    }
    setAutoTimer(of: index, &turn)
    if states[index].generation == 1 { callBackShown(popup, &turn) }
  }

  /// Brings the state of a popup up to date that is about to be shown.
  private mutating func present(_ index: Int, _ turn: borrowing Turn) {
    showings += 1
    states[index].stage = .up
    states[index].generation &+= 1
    states[index].showing = showings
    states[index].shownAt = turn.now
    states[index].shownClock = gates.foregroundClock(at: turn.now)
    states[index].latestShows = (states[index].latestShows.1, states[index].latestShows.2, turn.now)
    up.append(index)
    if !states[index].isExempt {
      occupied += 1
      occupants.append(Int32(index))
    }
    if configuration.leaving != .ignore { bindToPage(index, turn.catalog) }
    countBound(index)
    if states[index].chain >= 0 { chains.show(states[index].chain) }
  }

  /// Counts a popup that is up among those that a change of page may take off, where it is one.
  mutating func countBound(_ index: Int) {
    guard states[index].isBound, !states[index].isCountedBound else { return }
    states[index].isCountedBound = true
    boundUp += 1
  }

  /// Ends a visible popup: it is hidden, and that is all (<doc:DecisionsAndTheirFields#Showing>).
  mutating func close(_ index: Int, _ reason: Reason, _ turn: inout Turn) {
    takeOff(index, reason, ends: true, &turn)
    finish(index, reason, &turn)
  }

  /// Takes a visible popup off the screen. The caller says what follows; ``passedOver`` are those it loses against.
  mutating func takeOff(_ index: Int, _ reason: Reason, ends: Bool, _ turn: inout Turn) {
    let popup = states[index].popup
    states[index].stage = .undecided
    states[index].visibleBefore = visibleTime(of: index, at: turn.now)
    states[index].hiddenAt = turn.now
    if reason == .pageLeft { states[index].latestShows = PopupState.noShows }
    up.remove(index)
    if !states[index].isExempt, let position = occupants.firstIndex(where: { $0 == Int32(index) }) {
      occupants.remove(at: position)
    }
    if states[index].isCountedBound {
      states[index].isCountedBound = false
      boundUp -= 1
    }
    if reason != .preempted { passedOver.removeAll() }
    turn.hide(popup, reason, generation: states[index].generation, over: passedOver)
    passedOver.removeAll()
    if states[index].isLocking { states[index].isCutShort = true }
    unlock(index, &turn)
    Self.cancel(&states[index].autoTimer, of: popup, &timerOwners, &turn)
    if ends { Self.cancel(&states[index].expiryTimer, of: popup, &timerOwners, &turn) }
    Self.cancel(&states[index].preemptionTimer, of: popup, &timerOwners, &turn)
    if states[index].spec.exitLength > .zero, reason != .viewLost {
      states[index].isLeaving = true
      if states[index].losesHide { setGraceTimer(of: index, .hide, &turn) }
    } else {
      leaveScreen(index, &turn)
    }
  }

  /// Gives a popup's input lock back, where it holds one.
  mutating func unlock(_ index: Int, _ turn: inout Turn) {
    guard states[index].isLocking else { return }
    states[index].isLocking = false
    turn.decide(.inputUnlocked, states[index].popup)
    Self.cancel(&states[index].graceTimer, of: states[index].popup, &timerOwners, &turn)
  }

  /// Nothing of a popup is on screen any more: its cover goes, and the slot is free (<doc:QueueOrder#The-slot>).
  mutating func leaveScreen(_ index: Int, _ turn: inout Turn) {
    states[index].isLeaving = false
    if !states[index].isLive { over.append(Int32(index)) }
    if !states[index].isExempt { occupied -= 1 }
    if states[index].chain >= 0 { chains.leaveScreen(states[index].chain) }
    needsChoice = true
    reseat(index)
    guard states[index].isCovered else { return }
    states[index].isCovered = false
    turn.decide(.coverRemoved, states[index].popup)
  }

  /// How long a popup has been visible, over all its presentations; a stay in the background does not count.
  func visibleTime(of index: Int, at now: Ticks) -> Ticks {
    states[index].visibleBefore + (gates.foregroundClock(at: now) - states[index].shownClock)
  }

  private mutating func callBackShown(_ popup: PopupID, _ turn: inout Turn) {
    if shownName.isNone { shownName = turn.catalog.names.internWord("shown") }
    turn.callBack(shownName, popup)
  }
}
