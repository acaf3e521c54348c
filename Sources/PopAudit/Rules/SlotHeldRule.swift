import PopupScheduling

/// `slot-held`: a popup stays up for long while another could be shown in its place.
struct SlotHeldRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.slotHeld] }
  static var watchedAfter: AuditSignals { .appForeground }
  static var deadlines: Deadline.Kinds { [.contestedQueue, .contestedPopup] }

  private var reported = ReportedPresentations()
  /// What came due while the app was in the background, where time on screen stands still.
  private var paused = OwnedArray<Deadline>()

  mutating func begin(_ state: borrowing AuditState) {
    reported.removeAll()
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
    case .contestedQueue:
      let queue = Int(deadline.subject)
      guard state.queues[queue].contestedSince >= .zero, state.queues[queue].contestedSince.rawValue == deadline.stamp,
        isOver(deadline, since: state.queues[queue].contestedSince, state, &output)
      else { return }
      let visible = state.scenes[Int(state.queues[queue].scene)].visible
      for index in visible.indices {
        let popup = Int(state.numberLists[visible, index])
        guard Int(state.popups[popup].queue) == queue,
          state.popups[popup].shownClock <= state.queues[queue].contestedSince
        else { continue }
        judge(popup, state, &output)
      }
    case .contestedPopup:
      let position = Int(deadline.subject)
      guard state.popups[position].isUp, Int64(state.popups[position].shownSequence) == deadline.stamp else { return }
      let contested = state.queues[Int(state.popups[position].queue)].contestedSince
      // Where the queue became contested after the popup was shown, that has a deadline of its own.
      guard contested >= .zero, contested <= state.popups[position].shownClock,
        isOver(deadline, since: state.popups[position].shownClock, state, &output)
      else { return }
      judge(position, state, &output)
    default: return
    }
  }

  /// Whether the time is over since a moment of the foreground clock; if not, sets another deadline.
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

  private mutating func judge(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let popup = state.popups[index]
    let queue = state.queues[Int(popup.queue)]
    guard popup.flags.contains(.holdsSlot), queue.candidate >= 0, reported.insert(PopupID(index), state) else { return }
    let other = Int(queue.candidate)
    let since = max(popup.shownClock, queue.contestedSince)
    output.report(
      .slotHeld, popup: PopupID(index), other: PopupID(other), page: popup.shownPage, time: state.now,
      witness: witness(popup.shownSequence, state.popups[other].submitted),
      because:
        "\(state.text(popup: index)) has been up for \(state.text(state.foregroundClock - popup.shownClock)), and "
        + "for \(state.text(state.foregroundClock - since)) of them another could have been shown in its place, now "
        + state.text(popup: other))
  }
}

extension Rule {
  public static let slotHeld = Rule(
    number: 29, id: "slot-held", severity: .warning,
    // How long a user leaves a popup up is not the policy's doing.
    isOfUsers: true,
    userWords: "stayed, and kept the others waiting",
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
