import PopupScheduling

/// `lost-popup`: a popup is taken away for no good reason, or never heard of again.
struct LostPopupRule: AuditRule {
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

  /// A popup that is not BOUND was hidden as page-left in this step and is not parked.
  func left(_ place: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let popup = state.popups[place]
    findings.append(
      Finding(
        .lostPopup, popup: PopupID(place), page: popup.shownPage, time: state.now,
        witness: witness(popup.shown, popup.hidden),
        because: "\(state.text(popup: place)) was hidden as page-left and not parked, but it belongs to no page"))
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
