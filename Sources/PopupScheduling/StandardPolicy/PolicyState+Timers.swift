// Time limits.

extension PolicyState {
  /// Sets the timer of a popup's last moment to be shown anew, where it has one.
  mutating func setExpiryTimer(of index: Int, _ turn: inout Turn) {
    guard configuration.expiry, states[index].spec.expires >= .zero, !states[index].isSystem else { return }
    states[index].expiryTimer = set(at: states[index].deadline, for: index, .expiry, &turn)
  }

  /// Sets the timer of a visible popup that goes by itself; what the operating system shows does not.
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

  /// Sets a timer of a popup.
  mutating func set(at due: Ticks, for index: Int, _ purpose: TimerPurpose, _ turn: inout Turn) -> TimerID {
    let timer = turn.setTimer(at: due, for: states[index].popup, purpose)
    timerOwners[timer.index] = Int32(index)
    return timer
  }

  /// Cancels a timer, where it is set.
  static func cancel(
    _ timer: inout TimerID, of popup: PopupID, _ owners: inout IndexByNumber, _ turn: inout Turn
  ) {
    guard !timer.isNone else { return }
    turn.cancelTimer(timer, for: popup)
    owners.remove(timer.index)
    timer = .none
  }

  /// A timer fired; one that no longer matters is ignored.
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

  /// A popup's time on screen is over, or was interrupted by the background and goes on.
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
