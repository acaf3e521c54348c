// How popups come in.

extension StandardPolicy {
  /// A popup is submitted: it is refused at once, or waits for its content, or for its turn.
  mutating func submit(_ stimulus: Event, _ turn: inout Turn) {
    let popup = stimulus.popup
    guard stimulus.attributes >= 0, stimulus.spec.index < turn.catalog.specs.count, !popup.isNone,
      popup.index < states.count + Self.longestLeap
    else { return }
    while states.count <= popup.index { states.append(.unknown) }
    let place = popup.index
    guard states[place].stage == .unknown else { return }
    enter(place, turn.catalog.specs[stimulus.spec.index], at: turn.now)
    if let reason = refusal(of: place) {
      drop(place, reason, &turn)
      return
    }
    if configuration.keys { takeKey(of: place) }
    fresh.append(popup)
    setExpiryTimer(of: place, &turn)
    if states[place].spec.content == .async, configuration.content == .request {
      states[place].stage = .loading
      turn.decide(.contentRequested, popup)
    } else {
      enqueue(place)
    }
  }

  private mutating func enter(_ place: Int, _ spec: PopupSpec, at now: Ticks) {
    var state = PopupState(spec: spec)
    state.stage = .undecided
    state.isExempt = exemptKinds & (1 << UInt16(spec.kind.rawValue)) != 0
    state.holds = spec.condition
    state.submittedAt = now
    state.order = submissions
    let goesInFront =
      spec.next || configuration.order == .lifo || (configuration.order == .priority && configuration.ties == .lifo)
    state.rank = goesInFront ? -1 - submissions : submissions
    submissions += 1
    states[place] = state
    live.append(PopupID(place))
    needsChoice = true
    if configuration.chains, !spec.chain.isNone { chains.join(PopupID(place), &states) }
  }

  /// Why a popup cannot even wait; nil where it can.
  private func refusal(of place: Int) -> Reason? {
    let spec = states[place].spec
    if configuration.keys, !spec.key.isNone, spec.key.index < keyOwners.count, !keyOwners[spec.key.index].isNone {
      return .duplicate
    }
    if isOfSomebodyElse(spec) { return .signedOut }
    if configuration.leaving == .park, pages.isRemoved(spec.instance) { return .pageRemoved }
    if configuration.expiry, spec.expires == .zero { return .expired }
    return nil
  }

  private mutating func takeKey(of place: Int) {
    let key = states[place].spec.key
    guard !key.isNone else { return }
    while keyOwners.count <= key.index { keyOwners.append(.none) }
    keyOwners[key.index] = PopupID(place)
  }

  /// Says of those submitted in this turn that still wait what they wait for (semantics E40).
  mutating func queueFresh(_ turn: inout Turn) {
    for popup in fresh where states[popup.index].generation == 0 && states[popup.index].isLive {
      findHolders(turn.catalog)
      let obstacle = obstacle(of: popup.index, turn.catalog)
      turn.queue(popup, obstacle == .none ? .slot : obstacle)
    }
    fresh.removeAll(keepingCapacity: true)
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
    case .unknown, .undecided, .up, .ended: break
    }
  }

  /// A condition turned true or false.
  mutating func setCondition(_ stimulus: Event) {
    guard let place = place(of: stimulus.popup) else { return }
    states[place].holds = stimulus.flags.contains(.holds)
    needsChoice = true
  }

  /// A waiting popup is altered.
  mutating func change(_ stimulus: Event, _ turn: inout Turn) {
    guard let place = place(of: stimulus.popup), states[place].isLive, stimulus.attributes >= 0,
      Int(stimulus.attributes) < turn.catalog.changes.count
    else { return }
    let change = turn.catalog.changes[Int(stimulus.attributes)]
    let isQueued = states[place].stage == .waiting
    if isQueued { dequeue(place) }
    if let level = change.level { states[place].spec.level = level }
    if let pages = change.pages { states[place].spec.pages = pages }
    states[place].matchEpoch = -1
    if isQueued { enqueue(place) }
    guard let expires = change.expires else { return }
    states[place].spec.expires = expires
    Self.cancel(&states[place].expiryTimer, of: place, &turn)
    if !states[place].isUp, isExpired(place, at: turn.now) {
      drop(place, .expired, &turn)
    } else {
      setExpiryTimer(of: place, &turn)
    }
  }
}
