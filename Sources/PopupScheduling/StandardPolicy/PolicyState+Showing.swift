// How popups come on screen and off it, decision by decision (DecisionsAndTheirFields, *Showing*).

extension PolicyState {
  /// Shows a waiting popup.
  mutating func show(_ place: Int, _ turn: inout Turn) {
    if needsSlot(place) { collectOver(apartFrom: place, turn) } else { over.removeAll() }
    dequeue(place)
    bringUp(place, &turn)
  }

  /// Brings a popup on screen that stands in no queue, in front of those collected in ``over``.
  mutating func bringUp(_ place: Int, _ turn: inout Turn) {
    let popup = states[place].popup
    let hasChrome = configuration.chrome && !states[place].isExempt
    present(place, turn)
    if hasChrome {
      foldKeyboard(for: place, &turn)
      states[place].isCovered = true
      turn.decide(.coverAdded, popup)
    }
    turn.show(popup, on: pages.current, generation: states[place].generation, over: over)
    over.removeAll()
    if hasChrome, states[place].spec.showLength > .zero {
      states[place].isLocking = true
      turn.decide(.inputLocked, popup)
      if states[place].losesShow { setGraceTimer(of: place, .show, &turn) }
    }
    setAutoTimer(of: place, &turn)
    if states[place].generation == 1 { callBackShown(popup, &turn) }
  }

  /// Brings the state of a popup up to date that is about to be shown.
  private mutating func present(_ place: Int, _ turn: borrowing Turn) {
    showings += 1
    states[place].stage = .up
    states[place].generation &+= 1
    states[place].showing = showings
    states[place].shownAt = turn.now
    states[place].shownClock = gates.foregroundClock(at: turn.now)
    states[place].latestShows = (states[place].latestShows.1, states[place].latestShows.2, turn.now)
    up.append(place)
    if !states[place].isExempt {
      occupied += 1
      occupants.append(Int32(place))
    }
    if configuration.leaving != .ignore { bindToPage(place, turn.catalog) }
    countBound(place)
    if states[place].chain >= 0 { chains.show(states[place].chain) }
  }

  /// Counts a popup that is up among those that a change of page may take off, where it is one.
  mutating func countBound(_ place: Int) {
    guard states[place].isBound, !states[place].isCountedBound else { return }
    states[place].isCountedBound = true
    boundUp += 1
  }

  /// Ends a visible popup: it is hidden, and that is all (<doc:DecisionsAndTheirFields#Showing>).
  mutating func close(_ place: Int, _ reason: Reason, _ turn: inout Turn) {
    takeOff(place, reason, ends: true, &turn)
    finish(place, reason, &turn)
  }

  /// Takes a visible popup off the screen. The caller says what follows; ``over`` are those it loses against.
  mutating func takeOff(_ place: Int, _ reason: Reason, ends: Bool, _ turn: inout Turn) {
    let popup = states[place].popup
    states[place].stage = .undecided
    states[place].visibleBefore = visibleTime(of: place, at: turn.now)
    states[place].hiddenAt = turn.now
    if reason == .pageLeft { states[place].latestShows = PopupState.noShows }
    up.remove(place)
    if !states[place].isExempt, let index = occupants.firstIndex(where: { $0 == Int32(place) }) {
      occupants.remove(at: index)
    }
    if states[place].isCountedBound {
      states[place].isCountedBound = false
      boundUp -= 1
    }
    if reason != .preempted { over.removeAll() }
    turn.hide(popup, reason, generation: states[place].generation, over: over)
    over.removeAll()
    unlock(place, &turn)
    Self.cancel(&states[place].autoTimer, of: popup, &turn)
    if ends { Self.cancel(&states[place].expiryTimer, of: popup, &turn) }
    Self.cancel(&states[place].preemptionTimer, of: popup, &turn)
    if states[place].spec.exitLength > .zero, reason != .viewLost {
      states[place].isLeaving = true
      if states[place].losesHide { setGraceTimer(of: place, .hide, &turn) }
    } else {
      leaveScreen(place, &turn)
    }
  }

  /// Gives a popup's input lock back, where it holds one.
  mutating func unlock(_ place: Int, _ turn: inout Turn) {
    guard states[place].isLocking else { return }
    states[place].isLocking = false
    turn.decide(.inputUnlocked, states[place].popup)
    Self.cancel(&states[place].graceTimer, of: states[place].popup, &turn)
  }

  /// Nothing of a popup is on screen any more: its cover goes, and the slot is free (<doc:QueueOrder#The-slot>).
  mutating func leaveScreen(_ place: Int, _ turn: inout Turn) {
    states[place].isLeaving = false
    if !states[place].isExempt { occupied -= 1 }
    if states[place].chain >= 0 { chains.leaveScreen(states[place].chain) }
    needsChoice = true
    reseat(place)
    guard states[place].isCovered else { return }
    states[place].isCovered = false
    turn.decide(.coverRemoved, states[place].popup)
  }

  /// How long a popup has been visible, over all its presentations; a stay in the background does not count.
  func visibleTime(of place: Int, at now: Ticks) -> Ticks {
    states[place].visibleBefore + (gates.foregroundClock(at: now) - states[place].shownClock)
  }

  private mutating func callBackShown(_ popup: PopupID, _ turn: inout Turn) {
    if shownName.isNone { shownName = turn.catalog.names.internWord("shown") }
    turn.callBack(shownName, popup)
  }
}
