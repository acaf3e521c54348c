import PopupScheduling

/// `stuck-queue`: the slot is free, somebody could be shown, and nothing happens.
struct StuckQueueRule: AuditRule {
  mutating func deadline(_ deadline: Deadline, _ state: inout AuditState, _ findings: inout [Finding]) {
    let subject = Int(deadline.subject)
    switch deadline.kind {
    case .idleLine:
      guard state.lines[subject].idleSince.rawValue == deadline.stamp else { return }
      report(Int(state.lines[subject].first), since: state.lines[subject].idleSince, &state, &findings)
    case .idleExempt:
      guard state.popups[subject].idleSince.rawValue == deadline.stamp else { return }
      report(subject, since: state.popups[subject].idleSince, &state, &findings)
    default: return
    }
  }

  mutating func endOfSession(isFinished: Bool, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard isFinished else { return }
    for line in 0..<state.lineCount where state.lines[line].isIdle {
      report(Int(state.lines[line].first), since: state.lines[line].idleSince, atEnd: true, &state, &findings)
    }
    for popup in state.waitingToasts() {
      report(Int(popup), since: state.popups[Int(popup)].idleSince, atEnd: true, &state, &findings)
    }
  }

  private func report(
    _ place: Int, since: Ticks, atEnd: Bool = false, _ state: inout AuditState, _ findings: inout [Finding]
  ) {
    // Of one that is kept for its page, lost-keepalive speaks.
    let flags = state.popups[place].flags
    guard !flags.isSuperset(of: [.parked, .keepAlive]), !flags.contains(.stuckReported) else { return }
    state.popups[place].flags.insert(.stuckReported)
    let popup = state.popups[place]
    let page = state.scenes[Int(popup.scene)].current
    let wait = state.text(state.now - since)
    let end = atEnd ? "when the session ended, \(wait) after" : "for \(wait), since"
    findings.append(
      Finding(
        .stuckQueue, popup: PopupID(place), page: page, time: state.now,
        witness: witness(popup.submitted, page.isNone ? -1 : state.pages[page.index].changed),
        because: "\(state.text(popup: place)) could be shown and the slot was free \(end) \(state.text(since)), and "
          + "nothing was shown"))
  }
}
