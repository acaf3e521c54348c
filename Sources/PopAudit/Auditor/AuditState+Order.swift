import PopupScheduling

/// Who could be shown in a line, in which order. Nobody is looked at who waits for another page, or behind a gate.
extension AuditState {
  /// A step on the way through the rooms of a line, in order of rank.
  struct Turning {
    var rank: UInt64
    /// Where in its heap it stands.
    var place: Int32
    /// The room; negative where it stands among the doors of a line.
    var room: Int32
    /// The place of the doors, where it stands among them.
    var doors: Int32
  }

  /// FIRST IN LINE, whatever the slot; negative where nobody is ELIGIBLE.
  ///
  /// Asked only where the line has candidates and its scene can show them.
  func firstInLine(_ line: Int) -> Int32 {
    let holding = holdingChain(ofLine: line)
    guard holding < 0 else {
      let next = chains[Int(holding)].first
      return isEligible(Int(next)) ? next : -1
    }
    var best = UInt64.max
    var first: Int32 = -1
    var kinds = lines[line].kinds
    while kinds != 0 {
      let kind = kinds.trailingZeroBitCount
      kinds &= kinds - 1
      let door = doors[line * Self.kindSlots + 1 + kind]
      guard !door.isEmpty, heaps[door, 0].rank < best, isGateOpen(line, kind) else { continue }
      best = heaps[door, 0].rank
      first = heaps[rooms[Int(heaps[door, 0].id)].ready, 0].id
    }
    return first
  }

  /// Whether anybody is ready in a line, or may be as the next member of a chain.
  @inline(__always)
  func hasCandidates(_ line: Int) -> Bool { lines[line].kinds != 0 || lines[line].openChains > 0 }

  /// Appends the first few of those who could be shown in a popup's place, in order.
  ///
  /// - Complexity: O(k²) for k of them.
  func appendFirstRivals(
    of place: Int, atMost limit: Int, to list: inout OwnedArray<Int32>, _ frontier: inout OwnedArray<Turning>
  ) {
    let line = Int(popups[place].line)
    guard hasCandidates(line) else { return }
    guard !appendRivalOfHeldLine(place, to: &list) else { return }
    frontier.removeAll()
    var kinds = openKinds(ofLine: line)
    while kinds != 0 {
      let slot = line * Self.kindSlots + 1 + kinds.trailingZeroBitCount
      kinds &= kinds - 1
      frontier.append(Turning(rank: heaps[doors[slot], 0].rank, place: 0, room: -1, doors: Int32(slot)))
    }
    let end = list.count + limit
    while list.count < end, !frontier.isEmpty {
      let turning = takeFirst(of: &frontier)
      let heap = heap(of: turning)
      for child in 2 * turning.place + 1...2 * turning.place + 2 where child < heap.count {
        var further = turning
        further.place = child
        further.rank = heaps[heap, Int(child)].rank
        frontier.append(further)
      }
      let id = heaps[heap, Int(turning.place)].id
      if turning.room < 0 {
        frontier.append(Turning(rank: turning.rank, place: 0, room: id, doors: -1))
      } else if isRival(Int(id), of: place) {
        list.append(id)
      }
    }
  }

  private func takeFirst(of frontier: inout OwnedArray<Turning>) -> Turning {
    var first = 0
    for index in frontier.indices where frontier[index].rank < frontier[first].rank { first = index }
    let turning = frontier[first]
    frontier[first] = frontier[frontier.count - 1]
    frontier.removeLast()
    return turning
  }

  @inline(__always)
  private func heap(of turning: Turning) -> PooledList {
    turning.room < 0 ? doors[Int(turning.doors)] : rooms[Int(turning.room)].ready
  }

  /// Appends those who could be shown in a popup's place, were submitted before it and have not starved yet, in order of submission.
  ///
  /// - Complexity: O(k log k + r) for k of them in r rooms.
  func appendElders(of place: Int, to list: inout OwnedArray<Int32>) {
    let submitted = UInt64(popups[place].submitted)
    let start = list.count
    guard !appendRivalOfHeldLine(place, to: &list) else {
      if list.count > start, popups[Int(list[start])].submitted > popups[place].submitted { list.removeLast() }
      return
    }
    let line = Int(popups[place].line)
    var kinds = openKinds(ofLine: line)
    while kinds != 0 {
      let door = doors[line * Self.kindSlots + 1 + kinds.trailingZeroBitCount]
      kinds &= kinds - 1
      for index in door.indices { appendElders(before: submitted, in: Int(heaps[door, index].id), at: 0, &list) }
    }
    var kept = start
    for index in start..<list.count where isRival(Int(list[index]), of: place) {
      list[kept] = list[index]
      kept += 1
    }
    list.removeLast(list.count - kept)
    sortBySubmission(&list, from: start)
  }

