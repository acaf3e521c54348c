// How popups end.

extension StandardPolicy {
  /// Ends a popup that is not on screen.
  mutating func drop(_ place: Int, _ reason: Reason, _ turn: inout Turn) {
    let popup = PopupID(place)
    let isLoading = states[place].stage == .loading
    switch states[place].stage {
    case .waiting: dequeue(place)
    case .parked: parkedCount -= 1
    case .unknown, .undecided, .loading, .up, .ended: break
    }
    turn.drop(popup, reason)
    if isLoading, reason != .contentFailed { turn.decide(.contentCancelled, popup) }
    Self.cancel(&states[place].expiryTimer, of: place, &turn)
    finish(place, reason, &turn)
  }

  /// A popup has ended: chain, key and the list of live ones forget it, and the app is told, once (semantics E42).
  mutating func finish(_ place: Int, _ reason: Reason, _ turn: inout Turn) {
    let popup = PopupID(place)
    states[place].stage = .ended
    needsChoice = true
    if let index = indexInLive(place) { live.remove(at: index) }
    if configuration.chains, !states[place].spec.chain.isNone { chains.leave(popup, &states) }
    let key = states[place].spec.key
    if !key.isNone, key.index < keyOwners.count, keyOwners[key.index] == popup { keyOwners[key.index] = .none }
    if closedName.isNone { closedName = turn.catalog.names.intern("closed") }
    turn.callBack(closedName, popup, reason)
  }

  private func indexInLive(_ place: Int) -> Int? {
    let order = states[place].order
    var low = 0
    var high = live.count
    while low < high {
      let middle = (low + high) / 2
      if states[live[middle].index].order < order { low = middle + 1 } else { high = middle }
    }
    return low < live.count && live[low].index == place ? low : nil
  }

  /// Ends a popup wherever it is in its life.
  mutating func end(_ place: Int, _ reason: Reason, _ turn: inout Turn) {
    if states[place].isUp { close(place, reason, &turn) } else { drop(place, reason, &turn) }
  }

  /// Ends every live popup of a sort, in order of submission; what the operating system shows is not ours to end.
  mutating func endAll(_ reason: Reason, _ turn: inout Turn, where isOfSort: (borrowing PopupSpec) -> Bool) {
    var index = 0
    while index < live.count {
      let place = live[index].index
      if !states[place].isSystem, isOfSort(states[place].spec) { end(place, reason, &turn) } else { index += 1 }
    }
  }

  /// Code takes a popup back: the whole object, where it was submitted more than once (semantics F).
  mutating func withdraw(_ stimulus: Event, _ turn: inout Turn) {
    guard let place = place(of: stimulus.popup) else { return }
    let object = states[place].spec.object
    if states[place].isLive { end(place, .withdrawn, &turn) }
    guard object >= 0 else { return }
    var index = 0
    while index < live.count {
      let other = live[index].index
      if states[other].spec.object == object { end(other, .withdrawn, &turn) } else { index += 1 }
    }
  }

  /// A popup is dismissed. What is not on screen cannot be dismissed by the user, and by code is withdrawn (design 7).
  mutating func dismiss(_ stimulus: Event, _ turn: inout Turn) {
    guard let place = place(of: stimulus.popup) else { return }
    if states[place].isUp {
      close(place, .dismissed, &turn)
    } else if !stimulus.act.isUsers {
      if let shown = up.first(where: { isSameObject($0.index, place) }) {
        close(shown.index, .dismissed, &turn)
      } else {
        withdraw(stimulus, &turn)
      }
    }
  }

  private func isSameObject(_ place: Int, _ other: Int) -> Bool {
    states[place].spec.object >= 0 && states[place].spec.object == states[other].spec.object
  }

  /// Somebody else removed a popup's view: that ends it, without an animation (semantics C33).
  mutating func loseView(_ stimulus: Event, _ turn: inout Turn) {
    guard let place = place(of: stimulus.popup) else { return }
    if states[place].isLive { end(place, .viewLost, &turn) }
    guard states[place].isLeaving else { return }
    Self.cancel(&states[place].graceTimer, of: place, &turn)
    leaveScreen(place, &turn)
  }
}
