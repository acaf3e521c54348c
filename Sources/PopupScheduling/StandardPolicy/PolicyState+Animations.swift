// Animations that end, and animations that are lost.

extension PolicyState {
  /// An animation came to its end: of the presentation it is of, not of a later one.
  mutating func finishAnimation(_ stimulus: Event, _ turn: inout Turn) {
    guard let index = index(of: stimulus.popup), stimulus.generation == states[index].generation else { return }
    switch stimulus.phase {
    case .show:
      if states[index].isUp { unlock(index, &turn) }
    case .hide:
      guard states[index].isLeaving else { return }
      Self.cancel(&states[index].graceTimer, of: states[index].popup, &turn)
      leaveScreen(index, &turn)
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
      if isOfThis, states[index].isLocking { setGraceTimer(of: index, .show, &turn) }
    case .hide:
      if isOfAny { states[index].losesHide = true }
      if isOfThis, states[index].isLeaving { setGraceTimer(of: index, .hide, &turn) }
    }
  }
}
