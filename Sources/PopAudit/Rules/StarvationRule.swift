import PopupScheduling

/// `starvation`: ten later popups were shown while this one could have been.
struct StarvationRule {
  static let limit: Int32 = 10

  /// Counts a presentation against those of its rivals that were submitted before it.
  func count(_ entry: Rivals.Entry, _ rivals: borrowing Rivals, _ state: inout AuditState, _ findings: inout [Finding])
  {
    let submitted = state.popups[Int(entry.presentation.popup)].submitted
    for index in entry.elders {
      let place = Int(rivals.rival(index))
      guard !state.popups[place].isUp, state.popups[place].submitted < submitted else { continue }
      state.popups[place].passedOver += 1
      guard state.popups[place].passedOver == Self.limit else { continue }
      state.noteStarved(place)
      report(place, entry, state, &findings)
    }
  }

  private func report(
    _ place: Int, _ entry: Rivals.Entry, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    let other = Int(entry.presentation.popup)
    findings.append(
      Finding(
        .starvation, popup: PopupID(place), other: PopupID(other), page: state.popups[other].shownPage, time: state.now,
        witness: witness(state.popups[place].submitted, entry.presentation.shown),
        because:
          "\(Self.limit) popups submitted after \(state.text(popup: place)) were shown while it could have been, the "
          + "last of them \(state.text(popup: other)), \(state.text(state.now - state.popups[place].submittedAt)) after "
          + "its submission"))
  }
}
