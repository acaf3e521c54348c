// Time limits.

extension PolicyState {
  /// Sets the timer of a popup's last moment to be shown anew, where it has one.
  mutating func setExpiryTimer(of place: Int, _ turn: inout Turn) {
    guard configuration.expiry, states[place].spec.expires >= .zero, !states[place].isSystem else { return }
    states[place].expiryTimer = set(at: states[place].deadline, for: place, .expiry, &turn)
  }

  /// Sets the timer of a visible popup that goes by itself; what the operating system shows does not.
  mutating func setAutoTimer(of place: Int, _ turn: inout Turn) {
    let limit = states[place].spec.autoDismiss
    guard configuration.autoDismiss, limit >= .zero, !states[place].isSystem else { return }
    let rest = max(.zero, limit - visibleTime(of: place, at: turn.now))
    states[place].autoTimer = set(at: turn.now + rest, for: place, .autoDismiss, &turn)
  }

  /// Sets the timer of an animation that will never come to its end: a second after it should have.
  mutating func setGraceTimer(of place: Int, _ phase: AnimationPhase, _ turn: inout Turn) {
    Self.cancel(&states[place].graceTimer, of: states[place].popup, &turn)
    let end =
      switch phase {
      case .show: states[place].shownAt + states[place].spec.showLength
      case .hide: states[place].hiddenAt + states[place].spec.exitLength
      }
    let grace = turn.tick.ticks(ceilingMilliseconds: 1000)
    states[place].graceTimer = set(at: max(turn.now, end + grace), for: place, .other, &turn)
  }

  /// Sets a timer of a popup.
  mutating func set(at due: Ticks, for place: Int, _ purpose: TimerPurpose, _ turn: inout Turn) -> TimerID {
    let timer = turn.setTimer(at: due, for: states[place].popup, purpose)
    timerOwners[timer.index] = Int32(place)
    return timer
  }

  /// Cancels a timer, where it is set.
  static func cancel(_ timer: inout TimerID, of popup: PopupID, _ turn: inout Turn) {
    guard !timer.isNone else { return }
    turn.cancelTimer(timer, for: popup)
    timer = .none
  }

  /// A timer fired; one that no longer matters is ignored.
  mutating func takeTimer(_ stimulus: Event, _ turn: inout Turn) {
    let timer = stimulus.timer
    guard !timer.isNone, timerOwners[timer.index] >= 0 else { return }
    let place = Int(timerOwners[timer.index])
    switch timer {
    case states[place].expiryTimer: expire(place, &turn)
    case states[place].autoTimer: goByItself(place, &turn)
    case states[place].graceTimer:
      states[place].graceTimer = .none
      unlock(place, &turn)
      if states[place].isLeaving { leaveScreen(place, &turn) }
    case states[place].preemptionTimer:
      states[place].preemptionTimer = .none
      needsChoice = true
    default: break
    }
  }

  private mutating func expire(_ place: Int, _ turn: inout Turn) {
    states[place].expiryTimer = .none
    guard states[place].isLive else { return }
    if !isExpired(place, at: turn.now) {
      setExpiryTimer(of: place, &turn)
    } else if !states[place].isUp {
      drop(place, .expired, &turn)
    }
  }

  /// A popup's time on screen is over, or was interrupted by the background and goes on.
  private mutating func goByItself(_ place: Int, _ turn: inout Turn) {
    states[place].autoTimer = .none
    guard states[place].isUp else { return }
    if visibleTime(of: place, at: turn.now) >= states[place].spec.autoDismiss {
      close(place, .auto, &turn)
    } else {
      setAutoTimer(of: place, &turn)
    }
  }
}
