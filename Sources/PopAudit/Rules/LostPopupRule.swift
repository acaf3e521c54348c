import PopupScheduling

/// `lost-popup`: a popup is taken away for no good reason, or never heard of again.
struct LostPopupRule: AuditRule {
  /// A popup that was hidden as page-left and not parked, while it is open whether its page is left at all.
  private struct Farewell {
    var popup: Int32
    var shown: Int32
    var hidden: Int32
    var page: PageID
    /// The one before it from the same page; negative for none.
    var previous: Int32
  }

  private var farewells: [Farewell] = []
  /// The latest farewell from every page; negative for none.
  private var latest: [Int32] = []

  mutating func begin(_ state: borrowing AuditState) {
    farewells.removeAll(keepingCapacity: true)
    latest.removeAll(keepingCapacity: true)
  }

  /// A popup is about to be dropped or hidden for a reason that does not hold.
  func lost(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let popup = state.popups[event.popup.index]
    let what = event.kind == .popupDropped ? "dropped" : "hidden"
    findings.append(
      Finding(
        .lostPopup, popup: event.popup, page: popup.shownPage, time: state.now,
        witness: witness(popup.submitted, popup.isUp ? popup.shown : -1, event.sequence),
        because: "\(state.text(popup: event.popup.index)) was \(what) as \(event.reason.wireName), but "
          + missing(event.reason, event.popup.index, state)))
  }

  /// What would have to be for a reason to hold.
  private func missing(_ reason: Reason, _ place: Int, _ state: borrowing AuditState) -> String {
    switch reason {
    case .pageLeft:
      state.popups[place].isParked
        ? "the page it is parked for did not disappear" : "it was not parked for a page that disappeared"
    case .pageRemoved: "no page it belongs to was removed"
    case .signedOut: "nobody signed out since its submission"
    case .withdrawn: "no code took it back"
    case .contentFailed: "its content did not fail"
    case .expired: "its time was not over"
    case .auto: "its time on screen was not over after \(state.text(state.visibleTime(of: place)))"
    case .duplicate: "no other popup with its key was there"
    case .barred: "its condition does not bar it"
    case .dismissed: "nobody dismissed it"
    case .viewLost: "its view was not lost"
    case .none, .preempted, .slot, .page, .content, .gate, .condition, .chain: "that ends no popup"
    }
  }

  /// A popup that is neither BOUND nor kept alive was hidden as page-left in this step and is not parked.
  func left(_ place: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let popup = state.popups[place]
    findings.append(
      Finding(
        .lostPopup, popup: PopupID(place), page: popup.shownPage, time: state.now,
        witness: witness(popup.shown, popup.hidden),
        because: "\(state.text(popup: place)) was hidden as page-left and not parked, but it belongs to no page"))
  }

  /// A popup that is BOUND was hidden as page-left in this step and is not parked: its page may come back without having been left.
  mutating func watch(_ place: Int, _ state: borrowing AuditState) {
    let popup = state.popups[place]
    // Where its page had disappeared before the popup did, nothing is lost; where it was current all along, or another page was mistaken
    // for it, wrong-instance speaks.
    guard !popup.shownPage.isNone, !state.anyInLineage(of: popup.shownPage, [.disappeared, .removed]),
      !state.isInLineage(popup.shownPage, of: state.scenes[Int(popup.scene)].current)
    else { return }
    while latest.count < state.pages.count { latest.append(-1) }
    farewells.append(
      Farewell(
        popup: Int32(place), shown: popup.shown, hidden: popup.hidden, page: popup.shownPage,
        previous: latest[popup.shownPage.index]))
    latest[popup.shownPage.index] = Int32(truncatingIfNeeded: farewells.count - 1)
  }

  /// Whether a popup could still have been shown, had it been kept.
  func isOpen(_ place: Int, _ state: borrowing AuditState) -> Bool {
    let popup = state.popups[place]
    let excuses: PopupState.Flags = [
      .dismissed, .dismissedByCode, .withdrawn, .droppedRightly, .contentFailed, .viewLost,
    ]
    return popup.flags.isDisjoint(with: excuses) && state.now < popup.expiresAt
      && (popup.epoch == state.epoch || popup.isSystem)
  }

  /// Whether any popup's page may come back.
  var isWatching: Bool { !farewells.isEmpty }

  /// A step is over in which another page became current: finds those whose page has come back.
  mutating func endOfStep(
    _ spoken: inout SpokenPresentations, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    for index in state.changedScenes.indices {
      let scene = state.changedScenes[index]
      var page = state.scenes[Int(scene)].current
      while !page.isNone, page.index < latest.count {
        comeBack(page, to: Int(scene), &spoken, state, &findings)
        page = state.pages[page.index].container
      }
    }
  }

  private mutating func comeBack(
    _ page: PageID, to scene: Int, _ spoken: inout SpokenPresentations, _ state: borrowing AuditState,
    _ findings: inout [Finding]
  ) {
    var next = latest[page.index]
    latest[page.index] = -1
    let current = state.scenes[scene].current
    while next >= 0 {
      let farewell = farewells[Int(next)]
      next = farewell.previous
      let place = Int(farewell.popup)
      guard state.popups[place].shown == farewell.shown, isOpen(place, state), Int(state.popups[place].scene) == scene,
        !state.isGone(page, since: farewell.hidden), spoken.insert(farewell.shown, current)
      else { continue }
      findings.append(
        Finding(
          .lostPopup, popup: PopupID(farewell.popup), page: page, time: state.now,
          witness: witness(farewell.shown, farewell.hidden, state.pages[page.index].changed),
          because: "\(state.text(popup: place)) was hidden as page-left and not parked, and "
            + "\(state.text(page: page)) came back without having disappeared"))
    }
  }

  mutating func endOfSession(isFinished: Bool, _ state: inout AuditState, _ findings: inout [Finding]) {
    for place in state.popups.indices {
      let popup = state.popups[place]
      guard popup.isLive, popup.flags.isDisjoint(with: [.named, .uncertain]) else { continue }
      // A session that was cut off may have been about to decide.
      guard isFinished || popup.submitted < state.step.start else { continue }
      findings.append(
        Finding(
          .lostPopup, popup: PopupID(place), time: state.now, witness: [popup.submitted],
          because:
            "\(state.text(popup: place)) was submitted \(state.text(at: popup.submittedAt)) and no decision ever "
            + "named it"))
    }
  }
}
