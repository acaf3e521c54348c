package import PopupScheduling

/// What keeps a popup that is submitted and not up from being shown, at one moment.
package struct Obstacle: Hashable, BitwiseCopyable, Sendable {
  package var kind: Kind
  /// The popup in the way: the one in the slot, or whose turn it is; none where it is no popup.
  package var popup = PopupID.none
  /// The page it is kept for; none where it is kept for none.
  package var page = PageID.none
  /// The event that put it in the way; negative where no single one did.
  package var event: Int32 = -1

  /// The sorts of obstacles, in the order in which the first that applies is named: as long as the slot is held, no gate matters.
  package enum Kind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
    /// It is kept for a page that is not current.
    case parked
    /// Its pages, or its instance, are not current.
    case page
    case content
    case condition
    /// An earlier member of its chain comes first.
    case turn
    /// Another chain must not be interrupted.
    case chain
    case slot
    case scrolling
    case background
    case typing
    case suspended
    /// No page is current: one is on its way.
    case transition
  }

  /// Whether two of them are one and the same, seen at two moments: which event it was told by does not matter.
  package func isSame(as other: Obstacle) -> Bool { kind == other.kind && popup == other.popup && page == other.page }
}

/// What a policy takes notice of: one without gates shows a popup while the user scrolls, and so scrolling keeps nothing from it.
package struct HeededObstacles: Hashable, Sendable {
  package var kinds: Set<Obstacle.Kind>
  package var exempt: Set<PopupKind>

  /// Everything that the audit knows of: for policies of which nothing else is known.
  package static let all = HeededObstacles(kinds: Set(Obstacle.Kind.allCases), exempt: [.hud])

  private init(kinds: Set<Obstacle.Kind>, exempt: Set<PopupKind>) {
    self.kinds = kinds
    self.exempt = exempt
  }

  package init(_ configuration: PolicyConfiguration) {
    var kinds: Set<Obstacle.Kind> = []
    if configuration.slots > 0 { kinds.insert(.slot) }
    if configuration.pages == .bound { kinds.formUnion([.parked, .page, .transition]) }
    if configuration.content == .request { kinds.insert(.content) }
    if configuration.chains { kinds.formUnion([.turn, .chain]) }
    let gates: [(PolicyConfiguration.Gates, Obstacle.Kind)] = [
      (.condition, .condition), (.scroll, .scrolling), (.background, .background), (.edit, .typing),
      (.suspend, .suspended),
    ]
    for (gate, kind) in gates where configuration.gates.contains(gate) { kinds.insert(kind) }
    self.init(kinds: kinds, exempt: configuration.exempt)
  }
}

extension AuditState {
  /// What keeps a popup from being shown now, in the order of ``Obstacle/Kind``; empty where it is up, and where it has ended. A slot that
  /// another has held since before this one was submitted comes first: until it is free, nothing else decides.
  func obstacles(of index: Int, heeding heeded: HeededObstacles) -> [Obstacle] {
    guard popups[index].isLive, !popups[index].isUp else { return [] }
    var found = pageObstacles(of: index)
    if !popups[index].flags.contains(.ready) { found.append(Obstacle(kind: .content)) }
    if !popups[index].flags.contains(.allowed) {
      found.append(Obstacle(kind: .condition, event: popups[index].conditionSequence))
    }
    if let gate = closedGate(for: index) { found.append(gate) }
    if !popups[index].isExempt, let chain = chainObstacle(of: index) { found.append(chain) }
    if !heeded.exempt.contains(popups[index].kind), let holder = slotHolder(keepingOut: index, heeded) {
      found.append(Obstacle(kind: .slot, popup: PopupID(holder), event: popups[holder].shownSequence))
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
      return [Obstacle(kind: .parked, page: popups[index].parkedPage, event: popups[index].parked)]
    }
    if flags.contains(.bound), current.isNone || !matches(index, current) { return [Obstacle(kind: .page)] }
    return current.isNone || !scenes[scene].isSettled ? [Obstacle(kind: .transition)] : []
  }

  private func chainObstacle(of index: Int) -> Obstacle? {
    let chain = popups[index].chain
    let first = chain >= 0 ? chainMembers.first(of: Int(chain)) : -1
    return first >= 0 && first != index ? Obstacle(kind: .turn, popup: PopupID(first)) : holdingChain(for: index)
  }

  /// The popup that has the slot of a popup's scene, as its policy sees it; nil where it is free.
  private func slotHolder(keepingOut index: Int, _ heeded: HeededObstacles) -> Int? {
    let visible = scenes[Int(popups[index].scene)].visible
    for position in visible.indices {
      let other = Int(numberLists[visible, position])
      if other != index, !heeded.exempt.contains(popups[other].kind) { return other }
    }
    return nil
  }
}
