import PopupScheduling

/// Which popups of a queue could be shown, in which order. Popups that wait for another page, or that a gate holds, are never looked at.
extension AuditState {
  /// Where a walk through the open groups of a queue, in order of rank, has come to in one heap.
  struct Cursor {
    var rank: UInt64
    var position: Int32
    /// The group; negative in a heap of open groups.
    var group: Int32
    /// Which open groups, in a heap of those.
    var openGroups: Int32
  }

  /// FIRST IN THE QUEUE, whatever the slot; negative where no popup is ELIGIBLE.
  func firstInQueue(_ queue: Int) -> Int32 {
    let holding = holdingChain(ofQueue: queue)
    guard holding < 0 else {
      let next = chains[Int(holding)].first
      return isEligible(Int(next)) ? next : -1
    }
    var best = UInt64.max
    var first: Int32 = -1
    var kinds = queues[queue].kinds
    while kinds != 0 {
      let kind = kinds.trailingZeroBitCount
      kinds &= kinds - 1
      let open = slots[queue * Self.kindSlots + 1 + kind].open
      guard !open.isEmpty, heaps[open, 0].rank < best, isGateOpen(queue, kind) else { continue }
      best = heaps[open, 0].rank
      first = heaps[groups[Int(heaps[open, 0].id)].ready, 0].id
    }
    return first
  }

  /// Whether a popup is ready in a queue, or may be as the next member of a chain.
  func hasCandidates(_ queue: Int) -> Bool { queues[queue].kinds != 0 || !queues[queue].holders.isEmpty }

  /// Appends the first few popups that could be shown in place of another, in order.
  ///
  /// - Complexity: O(k²) for k of them.
  func appendFirstOvertaken(
    of index: Int, atMost limit: Int, to list: inout OwnedArray<Int32>, _ cursors: inout OwnedArray<Cursor>
  ) {
    let queue = Int(popups[index].queue)
    guard hasCandidates(queue) else { return }
    guard !appendOvertakenOfHeldQueue(index, to: &list) else { return }
    cursors.removeAll()
    var kinds = openKinds(ofQueue: queue)
    while kinds != 0 {
      let slot = queue * Self.kindSlots + 1 + kinds.trailingZeroBitCount
      kinds &= kinds - 1
      cursors.append(Cursor(rank: heaps[slots[slot].open, 0].rank, position: 0, group: -1, openGroups: Int32(slot)))
    }
    let end = list.count + limit
    while list.count < end, !cursors.isEmpty {
      let cursor = takeFirst(of: &cursors)
      let heap = heap(of: cursor)
      for child in 2 * cursor.position + 1...2 * cursor.position + 2 where child < heap.count {
        var further = cursor
        further.position = child
        further.rank = heaps[heap, Int(child)].rank
        cursors.append(further)
      }
      let id = heaps[heap, Int(cursor.position)].id
      if cursor.group < 0 {
        cursors.append(Cursor(rank: cursor.rank, position: 0, group: id, openGroups: -1))
      } else if mayBeOvertaken(Int(id), of: index) {
        list.append(id)
      }
    }
  }

  private func takeFirst(of cursors: inout OwnedArray<Cursor>) -> Cursor {
    var first = 0
    for index in cursors.indices where cursors[index].rank < cursors[first].rank { first = index }
    let cursor = cursors[first]
    cursors[first] = cursors[cursors.count - 1]
    cursors.removeLast()
    return cursor
  }

  private func heap(of cursor: Cursor) -> PooledList {
    cursor.group < 0 ? slots[Int(cursor.openGroups)].open : groups[Int(cursor.group)].ready
  }

