import PopupScheduling

/// `slot-held`: a popup stays up for long while another could be shown in its place.
struct SlotHeldRule: AuditRule {
  private var once = OncePerPresentation()
  /// What came due while the app was in the background, where time on screen stands still.
  private var paused: [Deadline] = []

  mutating func begin(_ state: borrowing AuditState) {
    once.begin(state)
    if !paused.isEmpty { paused.removeAll(keepingCapacity: true) }
  }

  /// The app came to the foreground: what was put off is looked at again at once.
  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard event.kind == .appForeground, !paused.isEmpty, state.background < 0 else { return }
    for var deadline in paused {
      deadline.time = state.now
      state.deadlines.add(deadline)
    }
    paused.removeAll(keepingCapacity: true)
  }

  mutating func deadline(_ deadline: Deadline, _ state: inout AuditState, _ findings: inout [Finding]) {
    switch deadline.kind {
    case .contestedLine:
      let line = Int(deadline.subject)
      guard state.lines[line].contestedSince >= .zero, state.lines[line].contestedSince.rawValue == deadline.stamp,
        isOver(deadline, since: state.lines[line].contestedSince, &state)
      else { return }
      let visible = state.scenes[Int(state.lines[line].scene)].visible
      for index in visible.indices {
        let popup = Int(state.numberLists[visible, index])
        guard Int(state.popups[popup].line) == line,
          state.popups[popup].shownClock <= state.lines[line].contestedSince
        else { continue }
        judge(popup, state, &findings)
      }
    case .contestedPopup:
      let place = Int(deadline.subject)
      guard state.popups[place].isUp, Int64(state.popups[place].shown) == deadline.stamp else { return }
      let contested = state.lines[Int(state.popups[place].line)].contestedSince
      // A contest that began after the popup came up has a moment of its own.
      guard contested >= .zero, contested <= state.popups[place].shownClock,
        isOver(deadline, since: state.popups[place].shownClock, &state)
      else { return }
      judge(place, state, &findings)
    default: return
    }
  }

  /// Whether the time is over since a moment of the foreground clock; if not, sees to it that somebody looks again.
  private mutating func isOver(_ deadline: Deadline, since start: Ticks, _ state: inout AuditState) -> Bool {
    let rest = state.twentySeconds - (state.foregroundClock - start)
    guard rest > .zero else { return true }
    if state.background >= 0 {
      paused.append(deadline)
    } else {
      var later = deadline
      later.time = state.now + rest
      state.deadlines.add(later)
    }
    return false
  }

  private mutating func judge(_ place: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let popup = state.popups[place]
    let line = state.lines[Int(popup.line)]
    guard popup.flags.contains(.holdsSlot), line.candidate >= 0, once.claim(PopupID(place), state) else { return }
    let other = Int(line.candidate)
    let since = max(popup.shownClock, line.contestedSince)
    findings.append(
      Finding(
        .slotHeld, popup: PopupID(place), other: PopupID(other), page: popup.shownPage, time: state.now,
        witness: witness(popup.shown, state.popups[other].submitted),
        because:
          "\(state.text(popup: place)) has been up for \(state.text(state.foregroundClock - popup.shownClock)), and "
          + "for \(state.text(state.foregroundClock - since)) of them another could have been shown in its place, now "
          + state.text(popup: other)))
  }
}
