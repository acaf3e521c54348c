// How popups come on screen and off it, decision by decision (DecisionsAndTheirFields, *Showing*).

extension PolicyState {
  mutating func show(_ index: Int, _ turn: inout Turn) {
    passedOver.removeAll()
    if queue.count > 1, needsSlot(index) { collectOver(apartFrom: index) }
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
    let (page, generation) = (pages.current, states[index].generation)
    unsafe passedOver.withUnsafeBufferPointer {
      unsafe turn.show(popup, on: page, generation: generation, over: $0)
    }
    passedOver.removeAll()
    if hasChrome, states[index].spec.showLength > .zero {
      states[index].isLocking = true
      turn.decide(.inputLocked, popup)
      if states[index].losesShow { setGraceTimer(of: index, .show, &turn) }
    }
    setAutoTimer(of: index, &turn)
    guard states[index].generation == 1 else { return }
    if shownName.isNone { shownName = turn.catalog.internWord("shown") }
    turn.callBack(shownName, popup)
  }

  @inline(__always)
  private mutating func present(_ index: Int, _ turn: borrowing Turn) {
    showings += 1
    states[index].comeUp(showings, at: turn.now, gates.foregroundClock(at: turn.now))
    up.append(Int32(index))
    if !states[index].isExempt { occupied += 1 }
    if configuration.leaving != .ignore { bindToPage(index, turn) }
    countBound(index)
    if states[index].chain >= 0 { chains.show(states[index].chain) }
  }

