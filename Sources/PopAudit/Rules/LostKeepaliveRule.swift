import PopupScheduling

/// `lost-keepalive`: a popup that should come back with its page does not.
struct LostKeepaliveRule: ~Copyable, AuditRule {
  static var deadlines: Deadline.Kinds { [.idleParked, .idleExempt] }

  /// The presentations spoken of, by the number of what parked them.
  private var spoken = IndexTable()

  mutating func begin(_ state: borrowing AuditState) {
    spoken.removeAll()
  }

  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if state.event.kind == .popupDropped {
      drop(state, &output)
    } else if state.listedCount > 0, !state.event.page.isNone {
      leave(state.event.page, state, &output)
    }
  }

  /// A parked popup is about to be dropped, maybe for a reason that does not hold.
  private func drop(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.isPopupKnown else { return }
    let popup = state.popups[state.event.popup.index]
    guard popup.flags.isSuperset(of: [.keepAlive, .parked]), !popup.flags.contains(.removed), !state.premiseHolds else {
      return
    }
    output.findings.append(
      Finding(
        .lostKeepalive, popup: state.event.popup, page: popup.parkedPage, time: state.now,
        witness: witness(popup.parked, state.event.sequence),
        because:
          "\(state.text(popup: state.event.popup.index)), kept for \(state.text(page: popup.parkedPage)), was dropped as "
          + "\(state.event.reason.wireName), which is not so"))
  }

  mutating func left(_ place: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
    let popup = state.popups[place]
    let excuses: PopupState.Flags = [.dismissed, .dismissedByCode, .withdrawn, .droppedRightly]
    guard popup.flags.contains(.keepAlive), popup.flags.isDisjoint(with: excuses) else { return false }
    output.findings.append(
      Finding(
        .lostKeepalive, popup: PopupID(place), page: popup.shownPage, time: state.now,
        witness: witness(popup.shown, popup.hidden),
        because: "\(state.text(popup: place)) has keepAlive, was hidden as page-left and not parked"))
    return true
  }

  /// A page is about to begin to disappear, or to be removed: what was kept for it had its last chance.
  private mutating func leave(_ page: PageID, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let scene = state.pages[page.index].scene
    let busy = state.scenes[Int(scene)].busyLines
    for index in busy.indices {
      let line = Int(state.numberLists[busy, index])
      guard state.lines[line].isIdle, state.lines[line].firstIsParked else { continue }
      chanceIsGone(Int(state.lines[line].first), since: state.lines[line].firstSince, page, state, &output)
    }
    guard state.listedToasts > 0 else { return }
    let open = state.scenes[Int(scene)].openBindings
    for index in open.indices {
      let binding = Int(state.numberLists[open, index])
      guard !state.bindings[binding].key.parked.isNone else { continue }
      var room = state.bindings[binding].rooms
      while room >= 0 {
        if state.rooms[Int(room)].isExempt { leave(page, roomOfToasts: room, state, &output) }
        room = state.rooms[Int(room)].next
      }
    }
  }

  private mutating func leave(
    _ page: PageID, roomOfToasts room: Int32, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    var popup = state.rooms[Int(room)].members
    while popup >= 0 {
      let since = state.popups[Int(popup)].idleSince
      if since >= .zero { chanceIsGone(Int(popup), since: since, page, state, &output) }
      popup = state.popups[Int(popup)].roomNext
    }
  }

  private mutating func chanceIsGone(
    _ place: Int, since: Ticks, _ page: PageID, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    guard state.now - since >= state.second, state.isInLineage(page, of: state.popups[place].parkedPage) else { return }
    report(place, since: since, "until that page was left", state, &output)
  }

  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let subject = Int(deadline.subject)
    switch deadline.kind {
    case .idleParked:
      let line = state.lines[subject]
      guard line.isIdle, line.firstIsParked, line.firstSince.rawValue == deadline.stamp else { return }
      report(Int(line.first), since: line.firstSince, "and did not come", state, &output)
    case .idleExempt:
      let popup = state.popups[subject]
      guard popup.isParked, popup.idleSince.rawValue == deadline.stamp else { return }
      report(subject, since: popup.idleSince, "and did not come", state, &output)
    default: return
    }
  }

  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard isFinished else { return }
    for line in 0..<state.lineCount where state.lines[line].isIdle && state.lines[line].firstIsParked {
      report(
        Int(state.lines[line].first), since: state.lines[line].firstSince, "until the session ended", state, &output)
    }
    for popup in state.waitingToasts() where state.popups[Int(popup)].isParked {
      report(Int(popup), since: state.popups[Int(popup)].idleSince, "until the session ended", state, &output)
    }
  }

  private mutating func report(
    _ place: Int, since: Ticks, _ end: String, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    let popup = state.popups[place]
    let key = IndexTable.Key(popup.parked, 0)
    guard popup.flags.contains(.keepAlive), spoken[key] < 0 else { return }
    spoken[key] = 1
    output.findings.append(
      Finding(
        .lostKeepalive, popup: PopupID(place), page: popup.parkedPage, time: state.now,
        witness: witness(popup.parked, state.pages[popup.parkedPage.index].changed),
        because:
          "\(state.text(popup: place)) is kept for \(state.text(page: popup.parkedPage)), which is back; nothing "
          + "stood in its way for \(state.text(state.now - since)), since \(state.text(since)), \(end)"))
  }
}

extension LostKeepaliveRule {
  static let documentation = RuleDocumentation(
    severity: .error,
    definition: """
      A popup with keepAlive did not survive: it was hidden when its page was left and not parked; it was dropped \
      while parked for a reason that is not true; or its page came back, nothing stood in its way for three \
      seconds (or for one, before the page was left again), and it did not come back with it.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"filter","pages":["Home"],"keepAlive":true}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"page.will-disappear","page":1}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"page-left","generation":1}
      lost-keepalive: popup 1 has keepAlive and was not parked
      """)
}
