import PopupScheduling

/// `slot-held`: a popup stays up for long while another could be shown in its place.
struct SlotHeldRule: ~Copyable, AuditRule {
  static var deadlines: Deadline.Kinds { [.contestedLine, .contestedPopup] }

  private var once = OncePerPresentation()
  /// What came due while the app was in the background, where time on screen stands still.
  private var paused = OwnedArray<Deadline>()

  mutating func begin(_ state: borrowing AuditState) {
    once.removeAll()
    paused.removeAll()
  }

  /// The app came to the foreground: what was put off is looked at again at once.
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.background < 0 else { return }
    for index in paused.indices {
      var deadline = paused[index]
      deadline.time = state.now
      output.deadlines.add(deadline)
    }
    paused.removeAll()
  }

  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    switch deadline.kind {
    case .contestedLine:
      let line = Int(deadline.subject)
      guard state.lines[line].contestedSince >= .zero, state.lines[line].contestedSince.rawValue == deadline.stamp,
        isOver(deadline, since: state.lines[line].contestedSince, state, &output)
      else { return }
      let visible = state.scenes[Int(state.lines[line].scene)].visible
      for index in visible.indices {
        let popup = Int(state.numberLists[visible, index])
        guard Int(state.popups[popup].line) == line,
          state.popups[popup].shownClock <= state.lines[line].contestedSince
        else { continue }
        judge(popup, state, &output)
      }
    case .contestedPopup:
      let place = Int(deadline.subject)
      guard state.popups[place].isUp, Int64(state.popups[place].shown) == deadline.stamp else { return }
      let contested = state.lines[Int(state.popups[place].line)].contestedSince
      // A contest that began after the popup came up has a moment of its own.
      guard contested >= .zero, contested <= state.popups[place].shownClock,
        isOver(deadline, since: state.popups[place].shownClock, state, &output)
      else { return }
      judge(place, state, &output)
    default: return
    }
  }

  /// Whether the time is over since a moment of the foreground clock; if not, sees to it that somebody looks again.
  private mutating func isOver(
    _ deadline: Deadline, since start: Ticks, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) -> Bool {
    let rest = state.twentySeconds - (state.foregroundClock - start)
    guard rest > .zero else { return true }
    if state.background >= 0 {
      paused.append(deadline)
    } else {
      var later = deadline
      later.time = state.now + rest
      output.deadlines.add(later)
    }
    return false
  }

  private mutating func judge(_ place: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let popup = state.popups[place]
    let line = state.lines[Int(popup.line)]
    guard popup.flags.contains(.holdsSlot), line.candidate >= 0, once.claim(PopupID(place), state) else { return }
    let other = Int(line.candidate)
    let since = max(popup.shownClock, line.contestedSince)
    output.findings.append(
      Finding(
        .slotHeld, popup: PopupID(place), other: PopupID(other), page: popup.shownPage, time: state.now,
        witness: witness(popup.shown, state.popups[other].submitted),
        because:
          "\(state.text(popup: place)) has been up for \(state.text(state.foregroundClock - popup.shownClock)), and "
          + "for \(state.text(state.foregroundClock - since)) of them another could have been shown in its place, now "
          + state.text(popup: other)))
  }
}

extension SlotHeldRule {
  static let documentation = RuleDocumentation(
    severity: .warning,
    definition: """
      A popup stays up for twenty seconds, time in the background left out, and all that time another popup of its \
      scheduler could have been shown, were it not for this one: nobody answers it, and nothing takes it away. \
      Toasts hold nothing up, and what the operating system shows is nobody's decision.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":500,"event":"popup.submitted","popup":2,"name":"sale ends today"}
      {"t":500,"event":"popup.queued","popup":2,"reason":"slot"}
      {"t":20600,"event":"idle"}
      slot-held: popup 1 has been up for 20,000 ms in which popup 2 could have been shown
      """)
}
