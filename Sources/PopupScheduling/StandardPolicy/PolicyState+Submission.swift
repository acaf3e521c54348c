// How popups come in.

extension PolicyState {
  /// A popup is submitted: it is refused at once, or waits for its content, or for its turn.
  mutating func submit(_ stimulus: Event, _ turn: inout Turn) {
    let popup = stimulus.popup
    guard stimulus.attributes >= 0, stimulus.spec.index < turn.catalog.specs.count, !popup.isNone,
      places[popup.index] < 0
    else { return }
    let place = enter(popup, turn.catalog.specs[stimulus.spec.index], at: turn.now)
    if states[place].isSystem {
      bringUp(place, &turn)
      return
    }
    if let reason = refusal(of: place) {
      drop(place, reason, &turn)
      return
    }
    if configuration.keys { takeKey(of: place) }
    fresh.append(Int32(place))
    setExpiryTimer(of: place, &turn)
    if states[place].spec.content == .async, configuration.content == .request {
      states[place].stage = .loading
      turn.decide(.contentRequested, popup)
    } else {
      enqueue(place)
    }
  }

  /// Takes a popup in.
  ///
  /// - Returns: Its place.
  private mutating func enter(_ popup: PopupID, _ spec: PopupSpec, at now: Ticks) -> Int {
    let place = states.count
    states.append(PopupState(popup, spec))
    states[place].isExempt = exemptKinds & (1 << UInt16(spec.kind.rawValue)) != 0
    states[place].holds = spec.condition
    states[place].submittedAt = now
    let goesInFront =
      spec.next || configuration.order == .lifo || (configuration.order == .priority && configuration.ties == .lifo)
    states[place].rank = goesInFront ? -1 - Int32(place) : Int32(place)
    if configuration.chains, !spec.chain.isNone, !states[place].isExempt, !states[place].isSystem {
      states[place].chain = chains.join(place, spec.chain)
    }
    places[popup.index] = Int32(place)
    live.append(place)
    liveOfKind[Int(spec.kind.rawValue)] += 1
    if !spec.user.isNone { liveWithUser += 1 }
    if !spec.instance.isNone { ofInstance.append(place, to: spec.instance.index) }
    if spec.object >= 0 { ofObject.append(place, to: Int(spec.object)) }
    needsChoice = true
    return place
  }

  /// Why a popup cannot even wait; nil where it can.
  private func refusal(of place: Int) -> Reason? {
    let key = states[place].spec.key
    if configuration.keys, !key.isNone, keyOwners[key.index] >= 0 { return .duplicate }
    if isOfSomebodyElse(states[place].spec.user) { return .signedOut }
    if configuration.leaving == .park, pages.isRemoved(states[place].spec.instance) { return .pageRemoved }
    if configuration.expiry, states[place].spec.expires == .zero { return .expired }
    return nil
  }

  private mutating func takeKey(of place: Int) {
    let key = states[place].spec.key
    if !key.isNone { keyOwners[key.index] = Int32(place) }
  }

  /// Says of those submitted in this turn that still wait what they wait for (<doc:DecisionsAndTheirFields#Submitting>).
  mutating func queueFresh(_ turn: inout Turn) {
    for index in fresh.indices {
      let place = Int(fresh[index])
      guard states[place].generation == 0, states[place].isLive else { continue }
      let obstacle = obstacle(of: place, turn.catalog)
      turn.queue(states[place].popup, obstacle == .none ? .slot : obstacle)
    }
    fresh.removeAll()
  }

  /// Content came, or will not.
  mutating func takeContent(_ stimulus: Event, _ turn: inout Turn) {
    guard configuration.content == .request, let place = place(of: stimulus.popup),
      states[place].spec.content == .async
    else { return }
    let hasCome = stimulus.kind == .contentLoaded
    states[place].hasNoContent = !hasCome
    switch states[place].stage {
    case .loading:
      if hasCome { enqueue(place) } else { drop(place, .contentFailed, &turn) }
    case .waiting, .parked:
      if !hasCome { drop(place, .contentFailed, &turn) }
    case .undecided, .up, .ended: break
    }
  }

  /// A condition turned true or false.
  mutating func setCondition(_ stimulus: Event) {
    guard let place = place(of: stimulus.popup) else { return }
    states[place].holds = stimulus.flags.contains(.holds)
    needsChoice = true
    reseat(place)
  }

  /// A waiting popup is altered.
  mutating func change(_ stimulus: Event, _ turn: inout Turn) {
    guard let place = place(of: stimulus.popup), states[place].isLive, !states[place].isSystem,
      stimulus.attributes >= 0, Int(stimulus.attributes) < turn.catalog.changes.count
    else { return }
    let change = turn.catalog.changes[Int(stimulus.attributes)]
    let isQueued = states[place].stage == .waiting
    if isQueued { dequeue(place) }
    if let level = change.level { states[place].spec.level = level }
    if let expires = change.expires { states[place].spec.expires = expires }
    if let pages = change.pages { changePages(of: place, to: pages, turn) }
    if isQueued { enqueue(place) }
    needsChoice = true
    guard change.expires != nil else { return }
    Self.cancel(&states[place].expiryTimer, of: states[place].popup, &turn)
    if !states[place].isUp, isExpired(place, at: turn.now) {
      drop(place, .expired, &turn)
    } else {
      setExpiryTimer(of: place, &turn)
    }
  }

  private mutating func changePages(of place: Int, to pages: NameListID, _ turn: borrowing Turn) {
    states[place].spec.pages = pages
    if states[place].chain >= 0 { chains.noteChange() }
    guard states[place].isUp else { return }
    // Of one that is up they count from the next event of a page on (PagesAndPopups, *Changed popups*).
    hasChangedPages = true
    bindAnew(place, turn.catalog)
    countBound(place)
  }
}