  @inline(__always)
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
    if let position = up.firstIndex(where: { Int($0) == index }) { up.remove(at: position) }
    if states[index].isCountedBound {
      states[index].isCountedBound = false
      boundUp -= 1
    }
    if reason != .preempted { passedOver.removeAll() }
    let generation = states[index].generation
    unsafe passedOver.withUnsafeBufferPointer {
      unsafe turn.hide(popup, reason, generation: generation, over: $0)
    }
    passedOver.removeAll()
    if states[index].isLocking {
      states[index].isCutShort = true
      unlock(index, &turn)
    }
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
    if states[index].stage == .waiting { reseat(index, turn) }
    guard states[index].isCovered else { return }
    states[index].isCovered = false
    turn.decide(.coverRemoved, states[index].popup)
  }

  func visibleTime(of index: Int, at now: Ticks) -> Ticks {
    states[index].visibleBefore + (gates.foregroundClock(at: now) - states[index].shownClock)
  }

  // MARK: Animations that end, and animations that are lost

  /// An animation came to its end: of the presentation it is of, not of a later one.
  mutating func finishAnimation(_ stimulus: Event, _ turn: inout Turn) {
    guard let index = index(of: stimulus.popup) else { return }
    guard stimulus.generation == states[index].generation else { return mistakeAnimation(of: index, stimulus, &turn) }
    switch stimulus.phase {
    case .show:
      if states[index].isUp { unlock(index, &turn) }
    case .hide:
      guard states[index].isLeaving else { return }
      Self.cancel(&states[index].graceTimer, of: states[index].popup, &timerOwners, &turn)
      leaveScreen(index, &turn)
    }
  }

  /// An end was reported of another presentation than the latest. An entry that was cut short may end late. Of anything else the app may have
  /// meant the animation that is running, whose own end then never comes: that one is taken for lost, so that neither cover nor lock stays.
  private mutating func mistakeAnimation(of index: Int, _ stimulus: Event, _ turn: inout Turn) {
    guard configuration.chrome, states[index].graceTimer.isNone else { return }
    let isOfEarlier = stimulus.generation < states[index].generation
    if stimulus.phase == .show, isOfEarlier, states[index].isCutShort {
      states[index].isCutShort = false
    } else if states[index].isRunning(stimulus.phase) {
      setGraceTimer(of: index, stimulus.phase, &turn)
    }
  }

  /// An animation will never come to its end: it is taken for finished when its grace is over.
  mutating func loseAnimation(_ stimulus: Event, _ turn: inout Turn) {
    guard configuration.chrome, let index = index(of: stimulus.popup) else { return }
    let isOfAny = stimulus.generation <= 0
    if isOfAny {
      switch stimulus.phase {
      case .show: states[index].losesShow = true
      case .hide: states[index].losesHide = true
      }
    }
    if isOfAny || stimulus.generation == states[index].generation, states[index].isRunning(stimulus.phase) {
      setGraceTimer(of: index, stimulus.phase, &turn)
    } else {
      mistakeAnimation(of: index, stimulus, &turn)
    }
  }

  // MARK: Time limits

  @inline(__always)
  mutating func setExpiryTimer(of index: Int, _ turn: inout Turn) {
    guard configuration.expiry, states[index].spec.expires >= .zero, !states[index].isSystem else { return }
    states[index].expiryTimer = set(at: states[index].deadline, for: index, .expiry, &turn)
  }

  @inline(__always)
  mutating func setAutoTimer(of index: Int, _ turn: inout Turn) {
    let limit = states[index].spec.autoDismiss
    guard configuration.autoDismiss, limit >= .zero, !states[index].isSystem else { return }
    let rest = max(.zero, limit - visibleTime(of: index, at: turn.now))
    states[index].autoTimer = set(at: turn.now + rest, for: index, .autoDismiss, &turn)
  }

  /// Sets the timer of an animation that will never come to its end: a second after it should have.
  mutating func setGraceTimer(of index: Int, _ phase: AnimationPhase, _ turn: inout Turn) {
    Self.cancel(&states[index].graceTimer, of: states[index].popup, &timerOwners, &turn)
    let end =
      switch phase {
      case .show: states[index].shownAt + states[index].spec.showLength
      case .hide: states[index].hiddenAt + states[index].spec.exitLength
      }
    let grace = turn.tick.ticks(ceilingMilliseconds: 1000)
    states[index].graceTimer = set(at: max(turn.now, end + grace), for: index, .other, &turn)
  }

  mutating func set(at due: Ticks, for index: Int, _ purpose: TimerPurpose, _ turn: inout Turn) -> TimerID {
    let timer = turn.setTimer(at: due, for: states[index].popup, purpose)
    timerOwners[timer.index] = Int32(index)
    return timer
  }

  static func cancel(_ timer: inout TimerID, of popup: PopupID, _ owners: inout IndexByNumber, _ turn: inout Turn) {
    guard !timer.isNone else { return }
    turn.cancelTimer(timer, for: popup)
    owners.remove(timer.index)
    timer = .none
  }

  mutating func takeTimer(_ stimulus: Event, _ turn: inout Turn) {
    let timer = stimulus.timer
    guard !timer.isNone, timerOwners[timer.index] >= 0 else { return }
    let index = Int(timerOwners[timer.index])
    timerOwners.remove(timer.index)
    switch timer {
    case states[index].expiryTimer: expire(index, &turn)
    case states[index].autoTimer: goByItself(index, &turn)
    case states[index].graceTimer:
      states[index].graceTimer = .none
      unlock(index, &turn)
      if states[index].isLeaving { leaveScreen(index, &turn) }
    case states[index].preemptionTimer:
      states[index].preemptionTimer = .none
      needsChoice = true
    default: break
    }
  }

  private mutating func expire(_ index: Int, _ turn: inout Turn) {
    states[index].expiryTimer = .none
    guard states[index].isLive else { return }
    if !isExpired(index, at: turn.now) {
      setExpiryTimer(of: index, &turn)
    } else if !states[index].isUp {
      drop(index, .expired, &turn)
    }
  }

  private mutating func goByItself(_ index: Int, _ turn: inout Turn) {
    states[index].autoTimer = .none
    guard states[index].isUp else { return }
    if visibleTime(of: index, at: turn.now) >= states[index].spec.autoDismiss {
      close(index, .auto, &turn)
    } else {
      setAutoTimer(of: index, &turn)
    }
  }
}
