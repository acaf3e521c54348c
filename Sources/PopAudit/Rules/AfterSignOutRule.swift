import PopupScheduling

/// `after-sign-out`: a popup is shown, or stays up, after the user it was submitted for signed out.
struct AfterSignOutRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.afterSignOut] }
  static var watchedBefore: AuditSignals { .popupShown }
  static var watchedAtEnd: AuditSignals { .appSignedOut | .appSignedIn }
  static var stage: TurnStage { .pages }

  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.isPopupKnown else { return }
    let isOfBefore = state.popups[state.event.popup.index].epoch != state.epoch
    if isOfBefore || state.isSignedIn && state.isForAnother(state.event.popup.index) {
      reportShown(state, isOfBefore, &output)
    }
  }

  /// A popup of the user before, or one that names another user than the one who is signed in.
  @inline(never)
  private func reportShown(_ state: borrowing AuditState, _ isOfBefore: Bool, _ output: inout RuleOutput) {
    let index = state.event.popup.index
    guard !state.popups[index].isSystem, output.noteReportOfBeginning(index, state.event.sequence) else { return }
    let change = isOfBefore ? state.epochBegan : state.signedIn
    let whose =
      isOfBefore
      ? "for the user before and was shown after the change of user" : "for another user than the one who is signed in"
    output.report(
      .afterSignOut, state, witness: witness(state.popups[index].submitted, change, state.event.sequence),
      "\(state.text(popup: index)) was submitted \(state.text(at: state.popups[index].submittedAt)) \(whose) (event \(change))"
    )
  }

  /// Popups that are up when the user has changed.
  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.turn.epochChange >= 0 else { return }
    for scene in 0..<state.sceneCount {
      let visible = state.scenes[scene].visible
      for index in visible.indices {
        let popup = state.numberLists[visible, index]
        let position = Int(popup)
        let it = state.popups[position]
        guard it.isKnown, it.isUp, !it.isExempt, !it.isSystem, it.epoch != state.epoch,
          output.noteReportOfBeginning(position, it.shownSequence)
        else { continue }
        output.report(
          .afterSignOut, popup: PopupID(popup), page: it.shownPage, time: state.now,
          witness: witness(it.shownSequence, state.turn.epochChange),
          because:
            "\(state.text(popup: position)) belongs to the user before and is still up after the change of user "
            + "(event \(state.turn.epochChange))")
      }
    }
  }
}

extension Rule {
  public static let afterSignOut = Rule(
    number: 11, id: "after-sign-out", severity: .error,
    userWords: "was meant for another user, and was seen all the same",
    definition: """
      A popup that was submitted for one user is shown after that user signed out (or another one signed in), or \
      is still up after it; or one whose submission names a `user` is shown while another one is signed in. The \
      operating system's own popups are excepted, and a toast that is up may finish.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"your balance"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"app.signed-out"}
      {"t":300,"event":"idle"}
      {"t":300,"event":"popup.shown","popup":1,"page":1,"generation":1}
      after-sign-out: popup 1 belongs to the user who signed out
      """)
}
