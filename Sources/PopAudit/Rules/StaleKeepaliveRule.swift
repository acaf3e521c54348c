import PopupScheduling

/// `stale-keepalive`: a popup that was kept for one page comes back on another.
struct StaleKeepaliveRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.staleKeepalive] }
  static var watchedAtEnd: AuditSignals { .pageChanged }
  static var stage: TurnStage { .pages }

  /// The presentations that began while no page was current: they are judged once there is one.
  private var withoutPage = OwnedArray<AuditTurn.Presentation>()

  mutating func begin(_ state: borrowing AuditState) { withoutPage.removeAll() }

  @inline(__always)
  mutating func presented(
    _ index: Int, isMisplaced: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    if !isMisplaced, state.popups[index].flags.contains(.cameFromParking) { judge(index, state, &output) }
  }

  /// A turn is over in which another page became current.
  @inline(__always)
  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if !withoutPage.isEmpty { judgeWithoutPage(state, &output) }
  }

  @inline(never)
  private mutating func judgeWithoutPage(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    var kept = 0
    for index in withoutPage.indices where state.isUpSince(withoutPage[index]) {
      let presentation = withoutPage[index]
      let popup = Int(presentation.popup)
      if state.scenes[Int(state.popups[popup].scene)].current.isNone {
        withoutPage[kept] = presentation
        kept += 1
      } else {
        judge(popup, state, &output)
      }
    }
    withoutPage.removeLast(withoutPage.count - kept)
  }

  @inline(never)
  private mutating func judge(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard !state.popups[index].parkedPage.isNone else { return }
    let current = state.scenes[Int(state.popups[index].scene)].current
    let removed = state.pages[state.popups[index].parkedPage.index].isRemoved
    if !removed, current.isNone {
      withoutPage.append(AuditTurn.Presentation(popup: Int32(index), shownSequence: state.popups[index].shownSequence))
    }
    guard removed || (!current.isNone && !state.isInLineage(state.popups[index].parkedPage, of: current)) else {
      return
    }
    guard output.noteReportOnPage(state.popups[index].shownSequence, current) else { return }
    let fate = removed ? "which was removed" : "and came back on \(state.text(page: current))"
    let removal = removed ? state.pages[state.popups[index].parkedPage.index].removal : -1
    output.report(
      .staleKeepalive, popup: PopupID(index), page: current.isNone ? state.popups[index].parkedPage : current,
      time: state.now,
      witness: witness(state.popups[index].parked, removal, state.popups[index].shownSequence),
      because: "\(state.text(popup: index)) was kept for \(state.text(page: state.popups[index].parkedPage)), \(fate)"
    )
  }
}

extension Rule {
  public static let staleKeepalive = Rule(
    number: 7, id: "stale-keepalive", severity: .error,
    userWords: "was kept for a page that is gone, and came back all the same",
    definition: """
      A popup that had been parked for one page came back on another one, or after that page was removed. Where it \
      came back while no page was current, the first page that is decides.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"filter","pages":["Home"],"keepAlive":true}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"page.will-disappear","page":1}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"page-left","generation":1}
      {"t":200,"event":"popup.parked","popup":1,"page":1}
      {"t":200,"event":"page.will-appear","page":2,"class":"Home"}
      {"t":500,"event":"page.did-disappear","page":1}
      {"t":500,"event":"page.did-appear","page":2}
      {"t":500,"event":"popup.shown","popup":1,"page":2,"generation":2,"restored":true}
      stale-keepalive: popup 1 was kept for page 1 and came back on page 2
      """)
}