  /// Sorts the popups of a list from a place on.
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

  private func appendElders(before submitted: UInt64, in room: Int, at place: Int, _ list: inout OwnedArray<Int32>) {
    let elders = rooms[room].elders
    guard place < Int(elders.count), heaps[elders, place].rank < submitted else { return }
    list.append(heaps[elders, place].id)
    appendElders(before: submitted, in: room, at: 2 * place + 1, &list)
    appendElders(before: submitted, in: room, at: 2 * place + 2, &list)
  }

  /// Appends all who could be shown in the place of a popup that came up when no page was current, and waited for nothing but a page then.
  ///
  /// - Parameters:
  ///   - shown: Its `popup.shown`; a chain that it opened does not count.
  ///   - held: The kinds of popups that a gate held then, a bit for each.
  func appendLateRivals(of place: Int, since shown: Int32, held: UInt32, to list: inout OwnedArray<Int32>) {
    let line = Int(popups[place].line)
    guard canShow(in: Int(lines[line].scene)) else { return }
    let holding = holdingChain(ofLine: line, exceptOpenedBy: shown)
    let start = list.count
    if holding >= 0 {
      let next = chains[Int(holding)].first
      if isEligible(Int(next), exceptOpenedBy: shown) { list.append(next) }
    } else {
      var kinds = openKinds(ofLine: line)
      while kinds != 0 {
        let door = doors[line * Self.kindSlots + 1 + kinds.trailingZeroBitCount]
        kinds &= kinds - 1
        for index in door.indices {
          let ready = rooms[Int(heaps[door, index].id)].ready
          for place in ready.indices { list.append(heaps[ready, place].id) }
        }
      }
    }
    var kept = start
    for index in start..<list.count {
      let rival = Int(list[index])
      guard isRival(rival, of: place), popups[rival].readySince < shown,
        held & 1 << UInt32(popups[rival].kind.rawValue) == 0
      else { continue }
      list[kept] = list[index]
      kept += 1
    }
    list.removeLast(list.count - kept)
    sortBySubmission(&list, from: start)
  }

  /// The kinds of popups that a gate holds in a line, a bit for each.
  func heldKinds(ofLine line: Int) -> UInt32 {
    var held: UInt32 = 0
    for kind in PopupKind.allCases where closedGate(ofLine: line, for: kind) != nil {
      held |= 1 << UInt32(kind.rawValue)
    }
    return held
  }

  /// Where nobody may be shown, or a chain HOLDS the line, there is one rival at most: true where that is so.
  private func appendRivalOfHeldLine(_ place: Int, to list: inout OwnedArray<Int32>) -> Bool {
    let line = Int(popups[place].line)
    guard canShow(in: Int(lines[line].scene)) else { return true }
    let holding = holdingChain(ofLine: line)
    guard holding >= 0 else { return false }
    let next = chains[Int(holding)].first
    if isRival(Int(next), of: place), isEligible(Int(next)) { list.append(next) }
    return true
  }

  /// Whether a popup can be another's rival at all: it is of no chain of its, and not the system's.
  private func isRival(_ other: Int, of place: Int) -> Bool {
    other != place && !popups[other].isSystem && !areOfOneChain(other, place)
  }

  /// Whether a page is current, and nothing is MOVING.
  @inline(__always)
  func canShow(in scene: Int) -> Bool { !scenes[scene].current.isNone && scenes[scene].isSettled }

  private func isGateOpen(_ line: Int, _ kind: Int) -> Bool {
    guard let kind = PopupKind(rawValue: UInt8(truncatingIfNeeded: kind)) else { return false }
    return kind == .system || closedGate(ofLine: line, for: kind) == nil
  }

  /// The kinds of popups that are ready in a line, on a page that will do, and that no gate holds, a bit for each.
  @inline(__always)
  private func openKinds(ofLine line: Int) -> UInt32 {
    var open: UInt32 = 0
    var kinds = lines[line].kinds
    while kinds != 0 {
      let kind = kinds.trailingZeroBitCount
      kinds &= kinds - 1
      if isGateOpen(line, kind) { open |= 1 << UInt32(kind) }
    }
    return open
  }
}
