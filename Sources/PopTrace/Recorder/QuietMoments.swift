import PopupScheduling

/// The indexes in a recording at which nothing is open: every popup so far has ended and left the screen and is mentioned no more, no timer is
/// set, no page moves, and the keyboard is not folded for any popup.
///
/// What a deterministic policy then knows of the past is what ``Session/beginning(at:)`` keeps of it: pages, gates, suspensions, the user.
///
/// The beginning of a session is always one. A session that lost events is known up to its first gap only, a scenario not at all.
package struct QuietMoments: Sendable {
  private var isQuiet: [Bool]

  /// Finds the quiet moments of a session.
  package init(of session: Session) {
    let events = session.log.events
    isQuiet = Array(repeating: false, count: events.count)
    guard !session.isScenario, session.skippedEvents == 0, events.first?.sequence == 0 else { return }
    // Behind a gap it is not known what is open.
    let end = min(session.gaps.first ?? events.count, events.count)
    var search = QuietSearch(session)
    for index in 0..<end { isQuiet[index] = search.take(events[index], at: index) }
    search.finish(&isQuiet, end)
  }

  /// The last quiet moment at an index in the log or before it; 0, the beginning, where there is no other.
  package func last(notAfter index: Int) -> Int {
    guard !isQuiet.isEmpty else { return 0 }
    var index = min(max(index, 0), isQuiet.count - 1)
    while index > 0, !isQuiet[index] { index -= 1 }
    return index
  }
}

private struct QuietSearch {
  private struct Popup {
    var first = -1
    var last = -1
    var isLive = false
    /// Whether its exit animation is under way.
    var isLeaving = false
    var hasExit = false
  }

  private struct Timer {
    var first = -1
    var last = -1
    var isSet = false
    var popup = PopupID.none
  }

  private struct Fold {
    var first: Int
    var page: PageID
  }

  private let catalog: Catalog
  private let events: [Event]
  private let marksReentrantStimuli: Bool
  private var popups: [Popup] = []
  private var timers: [Timer] = []
  private var folds: [UInt16: Fold] = [:]
  private var screens = LastingState()
  /// By how much the count of what is open changes at each index.
  private var changes: [Int]
  private var root = 0

  init(_ session: Session) {
    catalog = session.catalog
    events = session.log.events
    marksReentrantStimuli = session.header.marksReentrantStimuli
    changes = Array(repeating: 0, count: events.count + 1)
  }

  private mutating func noteOpen(from first: Int, to last: Int) {
    guard first < last else { return }
    changes[first + 1] += 1
    changes[last + 1] -= 1
  }

  /// Whether a turn begins with an event, while no page moves; what is open then is found out later.
  mutating func take(_ event: Event, at index: Int) -> Bool {
    let begins = beginsTurn(event, at: index)
    if begins { root = index }
    let isSettled = screens.isSettled
    if !event.popup.isNone { takePopup(event, at: index) }
    if !event.timer.isNone { takeTimer(event, at: index) }
    takeKeyboard(event, at: index)
    if event.kind.isStimulus { screens.take(event, at: index, catalog) }
    return begins && isSettled
  }

  /// Whether an event is the first of a turn (TimeAndTurns, *Re-entrant stimuli*).
  private func beginsTurn(_ event: Event, at index: Int) -> Bool {
    guard event.kind.isStimulus else { return false }
    let cause = Int(event.cause)
    guard cause >= root, cause < index, events[cause].kind.isDecision, events[cause].time == event.time else {
      return true
    }
    return marksReentrantStimuli && !event.flags.contains(.reentrant)
  }

  private mutating func takePopup(_ event: Event, at index: Int) {
    let popup = event.popup.index
    while popups.count <= popup { popups.append(Popup()) }
    if popups[popup].first < 0 { popups[popup].first = index }
    popups[popup].last = index
    switch event.kind {
    case .popupSubmitted:
      popups[popup].isLive = true
      popups[popup].hasExit = event.attributes >= 0 && catalog.spec(event.spec).exitLength > .zero
    case .popupQueued, .popupParked, .popupRestored: popups[popup].isLive = true
    case .popupShown:
      popups[popup].isLive = true
      popups[popup].isLeaving = false
    case .popupHidden:
      popups[popup].isLive = false
      popups[popup].isLeaving = popups[popup].hasExit && event.reason != .viewLost
    case .popupDropped: popups[popup].isLive = false
    case .animationFinished where event.phase == .hide: popups[popup].isLeaving = false
    case .popupViewLost: popups[popup].isLeaving = false
    default: break
    }
  }

  private mutating func takeTimer(_ event: Event, at index: Int) {
    // Timers are counted from 0 as they are set: a number beyond the events there are cannot be one.
    let timer = event.timer.index
    guard timer >= 0, timer < events.count else { return }
    while timers.count <= timer { timers.append(Timer()) }
    if timers[timer].first < 0 { timers[timer].first = index }
    timers[timer].last = index
    timers[timer].isSet = event.kind == .timerSet
    if event.kind == .timerSet { timers[timer].popup = event.popup }
    // The end of an exit animation that does not come is waited for no longer.
    let owner = timers[timer].popup
    if event.kind == .timerFired, !owner.isNone, owner.index < popups.count { popups[owner.index].isLeaving = false }
  }

