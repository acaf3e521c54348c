import PopupScheduling

// Presentations that were not to begin.

extension Rule {
  public static let shownAfterWithdrawal = Rule(
    number: 10, id: "shown-after-withdrawal", severity: .error,
    userWords: "came up although the app had taken it back",
    definition: """
      A popup was shown after code had taken it back: withdrawn, or dismissed by code while it was waiting. Toasts \
      are no exception.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"reconnecting"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.withdrawn","popup":1}
      {"t":300,"event":"idle"}
      {"t":300,"event":"popup.shown","popup":1,"page":1,"generation":1}
      shown-after-withdrawal: popup 1 was withdrawn and shown all the same
      """)

  public static let afterSignOut = Rule(
    number: 11, id: "after-sign-out", severity: .error,
    userWords: "was meant for another user, and was seen all the same",
    definition: """
      A popup that was submitted for one user is shown after that user signed out (or another one signed in), or \
      is still up after it; or one whose submission names a `user` is shown while another one is signed in. The \
      operating system's own popups are excepted, and a toast that is up may finish.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"your balance"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"app.signed-out"}
      {"t":300,"event":"idle"}
      {"t":300,"event":"popup.shown","popup":1,"page":1,"generation":1}
      after-sign-out: popup 1 belongs to the user who signed out
      """)

  public static let zombie = Rule(
    number: 9, id: "zombie", severity: .error,
    userWords: "came back after the user had dismissed it",
    definition: """
      A popup that was over is shown again: the user had dismissed it, or it had been dropped, had timed out, had \
      lost its view, had been cleared by a sign-out, or had been hidden with its page and not parked.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      {"t":950,"event":"idle"}
      {"t":950,"event":"popup.shown","popup":1,"page":1,"generation":2,"restored":true}
      zombie: popup 1 was dismissed and came back
      """)

  /// Checks the three rules above, of which only the first that is broken reports a presentation.
  enum NotToBegin {
    @inline(__always)
    static func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let isOver = !state.popups[state.subject].flags.isDisjoint(with: [.withdrawn, .dead, .dismissed])
      if isOver || isOfAnother(state) { judge(state, &output) }
    }

    /// Whether it is of the user before, or names another user than the one who is signed in.
    private static func isOfAnother(_ state: borrowing AuditState) -> Bool {
      state.popups[state.subject].epoch != state.epoch || state.isSignedIn && state.isForAnother(state.subject)
    }

    @inline(never)
    private static func judge(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let popup = state.popups[state.subject]
      if popup.flags.contains(.withdrawn) {
        report(
          .shownAfterWithdrawal, state, &output, witness(popup.submitted, popup.withdrawal, state.event.sequence),
          "was shown although code had taken it back (event \(popup.withdrawal)) before")
      } else if !popup.isSystem, isOfAnother(state) {
        let isOfBefore = popup.epoch != state.epoch
        let change = isOfBefore ? state.epochBegan : state.signedIn
        let whose =
          isOfBefore
          ? "for the user before and was shown after the change of user"
          : "for another user than the one who is signed in"
        report(
          .afterSignOut, state, &output, witness(popup.submitted, change, state.event.sequence),
          state.sentence(
            "was submitted at ", state.text(popup.submittedAt), " ", whose, " (event ", String(change), ")"))
      } else if !popup.flags.isDisjoint(with: [.dead, .dismissed]), !popup.isUp {
        let isDismissed = popup.flags.contains(.dismissed)
        let last = isDismissed ? popup.dismissal : popup.death
        report(
          .zombie, state, &output, witness(popup.submitted, last, popup.death, state.event.sequence),
          "\(isDismissed ? "had been dismissed" : "was over") (event \(last)) and was shown again, as presentation "
            + "\(state.event.generation)")
      }
    }

    private static func report(
      _ rule: Rule, _ state: borrowing AuditState, _ output: inout RuleOutput, _ witness: [Int32], _ what: String
    ) {
      guard output.noteReportOfBeginning(state.subject, state.event.sequence) else { return }
      output.report(rule, state, witness, state.sentence(state.text(popup: state.subject), " ", what))
    }

