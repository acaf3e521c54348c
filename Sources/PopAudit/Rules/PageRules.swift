import PopupScheduling

extension Rule {
  public static let wrongPage = Rule(
    number: 2, id: "wrong-page", severity: .error,
    userWords: "came up on a page it does not belong to",
    definition: """
      A popup is up on a page it was not meant for: none of the classes in its `pages` is the class (or, unless it \
      asked for exact classes, a superclass) of the page the user is on or of a page that contains it; or it was \
      shown for a page other than the current one. While one page gives way to another nothing is judged, so a \
      popup may be taken away at any moment of the transition.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"cart hint","pages":["Cart"]}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      wrong-page: popup 1 belongs on Cart and is up on Home
      """)

  enum WrongPage {
    static func stands(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
      let current = state.currentPage(for: index)
      let shownPage = state.popups[index].shownPage
      let isOfItsClasses = state.classesMatch(index, current)
      if isOfItsClasses {
        guard !state.popups[index].isExempt, state.popups[index].shownSequence >= state.turn.start, !shownPage.isNone,
          !state.isInLineage(shownPage, of: current)
        else { return false }
      }
      guard output.noteReportOnPage(state.popups[index].shownSequence, current) else { return true }
      let (popup, page) = (state.text(popup: index), state.text(page: current))
      output.report(
        .wrongPage, state, index, on: current,
        witness(state.popups[index].shownSequence, state.pages[current.index].changed),
        isOfItsClasses
          ? "\(popup) was shown for \(state.text(page: shownPage)) while \(page) is the current page"
          : "\(popup) may be shown on \(state.text(pagesOf: index)) and is up on \(page)")
      return true
    }
  }

  public static let wrongInstance = Rule(
    number: 3, id: "wrong-instance", severity: .error,
    userWords: "came up on another copy of its page, or was taken away from its own",
    definition: """
      A popup is up on a page of the right class that is another instance than the one it is bound to; or it was \
      hidden because its page was left, while that very page is the current one and nothing is moving; or it was \
      hidden so, and not parked, while its page stays and only others are leaving. Where no page is current then, \
      the one that will be when they are gone counts.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"draft saved","instance":1}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"page.will-disappear","page":1}
      {"t":200,"event":"page.will-appear","page":2,"class":"Home"}
      {"t":500,"event":"page.did-disappear","page":1}
      {"t":500,"event":"page.did-appear","page":2}
      wrong-instance: popup 1 belongs to page 1 and is still up on page 2
      """)

  enum WrongInstance {
    static func stands(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
      let current = state.currentPage(for: index)
      let own = state.popups[index].instance
      guard !own.isNone, !state.isInLineage(own, of: current) else { return false }
      guard output.noteReportOnPage(state.popups[index].shownSequence, current) else { return true }
      output.report(
        .wrongInstance, state, index, on: current,
        witness(state.popups[index].shownSequence, state.pages[current.index].changed),
        "\(state.text(popup: index)) belongs to \(state.text(page: own)) and is up on \(state.text(page: current))")
      return true
    }

    static func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.hasReason(.pageLeft), state.isPopupKnown else { return }
      let index = state.subject
      guard state.popups[index].isUp, state.popups[index].flags.contains(.bound) else { return }
      let current = state.currentPage(for: index)
      guard !current.isNone, state.scenes[Int(state.popups[index].scene)].isSettled else { return }
      let shownPage = state.popups[index].shownPage
      // Where its pages were changed while it was up, it may have left a page that the user is still on.
      guard shownPage.isNone || state.isInLineage(shownPage, of: current), state.matches(index, current),
        output.noteReportOnPage(state.popups[index].shownSequence, current)
      else { return }
      output.report(
        .wrongInstance, state, index, on: current,
        witness(state.pages[current.index].changed, state.popups[index].shownSequence, state.event.sequence),
        "\(state.text(popup: index)) was hidden as page-left while its \(state.text(page: current)) is the current "
          + "page and no page is moving")
    }

