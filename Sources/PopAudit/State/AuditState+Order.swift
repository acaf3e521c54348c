import PopupScheduling

/// Which popups of a queue could be shown, in which order. Popups that wait for another page, or that a gate holds, are never looked at.
extension AuditState {
  /// FIRST IN THE QUEUE, whatever the slot, where pages are settled; negative where no popup is ELIGIBLE.
  mutating func firstInQueue(_ queue: Int) -> Int32 {
    let holding = holdingChain(ofQueue: queue)
    guard holding < 0 else {
      let next = nextMember(ofChain: holding)
      return isEligible(Int(next)) ? next : -1
    }
    let current = scenes[Int(queues[queue].scene)].current
    var first: Int32 = -1
    for index in waiting.indices {
      let popup = Int(waiting[index])
      guard mayCome(popup, inQueue: queue), first < 0 || popups[popup].rank < popups[Int(first)].rank else { continue }
      if popups[popup].comparedPage != current {
        popups[popup].suits = suits(popup, current)
        popups[popup].comparedPage = current
      }
      if popups[popup].suits, closedGate(for: popup) == nil { first = waiting[index] }
    }
    var best = UInt64.max
    forEachOpenKind(ofQueue: queue) { slot in
      guard openGroups.key(of: slot.open) < best else { return }
      best = openGroups.key(of: slot.open)
      first = groups[Int(slot.open)].ready
    }
    return first
  }

  /// Whether one of the few that wait is ready in a queue.
  @inline(__always)
  private func mayCome(_ popup: Int, inQueue queue: Int) -> Bool {
    Int(popups[popup].queue) == queue && popups[popup].wasReady && !popups[popup].isExempt
  }

  /// Appends the first few popups that could be shown in place of another, in order: O(k²) for k of them.
  func appendFirstOvertaken(
    of index: Int, atMost limit: Int, to list: inout OwnedArray<Int32>, _ frontier: inout HeapForest.Frontier
  ) {
    guard !appendOvertakenOfHeldQueue(index, to: &list) else { return }
    let (queue, start) = (Int(popups[index].queue), list.count)
    guard isIndexed else {
      appendWaiting(inQueue: queue, to: &list)
      list.keep(from: start) { mayBeOvertaken(Int($0), of: index) }
      sort(&list, from: start) { $0.rank }
      return list.removeLast(max(0, list.count - start - limit))
    }
    frontier.removeAll()
    forEachOpenKind(ofQueue: queue) { frontier.add($0.open, in: openGroups, isGroup: true) }
    while list.count < start + limit, let next = frontier.popFirst(groups: openGroups, things: ready) {
      // The first popup of a group comes when the group does, and is itself not looked at again.
      let popup = next.isGroup ? groups[Int(next.item)].ready : next.item
      if next.isGroup {
        frontier.add(ready.left(of: popup), in: ready, isGroup: false)
        frontier.add(ready.right(of: popup), in: ready, isGroup: false)
      }
      if mayBeOvertaken(Int(popup), of: index) { list.append(popup) }
    }
  }

  /// Appends the popups that could be shown in place of another, were submitted before it and have not starved yet, in order of submission.
  func appendOlder(of position: Int, to list: inout OwnedArray<Int32>) {
    let (submitted, start) = (popups[position].submitted, list.count)
    appendEligible(inPlaceOf: position, submittedBefore: UInt64(submitted), to: &list)
    list.keep(from: start) {
      let other = popups[Int($0)]
      return other.submitted < submitted && other.passedOver < Self.mostPassedOver
        && mayBeOvertaken(Int($0), of: position)
    }
    sortBySubmission(&list, from: start)
  }

  /// Appends the popups that could be shown in place of another, in no order; of groups only those that have not starved, where a bound is given.
  private func appendEligible(
    inPlaceOf position: Int, exceptOpenedBy opened: Int32 = -1, submittedBefore bound: UInt64? = nil,
    to list: inout OwnedArray<Int32>
  ) {
    guard !appendOvertakenOfHeldQueue(position, exceptOpenedBy: opened, to: &list) else { return }
    appendWaiting(inQueue: Int(popups[position].queue), to: &list)
    forEachOpenKind(ofQueue: Int(popups[position].queue)) { slot in
      var group = bound == nil ? slot.open : slot.openByAge
      while group >= 0 {
        var next = bound == nil ? groups[Int(group)].ready : groups[Int(group)].byAge
        while next >= 0 {
          list.append(next)
          next = bound.map { byAge.next(after: next, below: $0) } ?? ready.next(after: next)
        }
        group = bound.map { openByAge.next(after: group, below: $0) } ?? openGroups.next(after: group)
      }
    }
  }

