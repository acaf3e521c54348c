import PopupScheduling

extension Rule {
  public static let lostPopup = Rule(
    number: 5, id: "lost-popup", severity: .error,
    userWords: "was dropped without a good reason, or never heard of again",
    definition: """
      A popup was thrown away for a reason that is not true (as expired before its time, as signed out while \
      nobody signed out, as dismissed though nobody did), was hidden as if its page had been left though it \
      belongs to no page, was hidden and not parked when its page began to disappear and came back after all (a \
      cancelled swipe; one that could not have been shown anew is excused), or was submitted and never heard of again. A popup that still waits at the end is not \
      lost.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"invoice due","expires":60000}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"idle"}
      {"t":200,"event":"popup.dropped","popup":1,"reason":"expired"}
      lost-popup: popup 1 was dropped as expired 59,900 ms before its time
      """)

  struct LostPopup: ~Copyable {
    /// A popup that was hidden as page-left and not parked, as long as it is not known whether its page is left at all.
    struct Departure {
      var popup: Int32
      var shownSequence: Int32
      var hiddenSequence: Int32
    }

    var departures = OwnedArray<Departure>()
    /// By page, those from it that were not judged yet.
    var fromPage = IndexLists()

    static func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      // What a decision took away for good cannot be lost once more.
      guard state.isPopupKnown, !state.popups[state.subject].flags.contains(.removed), !state.premiseHolds else {
        return
      }
      let popup = state.popups[state.subject]
      let isDrop = state.event.kind == .popupDropped
      // A parked one is reported by lost-keepalive; one that was hidden as page-left in this turn is judged at its end.
      if isDrop, popup.flags.contains(.keepAlive), !popup.flags.isDisjoint(with: [.parked, .left]) { return }
      guard state.event.reason != .preempted, state.turn.staleCompletion != state.event.popup.rawValue else { return }
      output.report(
        .lostPopup, state, state.subject,
        witness(popup.submitted, popup.isUp ? popup.shownSequence : -1, state.event.sequence),
        "\(state.text(popup: state.subject)) was \(isDrop ? "dropped" : "hidden") as \(state.event.reason.wireName), but "
          + missing(state.event.reason, state.subject, state))
    }

    /// What would have to be for a reason to hold.
    private static func missing(_ reason: Reason, _ index: Int, _ state: borrowing AuditState) -> String {
      switch reason {
      case .pageLeft:
        state.popups[index].isParked
          ? "the page it is parked for did not disappear" : "it was not parked for a page that disappeared"
      case .pageRemoved: "no page it belongs to was removed"
      case .signedOut: "nobody signed out since its submission"
      case .withdrawn: "no code took it back"
      case .contentFailed: "its content did not fail"
      case .expired: "its time was not over"
      case .auto: "its time on screen was not over after \(state.text(state.visibleTime(of: index)))"
      case .duplicate: "no other popup with its key was there"
      case .barred: "its condition does not bar it"
      case .dismissed: "nobody dismissed it"
      case .viewLost: "its view was not lost"
      case .none, .preempted, .slot, .page, .content, .gate, .condition, .chain: "that ends no popup"
      }
    }

    mutating func left(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.turn.staleCompletion != index else { return }
      let popup = state.popups[index]
      if popup.flags.isDisjoint(with: [.bound, .keepAlive]) {
        output.report(
          .lostPopup, state, index, witness(popup.shownSequence, popup.hiddenSequence),
          "\(state.text(popup: index)) was hidden as page-left and not parked, but it belongs to no page")
      } else if popup.flags.contains(.bound), state.isOpen(index) {
        watch(index, state)
      }
      // Kept alive, and over as its page was left: it belonged to that page.
    }

    /// A popup that is BOUND was hidden as page-left in this turn and is not parked: its page may come back without having been left.
    private mutating func watch(_ index: Int, _ state: borrowing AuditState) {
      let popup = state.popups[index]
      let page = popup.shownPage
      // Where its page had disappeared before the popup did, nothing is lost; where it was current all along, or another page was
      // mistaken for it, wrong-instance reports it.
      guard !page.isNone, !state.anyInLineage(of: page, [.disappeared, .removed]),
        !state.isInLineage(page, of: state.currentPage(for: index))
      else { return }
      fromPage.append(departures.count, to: page.index)
      departures.append(
        Departure(
          popup: Int32(index), shownSequence: popup.shownSequence, hiddenSequence: popup.hiddenSequence))
    }

    mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      for index in state.changedScenes.indices {
        let scene = Int(state.changedScenes[index])
        var page = state.scenes[scene].current
        while !page.isNone, page.index < state.pages.count {
          comeBack(page, to: scene, state, &output)
          page = state.forest.container(of: page)
        }
      }
    }

    private mutating func comeBack(
      _ page: PageID, to scene: Int, _ state: borrowing AuditState, _ output: inout RuleOutput
    ) {
      // The latest first.
      while case let last = fromPage.last(of: page.index), last >= 0 {
        fromPage.remove(last)
        let departure = departures[last]
        let index = Int(departure.popup)
        guard state.popups[index].shownSequence == departure.shownSequence, state.isOpen(index),
          Int(state.popups[index].scene) == scene,
          !state.anyInLineage(of: page, where: { $0.gone > departure.hiddenSequence }),
          output.noteReportOnPage(departure.shownSequence, state.scenes[scene].current)
        else { continue }
        output.report(
          .lostPopup, state, index, on: page,
          witness(departure.shownSequence, departure.hiddenSequence, state.pages[page.index].changed),
          "\(state.text(popup: index)) was hidden as page-left and not parked, and \(state.text(page: page)) came back "
            + "without having disappeared")
      }
    }

    static func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      // What an app does not report of a popup, it keeps waiting.
      guard !state.isObserved else { return }
      for index in state.popups.indices {
        let popup = state.popups[index]
        // A session that was cut off may have been about to decide.
        guard popup.isLive, !popup.flags.contains(.named), isFinished || popup.submitted < state.turn.start else {
          continue
        }
        output.report(
          .lostPopup, state, index, on: PageID.none, [popup.submitted],
          "\(state.text(popup: index)) was submitted \(state.text(at: popup.submittedAt)) and no decision ever named it"
        )
      }
    }
  }

  public static let lostKeepalive = Rule(
    number: 6, id: "lost-keepalive", severity: .error,
    userWords: "was taken away when the page was left, and did not come back",
    definition: """
      A popup with keepAlive did not survive: it was hidden when its page was left and not parked; it was dropped \
      while parked for a reason that is not true; or its page came back, nothing stood in its way for three \
      seconds (or for one, before the page was left again), and it did not come back with it.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"filter","pages":["Home"],"keepAlive":true}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"page.will-disappear","page":1}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"page-left","generation":1}
      lost-keepalive: popup 1 has keepAlive and was not parked
      """)

  enum LostKeepalive {
    static func drop(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.isPopupKnown else { return }
      let popup = state.popups[state.subject]
      guard popup.flags.isSuperset(of: [.keepAlive, .parked]), !popup.flags.contains(.removed), !state.premiseHolds
      else { return }
      output.report(
        .lostKeepalive, state, state.subject, on: popup.parkedPage, witness(popup.parked, state.event.sequence),
        "\(state.text(popup: state.subject)), kept for \(state.text(page: popup.parkedPage)), was dropped as "
          + "\(state.event.reason.wireName), which is not so")
    }

    static func left(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
      let popup = state.popups[index]
      let excuses: AuditedPopup.Flags = [.dismissed, .dismissedByCode, .withdrawn, .droppedRightly]
      guard popup.flags.contains(.keepAlive), popup.flags.isDisjoint(with: excuses) else { return false }
      output.report(
        .lostKeepalive, state, index, witness(popup.shownSequence, popup.hiddenSequence),
        "\(state.text(popup: index)) has keepAlive, was hidden as page-left and not parked")
      return true
    }

    /// A page is about to begin to disappear, or to be removed: what was kept for it had its last chance.
    static func leave(_ page: PageID, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.listedCount > 0 || state.latest >= 0, !page.isNone else { return }
      let scene = Int(state.pages[page.index].scene)
      let busy = state.scenes[scene].busyQueues
      for index in busy.indices {
        let queue = Int(state.numberLists[busy, index])
        guard state.queues[queue].isIdle, state.queues[queue].firstIsParked else { continue }
        chanceIsGone(Int(state.queues[queue].first), since: state.queues[queue].firstSince, page, state, &output)
      }
      guard state.listedExemptCount > 0 else { return }
      for index in state.waiting.indices.reversed() {
        let position = Int(state.waiting[index])
        let popup = state.popups[position]
        guard popup.isExempt, popup.isParked, Int(popup.scene) == scene, popup.idleSince >= .zero,
          state.suits(position, state.scenes[scene].lastCurrent)
        else { continue }
        chanceIsGone(position, since: popup.idleSince, page, state, &output)
      }
      let open = state.scenes[scene].openBindings
      for index in open.indices {
        let binding = state.bindings[Int(state.numberLists[open, index])]
        var group = binding.key.parked.isNone ? -1 : binding.groups
        while group >= 0 {
          var popup = state.groups[Int(group)].isExempt ? state.members.last(of: Int(group)) : -1
          while popup >= 0 {
            let since = state.popups[popup].idleSince
            if since >= .zero { chanceIsGone(popup, since: since, page, state, &output) }
            popup = state.members.previous(before: popup)
          }
          group = state.groups[Int(group)].next
        }
      }
    }

    private static func chanceIsGone(
      _ index: Int, since: Ticks, _ page: PageID, _ state: borrowing AuditState, _ output: inout RuleOutput
    ) {
      guard state.now - since >= state.second, state.isInLineage(page, of: state.popups[index].parkedPage) else {
        return
      }
      report(index, since: since, "until that page was left", state, &output)
    }

    static func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let subject = Int(deadline.subject)
      if deadline.kind == .idleParked {
        let queue = state.queues[subject]
        guard queue.isIdle, queue.firstIsParked, queue.firstSince.rawValue == deadline.stamp else { return }
        report(Int(queue.first), since: queue.firstSince, "and did not come", state, &output)
      } else {
        let popup = state.popups[subject]
        guard popup.isParked, popup.idleSince.rawValue == deadline.stamp else { return }
        report(subject, since: popup.idleSince, "and did not come", state, &output)
      }
    }

    static func endOfSession(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let end = "until the session ended"
      for queue in state.queues.indices where state.queues[queue].isIdle && state.queues[queue].firstIsParked {
        report(Int(state.queues[queue].first), since: state.queues[queue].firstSince, end, state, &output)
      }
      for popup in state.waitingExempt() where state.popups[popup].isParked {
        report(popup, since: state.popups[popup].idleSince, end, state, &output)
      }
    }

    private static func report(
      _ index: Int, since: Ticks, _ end: String, _ state: borrowing AuditState, _ output: inout RuleOutput
    ) {
      let popup = state.popups[index]
      let page = popup.parkedPage
      guard popup.flags.contains(.keepAlive), output.noteReport(of: .lostKeepalive, popup.parked) else { return }
      output.report(
        .lostKeepalive, state, index, on: page, witness(popup.parked, state.pages[page.index].changed),
        "\(state.text(popup: index)) is kept for \(state.text(page: page)), which is back; nothing stood in its way for "
          + "\(state.text(state.now - since)), since \(state.text(since)), \(end)")
    }
  }
}
