extension PolicyState {
  mutating func submit(_ stimulus: Event, _ turn: inout Turn) {
    let popup = stimulus.popup
    guard stimulus.attributes >= 0, stimulus.spec.index < turn.catalog.specs.count, !popup.isNone,
      submitted.insert(popup.index)
    else { return }
    let index = enter(popup, stimulus.spec, turn)
    if states[index].isSystem { return bringUp(index, &turn) }
    if let reason = refusal(of: index) { return drop(index, reason, &turn) }
    let key = states[index].spec.key
    if configuration.keys, !key.isNone { keyOwners[key.index] = Int32(index) }
    fresh.append(Int32(index))
    setExpiryTimer(of: index, &turn)
    if states[index].spec.content == .async, configuration.content == .request {
      states[index].stage = .loading
      turn.decide(.contentRequested, popup)
    } else {
      enqueue(index, turn)
    }
  }

  @inline(__always)
  private mutating func enter(_ popup: PopupID, _ spec: SpecID, _ turn: borrowing Turn) -> Int {
    let index = free.popLast().map { Int($0) } ?? states.count
    if index == states.count { states.append(PopupState()) }
    states[index].begin(popup, turn.catalog.specs[spec.index], submissions, at: turn.now)
    let (kind, chain) = (states[index].spec.kind, states[index].spec.chain)
    states[index].isExempt = exemptKinds & (1 << UInt16(kind.rawValue)) != 0
    if goesInFront || states[index].spec.next { states[index].rank = -1 - submissions }
    if !chain.isNone, configuration.chains, !states[index].isExempt, kind != .system {
      states[index].chain = chains.join(index, chain)
    }
    submissions += 1
    indices[popup.index] = Int32(index)
    live.append(index)
    liveOfKind[Int(kind.rawValue)] += 1
    if !states[index].spec.user.isNone { liveWithUser += 1 }
    let (instance, object) = (states[index].spec.instance, states[index].spec.object)
    if !instance.isNone { ofInstance.append(index, to: instance.index) }
    if object >= 0 { ofObject.append(index, to: Int(object)) }
    needsChoice = true
    return index
  }

  /// Why a popup cannot even wait; nil where it can.
  @inline(__always)
  private func refusal(of index: Int) -> Reason? {
    let key = states[index].spec.key
    if configuration.keys, !key.isNone, keyOwners[key.index] >= 0 { return .duplicate }
    let (owner, instance) = (states[index].spec.user, states[index].spec.instance)
    if knowsUser, !owner.isNone, configuration.signOut == .clear, !isSignedIn || owner != user { return .signedOut }
    if !instance.isNone, configuration.leaving == .park, pages.isRemoved(instance) { return .pageRemoved }
    if configuration.expiry, states[index].spec.expires == .zero { return .expired }
    return nil
  }

  /// Says what those submitted in this turn wait for (<doc:DecisionsAndTheirFields#Submitting>).
  mutating func queueFresh(_ turn: inout Turn) {
    for position in fresh.indices {
      let index = Int(fresh[position])
      guard states[index].generation == 0, states[index].isLive else { continue }
      let obstacle = obstacle(of: index, turn)
      turn.queue(states[index].popup, obstacle == .none ? .slot : obstacle)
    }
    fresh.removeAll()
  }

  mutating func takeContent(_ stimulus: Event, _ turn: inout Turn) {
    guard configuration.content == .request, let index = index(of: stimulus.popup),
      states[index].spec.content == .async
    else { return }
    let hasCome = stimulus.kind == .contentLoaded
    states[index].hasNoContent = !hasCome
    switch states[index].stage {
    case .loading:
      if hasCome { enqueue(index, turn) } else { drop(index, .contentFailed, &turn) }
    case .waiting, .parked:
      if !hasCome { drop(index, .contentFailed, &turn) }
    case .undecided, .up, .ended: break
    }
  }

  mutating func setCondition(_ stimulus: Event, _ turn: borrowing Turn) {
    guard let index = index(of: stimulus.popup) else {
      // What is said of one that is over is as good a time to look as any.
      if !stimulus.popup.isNone, submitted.contains(stimulus.popup.index) { needsChoice = true }
      return
    }
    states[index].holds = stimulus.flags.contains(.holds)
    needsChoice = true
    reseat(index, turn)
  }

  mutating func change(_ stimulus: Event, _ turn: inout Turn) {
    guard let index = index(of: stimulus.popup), states[index].isLive, !states[index].isSystem,
      stimulus.attributes >= 0, Int(stimulus.attributes) < turn.catalog.changes.count
    else { return }
    let change = turn.catalog.changes[Int(stimulus.attributes)]
    let isQueued = states[index].stage == .waiting
    if isQueued { dequeue(index) }
    if let level = change.level { states[index].spec.level = level }
    if let expires = change.expires { states[index].spec.expires = expires }
    if let pages = change.pages { changePages(of: index, to: pages, turn) }
    if isQueued { enqueue(index, turn) }
    needsChoice = true
    guard change.expires != nil else { return }
    Self.cancel(&states[index].expiryTimer, of: states[index].popup, &timerOwners, &turn)
    if !states[index].isUp, isExpired(index, at: turn.now) {
      drop(index, .expired, &turn)
    } else {
      setExpiryTimer(of: index, &turn)
    }
  }

  private mutating func changePages(of index: Int, to pages: NameListID, _ turn: borrowing Turn) {
    states[index].spec.pages = pages
    if states[index].chain >= 0 { chains.noteChange() }
    guard states[index].isUp else { return }
    // Of one that is up they count from the next event of a page on (PagesAndPopups, *Changed popups*).
    hasChangedPages = true
    bindAnew(index, turn.catalog)
    countBound(index)
  }

  // MARK: Ending

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

  /// A popup has ended: everything forgets it, and the app is told, once (<doc:DecisionsAndTheirFields#Callbacks>).
  mutating func finish(_ index: Int, _ reason: Reason, _ turn: inout Turn) {
    states[index].stage = .ended
    needsChoice = true
    live.remove(index)
    liveOfKind[Int(states[index].spec.kind.rawValue)] -= 1
    if !states[index].spec.user.isNone { liveWithUser -= 1 }
    if !states[index].spec.instance.isNone { ofInstance.remove(index) }
    if states[index].spec.object >= 0 { ofObject.remove(index) }
    let chain = states[index].chain
    if chain >= 0 {
      chains.leave(index, chain)
      let next = chains.next(of: chain)
      if next >= 0 { reseat(next, turn) }
    }
    let key = states[index].spec.key
    if !key.isNone, keyOwners[key.index] == index { keyOwners[key.index] = -1 }
    if closedName.isNone { closedName = turn.catalog.internWord("closed") }
    turn.callBack(closedName, states[index].popup, reason)
    if !states[index].isLeaving { over.append(Int32(index)) }
  }

  /// Gives up the indices of popups that have ended and left the screen: nothing that is said of one from now on concerns it, but the object it was.
  mutating func giveUpThoseOver() {
    for position in over.indices {
      let (index, popup) = (Int(over[position]), states[Int(over[position])].popup.index)
      if states[index].spec.object >= 0 { pastObjects[popup] = states[index].spec.object }
      indices.remove(popup)
      free.append(over[position])
    }
    over.removeAll()
  }

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

  /// What is not on screen cannot be dismissed by the user, and by code is withdrawn (<doc:QueueOrder#Dismissals-and-withdrawals>).
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