  /// Appends those of the few that wait that are ELIGIBLE in a queue, the chains of others left out.
  private func appendWaiting(inQueue queue: Int, to list: inout OwnedArray<Int32>) {
    for index in waiting.indices {
      let popup = Int(waiting[index])
      guard mayCome(popup, inQueue: queue), isPageRight(for: popup), closedGate(for: popup) == nil else { continue }
      list.append(waiting[index])
    }
  }

  func sortBySubmission(_ list: inout OwnedArray<Int32>, from start: Int) {
    sort(&list, from: start) { UInt64($0.submitted) }
  }

  private func sort(_ list: inout OwnedArray<Int32>, from start: Int, by key: (AuditedPopup) -> UInt64) {
    // In place, as most lists are short: over ever smaller gaps.
    var gap = (list.count - start) / 2
    while gap > 0 {
      for end in start + gap..<list.count {
        let popup = list[end]
        var index = end
        while index >= start + gap, key(popups[Int(popup)]) < key(popups[Int(list[index - gap])]) {
          list[index] = list[index - gap]
          index -= gap
        }
        list[index] = popup
      }
      gap /= 2
    }
  }

  /// Appends what could be shown in place of a popup that was shown while no page was current, and waited for nothing but a page then.
  /// A chain that it opened itself does not count. Told are the kinds of popups that a gate held then, a bit for each.
  func appendLateOvertaken(of position: Int, since shown: Int32, held: UInt32, to list: inout OwnedArray<Int32>) {
    let start = list.count
    appendEligible(inPlaceOf: position, exceptOpenedBy: shown, to: &list)
    list.keep(from: start) { waiting in
      mayBeOvertaken(Int(waiting), of: position) && popups[Int(waiting)].readySince < shown
        && held & 1 << UInt32(popups[Int(waiting)].kind.rawValue) == 0
    }
    sortBySubmission(&list, from: start)
  }

  /// The kinds of popups that a gate holds in a queue, a bit for each.
  func heldKinds(ofQueue queue: Int) -> UInt32 {
    var held: UInt32 = 0
    for kind in PopupKind.allCases where closedGate(ofQueue: queue, for: kind) != nil {
      held |= 1 << UInt32(kind.rawValue)
    }
    return held
  }

  /// Handles a queue in which no popup may be shown, or which a chain HOLDS: appends one popup at most. False for any other queue.
  private func appendOvertakenOfHeldQueue(
    _ index: Int, exceptOpenedBy opened: Int32 = -1, to list: inout OwnedArray<Int32>
  ) -> Bool {
    let queue = Int(popups[index].queue)
    guard canShow(in: Int(queues[queue].scene)) else { return true }
    let holding = holdingChain(ofQueue: queue, exceptOpenedBy: opened)
    guard holding >= 0 else { return false }
    let next = nextMember(ofChain: holding)
    if mayBeOvertaken(Int(next), of: index), isEligible(Int(next), exceptOpenedBy: opened) { list.append(next) }
    return true
  }

  /// Whether another popup counts as overtaken by one at all: they are of different chains, and it is not the system's.
  private func mayBeOvertaken(_ other: Int, of index: Int) -> Bool {
    other != index && !popups[other].isSystem && !areOfOneChain(other, index)
  }

  func canShow(in scene: Int) -> Bool { !scenes[scene].current.isNone && scenes[scene].isSettled }

  private func isGateOpen(_ queue: Int, _ kind: Int) -> Bool {
    guard let kind = PopupKind(rawValue: UInt8(truncatingIfNeeded: kind)) else { return false }
    return kind == .system || closedGate(ofQueue: queue, for: kind) == nil
  }

  /// Goes through the kinds of popups that are ready in a queue, on a page that will do, and that no gate holds.
  @inline(__always)
  private func forEachOpenKind(ofQueue queue: Int, _ body: (KindSlot) -> Void) {
    var kinds = queues[queue].kinds
    while kinds != 0 {
      let kind = kinds.trailingZeroBitCount
      kinds &= kinds - 1
      if isGateOpen(queue, kind) { body(slots[queue * Self.kindSlots + 1 + kind]) }
    }
  }
}
