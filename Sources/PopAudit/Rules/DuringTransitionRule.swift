import PopupScheduling

/// `during-transition`: a presentation begins while a page is on its way in or out.
struct DuringTransitionRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.duringTransition] }
  @inline(__always)
  mutating func presented(
    _ index: Int, isMisplaced: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    if !state.scenes[Int(state.popups[index].scene)].isSettled { judge(index, state, &output) }
  }

  @inline(never)
  private func judge(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let scene = Int(state.popups[index].scene)
    guard !state.popups[index].isExempt, !state.isShownBySystem(index) else { return }
    let page = state.pageLists[state.scenes[scene].moving, 0]
    let motion = state.pages[page.index].motion
    let way = motion == .appearing || motion == .covering ? "appearing" : "disappearing"
    output.report(
      .duringTransition, popup: PopupID(index), page: page, time: state.now,
      witness: witness(state.pages[page.index].changed, state.popups[index].shownSequence),
      because: "\(state.text(popup: index)) was shown while \(state.text(page: page)) is \(way)")
  }
}

extension Rule {
  public static let duringTransition = Rule(
    number: 4, id: "during-transition", severity: .warning,
    userWords: "came up while the pages were moving",
    definition: """
      A popup was put on screen while a page was on its way in or out, a sheet's way in and a swipe that is \
      cancelled later included. It may end up over the wrong page, or be thrown off by the transition. What the \
      operating system shows at once is not judged.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"page.will-disappear","page":1}
      {"t":150,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":150,"event":"popup.shown","popup":1,"generation":1}
      during-transition: popup 1 was shown while page 1 was disappearing
      """)
}
