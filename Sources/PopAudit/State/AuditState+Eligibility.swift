import PopupScheduling

extension AuditState {
  /// ELIGIBLE. A chain that a given `popup.shown` opened does not count.
  func isEligible(_ index: Int, exceptOpenedBy opened: Int32 = -1) -> Bool {
    guard isReady(index) else { return false }
    guard closedGate(for: index) == nil, isPageRight(for: index) else { return false }
    if popups[index].isExempt { return true }
    let holding = holdingChain(ofQueue: Int(popups[index].queue), exceptOpenedBy: opened)
    return holding < 0 || holding == popups[index].chain
  }

  /// Whether a popup was ELIGIBLE when an event was taken, since which no page has moved, no gate has closed and no popup been changed.
  /// Told are the kinds of popups that a gate held in its queue then, a bit for each, and the chain that did, negative for none.
  func wasEligible(_ index: Int, at event: Int32, held: UInt32, holding: Int32) -> Bool {
    let popup = popups[index]
    guard popup.readySince >= 0, popup.readySince <= event, event <= popup.readyUntil, isPageRight(for: index) else {
      return false
    }
    guard !popup.isExempt else { return true }
    return (popup.isSystem || held & 1 << UInt32(popup.kind.rawValue) == 0)
      && (holding < 0 || holding == popup.chain)
  }

  /// Whether the page is settled and one that a popup may be shown on, if it needs one.
  func isPageRight(for index: Int) -> Bool {
    let flags = popups[index].flags
    guard !flags.contains(.exempt) || !flags.isDisjoint(with: [.bound, .parked]) else { return true }
    let scene = Int(popups[index].scene)
    guard canShow(in: scene), !flags.contains(.parked) || !popups[index].parkedPage.isNone else { return false }
    return suits(index, scenes[scene].current)
  }

  /// Whether a page is one that a popup waits for, or will do for one that waits for none.
  func suits(_ index: Int, _ page: PageID) -> Bool {
    if popups[index].comparedPage == page { return popups[index].suits }
    let parked = popups[index].isParked ? popups[index].parkedPage : .none
    return (parked.isNone || isInLineage(parked, of: page)) && matches(index, page)
  }

  /// Whether a popup is ELIGIBLE as far as that is up to itself: whatever the page, the gates and the chains of others.
  func isReady(_ index: Int) -> Bool {
    let flags = popups[index].flags
    let needed: AuditedPopup.Flags = [.known, .ready, .allowed]
    guard flags.intersection(needed.union([.up, .ended, .limbo, .left, .uncertain])) == needed else { return false }
    guard popups[index].epoch == epoch || flags.contains(.system), now < popups[index].expiresAt else { return false }
    // Kept for no page that there is, it waits for ever.
    guard !flags.contains(.parked) || !popups[index].parkedPage.isNone else { return false }
    let chain = popups[index].chain
    return chain < 0 || chainMembers.first(of: Int(chain)) == index
  }

  /// What holds a popup back, besides its own condition; nil while its GATE is OPEN.
  @inline(__always)
  func closedGate(for index: Int) -> Obstacle? {
    let flags = popups[index].flags
    guard flags.isDisjoint(with: [.exempt, .system]) else { return nil }
    return closedGate(ofQueue: Int(popups[index].queue), for: popups[index].kind)
  }

  @inline(__always)
  func closedGate(ofQueue queue: Int, for kind: PopupKind) -> Obstacle? {
    let scene = Int(queues[queue].scene)
    if scenes[scene].scrolling >= 0, isInLineage(scenes[scene].scrollingPage, of: scenes[scene].current) {
      return Obstacle(kind: .scrolling, event: scenes[scene].scrolling)
    }
    if background >= 0 { return Obstacle(kind: .background, event: background) }
    if scenes[scene].typing >= 0, kind.isHeldByTyping,
      isInLineage(scenes[scene].typingPage, of: scenes[scene].current)
    {
      return Obstacle(kind: .typing, event: scenes[scene].typing)
    }
    let slot = queue * Self.kindSlots
    if slots[slot].suspensions > 0 { return Obstacle(kind: .suspended, event: slots[slot].suspended) }
    let ofKind = slot + 1 + Int(kind.rawValue)
    return slots[ofKind].suspensions > 0 ? Obstacle(kind: .suspended, event: slots[ofKind].suspended) : nil
  }

