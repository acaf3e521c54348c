// How popups come in.

extension PolicyState {
  /// A popup is submitted: it is refused at once, or waits for its content, or for its turn.
  mutating func submit(_ stimulus: Event, _ turn: inout Turn) {
    let popup = stimulus.popup
    guard stimulus.attributes >= 0, stimulus.spec.index < turn.catalog.specs.count, !popup.isNone,
      !submitted.contains(popup.index)
    else { return }
    let index = enter(popup, turn.catalog.specs[stimulus.spec.index], at: turn.now)
    if states[index].isSystem {
      bringUp(index, &turn)
      return
    }
    if let reason = refusal(of: index) {
      drop(index, reason, &turn)
      return
    }
    if configuration.keys { takeKey(of: index) }
    fresh.append(Int32(index))
    setExpiryTimer(of: index, &turn)
    if states[index].spec.content == .async, configuration.content == .request {
      states[index].stage = .loading
      turn.decide(.contentRequested, popup)
    } else {
      enqueue(index)
    }
  }

  /// Takes a popup in.
  ///
  /// - Returns: Its index.
  private mutating func enter(_ popup: PopupID, _ spec: PopupSpec, at now: Ticks) -> Int {
    let order = submissions
    submissions += 1
    submitted.insert(popup.index)
    let index = free.popLast().map { Int($0) } ?? states.count
    if index == states.count { states.append(PopupState(popup, spec)) } else { states[index] = PopupState(popup, spec) }
    states[index].order = order
    states[index].isExempt = exemptKinds & (1 << UInt16(spec.kind.rawValue)) != 0
    states[index].holds = spec.condition
    states[index].submittedAt = now
    let goesInFront =
      spec.next || configuration.order == .lifo || (configuration.order == .priority && configuration.ties == .lifo)
    states[index].rank = goesInFront ? -1 - order : order
    if configuration.chains, !spec.chain.isNone, !states[index].isExempt, !states[index].isSystem {
      states[index].chain = chains.join(index, spec.chain)
    }
    indices[popup.index] = Int32(index)
    live.append(index)
    liveOfKind[Int(spec.kind.rawValue)] += 1
    if !spec.user.isNone { liveWithUser += 1 }
    if !spec.instance.isNone { ofInstance.append(index, to: spec.instance.index) }
    if spec.object >= 0 { ofObject.append(index, to: Int(spec.object)) }
    needsChoice = true
    return index
  }

  /// Why a popup cannot even wait; nil where it can.
  private func refusal(of index: Int) -> Reason? {
    let key = states[index].spec.key
    if configuration.keys, !key.isNone, keyOwners[key.index] >= 0 { return .duplicate }
    if isOfAnotherUser(states[index].spec.user) { return .signedOut }
    if configuration.leaving == .park, pages.isRemoved(states[index].spec.instance) { return .pageRemoved }
    if configuration.expiry, states[index].spec.expires == .zero { return .expired }
    return nil
  }

  private mutating func takeKey(of index: Int) {
    let key = states[index].spec.key
    if !key.isNone { keyOwners[key.index] = Int32(index) }
  }

  /// Says of those submitted in this turn that still wait what they wait for (<doc:DecisionsAndTheirFields#Submitting>).
  mutating func queueFresh(_ turn: inout Turn) {
    for position in fresh.indices {
      let index = Int(fresh[position])
      guard states[index].generation == 0, states[index].isLive else { continue }
      let obstacle = obstacle(of: index, turn.catalog)
      turn.queue(states[index].popup, obstacle == .none ? .slot : obstacle)
    }
    fresh.removeAll()
  }

  /// Content came, or will not.
  mutating func takeContent(_ stimulus: Event, _ turn: inout Turn) {
    guard configuration.content == .request, let index = index(of: stimulus.popup),
      states[index].spec.content == .async
    else { return }
    let hasCome = stimulus.kind == .contentLoaded
    states[index].hasNoContent = !hasCome
    switch states[index].stage {
    case .loading:
      if hasCome { enqueue(index) } else { drop(index, .contentFailed, &turn) }
    case .waiting, .parked:
      if !hasCome { drop(index, .contentFailed, &turn) }
    case .undecided, .up, .ended: break
    }
  }

  /// A condition turned true or false.
  mutating func setCondition(_ stimulus: Event) {
    guard let index = index(of: stimulus.popup) else {
      // What is said of one that is over is as good a time to look as any.
      if !stimulus.popup.isNone, submitted.contains(stimulus.popup.index) { needsChoice = true }
      return
    }
    states[index].holds = stimulus.flags.contains(.holds)
    needsChoice = true
    reseat(index)
  }

  /// A waiting popup is altered.
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
    if isQueued { enqueue(index) }
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
}
