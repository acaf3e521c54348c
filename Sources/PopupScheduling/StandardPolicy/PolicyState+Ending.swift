// How popups end.

extension PolicyState {
  /// Ends a popup that is not on screen.
  mutating func drop(_ place: Int, _ reason: Reason, _ turn: inout Turn) {
    let popup = states[place].popup
    let isLoading = states[place].stage == .loading
    switch states[place].stage {
    case .waiting: dequeue(place)
    case .parked:
      parked.remove(place)
      kept.remove(place)
    case .undecided, .loading, .up, .ended: break
    }
    turn.drop(popup, reason)
    if isLoading, reason != .contentFailed { turn.decide(.contentCancelled, popup) }
    Self.cancel(&states[place].expiryTimer, of: popup, &turn)
    finish(place, reason, &turn)
  }

  /// A popup has ended: chain, key and the lists of live ones forget it, and the app is told, once
  /// (<doc:DecisionsAndTheirFields#Callbacks>).
  mutating func finish(_ place: Int, _ reason: Reason, _ turn: inout Turn) {
    states[place].stage = .ended
    needsChoice = true
    forget(place)
    let chain = states[place].chain
    if chain >= 0 {
      chains.leave(place, chain)
      let next = chains.next(of: chain)
      if next >= 0 { reseat(next) }
    }
    let key = states[place].spec.key
    if !key.isNone, keyOwners[key.index] == place { keyOwners[key.index] = -1 }
    if closedName.isNone { closedName = turn.catalog.names.internWord("closed") }
    turn.callBack(closedName, states[place].popup, reason)
  }

  /// Takes a popup out of the lists of live ones.
  private mutating func forget(_ place: Int) {
    live.remove(place)
    liveOfKind[Int(states[place].spec.kind.rawValue)] -= 1
    if !states[place].spec.user.isNone { liveWithUser -= 1 }
    if !states[place].spec.instance.isNone { ofInstance.remove(place) }
    if states[place].spec.object >= 0 { ofObject.remove(place) }
  }

  /// Ends a popup wherever it is in its life.
  mutating func end(_ place: Int, _ reason: Reason, _ turn: inout Turn) {
    if states[place].isUp { close(place, reason, &turn) } else { drop(place, reason, &turn) }
  }

  /// Ends every live popup of a sort, in order of submission; what the operating system shows is not ours to end.
  mutating func endAll(_ reason: Reason, _ turn: inout Turn, where isOfSort: (borrowing PopupSpec) -> Bool) {
    var next = live.first()
    while next >= 0 {
      let place = next
      next = live.next(after: place)
      if !states[place].isSystem, isOfSort(states[place].spec) { end(place, reason, &turn) }
    }
  }

  /// Code takes a popup back: the whole object, where it was submitted more than once (<doc:QueueOrder#Dismissals-and-withdrawals>).
  mutating func withdraw(_ stimulus: Event, _ turn: inout Turn) {
    guard let place = place(of: stimulus.popup) else { return }
    let object = states[place].spec.object
    if states[place].isLive, !states[place].isSystem { end(place, .withdrawn, &turn) }
    guard object >= 0 else { return }
    var next = ofObject.first(of: Int(object))
    while next >= 0 {
      let other = next
      next = ofObject.next(after: other)
      if !states[other].isSystem { end(other, .withdrawn, &turn) }
    }
  }

  /// A popup is dismissed. What is not on screen cannot be dismissed by the user, and by code is withdrawn
  /// (<doc:QueueOrder#Dismissals-and-withdrawals>).
  mutating func dismiss(_ stimulus: Event, _ turn: inout Turn) {
    guard let place = place(of: stimulus.popup) else { return }
    if states[place].isUp {
      close(place, .dismissed, &turn)
    } else if !stimulus.act.isUsers {
      if let shown = shownOfObject(states[place].spec.object) {
        close(shown, .dismissed, &turn)
      } else {
        withdraw(stimulus, &turn)
      }
    }
  }

  /// The popup of an object that is on screen, the first shown of several; nil where none is.
  private func shownOfObject(_ object: Int32) -> Int? {
    guard object >= 0 else { return nil }
    var found: Int?
    var place = ofObject.first(of: Int(object))
    while place >= 0 {
      if states[place].isUp, !states[place].isSystem,
        found.map({ states[place].showing < states[$0].showing }) ?? true
      {
        found = place
      }
      place = ofObject.next(after: place)
    }
    return found
  }

  /// Somebody else removed a popup's view: that ends it, without an animation (<doc:QueueOrder#Lost-views>).
  mutating func loseView(_ stimulus: Event, _ turn: inout Turn) {
    guard let place = place(of: stimulus.popup) else { return }
    if states[place].isLive { end(place, .viewLost, &turn) }
    guard states[place].isLeaving else { return }
    Self.cancel(&states[place].graceTimer, of: states[place].popup, &turn)
    leaveScreen(place, &turn)
  }
}