    /// Only other pages than its own are leaving. That it had expired is no reason to hide it.
    static func left(_ position: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
      let popup = state.popups[position]
      let scene = Int(popup.scene)
      guard popup.flags.contains(.bound), state.turn.staleCompletion != position, state.mayStay(position),
        !popup.isUp, !state.scenes[scene].isSettled
      else { return false }
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
      guard output.noteReportOnPage(popup.shownSequence, staying), !moving.isEmpty else { return true }
      let other = state.pageLists[moving, 0]
      let own = state.text(page: isNamed ? popup.shownPage : staying)
      output.report(
        .wrongInstance, state, position, on: staying,
        witness(popup.shownSequence, state.pages[other.index].changed, popup.hiddenSequence),
        "\(state.text(popup: position)) was hidden as page-left and not parked while \(state.text(page: other)) moves "
          + "and its \(own) stays")
      return true
    }
  }

  public static let duringTransition = Rule(
    number: 4, id: "during-transition", severity: .warning,
    userWords: "came up while the pages were moving",
    definition: """
      A popup was put on screen while a page was on its way in or out, a sheet's way in and a swipe that is \
      cancelled later included. It may end up over the wrong page, or be thrown off by the transition. What the \
      operating system shows at once is not judged.
      """,
    story: """
      {"t":100,"event":"page.will-disappear","page":1}
      {"t":150,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":150,"event":"popup.shown","popup":1,"generation":1}
      during-transition: popup 1 was shown while page 1 was disappearing
      """)

  enum DuringTransition {
    static func presented(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard !state.scenes[Int(state.popups[index].scene)].isSettled, !state.popups[index].isExempt,
        !state.isShownBySystem(index)
      else { return }
      let page = state.pageLists[state.scenes[Int(state.popups[index].scene)].moving, 0]
      let motion = state.pages[page.index].motion
      let way = motion == .appearing || motion == .covering ? "appearing" : "disappearing"
      output.report(
        .duringTransition, state, index, on: page,
        witness(state.pages[page.index].changed, state.popups[index].shownSequence),
        "\(state.text(popup: index)) was shown while \(state.text(page: page)) is \(way)")
    }
  }

  public static let staleKeepalive = Rule(
    number: 7, id: "stale-keepalive", severity: .error,
    userWords: "was kept for a page that is gone, and came back all the same",
    definition: """
      A popup that had been parked for one page came back on another one, or after that page was removed. Where it \
      came back while no page was current, the first page that is decides.
      """,
    story: """
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

  struct StaleKeepalive: ~Copyable {
    /// The presentations that began while no page was current: they are judged once there is one.
    var withoutPage = OwnedArray<AuditTurn.Presentation>()

    /// On a page that the rules before this one have nothing against.
    mutating func stands(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      if state.popups[index].shownSequence >= state.turn.start, state.popups[index].flags.contains(.cameFromParking) {
        judge(index, state, &output)
      }
    }

    mutating func presented(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.currentPage(for: index).isNone, state.popups[index].flags.contains(.cameFromParking) else { return }
      judge(index, state, &output)
    }

    @inline(never)
    mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let count = withoutPage.count
      for index in 0..<count where state.isUpSince(withoutPage[index]) {
        let popup = Int(withoutPage[index].popup)
        if state.currentPage(for: popup).isNone {
          withoutPage.append(withoutPage[index])
        } else {
          judge(popup, state, &output)
        }
      }
      withoutPage.removeFirst(count)
    }

    @inline(never)
    private mutating func judge(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let parkedPage = state.popups[index].parkedPage
      guard !parkedPage.isNone else { return }
      let current = state.currentPage(for: index)
      let shown = state.popups[index].shownSequence
      let isRemoved = state.pages[parkedPage.index].isRemoved
      if !isRemoved, current.isNone {
        withoutPage.append(AuditTurn.Presentation(popup: Int32(index), shownSequence: shown))
      }
      guard isRemoved || (!current.isNone && !state.isInLineage(parkedPage, of: current)),
        output.noteReportOnPage(shown, current)
      else { return }
      let fate = isRemoved ? "which was removed" : "and came back on \(state.text(page: current))"
      output.report(
        .staleKeepalive, state, index, on: current.isNone ? parkedPage : current,
        witness(state.popups[index].parked, isRemoved ? state.pages[parkedPage.index].removal : -1, shown),
        "\(state.text(popup: index)) was kept for \(state.text(page: parkedPage)), \(fate)")
    }
  }
}
