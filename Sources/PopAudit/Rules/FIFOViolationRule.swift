import PopupScheduling

/// `fifo-violation`: somebody as urgent who came earlier was passed over.
struct FIFOViolationRule {
  /// Judges a presentation with the first of its rivals, when none of them is more urgent.
  func judge(_ entry: Rivals.Entry, _ first: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let place = Int(entry.presentation.popup)
    let popup = state.popups[place]
    let rival = state.popups[first]
    // Whoever was submitted with `next` goes in front of its equals, of two such the later.
    guard rival.level == entry.level, rival.order < popup.order else { return }
    let claim =
      rival.submitted < popup.submitted
      ? "submitted \(state.text(popup.submittedAt - rival.submittedAt)) earlier" : "put in front of its equals"
    findings.append(
      Finding(
        .fifoViolation, popup: PopupID(place), other: PopupID(first), page: popup.shownPage, time: state.now,
        witness: witness(rival.submitted, popup.submitted, entry.presentation.shown),
        because:
          "\(state.text(popup: place)) was shown while \(state.text(popup: first)), of the same level \(entry.level) "
          + "and \(claim), could have been"))
  }
}
