import PopupScheduling

/// What keeps a popup from being shown, and the event that brought it about.
enum ClosedGate {
  case scrolling(Int32)
  case typing(Int32)
  case background(Int32)
  case suspended(Int32)
  case condition(Int32)

  /// The event that closed it.
  var closed: Int32 {
    switch self {
    case .scrolling(let event), .typing(let event), .background(let event), .suspended(let event),
      .condition(let event):
      event
    }
  }
}

extension AuditState {
  /// ELIGIBLE.
  ///
  /// - Parameter opened: The `popup.shown` that opened a chain which is not to count; none unless given.
  func isEligible(_ place: Int, exceptOpenedBy opened: Int32 = -1) -> Bool {
    guard isReady(place) else { return false }
    let flags = popups[place].flags
    if flags.isDisjoint(with: [.exempt, .system]), closedGate(for: place) != nil { return false }
    let scene = Int(popups[place].scene)
    let current = scenes[scene].current
    if !flags.contains(.exempt) || !flags.isDisjoint(with: [.bound, .parked]) {
      guard !current.isNone, scenes[scene].isSettled else { return false }
      if flags.contains(.parked), !isInLineage(popups[place].parkedPage, of: current) { return false }
      guard matches(place, current) else { return false }
    }
    if flags.contains(.exempt) { return true }
    let holding = holdingChain(ofLine: Int(popups[place].line), exceptOpenedBy: opened)
    return holding < 0 || holding == popups[place].chain
  }

  /// Whether a popup is ELIGIBLE as far as that is up to itself: whatever the page, the gates and the chains of others.
  func isReady(_ place: Int) -> Bool {
    let flags = popups[place].flags
    let needed: PopupState.Flags = [.known, .ready, .allowed]
    guard flags.intersection(needed.union([.up, .ended, .limbo, .left, .uncertain])) == needed else { return false }
    guard popups[place].epoch == epoch || flags.contains(.system), now < popups[place].expiresAt else { return false }
    let chain = popups[place].chain
    return chain < 0 || chains[Int(chain)].first == Int32(truncatingIfNeeded: place)
  }

  /// What holds a popup back, besides its own condition; nil while its GATE is OPEN.
  @inline(__always)
  func closedGate(for place: Int) -> ClosedGate? {
    let flags = popups[place].flags
    guard flags.isDisjoint(with: [.exempt, .system]) else { return nil }
    return closedGate(ofLine: Int(popups[place].line), for: popups[place].kind)
  }

  /// What holds the popups of a kind back in a line.
  func closedGate(ofLine line: Int, for kind: PopupKind) -> ClosedGate? {
    let scene = Int(lines[line].scene)
    if scenes[scene].scrolling >= 0, isInLineage(scenes[scene].scrollingPage, of: scenes[scene].current) {
      return .scrolling(scenes[scene].scrolling)
    }
    if background >= 0 { return .background(background) }
    if scenes[scene].typing >= 0, kind.isHeldByTyping,
      isInLineage(scenes[scene].typingPage, of: scenes[scene].current)
    {
      return .typing(scenes[scene].typing)
    }
    let slot = line * Self.kindSlots
    if suspensions[slot] > 0 { return .suspended(suspended[slot]) }
    let ofKind = slot + 1 + Int(kind.rawValue)
    if suspensions[ofKind] > 0 { return .suspended(suspended[ofKind]) }
    return nil
  }

  /// The chain, not a popup's own, that is OPEN and HOLDS its line; negative for none.
  func holdingChain(inLineOf place: Int) -> Int32 {
    let chain = holdingChain(ofLine: Int(popups[place].line))
    return chain == popups[place].chain ? -1 : chain
  }

  /// The chain that is OPEN and HOLDS a line: of several whose next member could be shown on the current page, the one that opened first.
  /// Negative for none.
  ///
  /// - Parameter opened: The `popup.shown` that opened a chain which is not to count; none unless given.
  func holdingChain(ofLine line: Int, exceptOpenedBy opened: Int32 = -1) -> Int32 {
    let holders = lines[line].holders
    guard !holders.isEmpty, !scenes[Int(lines[line].scene)].current.isNone else { return -1 }
    let first = heaps[holders, 0]
    guard chains[Int(first.id)].opened == opened else { return first.id }
    guard holders.count > 1 else { return -1 }
    let second = heaps[holders, 1]
    return holders.count > 2 && heaps[holders, 2].rank < second.rank ? heaps[holders, 2].id : second.id
  }

  /// Says where a chain belongs that is OPEN: to what its next member asks of a page, and, if that can be had, to those that would hold.
  mutating func seatChain(_ chain: Int) {
    let next = chains[chain].first
    let binding = chains[chain].isOpen && next >= 0 ? binding(for: Int(next)) : -1
    if binding != chains[chain].binding { bind(chain, to: binding) }
    let line = Int(chains[chain].line)
    let holds = binding >= 0 && bindings[Int(binding)].isOpen
    guard holds != (chainPlaces[chain] >= 0) else { return }
    let number = Int32(truncatingIfNeeded: chain)
    if holds {
      heaps.insert(number, rank: UInt64(chains[chain].opened), into: &lines[line].holders, &chainPlaces)
    } else {
      heaps.remove(number, from: &lines[line].holders, &chainPlaces)
    }
    touch(line: line)
  }