  /// The chain, not a popup's own, that is OPEN and HOLDS its queue, with its next member; nil for none.
  func holdingChain(for index: Int) -> Obstacle? {
    let chain = holdingChain(ofQueue: Int(popups[index].queue))
    guard chain >= 0, chain != popups[index].chain else { return nil }
    return Obstacle(kind: .chain, popup: PopupID(Int(nextMember(ofChain: chain))), event: chains[Int(chain)].opened)
  }

  /// The chain that is OPEN and HOLDS a queue, of several the one that opened first; negative for none.
  @inline(__always)
  func holdingChain(ofQueue queue: Int, exceptOpenedBy opened: Int32 = -1) -> Int32 {
    queues[queue].holders < 0 && openChains.isEmpty ? -1 : findHoldingChain(ofQueue: queue, exceptOpenedBy: opened)
  }

  private func findHoldingChain(ofQueue queue: Int, exceptOpenedBy opened: Int32) -> Int32 {
    var first = queues[queue].holders
    let current = scenes[Int(queues[queue].scene)].current
    guard !current.isNone else { return -1 }
    for index in openChains.indices {
      let chain = openChains[index]
      let next = Int(nextMember(ofChain: chain))
      guard Int(chains[Int(chain)].queue) == queue, chains[Int(chain)].opened != opened, next >= 0,
        suits(next, current), first < 0 || chains[Int(chain)].opened < chains[Int(first)].opened
      else { continue }
      first = chain
    }
    guard isIndexed, first >= 0 else { return first }
    guard chains[Int(first)].opened == opened else { return first }
    // Where there is a child on the right, there is one on the left.
    let (left, right) = (holders.left(of: first), holders.right(of: first))
    return right >= 0 && holders.key(of: right) < holders.key(of: left) ? right : left
  }

  /// Says where a chain belongs that is OPEN: to what its next member asks of a page, and, if that can be had, to those that would hold.
  mutating func updateChain(_ chain: Int) {
    guard isIndexed else { return touch(queue: Int(chains[chain].queue)) }
    let next = chainMembers.first(of: chain)
    let binding = chains[chain].isOpen && next >= 0 ? binding(for: next) : -1
    boundChains.remove(chain)
    if binding >= 0 { boundChains.append(chain, to: Int(binding)) }
    let queue = Int(chains[chain].queue)
    let holds = binding >= 0 && bindings[Int(binding)].isOpen
    let number = Int32(truncatingIfNeeded: chain)
    guard holds != holders.contains(number) else { return }
    if holds {
      holders.insert(number, key: UInt64(chains[chain].opened), into: &queues[queue].holders)
    } else {
      holders.remove(number, from: &queues[queue].holders)
    }
    touch(queue: queue)
  }

  /// The first of a chain's LIVE members; negative where there is none.
  func nextMember(ofChain chain: Int32) -> Int32 { Int32(truncatingIfNeeded: chainMembers.first(of: Int(chain))) }

  mutating func openChain(of index: Int) {
    let chain = Int(popups[index].chain)
    // A member that has ended belongs to no round: showing it again opens nothing.
    guard !chains[chain].isOpen, popups[index].isLive else { return }
    chains[chain].isOpen = true
    chains[chain].opened = event.sequence
    if !isIndexed {
      openChains.append(popups[index].chain)
      if openChains.count > few { makeGroups() }
    }
    updateChain(chain)
  }

  /// A member has ended; the round ends with the turn in which the last one did.
  mutating func leaveChain(_ index: Int) {
    let chain = Int(popups[index].chain)
    let wasFirst = chainMembers.first(of: chain) == index
    chainMembers.remove(index)
    let next = chainMembers.first(of: chain)
    if next < 0, chains[chain].isOpen { emptiedChains.append(Int32(truncatingIfNeeded: chain)) }
    // The next member may have waited for nothing but its turn.
    if wasFirst {
      if chains[chain].isOpen { updateChain(chain) }
      if next >= 0 { regroup(next) }
    }
    touch(queue: Int(popups[index].queue))
  }

  mutating func endRounds() {
    for index in emptiedChains.indices {
      let chain = Int(emptiedChains[index])
      guard chainMembers.first(of: chain) < 0, chains[chain].isOpen else { continue }
      chains[chain].isOpen = false
      openChains.keep { Int($0) != chain }
      updateChain(chain)
    }
    emptiedChains.removeAll()
  }

