import PopupScheduling

/// `lost-keepalive`: a popup that should come back with its page does not.
struct LostKeepaliveRule: AuditRule {
  /// The presentations spoken of, by the number of what parked them.
  private var spoken: Set<Int32> = []

  mutating func begin(_ state: borrowing AuditState) {
    if !spoken.isEmpty { spoken.removeAll(keepingCapacity: true) }
  }

  /// A parked popup is about to be dropped for a reason that does not hold.
  func dropped(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let popup = state.popups[event.popup.index]
    findings.append(
      Finding(
        .lostKeepalive, popup: event.popup, page: popup.parkedPage, time: state.now,
        witness: witness(popup.parked, event.sequence),
        because:
          "\(state.text(popup: event.popup.index)), kept for \(state.text(page: popup.parkedPage)), was dropped as "
          + "\(event.reason.wireName), which is not so"))
  }

  /// A popup with keepAlive was hidden as page-left in this step and is not parked; true where the rule speaks.
  func left(_ place: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) -> Bool {
    let popup = state.popups[place]
    let excuses: PopupState.Flags = [.dismissed, .dismissedByCode, .withdrawn, .droppedRightly]
    guard popup.flags.isDisjoint(with: excuses) else { return false }
    findings.append(
      Finding(
        .lostKeepalive, popup: PopupID(place), page: popup.shownPage, time: state.now,
        witness: witness(popup.shown, popup.hidden),
        because: "\(state.text(popup: place)) has keepAlive, was hidden as page-left and not parked"))
    return true
  }

  /// A page is about to begin to disappear, or to be removed: what was kept for it had its last chance.
  mutating func leaving(_ page: PageID, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let scene = state.pages[page.index].scene
    let busy = state.scenes[Int(scene)].busyLines
    for index in busy.indices {
      let line = Int(state.numberLists[busy, index])
      guard state.lines[line].isIdle, state.lines[line].firstIsParked else { continue }
      chanceIsGone(Int(state.lines[line].first), since: state.lines[line].firstSince, page, state, &findings)
    }
    let open = state.scenes[Int(scene)].openBindings
    for index in open.indices {
      let binding = Int(state.numberLists[open, index])
      guard !state.bindings[binding].key.parked.isNone else { continue }
      var room = state.bindings[binding].rooms
      while room >= 0 {
        if state.rooms[Int(room)].isExempt { leaving(page, roomOfToasts: room, state, &findings) }
        room = state.rooms[Int(room)].next
      }
    }
  }

  private mutating func leaving(
    _ page: PageID, roomOfToasts room: Int32, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    var popup = state.rooms[Int(room)].members
    while popup >= 0 {
      let since = state.popups[Int(popup)].idleSince
      if since >= .zero { chanceIsGone(Int(popup), since: since, page, state, &findings) }
      popup = state.popups[Int(popup)].roomNext
    }
  }

  private mutating func chanceIsGone(
    _ place: Int, since: Ticks, _ page: PageID, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    guard state.now - since >= state.second, state.isInLineage(page, of: state.popups[place].parkedPage) else { return }
    report(place, since: since, "until that page was left", state, &findings)
  }

  mutating func deadline(_ deadline: Deadline, _ state: inout AuditState, _ findings: inout [Finding]) {
    let subject = Int(deadline.subject)
    switch deadline.kind {
    case .idleParked:
      let line = state.lines[subject]
      guard line.isIdle, line.firstIsParked, line.firstSince.rawValue == deadline.stamp else { return }
      report(Int(line.first), since: line.firstSince, "and did not come", state, &findings)
    case .idleExempt:
      let popup = state.popups[subject]
      guard popup.isParked, popup.idleSince.rawValue == deadline.stamp else { return }
      report(subject, since: popup.idleSince, "and did not come", state, &findings)
    default: return
    }
  }

  mutating func endOfSession(isFinished: Bool, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard isFinished else { return }
    for line in 0..<state.lineCount where state.lines[line].isIdle && state.lines[line].firstIsParked {
      report(
        Int(state.lines[line].first), since: state.lines[line].firstSince, "until the session ended", state, &findings)
    }
    for popup in state.waitingToasts() where state.popups[Int(popup)].isParked {
      report(Int(popup), since: state.popups[Int(popup)].idleSince, "until the session ended", state, &findings)
    }
  }

  private mutating func report(
    _ place: Int, since: Ticks, _ end: String, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    let popup = state.popups[place]
    guard popup.flags.contains(.keepAlive), spoken.insert(popup.parked).inserted else { return }
    findings.append(
      Finding(
        .lostKeepalive, popup: PopupID(place), page: popup.parkedPage, time: state.now,
        witness: witness(popup.parked, state.pages[popup.parkedPage.index].changed),
        because:
          "\(state.text(popup: place)) is kept for \(state.text(page: popup.parkedPage)), which is back; nothing "
          + "stood in its way for \(state.text(state.now - since)), since \(state.text(since)), \(end)"))
  }
}