    /// Another user came in the turn that is over: what is up is still for the one before.
    static func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let change = state.epochBegan
      for scene in state.scenes.indices {
        for position in state.scenes[scene].visible.indices {
          let index = state.visible(position, in: scene)
          let it = state.popups[index]
          guard it.isKnown, it.isUp, !it.isExempt, !it.isSystem, it.epoch != state.epoch,
            output.noteReportOfBeginning(index, it.shownSequence)
          else { continue }
          output.report(
            .afterSignOut, state, index, witness(it.shownSequence, change),
            "\(state.text(popup: index)) belongs to the user before and is still up after the change of user "
              + "(event \(change))")
        }
      }
    }
  }

  public static let expiredShown = Rule(
    number: 27, id: "expired-shown", severity: .error,
    userWords: "was shown after its time was over",
    definition: """
      A popup was shown at or after the end of its time, counted from its submission. What is up already may \
      outlive it.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"today only","expires":1000}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":1500,"event":"idle"}
      {"t":1500,"event":"popup.shown","popup":1,"page":1,"generation":1}
      expired-shown: popup 1 was shown 400 ms after it had expired
      """)

  enum ExpiredShown {
    @inline(__always)
    static func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let popup = state.popups[state.subject]
      guard state.now >= popup.expiresAt, !popup.isSystem else { return }
      let late = state.now - popup.expiresAt
      output.report(
        .expiredShown, state, [popup.submitted, state.event.sequence],
        "\(state.text(popup: state.subject)), submitted \(state.text(at: popup.submittedAt)), was shown "
          + (late > .zero ? "\(state.text(late)) after it expired" : "at the moment it expired"))
    }
  }

  public static let contentNotReady = Rule(
    number: 28, id: "content-not-ready", severity: .error,
    userWords: "was shown empty",
    definition: """
      A popup whose content has to be loaded was shown without it: before it came, or after loading failed or was \
      cancelled.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"offer","content":"async"}
      {"t":100,"event":"content.requested","popup":1}
      {"t":200,"event":"idle"}
      {"t":200,"event":"popup.shown","popup":1,"page":1,"generation":1}
      content-not-ready: popup 1 was shown before its content was there
      """)

  enum ContentNotReady {
    @inline(__always)
    static func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let popup = state.popups[state.subject]
      guard !popup.flags.contains(.ready), state.spec(of: state.subject).content == .async else { return }
      let why =
        switch popup.contentKind {
        case _ where popup.contentEvent < 0: "its content was never asked for"
        case .contentFailed: "its content failed"
        case .contentCancelled: "the request for its content was cancelled"
        default: "its content had not come yet"
        }
      output.report(
        .contentNotReady, state,
        [popup.contentEvent < 0 ? popup.submitted : popup.contentEvent, state.event.sequence],
        state.sentence(state.text(popup: state.subject), " was shown although ", why))
    }
  }

  public static let duplicate = Rule(
    number: 8, id: "duplicate", severity: .error,
    userWords: "was seen twice",
    definition: """
      The user meets the same popup twice: it was shown while it was up already, or two popups with one key were \
      both shown although the first was not over when the second was submitted. What is submitted after the first \
      one ended is a new popup, and equal names without a key mean nothing.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"offline","key":"offline"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"popup.submitted","popup":2,"name":"offline","key":"offline"}
      {"t":200,"event":"popup.queued","popup":2,"reason":"slot"}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      {"t":900,"event":"popup.shown","popup":2,"page":1,"generation":1}
      duplicate: popup 2 has the key of popup 1, which was up when it was submitted
      """)

  enum Duplicate {
    static func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let popup = state.popups[state.subject]
      guard popup.isUp else { return }
      output.report(
        .duplicate, state, witness(popup.shownSequence, state.event.sequence),
        "\(state.text(popup: state.subject)) was shown while it was up already, since \(state.text(popup.shownAt))")
    }

    @inline(__always)
    static func presented(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      // A presentation that began while the popup was up was reported when it began.
      guard !state.popups[index].key.isNone, !state.popups[index].flags.contains(.shownTwice) else { return }
      findDuplicate(of: index, state, &output)
    }

    @inline(never)
    private static func findDuplicate(of position: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let scene = Int(state.popups[position].scene)
      for index in state.scenes[scene].visible.indices {
        let other = state.visible(index, in: scene)
        if other != position, state.popups[other].isUp, isDuplicate(other, of: position, state) {
          return report(position, other, "is up", state, &output)
        }
      }
      guard state.popups[position].flags.contains(.hadDuplicate) else { return }
      // Earlier submissions matter only if one of them was shown.
      let submitted = state.popups[position].submitted
      let key = state.keys[Int(state.popups[position].keyIndex)]
      guard key.shownCount > 1, key.earliestShown < submitted else { return }
      var other = state.popups[position].sameKeyEarlier
      while other >= 0 {
        let it = state.popups[Int(other)]
        let wasLive = !it.flags.contains(.ended) || it.end > submitted
        if wasLive, it.shownSequence >= 0, isDuplicate(Int(other), of: position, state) {
          let what = "was shown too and was not over when this one was submitted"
          return report(position, Int(other), what, state, &output)
        }
        other = it.sameKeyEarlier
      }
    }

    private static func isDuplicate(_ other: Int, of index: Int, _ state: borrowing AuditState) -> Bool {
      state.popups[other].key == state.popups[index].key && state.popups[other].queue == state.popups[index].queue
        && state.popups[other].epoch == state.popups[index].epoch
    }

    private static func report(
      _ index: Int, _ other: Int, _ what: String, _ state: borrowing AuditState, _ output: inout RuleOutput
    ) {
      let popup = state.popups[index]
      output.report(
        .duplicate, state, index, with: other,
        witness(state.popups[other].shownSequence, popup.submitted, popup.shownSequence),
        "\(state.text(popup: index)) was shown although \(state.text(popup: other)), which has its key "
          + "\"\(state.catalog.names.text(popup.key))\", \(what)")
    }
  }
}
