// Animations that end, and animations that are lost.

extension PolicyState {
  /// An animation came to its end: of the presentation it is of, not of a later one.
  mutating func finishAnimation(_ stimulus: Event, _ turn: inout Turn) {
    guard let place = place(of: stimulus.popup), stimulus.generation == states[place].generation else { return }
    switch stimulus.phase {
    case .show:
      if states[place].isUp { unlock(place, &turn) }
    case .hide:
      guard states[place].isLeaving else { return }
      Self.cancel(&states[place].graceTimer, of: states[place].popup, &turn)
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