  private mutating func bind(_ chain: Int, to binding: Int32) {
    let number = Int32(truncatingIfNeeded: chain)
    let old = chains[chain].binding
    if old >= 0 {
      let previous = chains[chain].bindingPrevious
      let next = chains[chain].bindingNext
      if previous >= 0 { chains[Int(previous)].bindingNext = next } else { bindings[Int(old)].chains = next }
      if next >= 0 { chains[Int(next)].bindingPrevious = previous }
    }
    chains[chain].binding = binding
    chains[chain].bindingPrevious = -1
    chains[chain].bindingNext = -1
    guard binding >= 0 else { return }
    let first = bindings[Int(binding)].chains
    chains[chain].bindingNext = first
    if first >= 0 { chains[Int(first)].bindingPrevious = number }
    bindings[Int(binding)].chains = number
  }

  mutating func joinChain(_ place: Int) {
    let chain = chain(ofSpec: Int(popups[place].spec), in: popups[place].line)
    popups[place].chain = chain
    let last = chains[Int(chain)].last
    popups[place].chainPrevious = last
    popups[place].chainNext = -1
    if last >= 0 {
      popups[Int(last)].chainNext = Int32(truncatingIfNeeded: place)
    } else {
      chains[Int(chain)].first = Int32(truncatingIfNeeded: place)
    }
    chains[Int(chain)].last = Int32(truncatingIfNeeded: place)
  }

  mutating func openChain(of place: Int) {
    let chain = Int(popups[place].chain)
    // A member that has ended belongs to no round: showing it again opens nothing.
    guard !chains[chain].isOpen, popups[place].isLive else { return }
    chains[chain].isOpen = true
    chains[chain].opened = event.sequence
    lines[Int(popups[place].line)].openChains += 1
    seatChain(chain)
  }

  /// A member has ended; the round ends with the step in which the last one did.
  mutating func leaveChain(_ place: Int) {
    let chain = Int(popups[place].chain)
    let previous = popups[place].chainPrevious
    let next = popups[place].chainNext
    if previous >= 0 { popups[Int(previous)].chainNext = next } else { chains[chain].first = next }
    if next >= 0 { popups[Int(next)].chainPrevious = previous } else { chains[chain].last = previous }
    if chains[chain].first < 0, chains[chain].isOpen { emptiedChains.append(Int32(truncatingIfNeeded: chain)) }
    // Whoever comes next may have waited for nothing else.
    if previous < 0 {
      if chains[chain].isOpen { seatChain(chain) }
      if next >= 0 { seat(Int(next)) }
    }
    touch(line: Int(popups[place].line))
  }

  /// Ends the rounds of chains that the step leaves without a member.
  mutating func endRounds() {
    for index in emptiedChains.indices {
      let chain = Int(emptiedChains[index])
      guard chains[chain].first < 0, chains[chain].isOpen else { continue }
      chains[chain].isOpen = false
      lines[Int(chains[chain].line)].openChains -= 1
      seatChain(chain)
    }
    emptiedChains.removeAll()
  }

  /// Whether two popups are members of one chain.
  func areOfOneChain(_ one: Int, _ other: Int) -> Bool {
    popups[one].chain >= 0 && popups[one].chain == popups[other].chain
  }

  mutating func noteKey(_ place: Int) {
    let popup = Int32(truncatingIfNeeded: place)
    let key = key(ofSpec: Int(popups[place].spec), in: popups[place].line)
    if keys[Int(key)].live >= 0 { popups[place].flags.insert(.hadTwin) }
    popups[place].keyPlace = key
    popups[place].sameKeyNext = keys[Int(key)].live
    popups[place].sameKeyPrevious = -1
    popups[place].sameKeyEarlier = keys[Int(key)].latest
    if keys[Int(key)].live >= 0 { popups[Int(keys[Int(key)].live)].sameKeyPrevious = popup }
    keys[Int(key)].live = popup
    keys[Int(key)].latest = popup
  }

  mutating func forgetKey(_ place: Int) {
    let previous = popups[place].sameKeyPrevious
    let next = popups[place].sameKeyNext
    if previous >= 0 {
      popups[Int(previous)].sameKeyNext = next
    } else {
      keys[Int(popups[place].keyPlace)].live = next
    }
    if next >= 0 { popups[Int(next)].sameKeyPrevious = previous }
  }

  /// Another LIVE popup of the same key, scene and scheduler; negative where there is none.
  func liveTwin(of place: Int) -> Int32 {
    guard !popups[place].key.isNone, popups[place].keyPlace >= 0 else { return -1 }
    let live = keys[Int(popups[place].keyPlace)].live
    return Int(live) == place ? popups[place].sameKeyNext : live
  }
}
