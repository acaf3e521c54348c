// Animations that end, and animations that are lost.

extension PolicyState {
  /// An animation came to its end: of the presentation it is of, not of a later one.
  mutating func finishAnimation(_ stimulus: Event, _ turn: inout Turn) {
    guard let index = index(of: stimulus.popup) else { return }
    guard stimulus.generation == states[index].generation else {
      mistakeAnimation(of: index, stimulus, &turn)
      return
    }
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
    switch stimulus.phase {
    case .show:
      let isLate = states[index].isCutShort && stimulus.generation < states[index].generation
      if isLate { states[index].isCutShort = false }
      if !isLate, states[index].isLocking { setGraceTimer(of: index, .show, &turn) }
    case .hide:
      if states[index].isLeaving { setGraceTimer(of: index, .hide, &turn) }
    }
  }

  /// An animation will never come to its end: it is taken for finished when its grace is over.
  mutating func loseAnimation(_ stimulus: Event, _ turn: inout Turn) {
    guard configuration.chrome, let index = index(of: stimulus.popup) else { return }
    let isOfAny = stimulus.generation <= 0
    let isOfThis = isOfAny || stimulus.generation == states[index].generation
    switch stimulus.phase {
    case .show:
      if isOfAny { states[index].losesShow = true }
      if isOfThis, states[index].isLocking {
        setGraceTimer(of: index, .show, &turn)
      } else {
        mistakeAnimation(of: index, stimulus, &turn)
      }
    case .hide:
      if isOfAny { states[index].losesHide = true }
      if isOfThis, states[index].isLeaving {
        setGraceTimer(of: index, .hide, &turn)
      } else {
        mistakeAnimation(of: index, stimulus, &turn)
      }
    }
  }
}
