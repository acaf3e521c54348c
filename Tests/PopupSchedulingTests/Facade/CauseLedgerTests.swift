import Testing

@testable import PopupScheduling

@Suite("What causes what")
struct CauseLedgerTests {
  private var ledger = CauseLedger()
  private var next: Int32 = 0

  /// Has something happen as the facade does, and gives its cause.
  @discardableResult
  private mutating func happen(
    _ kind: EventKind, popup: Int? = nil, page: Int? = nil, within action: Int32 = -1, scene: UInt16 = 0,
    _ fill: (inout Event) -> Void = { _ in }
  ) -> Int32 {
    var event = Event(kind)
    if let popup { event.popup = PopupID(popup) }
    if let page { event.page = PageID(page) }
    fill(&event)
    if kind.isStimulus { event.cause = ledger.cause(of: event, scene: scene, within: action) }
    event.sequence = next
    next += 1
    ledger.note(event, scene: scene)
    return event.cause
  }

  private func cause(_ kind: EventKind, popup: Int, within action: Int32 = -1, _ fill: (inout Event) -> Void = { _ in })
    -> Int32
  {
    var event = Event(kind)
    event.popup = PopupID(popup)
    fill(&event)
    return ledger.cause(of: event, within: action)
  }

  /// A presentation; its number as an event.
  @discardableResult
  private mutating func show(_ popup: Int, generation: Int32 = 1) -> Int32 {
    happen(.popupShown, popup: popup) { $0.generation = generation }
    return next - 1
  }

  @discardableResult
  private mutating func hide(_ popup: Int, _ reason: Reason = .dismissed) -> Int32 {
    happen(.popupHidden, popup: popup) { $0.reason = reason }
    return next - 1
  }

