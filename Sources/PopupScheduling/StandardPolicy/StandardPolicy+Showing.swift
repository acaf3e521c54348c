// How popups come on screen and off it, decision by decision (semantics E40).

extension StandardPolicy {
  /// Shows a waiting popup.
  mutating func show(_ place: Int, _ turn: inout Turn) {
    let popup = PopupID(place)
    let hasChrome = configuration.chrome && !states[place].isExempt
    if states[place].isExempt || configuration.slots == 0 {
      over.removeAll(keepingCapacity: true)
    } else {
      findHolders(turn.catalog)
      collectOver(apartFrom: popup, turn)
    }
    dequeue(place)
    present(place, turn)
    if hasChrome {
      foldKeyboard(for: place, &turn)
      states[place].isCovered = true
      turn.decide(.coverAdded, popup)
    }
    turn.show(popup, on: pages.current, generation: states[place].generation, over: over)
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
    states[place].stage = .up
    states[place].generation &+= 1
    states[place].shownAt = turn.now
    states[place].shownClock = gates.foregroundClock(at: turn.now)
    states[place].latestShows = (states[place].latestShows.1, states[place].latestShows.2, turn.now)
    up.append(PopupID(place))
    if !states[place].isExempt { occupied += 1 }
    if configuration.leaving == .park { bindToPage(place, turn.catalog) }
    if configuration.chains, !states[place].spec.chain.isNone { chains.open(states[place].spec.chain) }
  }

  /// Ends a visible popup: it is hidden, and that is all (semantics E40).
  mutating func close(_ place: Int, _ reason: Reason, _ turn: inout Turn) {
    over.removeAll(keepingCapacity: true)
    takeOff(place, reason, ends: true, &turn)
    finish(place, reason, &turn)
  }

  /// Takes a visible popup off the screen. What becomes of it is for the caller to say; ``over`` are those it loses against.
  mutating func takeOff(_ place: Int, _ reason: Reason, ends: Bool, _ turn: inout Turn) {
    let popup = PopupID(place)
    states[place].stage = .undecided
    states[place].visibleBefore = visibleTime(of: place, at: turn.now)
    states[place].hiddenAt = turn.now
    if reason == .pageLeft { states[place].latestShows = (Ticks(.min), Ticks(.min), Ticks(.min)) }
    up.removeAll { $0 == popup }
    turn.hide(popup, reason, generation: states[place].generation, over: over)
    over.removeAll(keepingCapacity: true)
    unlock(place, &turn)
    Self.cancel(&states[place].autoTimer, of: place, &turn)
    if ends { Self.cancel(&states[place].expiryTimer, of: place, &turn) }
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
    turn.decide(.inputUnlocked, PopupID(place))
    Self.cancel(&states[place].graceTimer, of: place, &turn)
  }

  /// Nothing of a popup is on screen any more: its cover goes, and the slot is free (semantics C19).
  mutating func leaveScreen(_ place: Int, _ turn: inout Turn) {
    states[place].isLeaving = false
    if !states[place].isExempt { occupied -= 1 }
    needsChoice = true
    guard states[place].isCovered else { return }
    states[place].isCovered = false
    turn.decide(.coverRemoved, PopupID(place))
  }

  /// How long a popup has been visible, over all its presentations; a stay in the background does not count.
  func visibleTime(of place: Int, at now: Ticks) -> Ticks {
    states[place].visibleBefore + (gates.foregroundClock(at: now) - states[place].shownClock)
  }

  private mutating func callBackShown(_ popup: PopupID, _ turn: inout Turn) {
    if shownName.isNone { shownName = turn.catalog.names.intern("shown") }
    turn.callBack(shownName, popup)
  }

  /// An animation came to its end: of the presentation it is of, not of a later one.
  mutating func finishAnimation(_ stimulus: Event, _ turn: inout Turn) {
    guard let place = place(of: stimulus.popup), stimulus.generation == states[place].generation else { return }
    switch stimulus.phase {
    case .show:
      if states[place].isUp { unlock(place, &turn) }
    case .hide:
      guard states[place].isLeaving else { return }
      Self.cancel(&states[place].graceTimer, of: place, &turn)
      leaveScreen(place, &turn)
    }
  }

  /// An animation will never come to its end: it is taken for finished when its grace is over.
  mutating func loseAnimation(_ stimulus: Event, _ turn: inout Turn) {
    guard configuration.chrome, let place = place(of: stimulus.popup) else { return }
    let isOfAny = stimulus.generation <= 0
    let isOfThis = isOfAny || stimulus.generation == states[place].generation
    switch stimulus.phase {
    case .show:
      if isOfAny { states[place].losesShow = true }
      if isOfThis, states[place].isLocking { setGraceTimer(of: place, .show, &turn) }
    case .hide:
      if isOfAny { states[place].losesHide = true }
      if isOfThis, states[place].isLeaving { setGraceTimer(of: place, .hide, &turn) }
    }
  }
}
