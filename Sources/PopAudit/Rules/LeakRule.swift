import PopupScheduling

extension Rule {
  public static let leak = Rule(
    number: 16, id: "leak", severity: .warning,
    userWords: "left something behind that nobody sees: a timer, a request, a place in the queue",
    definition: """
      Something is kept for a popup that cannot use it any more: a popup waits for a page that was removed, stays \
      up after it was dismissed or withdrawn or a second after it should have gone by itself, is not dropped when \
      its content failed, or has ended and its content is still being loaded or its timer still set.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"filter","instance":1}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"page.will-disappear","page":1}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"page-left","generation":1}
      {"t":200,"event":"popup.parked","popup":1,"page":1}
      {"t":500,"event":"page.did-disappear","page":1}
      {"t":500,"event":"page.removed","page":1}
      leak: popup 1 is parked for page 1, which was removed
      """)

  struct Leak: ~Copyable {
    /// What is remembered of a popup.
    struct Track {
      /// The `content.failed` of the turn under way that ended it while it was not UP; negative for none.
      var failure: Int32 = -1
      /// The first event about it in the turn under way, or in an earlier one.
      var firstEvent: Int32 = -1
      var isReported = false
    }

    /// A popup that can have leaked, by the first event about it in this turn.
    struct Suspect: Comparable {
      var firstEvent: Int32
      var popup: Int32

      static func < (one: Suspect, other: Suspect) -> Bool { one.firstEvent < other.firstEvent }
    }

    /// The popups that something happened to in this turn by which they can have leaked.
    var suspects = OwnedArray<Suspect>()
    /// The pages removed in this turn.
    var removed = OwnedArray<PageID>()
    var waiting = OwnedArray<Int32>()

    /// The content of a popup is about to fail: of one that is neither UP nor over, nothing will come.
    mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.isPopupKnown, state.popups[state.subject].isLive, !state.popups[state.subject].isUp,
        state.spec(of: state.subject).content == .async
      else { return }
      output.memories[state.subject].track.failure = state.event.sequence
      noteEvent(state.subject, state, &output)
      suspect(state.subject, &output)
    }