  @Test("Of a popup that was never shown nothing is known")
  mutating func unknown() {
    for kind in [
      EventKind.popupTapped, .popupViewLost, .contentLoaded, .contentFailed, .animationFinished, .animationLost,
    ] {
      for generation: Int32 in [0, 1, 2] { #expect(cause(kind, popup: 3) { $0.generation = generation } == -1) }
    }
    #expect(cause(.popupDismissed, popup: 3) { $0.act = .button } == -1)
    #expect(cause(.popupTapped, popup: -1) == -1)
    happen(.popupShown)
    #expect(cause(.popupTapped, popup: -1) == -1, "an event without a popup is about none")
  }

  @Test("What a user does to a popup is caused by its presentation while it is up, and by its hiding afterwards")
  mutating func users() {
    happen(.idle)
    let shown = show(0)
    for act in [DismissalAct.button, .cover, .back, .swipe] {
      #expect(cause(.popupDismissed, popup: 0, within: 0) { $0.act = act } == shown)
    }
    for kind in [EventKind.popupTapped, .popupViewLost] { #expect(cause(kind, popup: 0, within: 0) == shown) }
    #expect(cause(.popupDismissed, popup: 0, within: 0) { $0.act = .code } == 0, "code does it for the tap")
    #expect(cause(.popupDismissed, popup: 0) { $0.act = .code } == -1)
    let hidden = hide(0, .preempted)
    #expect(cause(.popupTapped, popup: 0) == hidden && cause(.popupViewLost, popup: 0) == hidden)
    let again = show(0, generation: 2)
    #expect(cause(.popupTapped, popup: 0) == again)
  }

  @Test("A cause that is named holds, whatever else would be one")
  mutating func named() {
    happen(.idle)
    show(0)
    for cause: Int32 in [0, 1] { #expect(self.cause(.popupTapped, popup: 0, within: 5) { $0.cause = cause } == cause) }
  }

  @Test("An animation's end is caused by what began it, the late end of an earlier entry by what cut it short")
  mutating func animations() {
    happen(.idle)
    let shown = show(0)
    #expect(cause(.animationFinished, popup: 0) { ($0.phase, $0.generation) = (.show, 1) } == shown)
    #expect(cause(.animationFinished, popup: 0) { ($0.phase, $0.generation) = (.hide, 1) } == -1)
    let hidden = hide(0, .pageLeft)
    #expect(cause(.animationFinished, popup: 0) { ($0.phase, $0.generation) = (.show, 1) } == shown)
    let again = show(0, generation: 2)
    for kind in [EventKind.animationFinished, .animationLost] {
      for (phase, generation, expected) in [
        (AnimationPhase.show, 2, again), (.show, 1, hidden), (.show, 0, again), (.show, 3, again), (.hide, 1, hidden),
        (.hide, 2, hidden),
      ] as [(AnimationPhase, Int32, Int32)] {
        #expect(cause(kind, popup: 0, within: 0) { ($0.phase, $0.generation) = (phase, generation) } == expected)
      }
    }
  }

  @Test("Content is caused by its request")
  mutating func content() {
    happen(.idle)
    happen(.contentRequested, popup: 4)
    for kind in [EventKind.contentLoaded, .contentFailed] {
      #expect(cause(kind, popup: 4, within: 0) == 1 && cause(kind, popup: 5, within: 0) == -1)
    }
  }

  @Test("Whatever else happens while a tap is carried out is caused by the tap, and else by nothing")
  mutating func taps() {
    for kind in [EventKind.popupSubmitted, .popupWithdrawn, .scrollBegan, .appSignedOut, .pageWillAppear] {
      #expect(happen(kind, popup: kind.isAboutPage ? nil : 0, page: kind.isAboutPage ? 6 : nil) == -1)
    }
    happen(.pageDidAppear, page: 6)
    for kind in [EventKind.popupSubmitted, .popupWithdrawn, .scrollBegan, .appSignedOut] {
      #expect(happen(kind, popup: 0, within: 0) == 0)
    }
  }

  @Test("A transition begun in a tap is the tap's to its end; the page it leads to causes what comes of it then")
  mutating func transition() {
    for page in [0, 1] {
      #expect(happen(.pageWillAppear, page: page) == -1)
      #expect(happen(.pageDidAppear, page: page) == -1)
    }
    let tap: Int32 = 2
    #expect(happen(.pageWillDisappear, page: 0, within: tap) == tap)
    #expect(happen(.pageWillAppear, page: 3) == tap)
    #expect(happen(.pageWillAppear, page: 4, scene: 1) == -1, "another scene's is its own")
    #expect(happen(.popupSubmitted, popup: 0) == -1)
    #expect(happen(.pageDidDisappear, page: 0) == tap)
    #expect(happen(.pageDidAppear, page: 3) == tap)
    let arrival = next - 1
    #expect(happen(.pageDidAppear, page: 4, scene: 1) == -1)
    // It is over: others begin theirs for themselves, and what is about the page that was led to is caused by its arrival.
    #expect(happen(.pageWillAppear, page: 1) == -1)
    #expect(happen(.pageDidAppear, page: 1) == -1)
    #expect(happen(.pageWillDisappear, page: 3) == arrival)
    #expect(happen(.pageWillAppear, page: 0) == arrival)
    #expect(happen(.pageDidDisappear, page: 3) == arrival)
    #expect(happen(.pageDidAppear, page: 0) == arrival)
    let back = next - 1
    #expect(happen(.pageRemoved, page: 3) == arrival)
    // The way back led to a page, too.
    #expect(happen(.pageWillDisappear, page: 0) == back)
    #expect(happen(.pageDidDisappear, page: 0) == back)
    #expect(happen(.pageWillAppear, page: 7) == -1)
  }

  @Test("A page arrives once: that it was led to again, or turned back on the way, changes nothing")
  mutating func arrival() {
    happen(.idle)
    happen(.pageWillAppear, page: 0, within: 0)
    happen(.pageDidAppear, page: 0)
    let arrival = next - 1
    for tap: Int32 in [1, 2] {
      #expect(happen(.pageWillDisappear, page: 0, within: tap) == tap)
      #expect(happen(.pageWillAppear, page: 0) == tap)
      #expect(happen(.pageDidAppear, page: 0) == tap)
      #expect(happen(.pageWillDisappear, page: 0) == arrival)
      happen(.pageDidDisappear, page: 0)
    }
    // A page that came by itself at first, and by a tap later.
    happen(.pageWillAppear, page: 1)
    happen(.pageDidAppear, page: 1)
    happen(.pageWillDisappear, page: 1)
    happen(.pageDidDisappear, page: 1)
    #expect(happen(.pageWillAppear, page: 1, within: 1) == 1)
    happen(.pageDidAppear, page: 1)
    let second = next - 1
    #expect(happen(.pageRemoved, page: 1) == second)
  }

  @Test("A removed page does not move any more, and a transition is over with its last page")
  mutating func removed() {
    happen(.idle)
    #expect(happen(.pageWillDisappear, page: 0, within: 0) == 0)
    #expect(happen(.pageWillDisappear, page: 1) == 0)
    #expect(happen(.pageWillDisappear, page: 1) == 0, "said twice it moves once")
    #expect(happen(.pageDidDisappear, page: 1) == 0)
    #expect(happen(.pageDidDisappear, page: 1) == 0)
    #expect(happen(.pageLoaded, page: 2) == 0)
    #expect(happen(.pageRemoved, page: 0) == 0)
    #expect(happen(.pageWillAppear, page: 5) == -1)
    #expect(happen(.pageDidAppear, page: 5) == -1)
    #expect(happen(.pageWillAppear, page: 40) == -1, "a page far beyond those there were")
  }

  @Test("The last 256 popups that are over are remembered, for animations that end later")
  mutating func over() {
    happen(.idle)
    var hidden: [Int32] = []
    for popup in 0..<600 {
      show(popup)
      hidden.append(hide(popup))
      for earlier in [popup, popup - 255, popup - 256] where earlier >= 0 {
        #expect(cause(.popupViewLost, popup: earlier) == (popup - earlier < 256 ? hidden[earlier] : -1), "\(popup)")
      }
    }
  }

  @Test("Those that were only asked for are forgotten like others, those that are not over never")
  mutating func forgotten() {
    happen(.idle)
    happen(.contentRequested, popup: 0)
    happen(.popupDropped, popup: 0)
    happen(.contentRequested, popup: 1)
    let up = show(2)
    let parked = hide(3)
    show(3, generation: 2)
    let left = hide(3, .pageLeft)
    let preempted = hide(4, .preempted)
    hide(5)
    let again = show(5, generation: 2)
    #expect(cause(.contentFailed, popup: 0) == 1 && parked < left)
    // Popups of which nothing is known push nobody out.
    for popup in 1_000..<2_000 { happen(.popupDropped, popup: popup) }
    #expect(cause(.contentFailed, popup: 0) == 1)
    for popup in 10..<300 {
      show(popup)
      hide(popup)
    }
    #expect(cause(.contentFailed, popup: 0) == -1)
    #expect(cause(.contentFailed, popup: 1) == 3)
    #expect(cause(.popupTapped, popup: 2) == up && cause(.popupTapped, popup: 5) == again)
    #expect(cause(.popupTapped, popup: 4) == preempted)
  }

  @Test("One that is over again and again is remembered all the same")
  mutating func overAgain() {
    happen(.idle)
    var last: Int32 = -1
    for generation in 1...600 {
      show(7, generation: Int32(generation))
      last = hide(7)
      #expect(cause(.popupViewLost, popup: 7) == last)
    }
  }
}
