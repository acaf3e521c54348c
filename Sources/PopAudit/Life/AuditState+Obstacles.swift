import PopupScheduling

extension AuditState {
  /// What keeps a popup from being shown now, in the order of ``Obstacle/Kind``; empty where nothing does that is known, where it is up, and
  /// where it has ended.
  ///
  /// A slot that one popup has held since before this one was submitted comes first: until it is free, nothing else decides.
  func obstacles(of index: Int, heeding heeded: HeededObstacles) -> [Obstacle] {
    guard popups[index].isLive, !popups[index].isUp else { return [] }
    var found = pageObstacles(of: index)
    if !popups[index].flags.contains(.ready) { found.append(Obstacle(.content)) }
    if !popups[index].flags.contains(.allowed) {
      found.append(Obstacle(.condition, event: popups[index].conditionSequence))
    }
    if let gate = closedGate(for: index) { found.append(Obstacle(gate)) }
    if !popups[index].isExempt { found += chainObstacles(of: index) }
    if !heeded.exempt.contains(popups[index].kind), let holder = slotHolder(keepingOut: index, heeded) {
      found.append(Obstacle(.slot, popup: PopupID(holder), event: popups[holder].shownSequence))
    }
    let submitted = popups[index].submitted
    func rank(_ obstacle: Obstacle) -> UInt8 {
      obstacle.kind == .slot && obstacle.event < submitted ? 0 : obstacle.kind.rawValue + 1
    }
    return found.filter { heeded.kinds.contains($0.kind) }.sorted { rank($0) < rank($1) }
  }

  private func pageObstacles(of index: Int) -> [Obstacle] {
    let flags = popups[index].flags
    let isBound = !flags.isDisjoint(with: [.bound, .parked])
    guard !flags.contains(.exempt) || isBound else { return [] }
    let scene = Int(popups[index].scene)
    let current = scenes[scene].current
    if flags.contains(.parked), current.isNone || !isInLineage(popups[index].parkedPage, of: current) {
      return [Obstacle(.parked, page: popups[index].parkedPage, event: popups[index].parked)]
    }
    if flags.contains(.bound), current.isNone || !matches(index, current) { return [Obstacle(.page)] }
    return current.isNone || !scenes[scene].isSettled ? [Obstacle(.transition)] : []
  }

  private func chainObstacles(of index: Int) -> [Obstacle] {
    let chain = popups[index].chain
    if chain >= 0, chains[Int(chain)].first != Int32(truncatingIfNeeded: index), chains[Int(chain)].first >= 0 {
      return [Obstacle(.turn, popup: PopupID(Int(chains[Int(chain)].first)))]
    }
    let holding = holdingChain(inQueueOf: index)
    guard holding >= 0 else { return [] }
    let next = chains[Int(holding)].first
    return [Obstacle(.chain, popup: next >= 0 ? PopupID(Int(next)) : .none, event: chains[Int(holding)].opened)]
  }

  /// The popup that has the slot of a popup's scene, as its policy sees it; nil where it is free.
  private func slotHolder(keepingOut index: Int, _ heeded: HeededObstacles) -> Int? {
    let visible = scenes[Int(popups[index].scene)].visible
    for place in visible.indices {
      let other = Int(numberLists[visible, place])
      if other != index, !heeded.exempt.contains(popups[other].kind) { return other }
    }
    return nil
  }
}

extension Obstacle {
  fileprivate init(_ gate: ClosedGate) {
    switch gate {
    case .scrolling(let event): self.init(.scrolling, event: event)
    case .typing(let event): self.init(.typing, event: event)
    case .background(let event): self.init(.background, event: event)
    case .suspended(let event): self.init(.suspended, event: event)
    case .condition(let event): self.init(.condition, event: event)
    }
  }
}
