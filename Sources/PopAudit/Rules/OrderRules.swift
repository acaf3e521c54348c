import PopupScheduling

extension Rule {
  public static let priorityInversion = Rule(
    number: 12, id: "priority-inversion", severity: .error,
    userWords: "came up before a more urgent one",
    definition: """
      A popup was shown while a more urgent one (of a smaller level) of the same scheduler could have been shown \
      in its place. One that belongs on another page, waits for its content or is held back by a gate, a condition \
      or a chain could not, and what the operating system shows at once takes nobody's place. Where a popup was \
      shown while no page was current, the first page that is settled then decides who could have been.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"session expires","level":0}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.submitted","popup":2,"name":"rate us","level":5}
      {"t":200,"event":"popup.shown","popup":2,"page":1,"generation":1}
      priority-inversion: popup 2 (level 5) was shown while popup 1 (level 0) could have been
      """)

  public static let fifoViolation = Rule(
    number: 13, id: "fifo-violation", severity: .error,
    userWords: "came up before one that had waited longer",
    definition: """
      A popup was shown while another one of its level, submitted before it to the same scheduler, could have been \
      shown in its place. Neither waiting for content nor being parked, restored or preempted changes the order of \
      arrival. What the operating system shows at once takes nobody's place. Where a popup was shown while no page \
      was current, the first page that is settled then decides who could have been.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"first"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.submitted","popup":2,"name":"second"}
      {"t":200,"event":"popup.shown","popup":2,"page":1,"generation":1}
      fifo-violation: popup 2 was shown before popup 1, which came earlier
      """)

  public static let starvation = Rule(
    number: 15, id: "starvation", severity: .info,
    userWords: "was passed over ten times",
    definition: """
      A popup could have been shown, and ten popups that were submitted after it were shown in its place. Each of \
      them may have been more urgent; together they keep it away for ever.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"tips","level":9}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      \((2...11).map(newsStory).joined(separator: "\n"))
      starvation: popup 1 was passed over by popups 2 to 11
      """)

  /// A popup is shown in place of the one that waits, and dismissed.
  private static func newsStory(_ popup: Int) -> String {
    """
    {"t":\(100 * popup),"event":"popup.submitted","popup":\(popup),"name":"news"}
    {"t":\(100 * popup),"event":"popup.shown","popup":\(popup),"page":1,"generation":1}
    {"t":\(100 * popup + 50),"event":"popup.dismissed","popup":\(popup),"by":"button"}
    {"t":\(100 * popup + 50),"event":"popup.hidden","popup":\(popup),"reason":"dismissed","generation":1}
    """
  }

  /// Other popups could have been shown in place of one that was, in the turn that is over or in an earlier one, and one of them first.
  static func judge(
    _ entry: OvertakenPopups.Overtaking, first: Int, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    let shownSequence = entry.presentation.shownSequence
    let index = Int(entry.presentation.popup)
    let (popup, waiting) = (state.popups[index], state.popups[first])
    if waiting.level < entry.level {
      output.report(
        .priorityInversion, state, index, with: first, witness(waiting.submitted, popup.submitted, shownSequence),
        "\(state.text(popup: index)) (level \(entry.level)) was shown while \(state.text(popup: first)) (level "
          + "\(waiting.level)) could have been, waiting for \(state.text(state.now - waiting.submittedAt))")
    } else if waiting.level == entry.level, waiting.order < popup.order {
      // A popup submitted with `next` goes in front of its equals, of two such the later.
      let insert =
        waiting.submitted < popup.submitted
        ? "submitted \(state.text(popup.submittedAt - waiting.submittedAt)) earlier" : "put in front of its equals"
      output.report(
        .fifoViolation, state, index, with: first, witness(waiting.submitted, popup.submitted, shownSequence),
        "\(state.text(popup: index)) was shown while \(state.text(popup: first)), of the same level \(entry.level) and "
          + "\(insert), could have been")
    }
  }

  /// A popup was passed over once more.
  static func judge(
    _ older: Int, passedOverBy presentation: AuditTurn.Presentation, _ state: borrowing AuditState,
    _ output: inout RuleOutput
  ) {
    let index = Int(presentation.popup)
    let starving = state.popups[older]
    guard starving.passedOver == AuditState.mostPassedOver else { return }
    output.report(
      .starvation, state, older, with: index, on: state.popups[index].shownPage,
      witness(starving.submitted, presentation.shownSequence),
      "\(starving.passedOver) popups submitted after \(state.text(popup: older)) were shown while it could have been, "
        + "the last of them \(state.text(popup: index)), \(state.text(state.now - starving.submittedAt)) after its "
        + "submission")
  }

  public static let lateShow = Rule(
    number: 30, id: "late-show", severity: .info,
    userWords: "came more than a second late",
    definition: """
      A popup came although late: the slot had been free, and somebody could have been shown, for more than one \
      second and less than three.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":1600,"event":"idle"}
      {"t":1600,"event":"popup.shown","popup":1,"page":1,"generation":1}
      late-show: popup 1 was shown 1,500 ms after it could have been
      """)