    @inline(__always)
    mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      noteEvent(state.subject, state, &output)
      if maySuspect(state.subject, state) { suspect(state.subject, &output) }
    }

    @inline(__always)
    private func noteEvent(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      if output.memories[index].track.firstEvent < state.turn.start {
        output.memories[index].track.firstEvent = state.event.sequence
      }
    }

    @inline(never)
    private mutating func suspect(_ index: Int, _ output: inout RuleOutput) {
      suspects.append(
        Suspect(firstEvent: output.memories[index].track.firstEvent, popup: Int32(truncatingIfNeeded: index)))
      output.wantsTurnEnd = true
    }

    /// Whether something may be kept for a popup. Those that end in this turn are looked at anyway.
    @inline(__always)
    private func maySuspect(_ index: Int, _ state: borrowing AuditState) -> Bool {
      let flags = state.popups[index].flags
      guard !flags.isDisjoint(with: [.ended, .parked, .bound]) else { return false }
      if flags.contains(.ended) { return state.popups[index].requested >= 0 || state.timers.hasTimer(popup: index) }
      return flags.contains(.parked) || !state.popups[index].instance.isNone
    }

    func isAnySuspect(_ state: borrowing AuditState) -> Bool {
      !(removed.isEmpty && suspects.isEmpty && state.dismissals.isEmpty && state.ended.isEmpty)
    }

    mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      if !removed.isEmpty { judgeRemovals(state, &output) }
      for index in state.dismissals.indices { judge(state.dismissals[index], state, &output) }
      for index in state.ended.indices { judge(Int(state.ended[index]), state, &output) }
      // In the order in which the turn came to them.
      if suspects.count > 1 { suspects.sort() }
      for index in suspects.indices { judge(Int(suspects[index].popup), state, &output) }
      suspects.removeAll()
    }

    /// Judges the popups that wait for the pages that were removed, in order of submission.
    private mutating func judgeRemovals(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      waiting.removeAll()
      for index in removed.indices { state.appendWaiting(forPage: removed[index], to: &waiting) }
      removed.removeAll()
      state.sortBySubmission(&waiting, from: 0)
      for index in waiting.indices { judgeRemoval(Int(waiting[index]), state, &output) }
    }

    /// Told to go in this turn while it was UP, and still UP.
    private mutating func judge(
      _ dismissal: AuditTurn.Dismissal, _ state: borrowing AuditState, _ output: inout RuleOutput
    ) {
      let index = Int(dismissal.popup)
      let popup = state.popups[index]
      guard popup.isKnown, popup.isUp, popup.shownSequence < dismissal.sequence else { return }
      guard !state.isObserved else {
        // Most apps report it once its animation is over.
        return output.deadlines.add(.toldToGo, at: state.now + state.second, index, stamp: Int64(popup.shownSequence))
      }
      report(index, state, &output, [popup.shownSequence, dismissal.sequence], "is still up after it was told to go")
    }

    private mutating func judge(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let failure = output.memories[index].track.failure
      output.memories[index].track.failure = -1
      let popup = state.popups[index]
      guard popup.isKnown else { return }
      if failure >= 0, !popup.flags.contains(.removed) {
        report(
          index, state, &output, [popup.submitted, failure],
          "was not dropped when its content failed, and can never be shown")
      } else if popup.isLive {
        judgeRemoval(index, state, &output)
      } else if popup.requested >= 0 {
        report(index, state, &output, [popup.requested, popup.end], "has ended, and its content is still being loaded")
      } else if state.timers.hasTimer(popup: index), !isPatience(index, state) {
        report(
          index, state, &output, [state.timers.setting(ofPopup: index), popup.end],
          "has ended, and a timer of it is still set")
      }
    }

    /// Whether the timer of a popup that has ended is for its exit: set after it was hidden, in case its animation never finishes.
    private func isPatience(_ index: Int, _ state: borrowing AuditState) -> Bool {
      guard state.timers.setting(ofPopup: index) > state.popups[index].hiddenSequence else { return false }
      return state.popups[index].flags.contains(.leaving)
        || state.scenes[Int(state.popups[index].scene)].graceEnd == state.now
    }

    /// Kept for a page that will not come back.
    private mutating func judgeRemoval(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let popup = state.popups[index]
      guard popup.isLive, !popup.isUp, !output.memories[index].track.isReported else { return }
      let isParked = popup.isParked && isRemoved(popup.parkedPage, state)
      let page = isParked ? popup.parkedPage : popup.instance
      guard isRemoved(page, state) else { return }
      report(
        index, state, &output, [isParked ? popup.parked : popup.submitted, state.pages[page.index].removal],
        state.sentence(isParked ? "is parked for " : "is bound to ", state.text(page: page), ", which was removed"))
    }

    private func isRemoved(_ page: PageID, _ state: borrowing AuditState) -> Bool {
      !page.isNone && page.index < state.pages.count && state.pages[page.index].isRemoved
    }

    /// A popup that hides itself was shown: sets a deadline by which it must be hidden.
    func watch(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.isPopupKnown, !output.memories[state.subject].track.isReported,
        !state.popups[state.subject].flags.contains(.plain)
      else { return }
      let limit = state.spec(of: state.subject).autoDismiss
      guard limit >= .zero else { return }
      let stamp = Int64(state.popups[state.subject].shownSequence)
      output.deadlines.add(.overstay, at: state.now + limit + state.second + Ticks(1), state.subject, stamp: stamp)
    }

    /// Time on screen stands still in the background, so the moment may have to be put off.
    mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let index = Int(deadline.subject)
      let popup = state.popups[index]
      guard popup.isUp, Int64(popup.shownSequence) == deadline.stamp, !output.memories[index].track.isReported else {
        return
      }
      guard deadline.kind == .overstay else {
        let told = max(popup.dismissal, popup.withdrawal)
        return report(
          index, state, &output, [popup.shownSequence, told], "is still up a second after it was told to go")
      }
      let limit = state.spec(of: index).autoDismiss
      let stay = state.foregroundClock - popup.shownClock
      let rest = limit + state.second - stay
      if rest < .zero {
        report(
          index, state, &output, [popup.shownSequence],
          "should go by itself after \(state.text(limit)), and has been up for \(state.text(stay))")
      } else {
        output.putOff(deadline, by: rest + Ticks(1), state)
      }
    }

    private mutating func report(
      _ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ witness: [Int32], _ why: String
    ) {
      guard !output.memories[index].track.isReported else { return }
      output.memories[index].track.isReported = true
      output.report(
        .leak, state, index, on: state.popups[index].shownSequence >= 0 ? nil : state.currentPage(for: index),
        witness.sorted(), state.sentence(state.text(popup: index), " ", why))
    }
  }
}
