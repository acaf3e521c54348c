import PopupScheduling

/// `lost-popup`: a popup is taken away for no good reason, or never heard of again.
struct LostPopupRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.lostPopup] }
  static var watchedBefore: AuditSignals { .popupHidden | .popupDropped }
  static var watchedAtEnd: AuditSignals { .pageChanged }
  static var stage: TurnStage { .leaving }

  /// A popup that was hidden as page-left and not parked, as long as it is not known whether its page is left at all.
  // Not private, as in ``TimerTable/Entry``.
  struct Departure {
    var popup: Int32
    var shownSequence: Int32
    var hiddenSequence: Int32
    var page: PageID
    /// The one before it from the same page; negative for none.
    var previous: Int32
  }

  private var departures = OwnedArray<Departure>()
  /// The latest departure from every page; negative for none.
  private var latest = OwnedArray<Int32>()

  mutating func begin(_ state: borrowing AuditState) {
    departures.removeAll()
    latest.removeAll()
  }

  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    // What a decision took away for good cannot be lost once more.
    guard state.isPopupKnown, !state.popups[state.event.popup.index].flags.contains(.removed), !state.premiseHolds
    else {
      return
    }
    judgeReason(state, &output)
  }

  @inline(never)
  private func judgeReason(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let popup = state.popups[state.event.popup.index]
    let isDrop = state.event.kind == .popupDropped
    // A parked one is reported by lost-keepalive; one that was hidden as page-left in this turn is judged at its end.
    if isDrop, popup.flags.contains(.keepAlive), !popup.flags.isDisjoint(with: [.parked, .left]) { return }
    guard state.event.reason != .preempted, state.turn.staleCompletion != state.event.popup.rawValue else { return }
    let what = isDrop ? "dropped" : "hidden"
    output.report(
      .lostPopup, popup: state.event.popup, page: popup.shownPage, time: state.now,
      witness: witness(popup.submitted, popup.isUp ? popup.shownSequence : -1, state.event.sequence),
      because: "\(state.text(popup: state.event.popup.index)) was \(what) as \(state.event.reason.wireName), but "
        + missing(state.event.reason, state.event.popup.index, state))
  }

  /// What would have to be for a reason to hold.
  private func missing(_ reason: Reason, _ index: Int, _ state: borrowing AuditState) -> String {
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

  mutating func left(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
    guard state.turn.staleCompletion != index else { return false }
    let flags = state.popups[index].flags
    if flags.isDisjoint(with: [.bound, .keepAlive]) {
      reportUnbound(index, state, &output)
    } else if flags.contains(.bound), state.isOpen(index) {
      watch(index, state)
    }
    // Kept alive, and over as its page was left: it belonged to that page.
    return true
  }

  private func reportUnbound(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let popup = state.popups[index]
    output.report(
      .lostPopup, popup: PopupID(index), page: popup.shownPage, time: state.now,
      witness: witness(popup.shownSequence, popup.hiddenSequence),
      because: "\(state.text(popup: index)) was hidden as page-left and not parked, but it belongs to no page")
  }

  /// A popup that is BOUND was hidden as page-left in this turn and is not parked: its page may come back without having been left.
  private mutating func watch(_ index: Int, _ state: borrowing AuditState) {
    let popup = state.popups[index]
    // Where its page had disappeared before the popup did, nothing is lost; where it was current all along, or another page was mistaken
    // for it, wrong-instance reports it.
    guard !popup.shownPage.isNone, !state.anyInLineage(of: popup.shownPage, [.disappeared, .removed]),
      !state.isInLineage(popup.shownPage, of: state.scenes[Int(popup.scene)].current)
    else { return }
    if latest.count < state.pages.count { latest.append(repeating: -1, count: state.pages.count - latest.count) }
    departures.append(
      Departure(
        popup: Int32(index), shownSequence: popup.shownSequence, hiddenSequence: popup.hiddenSequence,
        page: popup.shownPage,
        previous: latest[popup.shownPage.index]))
    latest[popup.shownPage.index] = Int32(truncatingIfNeeded: departures.count - 1)
  }

  /// A turn is over in which another page became current: finds the popups whose page has come back.
  @inline(__always)
  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if !departures.isEmpty { findPagesThatCameBack(state, &output) }
  }

  @inline(never)
  private mutating func findPagesThatCameBack(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.changedScenes.indices {
      let scene = state.changedScenes[index]
      var page = state.scenes[Int(scene)].current
      while !page.isNone, page.index < latest.count {
        comeBack(page, to: Int(scene), state, &output)
        page = state.pages[page.index].container
      }
    }
  }

  private mutating func comeBack(
    _ page: PageID, to scene: Int, _ state: borrowing AuditState,
    _ output: inout RuleOutput
  ) {
    var next = latest[page.index]
    latest[page.index] = -1
    let current = state.scenes[scene].current
    while next >= 0 {
      let departure = departures[Int(next)]
      next = departure.previous
      let index = Int(departure.popup)
      guard state.popups[index].shownSequence == departure.shownSequence, state.isOpen(index),
        Int(state.popups[index].scene) == scene,
        !state.isGone(page, since: departure.hiddenSequence), output.noteReportOnPage(departure.shownSequence, current)
      else { continue }
      output.report(
        .lostPopup, popup: PopupID(departure.popup), page: page, time: state.now,
        witness: witness(departure.shownSequence, departure.hiddenSequence, state.pages[page.index].changed),
        because: "\(state.text(popup: index)) was hidden as page-left and not parked, and "
          + "\(state.text(page: page)) came back without having disappeared")
    }
  }

  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.popups.indices {
      let popup = state.popups[index]
      guard popup.isLive, !popup.flags.contains(.named) else { continue }
      // A session that was cut off may have been about to decide.
      guard isFinished || popup.submitted < state.turn.start else { continue }
      output.report(
        .lostPopup, popup: PopupID(index), time: state.now, witness: [popup.submitted],
        because:
          "\(state.text(popup: index)) was submitted \(state.text(at: popup.submittedAt)) and no decision ever "
          + "named it")
    }
  }
}

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
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"invoice due","expires":60000}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"idle"}
      {"t":200,"event":"popup.dropped","popup":1,"reason":"expired"}
      lost-popup: popup 1 was dropped as expired 59,900 ms before its time
      """)
}