  enum LateShow {
    /// Since when the popup was waited for; negative where it was not. Only the first popup that comes ends the wait.
    private static func idleSince(_ state: borrowing AuditState) -> Ticks {
      if state.popups[state.subject].isExempt { return state.popups[state.subject].idleSince }
      let queue = Int(state.popups[state.subject].queue)
      return state.queues[queue].shownInStep < 0 ? state.queues[queue].idleSince : Ticks(-1)
    }

    static func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let since = idleSince(state)
      let wait = state.now - since
      guard since >= .zero, wait > state.second, wait < state.threeSeconds else { return }
      output.report(
        .lateShow, state, witness(state.popups[state.subject].submitted, state.event.sequence),
        state.sentence(
          state.text(popup: state.subject), " was shown ", state.text(wait), " after its line became idle at ",
          state.text(since)))
    }
  }

  public static let stuckQueue = Rule(
    number: 14, id: "stuck-queue", severity: .error,
    userWords: "waited although the screen was free",
    definition: """
      Nothing is on screen, a popup could be shown, and for three seconds (or until the session ends) the \
      scheduler shows nothing. It has missed the moment and waits for something that will not come.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":5000,"event":"idle"}
      stuck-queue: popup 1 could have been shown for 3,000 ms
      """)

  enum StuckQueue {
    static func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let subject = Int(deadline.subject)
      let isQueue = deadline.kind == .idleQueue
      let since = isQueue ? state.queues[subject].idleSince : state.popups[subject].idleSince
      guard since.rawValue == deadline.stamp else { return }
      report(isQueue ? Int(state.queues[subject].first) : subject, since: since, state, &output)
    }

    static func endOfSession(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      for queue in state.queues.indices where state.queues[queue].isIdle {
        report(Int(state.queues[queue].first), since: state.queues[queue].idleSince, atEnd: true, state, &output)
      }
      for popup in state.waitingExempt() {
        report(popup, since: state.popups[popup].idleSince, atEnd: true, state, &output)
      }
    }

    private static func report(
      _ index: Int, since: Ticks, atEnd: Bool = false, _ state: borrowing AuditState, _ output: inout RuleOutput
    ) {
      // A popup that is kept for its page is reported by lost-keepalive.
      guard !state.popups[index].flags.isSuperset(of: [.parked, .keepAlive]),
        output.noteReport(of: .stuckQueue, Int32(truncatingIfNeeded: index))
      else { return }
      let page = state.currentPage(for: index)
      let (lead, joint) = atEnd ? ("when the session ended, ", " after ") : ("for ", ", since ")
      output.report(
        .stuckQueue, state, index, on: page,
        witness(state.popups[index].submitted, page.isNone ? -1 : state.pages[page.index].changed),
        state.sentence(
          state.text(popup: index), " could be shown and the slot was free ", lead, state.text(state.now - since),
          joint, state.text(since), ", and nothing was shown"))
    }
  }

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
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":500,"event":"popup.submitted","popup":2,"name":"sale ends today"}
      {"t":500,"event":"popup.queued","popup":2,"reason":"slot"}
      {"t":20600,"event":"idle"}
      slot-held: popup 1 has been up for 20,000 ms in which popup 2 could have been shown
      """)

  enum SlotHeld {
    static func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let subject = Int(deadline.subject)
      if deadline.kind == .contestedQueue {
        let since = state.queues[subject].contestedSince
        guard since >= .zero, since.rawValue == deadline.stamp, isOver(deadline, since: since, state, &output) else {
          return
        }
        let scene = Int(state.queues[subject].scene)
        for index in state.scenes[scene].visible.indices {
          let popup = state.visible(index, in: scene)
          guard Int(state.popups[popup].queue) == subject, state.popups[popup].shownClock <= since else { continue }
          judge(popup, state, &output)
        }
      } else {
        let popup = state.popups[subject]
        guard popup.isUp, Int64(popup.shownSequence) == deadline.stamp else { return }
        let contested = state.queues[Int(popup.queue)].contestedSince
        // Where the queue became contested after the popup was shown, that has a deadline of its own.
        guard contested >= .zero, contested <= popup.shownClock,
          isOver(deadline, since: popup.shownClock, state, &output)
        else { return }
        judge(subject, state, &output)
      }
    }

    /// Whether the time is over since a moment of the foreground clock; if not, puts the deadline off.
    private static func isOver(
      _ deadline: Deadline, since start: Ticks, _ state: borrowing AuditState, _ output: inout RuleOutput
    ) -> Bool {
      let rest = state.twentySeconds - (state.foregroundClock - start)
      if rest > .zero { output.putOff(deadline, by: rest, state) }
      return rest <= .zero
    }

    private static func judge(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let popup = state.popups[index]
      let queue = state.queues[Int(popup.queue)]
      guard popup.flags.contains(.holdsSlot), queue.candidate >= 0,
        output.noteReport(of: .slotHeld, ofPresentationOf: index, state)
      else { return }
      let other = Int(queue.candidate)
      let since = max(popup.shownClock, queue.contestedSince)
      output.report(
        .slotHeld, state, index, with: other, witness(popup.shownSequence, state.popups[other].submitted),
        state.sentence(
          state.text(popup: index), " has been up for ", state.text(state.foregroundClock - popup.shownClock),
          ", and for ", state.text(state.foregroundClock - since),
          " of them another could have been shown in its place, now ", state.text(popup: other)))
    }
  }
}
