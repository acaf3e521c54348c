// How popups end.

extension PolicyState {
  /// Ends a popup that is not on screen.
  mutating func drop(_ index: Int, _ reason: Reason, _ turn: inout Turn) {
    let popup = states[index].popup
    let isLoading = states[index].stage == .loading
    switch states[index].stage {
    case .waiting: dequeue(index)
    case .parked:
      parked.remove(index)
      kept.remove(index)
    case .undecided, .loading, .up, .ended: break
    }
    turn.drop(popup, reason)
    if isLoading, reason != .contentFailed { turn.decide(.contentCancelled, popup) }
    Self.cancel(&states[index].expiryTimer, of: popup, &timerOwners, &turn)
    finish(index, reason, &turn)
  }

  /// A popup has ended: chain, key and the lists of live ones forget it, and the app is told, once
  /// (<doc:DecisionsAndTheirFields#Callbacks>).
  mutating func finish(_ index: Int, _ reason: Reason, _ turn: inout Turn) {
    states[index].stage = .ended
    needsChoice = true
    forget(index)
    let chain = states[index].chain
    if chain >= 0 {
      chains.leave(index, chain)
      let next = chains.next(of: chain)
      if next >= 0 { reseat(next) }
    }
    let key = states[index].spec.key
    if !key.isNone, keyOwners[key.index] == index { keyOwners[key.index] = -1 }
    if closedName.isNone { closedName = turn.catalog.names.internWord("closed") }
    turn.callBack(closedName, states[index].popup, reason)
    if !states[index].isLeaving { over.append(Int32(index)) }
  }

  /// Gives a popup's index up, which has ended and left the screen: nothing that is said of it from now on concerns it, but the object it was.
  mutating func giveUp(_ index: Int32) {
    let state = states[Int(index)]
    if state.spec.object >= 0 { pastObjects[state.popup.index] = state.spec.object }
    indices.remove(state.popup.index)
    free.append(index)
  }

  /// Takes a popup out of the lists of live ones.
  private mutating func forget(_ index: Int) {
    live.remove(index)
    liveOfKind[Int(states[index].spec.kind.rawValue)] -= 1
    if !states[index].spec.user.isNone { liveWithUser -= 1 }
    if !states[index].spec.instance.isNone { ofInstance.remove(index) }
    if states[index].spec.object >= 0 { ofObject.remove(index) }
  }

  /// Ends a popup wherever it is in its life.
  mutating func end(_ index: Int, _ reason: Reason, _ turn: inout Turn) {
    if states[index].isUp { close(index, reason, &turn) } else { drop(index, reason, &turn) }
  }

  /// Ends every live popup of a sort, in order of submission, except those that the operating system shows.
  mutating func endAll(_ reason: Reason, _ turn: inout Turn, where isOfSort: (borrowing PopupSpec) -> Bool) {
    var next = live.first()
    while next >= 0 {
      let index = next
      next = live.next(after: index)
      if !states[index].isSystem, isOfSort(states[index].spec) { end(index, reason, &turn) }
    }
  }

  /// Code takes a popup back: the whole object, where it was submitted more than once (<doc:QueueOrder#Dismissals-and-withdrawals>).
  mutating func withdraw(_ stimulus: Event, _ turn: inout Turn) {
    let object = object(of: stimulus.popup)
    if let index = index(of: stimulus.popup), states[index].isLive, !states[index].isSystem {
      end(index, .withdrawn, &turn)
    }
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
    if let index = index(of: stimulus.popup), states[index].isUp {
      close(index, .dismissed, &turn)
    } else if !stimulus.act.isUsers {
      if let shown = shownOfObject(object(of: stimulus.popup)) {
        close(shown, .dismissed, &turn)
      } else {
        withdraw(stimulus, &turn)
      }
    }
  }

  /// The object that a popup is or was; negative where it is a thing of its own, or was never submitted.
  private func object(of popup: PopupID) -> Int32 {
    index(of: popup).map { states[$0].spec.object } ?? pastObjects[popup.index]
  }

  /// The popup of an object that is on screen, the first shown of several; nil where none is.
  private func shownOfObject(_ object: Int32) -> Int? {
    guard object >= 0 else { return nil }
    var found: Int?
    var index = ofObject.first(of: Int(object))
    while index >= 0 {
      if states[index].isUp, !states[index].isSystem,
        found.map({ states[index].showing < states[$0].showing }) ?? true
      {
        found = index
      }
      index = ofObject.next(after: index)
    }
    return found
  }

  /// Code other than the presenter removed a popup's view: that ends it, without an animation (<doc:QueueOrder#Lost-views>).
  mutating func loseView(_ stimulus: Event, _ turn: inout Turn) {
    guard let index = index(of: stimulus.popup) else { return }
    if states[index].isLive { end(index, .viewLost, &turn) }
    guard states[index].isLeaving else { return }
    Self.cancel(&states[index].graceTimer, of: states[index].popup, &timerOwners, &turn)
    leaveScreen(index, &turn)
  }
}