  func areOfOneChain(_ one: Int, _ other: Int) -> Bool {
    popups[one].chain >= 0 && popups[one].chain == popups[other].chain
  }

  mutating func noteKey(_ index: Int) {
    let key = key(ofSpec: Int(popups[index].spec), in: popups[index].queue)
    if liveOfKey.last(of: Int(key)) >= 0 { popups[index].flags.insert(.hadDuplicate) }
    popups[index].keyIndex = key
    popups[index].sameKeyEarlier = keys[Int(key)].latest
    keys[Int(key)].latest = Int32(truncatingIfNeeded: index)
    liveOfKey.append(index, to: Int(key))
  }

  /// Another LIVE popup of the same key, scene and scheduler; negative where there is none.
  func liveDuplicate(of index: Int) -> Int32 {
    guard popups[index].keyIndex >= 0 else { return -1 }
    let live = liveOfKey.last(of: Int(popups[index].keyIndex))
    return Int32(truncatingIfNeeded: live == index ? liveOfKey.previous(before: index) : live)
  }

  /// Whether the premise of the event, a `popup.dropped` or `popup.hidden`, holds (lost-popup, a), before it takes effect.
  ///
  /// A presentation hidden as page-left or preempted is judged by rules of its own, so those premises hold here.
  var premiseHolds: Bool {
    let index = event.popup.index
    let isDrop = event.kind == .popupDropped
    switch event.reason {
    case .pageLeft:
      guard isDrop else { return true }
      return popups[index].isParked && !popups[index].flags.contains(.keepAlive)
        && anyInLineage(of: popups[index].parkedPage, .disappeared)
    case .pageRemoved:
      return anyInLineage(of: popups[index].parkedPage, .removed) || anyInLineage(of: popups[index].shownPage, .removed)
        || anyInLineage(of: popups[index].instance, .removed)
    case .signedOut: return popups[index].epoch != epoch || isForAnother(index)
    case .withdrawn:
      return popups[index].withdrawal >= 0 || popups[index].flags.contains(.dismissedByCode) || wasCleared(index)
    case .contentFailed: return popups[index].flags.contains(.contentFailed)
    case .expired: return now >= popups[index].expiresAt
    case .auto: return isAutoDismissDue(index)
    case .duplicate: return popups[index].flags.contains(.hadDuplicate) || liveDuplicate(of: index) >= 0
    case .barred:
      return spec(of: index).whenBarred == .drop && !popups[index].flags.contains(.allowed)
    case .preempted:
      guard isDrop else { return true }
      return spec(of: index).onHigher == .drop && popups[index].flags.contains(.limbo)
        && popups[index].hiddenSequence >= turn.start
    case .dismissed: return popups[index].flags.contains(.dismissed) || turn.hasBackPress || isAutoDismissDue(index)
    case .viewLost: return popups[index].flags.contains(.viewLost)
    case .none, .slot, .page, .content, .gate, .condition, .chain: return false
    }
  }

  /// Whether a popup that was hidden as page-left could still have been shown, had it been kept.
  func isOpen(_ index: Int) -> Bool { mayStay(index) && now < popups[index].expiresAt }

  /// Whether nothing but its page can have been a reason to take a popup off the screen. That it has expired is none.
  func mayStay(_ index: Int) -> Bool {
    let reasons: AuditedPopup.Flags = [
      .dismissed, .dismissedByCode, .withdrawn, .droppedRightly, .contentFailed, .viewLost,
    ]
    return popups[index].flags.isDisjoint(with: reasons) && (popups[index].epoch == epoch || popups[index].isSystem)
  }

  /// Whether its content was asked for on behalf of another user than the one signed in.
  func isForAnother(_ index: Int) -> Bool {
    let owner = catalog.specs[Int(popups[index].spec)].user
    return !owner.isNone && (!isSignedIn || owner != user)
  }

  func isAutoDismissDue(_ index: Int) -> Bool {
    let limit = spec(of: index).autoDismiss
    return !popups[index].flags.contains(.plain) && limit >= .zero && visibleTime(of: index) >= limit
  }

  func wasCleared(_ index: Int) -> Bool {
    let slot = Int(popups[index].queue) * Self.kindSlots
    let submitted = popups[index].submitted
    return slots[slot].cleared > submitted || slots[slot + 1 + Int(popups[index].kind.rawValue)].cleared > submitted
  }
}
