import PopupScheduling

/// `duplicate`: the user meets the same popup twice.
struct DuplicateRule {
  /// A popup that is UP is about to be shown.
  func shown(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let place = event.popup.index
    findings.append(
      Finding(
        .duplicate, popup: event.popup, page: event.page, time: state.now,
        witness: witness(state.popups[place].shown, event.sequence),
        because: "\(state.text(popup: event.popup.index)) was shown while it was up already, since "
          + state.text(state.popups[place].shownAt)))
  }

  /// Judges a presentation that began in this step and is still UP.
  func judge(_ place: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    // A presentation that began while the popup was up was reported when it began.
    guard !state.popups[place].flags.contains(.shownTwice) else { return }
    let visible = state.scenes[Int(state.popups[place].scene)].visible
    for index in visible.indices {
      let other = Int(state.numberLists[visible, index])
      if other != place, state.popups[other].isUp, isTwin(other, of: place, state) {
        report(place, other, "is up", state, &findings)
        return
      }
    }
    guard state.popups[place].flags.contains(.hadTwin) else { return }
    // Of one that nobody met, and of those submitted after this one, nothing needs to be looked for.
    let key = state.keys[Int(state.popups[place].keyPlace)]
    guard key.shownCount > 1, key.earliestShown < state.popups[place].submitted else { return }
    var other = state.popups[place].sameKeyEarlier
    while other >= 0 {
      let it = state.popups[Int(other)]
      let wasLive = !it.flags.contains(.ended) || it.end > state.popups[place].submitted
      if wasLive, it.shown >= 0, isTwin(Int(other), of: place, state) {
        report(place, Int(other), "was shown too and was not over when this one was submitted", state, &findings)
        return
      }
      other = it.sameKeyEarlier
    }
  }

  private func isTwin(_ other: Int, of place: Int, _ state: borrowing AuditState) -> Bool {
    state.popups[other].key == state.popups[place].key && state.popups[other].line == state.popups[place].line
      && state.popups[other].epoch == state.popups[place].epoch
  }

  private func report(
    _ place: Int, _ other: Int, _ what: String, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    findings.append(
      Finding(
        .duplicate, popup: PopupID(place), other: PopupID(other), page: state.popups[place].shownPage, time: state.now,
        witness: witness(state.popups[other].shown, state.popups[place].submitted, state.popups[place].shown),
        because: "\(state.text(popup: place)) was shown although \(state.text(popup: other)), which has its key "
          + "\"\(state.catalog.names.text(state.popups[place].key))\", \(what)"))
  }
}
