import PopupScheduling

/// `lost-keepalive`: a popup that should come back with its page does not.
struct LostKeepaliveRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.lostKeepalive] }
  static var watchedBefore: AuditSignals { .popupDropped | .pageWillDisappear | .pageRemoved }
  static var deadlines: Deadline.Kinds { [.idleParked, .idleExempt] }

  /// The presentations that were reported, by the `popup.parked` that followed them.
  private var reported = IndexTable()

  mutating func begin(_ state: borrowing AuditState) {
    reported.removeAll()
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
    output.report(
      .lostKeepalive, popup: state.event.popup, page: popup.parkedPage, time: state.now,
      witness: witness(popup.parked, state.event.sequence),
      because:
        "\(state.text(popup: state.event.popup.index)), kept for \(state.text(page: popup.parkedPage)), was dropped as "
        + "\(state.event.reason.wireName), which is not so")
  }

  mutating func left(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
    let popup = state.popups[index]
    let excuses: AuditedPopup.Flags = [.dismissed, .dismissedByCode, .withdrawn, .droppedRightly]
    guard popup.flags.contains(.keepAlive), popup.flags.isDisjoint(with: excuses) else { return false }
    output.report(
      .lostKeepalive, popup: PopupID(index), page: popup.shownPage, time: state.now,
      witness: witness(popup.shownSequence, popup.hiddenSequence),
      because: "\(state.text(popup: index)) has keepAlive, was hidden as page-left and not parked")
    return true
  }

  /// A page is about to begin to disappear, or to be removed: what was kept for it had its last chance.
  private mutating func leave(_ page: PageID, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let scene = state.pages[page.index].scene
    let busy = state.scenes[Int(scene)].busyQueues
    for index in busy.indices {
      let queue = Int(state.numberLists[busy, index])
      guard state.queues[queue].isIdle, state.queues[queue].firstIsParked else { continue }
      chanceIsGone(Int(state.queues[queue].first), since: state.queues[queue].firstSince, page, state, &output)
    }
    guard state.listedExemptCount > 0 else { return }
    let open = state.scenes[Int(scene)].openBindings
    for index in open.indices {
      let binding = Int(state.numberLists[open, index])
      guard !state.bindings[binding].key.parked.isNone else { continue }
      var group = state.bindings[binding].groups
      while group >= 0 {
        if state.groups[Int(group)].isExempt { leave(page, ofExempt: group, state, &output) }
        group = state.groups[Int(group)].next
      }
    }
  }

  private mutating func leave(
    _ page: PageID, ofExempt group: Int32, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    var popup = state.groups[Int(group)].members
    while popup >= 0 {
      let since = state.popups[Int(popup)].idleSince
      if since >= .zero { chanceIsGone(Int(popup), since: since, page, state, &output) }
      popup = state.popups[Int(popup)].groupNext
    }
  }

  private mutating func chanceIsGone(
    _ index: Int, since: Ticks, _ page: PageID, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    guard state.now - since >= state.second, state.isInLineage(page, of: state.popups[index].parkedPage) else { return }
    report(index, since: since, "until that page was left", state, &output)
  }

  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let subject = Int(deadline.subject)
    switch deadline.kind {
    case .idleParked:
      let queue = state.queues[subject]
      guard queue.isIdle, queue.firstIsParked, queue.firstSince.rawValue == deadline.stamp else { return }
      report(Int(queue.first), since: queue.firstSince, "and did not come", state, &output)
    case .idleExempt:
      let popup = state.popups[subject]
      guard popup.isParked, popup.idleSince.rawValue == deadline.stamp else { return }
      report(subject, since: popup.idleSince, "and did not come", state, &output)
    default: return
    }
  }

  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard isFinished else { return }
    for queue in 0..<state.queueCount where state.queues[queue].isIdle && state.queues[queue].firstIsParked {
      report(
        Int(state.queues[queue].first), since: state.queues[queue].firstSince, "until the session ended", state, &output
      )
    }
    for popup in state.waitingExempt() where state.popups[Int(popup)].isParked {
      report(Int(popup), since: state.popups[Int(popup)].idleSince, "until the session ended", state, &output)
    }
  }

  private mutating func report(
    _ index: Int, since: Ticks, _ end: String, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    let popup = state.popups[index]
    let key = IndexTable.Key(popup.parked, 0)
    guard popup.flags.contains(.keepAlive), reported[key] < 0 else { return }
    reported[key] = 1
    output.report(
      .lostKeepalive, popup: PopupID(index), page: popup.parkedPage, time: state.now,
      witness: witness(popup.parked, state.pages[popup.parkedPage.index].changed),
      because:
        "\(state.text(popup: index)) is kept for \(state.text(page: popup.parkedPage)), which is back; nothing "
        + "stood in its way for \(state.text(state.now - since)), since \(state.text(since)), \(end)")
  }
}

extension Rule {
  public static let lostKeepalive = Rule(
    number: 6, id: "lost-keepalive", severity: .error,
    userWords: "was taken away when the page was left, and did not come back",
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
