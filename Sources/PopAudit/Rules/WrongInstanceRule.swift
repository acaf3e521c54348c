import PopupScheduling

/// `wrong-instance`: a popup is up on another instance than its own, or was hidden as if its own had been left.
struct WrongInstanceRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.wrongInstance] }
  static var watchedBefore: AuditSignals { .popupHidden }

  mutating func stands(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
    let current = state.scenes[Int(state.popups[index].scene)].current
    guard !state.popups[index].instance.isNone, !state.isInLineage(state.popups[index].instance, of: current) else {
      return false
    }
    guard output.noteReportOnPage(state.popups[index].shownSequence, current) else { return true }
    output.report(
      .wrongInstance, popup: PopupID(index), page: current, time: state.now,
      witness: witness(state.popups[index].shownSequence, state.pages[current.index].changed),
      because:
        "\(state.text(popup: index)) belongs to \(state.text(page: state.popups[index].instance)) and is up on "
        + state.text(page: current))
    return true
  }

  /// A popup is about to be hidden as page-left.
  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if state.hasReason(.pageLeft), state.isPopupKnown { judgeHidden(state, &output) }
  }

  @inline(never)
  private func judgeHidden(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = state.event.popup.index
    guard state.popups[index].isUp, state.popups[index].flags.contains(.bound) else {
      return
    }
    let scene = Int(state.popups[index].scene)
    let current = state.scenes[scene].current
    guard !current.isNone, state.scenes[scene].isSettled else { return }
    let shownPage = state.popups[index].shownPage
    // Where its pages were changed while it was up, it may have left a page that the user is still on.
    guard shownPage.isNone || state.isInLineage(shownPage, of: current), state.matches(index, current),
      output.noteReportOnPage(state.popups[index].shownSequence, current)
    else { return }
    output.report(
      .wrongInstance, popup: state.event.popup, page: current, time: state.now,
      witness: witness(state.pages[current.index].changed, state.popups[index].shownSequence, state.event.sequence),
      because:
        "\(state.text(popup: state.event.popup.index)) was hidden as page-left while its \(state.text(page: current)) "
        + "is the current page and no page is moving")
  }

  /// Only other pages than its own are leaving. That it had expired is no reason to hide it.
  mutating func left(_ position: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
    let popup = state.popups[position]
    guard popup.flags.contains(.bound), state.turn.staleCompletion != position, state.mayStay(position) else {
      return false
    }
    let scene = Int(popup.scene)
    guard !popup.isUp, !state.scenes[scene].isSettled else { return false }
    // The page that will be current when they are gone.
    let staying = state.topPage(of: scene)
    guard !staying.isNone else { return false }
    let isNamed = !popup.shownPage.isNone
    guard isNamed ? state.isInLineage(popup.shownPage, of: staying) : state.matches(position, staying) else {
      return false
    }
    let moving = state.scenes[scene].moving
    for index in moving.indices {
      let page = state.pageLists[moving, index]
      if state.pages[page.index].motion == .covering { return false }
      // Where it was shown without a page, any that it MATCHES may be the one that was left.
      if isNamed ? state.isInLineage(page, of: popup.shownPage) : state.matches(position, page) { return false }
    }
    let own = isNamed ? popup.shownPage : staying
    guard output.noteReportOnPage(popup.shownSequence, staying), !moving.isEmpty else { return true }
    let other = state.pageLists[moving, 0]
    output.report(
      .wrongInstance, popup: PopupID(position), page: staying, time: state.now,
      witness: witness(popup.shownSequence, state.pages[other.index].changed, popup.hiddenSequence),
      because:
        "\(state.text(popup: position)) was hidden as page-left and not parked while \(state.text(page: other)) moves and "
        + "its \(state.text(page: own)) stays")
    return true
  }
}

extension Rule {
  public static let wrongInstance = Rule(
    number: 3, id: "wrong-instance", severity: .error,
    userWords: "came up on another copy of its page, or was taken away from its own",
    definition: """
      A popup is up on a page of the right class that is another instance than the one it is bound to; or it was \
      hidden because its page was left, while that very page is the current one and nothing is moving; or it was \
      hidden so, and not parked, while its page stays and only others are leaving. Where no page is current then, \
      the one that will be when they are gone counts.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"draft saved","instance":1}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"page.will-disappear","page":1}
      {"t":200,"event":"page.will-appear","page":2,"class":"Home"}
      {"t":500,"event":"page.did-disappear","page":1}
      {"t":500,"event":"page.did-appear","page":2}
      wrong-instance: popup 1 belongs to page 1 and is still up on page 2
      """)
}
