import PopupScheduling

/// `stuck-queue`: the slot is free, a popup could be shown, and nothing is shown.
struct StuckQueueRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.stuckQueue] }
  static var deadlines: Deadline.Kinds { [.idleQueue, .idleExempt] }

  /// The popups that were reported.
  private var reported = IndexTable()

  mutating func begin(_ state: borrowing AuditState) { reported.removeAll() }

  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let subject = Int(deadline.subject)
    switch deadline.kind {
    case .idleQueue:
      guard state.queues[subject].idleSince.rawValue == deadline.stamp else { return }
      report(Int(state.queues[subject].first), since: state.queues[subject].idleSince, state, &output)
    case .idleExempt:
      guard state.popups[subject].idleSince.rawValue == deadline.stamp else { return }
      report(subject, since: state.popups[subject].idleSince, state, &output)
    default: return
    }
  }

  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard isFinished else { return }
    for queue in 0..<state.queueCount where state.queues[queue].isIdle {
      report(Int(state.queues[queue].first), since: state.queues[queue].idleSince, atEnd: true, state, &output)
    }
    for popup in state.waitingExempt() {
      report(Int(popup), since: state.popups[Int(popup)].idleSince, atEnd: true, state, &output)
    }
  }

  private mutating func report(
    _ index: Int, since: Ticks, atEnd: Bool = false, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    // A popup that is kept for its page is reported by lost-keepalive.
    let key = IndexTable.Key(Int32(truncatingIfNeeded: index), 0)
    guard !state.popups[index].flags.isSuperset(of: [.parked, .keepAlive]), reported[key] < 0 else { return }
    reported[key] = 1
    let popup = state.popups[index]
    let page = state.scenes[Int(popup.scene)].current
    let wait = state.text(state.now - since)
    let end = atEnd ? "when the session ended, \(wait) after" : "for \(wait), since"
    output.report(
      .stuckQueue, popup: PopupID(index), page: page, time: state.now,
      witness: witness(popup.submitted, page.isNone ? -1 : state.pages[page.index].changed),
      because: "\(state.text(popup: index)) could be shown and the slot was free \(end) \(state.text(since)), and "
        + "nothing was shown")
  }
}

extension Rule {
  public static let stuckQueue = Rule(
    number: 14, id: "stuck-queue", severity: .error,
    userWords: "waited although the screen was free",
    definition: """
      Nothing is on screen, a popup could be shown, and for three seconds (or until the session ends) the \
      scheduler shows nothing. It has missed the moment and waits for something that will not come.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":5000,"event":"idle"}
      stuck-queue: popup 1 could have been shown for 3,000 ms
      """)
}
