import PopupScheduling

/// `stale-keepalive`: a popup that was kept for one page comes back on another.
struct StaleKeepaliveRule: ~Copyable, AuditRule {
  @inline(__always)
  mutating func presented(_ place: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    if state.popups[place].flags.contains(.cameFromParking) { judge(place, state, &output) }
  }

  @inline(never)
  private func judge(_ place: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard !state.popups[place].parkedPage.isNone else { return }
    let current = state.scenes[Int(state.popups[place].scene)].current
    let removed = state.pages[state.popups[place].parkedPage.index].isRemoved
    guard removed || (!current.isNone && !state.isInLineage(state.popups[place].parkedPage, of: current)) else {
      return
    }
    guard output.claimPage(state.popups[place].shown, current) else { return }
    let fate = removed ? "which was removed" : "and came back on \(state.text(page: current))"
    let removal = removed ? state.pages[state.popups[place].parkedPage.index].removal : -1
    output.findings.append(
      Finding(
        .staleKeepalive, popup: PopupID(place), page: current.isNone ? state.popups[place].parkedPage : current,
        time: state.now,
        witness: witness(state.popups[place].parked, removal, state.popups[place].shown),
        because: "\(state.text(popup: place)) was kept for \(state.text(page: state.popups[place].parkedPage)), \(fate)"
      ))
  }
}

extension StaleKeepaliveRule {
  static let documentation = RuleDocumentation(
    severity: .error,
    definition: """
      A popup that had been parked for one page came back on another one, or after that page was removed.
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
