import PopupScheduling

/// `overlap`: a presentation begins while another popup of its scene is still on screen.
struct OverlapRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.overlap] }
  static var watchedAtEnd: AuditSignals { .popupShown }
  static var stage: TurnStage { .presentations }

  @inline(__always)
  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.turn.presentations.indices {
      let presentation = state.turn.presentations[index]
      let popup = Int(presentation.popup)
      guard state.isUpSince(presentation), !state.popups[popup].isExempt, !state.popups[popup].isSystem else {
        continue
      }
      let first = firstVisible(in: Int(state.popups[popup].scene), state)
      guard first >= 0, first != popup else { continue }
      report(presentation, over: first, state, &output)
    }
  }

  /// The VISIBLE popup of a scene, exempt ones left out, whose presentation began first; negative where there is none.
  private func firstVisible(in scene: Int, _ state: borrowing AuditState) -> Int {
    let visible = state.scenes[scene].visible
    for index in visible.indices {
      let popup = Int(state.numberLists[visible, index])
      if !state.popups[popup].isExempt { return popup }
    }
    return -1
  }

  @inline(never)
  private func report(
    _ presentation: AuditTurn.Presentation, over first: Int, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    let popup = Int(presentation.popup)
    let other = state.popups[first]
    let length = state.text(state.now - other.shownAt)
    let exit = other.isUp ? "is up" : "is still leaving the screen (hidden \(state.text(at: other.hiddenAt)))"
    output.report(
      .overlap, popup: PopupID(presentation.popup), other: PopupID(first), page: state.popups[popup].shownPage,
      time: state.now,
      witness: other.isUp
        ? [other.shownSequence, presentation.shownSequence]
        : [other.shownSequence, other.hiddenSequence, presentation.shownSequence],
      because:
        "\(state.text(popup: popup)) was shown while \(state.text(popup: first)), shown \(length) earlier, \(exit)"
    )
  }
}

extension Rule {
  public static let overlap = Rule(
    number: 1, id: "overlap", severity: .error,
    userWords: "was on screen together with another popup",
    definition: """
      Two popups of one scene are on screen at once. A popup counts as on screen from its popup.shown until its \
      exit animation is over (or a second after it should have been), whichever scheduler it belongs to. Toasts \
      (kind hud) may lie over anything, and the operating system's own popups may come over what is up, but \
      nothing may come over them.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":300,"event":"popup.submitted","popup":2,"name":"new version"}
      {"t":300,"event":"popup.shown","popup":2,"page":1,"generation":1}
      overlap: popup 2 was shown while popup 1 was up
      """)
}