  /// A folded keyboard stays open until the user ends or begins typing, or its page goes: until then policies ask whether an end or a
  /// beginning of typing is only the folding's.
  private mutating func takeKeyboard(_ event: Event, at index: Int) {
    switch event.kind {
    case .keyboardResigned:
      let first = folds[event.scene]?.first ?? index
      folds[event.scene] = Fold(first: first, page: event.page)
    case .editBegan, .editEnded:
      guard let fold = folds[event.scene], !isOfFolding(event) else { return }
      noteOpen(from: fold.first, to: index)
      folds[event.scene] = nil
    case .pageDidDisappear, .pageRemoved:
      guard !folds.isEmpty, !event.page.isNone else { return }
      let scene = catalog.scene(of: event.page)
      guard let fold = folds[scene], isInLineage(event.page, of: fold.page) else { return }
      noteOpen(from: fold.first, to: index)
      folds[scene] = nil
    default: break
    }
  }

  private func isOfFolding(_ event: Event) -> Bool {
    let cause = Int(event.cause)
    guard cause >= 0, cause < events.count else { return false }
    return events[cause].kind == .keyboardResigned || events[cause].kind == .keyboardRestored
  }

  private func isInLineage(_ page: PageID, of inner: PageID) -> Bool {
    var step = inner
    for _ in 0...catalog.pages.count where !step.isNone {
      if step == page { return true }
      step = step.index < catalog.pages.count ? catalog.pages[step.index].container : .none
    }
    return false
  }

  /// Closes what is still open at the end, and only then settles which moments are quiet.
  mutating func finish(_ isQuiet: inout [Bool], _ end: Int) {
    let last = isQuiet.count - 1
    for popup in popups where popup.first >= 0 {
      noteOpen(from: popup.first, to: popup.isLive || popup.isLeaving ? last : popup.last)
    }
    for timer in timers where timer.first >= 0 { noteOpen(from: timer.first, to: timer.isSet ? last : timer.last) }
    for fold in folds.values { noteOpen(from: fold.first, to: last) }
    var open = 0
    for index in 0..<end {
      open += changes[index]
      isQuiet[index] = isQuiet[index] && open == 0
    }
  }
}

/// The pages of every scene and the gates that hold popups back there, as a policy follows them (QueueOrder, *Scroll and edit gates*,
/// PagesAndPopups, *The current page*).
struct LastingState {
  /// The user scrolls, or types: since which index in the log, and on which page.
  struct Gate: Hashable {
    var index = -1
    var page = PageID.none

    /// What begins while no page is current belongs to the next one that is.
    mutating func settle(on current: PageID) { if index >= 0, page.isNone { page = current } }
  }

  struct Scene {
    var pages = PageStack()
    var scrolling = Gate()
    var typing = Gate()

    mutating func take(page event: Event, _ catalog: borrowing Catalog) {
      pages.take(event, catalog)
      if event.kind == .pageDidDisappear || event.kind == .pageRemoved {
        if pages.isInLineage(event.page, of: scrolling.page) { scrolling = Gate() }
        if pages.isInLineage(event.page, of: typing.page) { typing = Gate() }
      }
      scrolling.settle(on: pages.current)
      typing.settle(on: pages.current)
    }
  }

  private(set) var scenes: [UInt16: Scene] = [:]
  private var unsettled = 0

  var isSettled: Bool { unsettled == 0 }

  mutating func take(_ event: Event, at index: Int, _ catalog: borrowing Catalog) {
    switch event.kind {
    case .scrollBegan, .scrollEnded, .editBegan, .editEnded: takeGate(event, at: index, catalog)
    default: if event.kind.isAboutPage, !event.page.isNone { takePage(event, catalog) }
    }
  }

  private mutating func takePage(_ event: Event, _ catalog: borrowing Catalog) {
    let scene = catalog.scene(of: event.page)
    if !scenes[scene, default: Scene()].pages.isSettled { unsettled -= 1 }
    scenes[scene, default: Scene()].take(page: event, catalog)
    if !scenes[scene, default: Scene()].pages.isSettled { unsettled += 1 }
  }

  private mutating func takeGate(_ event: Event, at index: Int, _ catalog: borrowing Catalog) {
    let scene = event.page.isNone ? event.scene : catalog.scene(of: event.page)
    let gate = Gate(index: index, page: scenes[scene, default: Scene()].pages.current)
    switch event.kind {
    case .scrollBegan: scenes[scene, default: Scene()].scrolling = gate
    case .scrollEnded: scenes[scene, default: Scene()].scrolling = Gate()
    case .editBegan: scenes[scene, default: Scene()].typing = gate
    default: scenes[scene, default: Scene()].typing = Gate()
    }
  }

  /// Whether later events meet the same pages and gates in both states: the same page is current now, and the same ones are as each page
  /// above them disappears.
  func isSame(as other: LastingState, _ catalog: borrowing Catalog) -> Bool {
    Set(scenes.keys).union(other.scenes.keys).allSatisfy { number in
      let (own, others) = (scenes[number, default: Scene()], other.scenes[number, default: Scene()])
      return own.scrolling == others.scrolling && own.typing == others.typing
        && Self.areSame(own.pages, others.pages, catalog)
    }
  }

  private static func areSame(_ one: PageStack, _ other: PageStack, _ catalog: borrowing Catalog) -> Bool {
    var (one, other) = (one, other)
    while one.isSettled == other.isSettled, one.current == other.current {
      guard !one.current.isNone else { return true }
      var event = Event(.pageDidDisappear)
      event.page = one.current
      one.take(event, catalog)
      other.take(event, catalog)
    }
    return false
  }
}
