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
  func firstInLine(_ line: Int) -> Int32 {
    guard canShow(in: Int(lines[line].scene)) else { return -1 }
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
      guard let room = doors[line * Self.kindSlots + 1 + kind].entries.first, room.rank < best, isGateOpen(line, kind)
      else { continue }
      best = room.rank
      first = rooms[Int(room.id)].ready.entries[0].id
    }
    return first
  }

  /// Appends the first few of those who could be shown in a popup's place, in order.
  ///
  /// - Complexity: O(k²) for k of them.
  func appendFirstRivals(of place: Int, atMost limit: Int, to list: inout [Int32], _ frontier: inout [Turning]) {
    let line = Int(popups[place].line)
    guard !appendRivalOfHeldLine(place, to: &list) else { return }
    frontier.removeAll(keepingCapacity: true)
    forOpenKinds(of: line) { slot in
      frontier.append(Turning(rank: doors[slot].entries[0].rank, place: 0, room: -1, doors: Int32(slot)))
    }
    let end = list.count + limit
    while list.count < end, let next = frontier.indices.min(by: { frontier[$0].rank < frontier[$1].rank }) {
      let turning = frontier[next]
      frontier.swapAt(next, frontier.count - 1)
      frontier.removeLast()
      let isDoor = turning.room < 0
      let heap = isDoor ? doors[Int(turning.doors)].entries : rooms[Int(turning.room)].ready.entries
      for child in [2 * Int(turning.place) + 1, 2 * Int(turning.place) + 2] where child < heap.count {
        var further = turning
        further.rank = heap[child].rank
        further.place = Int32(child)
        frontier.append(further)
      }
      let id = heap[Int(turning.place)].id
      if isDoor {
        frontier.append(Turning(rank: turning.rank, place: 0, room: id, doors: -1))
      } else if isRival(Int(id), of: place) {
        list.append(id)
      }
    }
  }

  /// Appends those who could be shown in a popup's place, were submitted before it and have not starved yet, in order of submission.
  ///
  /// - Complexity: O(k log k + r) for k of them in r rooms.
  func appendElders(of place: Int, to list: inout [Int32]) {
    let submitted = UInt64(popups[place].submitted)
    let start = list.count
    guard !appendRivalOfHeldLine(place, to: &list) else {
      if list.count > start, popups[Int(list[start])].submitted > popups[place].submitted { list.removeLast() }
      return
    }
    forOpenKinds(of: Int(popups[place].line)) { slot in
      for door in doors[slot].entries { appendElders(before: submitted, in: Int(door.id), at: 0, &list) }
    }
    var kept = start
    for index in start..<list.count where isRival(Int(list[index]), of: place) {
      list[kept] = list[index]
      kept += 1
    }
    list.removeLast(list.count - kept)
    list[start...].sort { popups[Int($0)].submitted < popups[Int($1)].submitted }
  }

  private func appendElders(before submitted: UInt64, in room: Int, at place: Int, _ list: inout [Int32]) {
    guard place < rooms[room].elders.entries.count, rooms[room].elders.entries[place].rank < submitted else { return }
    list.append(rooms[room].elders.entries[place].id)
    appendElders(before: submitted, in: room, at: 2 * place + 1, &list)
    appendElders(before: submitted, in: room, at: 2 * place + 2, &list)
  }

  /// Appends all who could be shown in the place of a popup that came up when no page was current, and waited for nothing but a page then.
  ///
  /// - Parameters:
  ///   - shown: Its `popup.shown`; a chain that it opened does not count.
  ///   - held: The kinds of popups that a gate held then, a bit for each.
  func appendLateRivals(of place: Int, since shown: Int32, held: UInt32, to list: inout [Int32]) {
    let line = Int(popups[place].line)
    guard canShow(in: Int(lines[line].scene)) else { return }
    let holding = holdingChain(ofLine: line, exceptOpenedBy: shown)
    let start = list.count
    if holding >= 0 {
      let next = chains[Int(holding)].first
      if isEligible(Int(next), exceptOpenedBy: shown) { list.append(next) }
    } else {
      forOpenKinds(of: line) { slot in
        for door in doors[slot].entries {
          for entry in rooms[Int(door.id)].ready.entries { list.append(entry.id) }
        }
      }
    }
    var kept = start
    for index in start..<list.count {
      let rival = popups[Int(list[index])]
      guard isRival(Int(list[index]), of: place), rival.readySince < shown, held & 1 << UInt32(rival.kind.rawValue) == 0
      else { continue }
      list[kept] = list[index]
      kept += 1
    }
    list.removeLast(list.count - kept)
    list[start...].sort { popups[Int($0)].submitted < popups[Int($1)].submitted }
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
  private func appendRivalOfHeldLine(_ place: Int, to list: inout [Int32]) -> Bool {
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
  func canShow(in scene: Int) -> Bool { !scenes[scene].current.isNone && scenes[scene].isSettled }

  private func isGateOpen(_ line: Int, _ kind: Int) -> Bool {
    guard let kind = PopupKind(rawValue: UInt8(truncatingIfNeeded: kind)) else { return false }
    return kind == .system || closedGate(ofLine: line, for: kind) == nil
  }

  /// The places of the doors of a line behind which somebody stands whom no gate holds.
  @inline(__always)
  private func forOpenKinds(of line: Int, _ body: (Int) -> Void) {
    var kinds = lines[line].kinds
    while kinds != 0 {
      let kind = kinds.trailingZeroBitCount
      kinds &= kinds - 1
      if isGateOpen(line, kind) { body(line * Self.kindSlots + 1 + kind) }
    }
  }
}