  /// Appends the popups that could be shown in place of another, were submitted before it and have not starved yet, in order of submission.
  ///
  /// - Complexity: O(k log k + r) for k of them in r groups.
  func appendOlder(of position: Int, to list: inout OwnedArray<Int32>) {
    let submitted = UInt64(popups[position].submitted)
    let start = list.count
    guard !appendOvertakenOfHeldQueue(position, to: &list) else {
      if list.count > start, popups[Int(list[start])].submitted > popups[position].submitted { list.removeLast() }
      return
    }
    let queue = Int(popups[position].queue)
    var kinds = openKinds(ofQueue: queue)
    while kinds != 0 {
      let open = slots[queue * Self.kindSlots + 1 + kinds.trailingZeroBitCount].open
      kinds &= kinds - 1
      for index in open.indices { appendOlder(before: submitted, in: Int(heaps[open, index].id), at: 0, &list) }
    }
    list.keep(from: start) { mayBeOvertaken(Int($0), of: position) }
    sortBySubmission(&list, from: start)
  }

  func sortBySubmission(_ list: inout OwnedArray<Int32>, from start: Int) {
    guard list.count - start > 1 else { return }
    var isSorted = true
    for index in start + 1..<list.count
    where popups[Int(list[index])].submitted < popups[Int(list[index - 1])].submitted {
      isSorted = false
    }
    guard !isSorted else { return }
    var sorted: [Int32] = []
    for index in start..<list.count { sorted.append(list[index]) }
    sorted.sort { popups[Int($0)].submitted < popups[Int($1)].submitted }
    for index in sorted.indices { list[start + index] = sorted[index] }
  }

  private func appendOlder(before submitted: UInt64, in group: Int, at index: Int, _ list: inout OwnedArray<Int32>) {
    let byAge = groups[group].byAge
    guard index < Int(byAge.count), heaps[byAge, index].rank < submitted else { return }
    list.append(heaps[byAge, index].id)
    appendOlder(before: submitted, in: group, at: 2 * index + 1, &list)
    appendOlder(before: submitted, in: group, at: 2 * index + 2, &list)
  }

  /// Appends what could be shown in place of a popup that was shown while no page was current, and waited for nothing but a page then.
  /// A chain that it opened itself does not count. Told are the kinds of popups that a gate held then, a bit for each.
  func appendLateOvertaken(of position: Int, since shown: Int32, held: UInt32, to list: inout OwnedArray<Int32>) {
    let queue = Int(popups[position].queue)
    let start = list.count
    if !appendOvertakenOfHeldQueue(position, exceptOpenedBy: shown, to: &list) {
      var kinds = openKinds(ofQueue: queue)
      while kinds != 0 {
        let open = slots[queue * Self.kindSlots + 1 + kinds.trailingZeroBitCount].open
        kinds &= kinds - 1
        for index in open.indices {
          let ready = groups[Int(heaps[open, index].id)].ready
          for position in ready.indices { list.append(heaps[ready, position].id) }
        }
      }
    }
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
    let next = chains[Int(holding)].first
    if mayBeOvertaken(Int(next), of: index), isEligible(Int(next), exceptOpenedBy: opened) { list.append(next) }
    return true
  }

  /// Whether another popup counts as overtaken by one at all: they are of different chains, and it is not the system's.
  private func mayBeOvertaken(_ other: Int, of index: Int) -> Bool {
    other != index && !popups[other].isSystem && !areOfOneChain(other, index)
  }

  /// Whether a page is current, and nothing is MOVING.
  func canShow(in scene: Int) -> Bool { !scenes[scene].current.isNone && scenes[scene].isSettled }

  private func isGateOpen(_ queue: Int, _ kind: Int) -> Bool {
    guard let kind = PopupKind(rawValue: UInt8(truncatingIfNeeded: kind)) else { return false }
    return kind == .system || closedGate(ofQueue: queue, for: kind) == nil
  }

  /// The kinds of popups that are ready in a queue, on a page that will do, and that no gate holds, a bit for each.
  @inline(__always)
  private func openKinds(ofQueue queue: Int) -> UInt32 {
    var open: UInt32 = 0
    var kinds = queues[queue].kinds
    while kinds != 0 {
      let kind = kinds.trailingZeroBitCount
      kinds &= kinds - 1
      if isGateOpen(queue, kind) { open |= 1 << UInt32(kind) }
    }
    return open
  }
}
