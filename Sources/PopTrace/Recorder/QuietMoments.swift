import PopupScheduling

/// The indexes in a recording at which nothing is open: every popup so far has ended and left the screen and is mentioned no more, no timer is
/// set, no page moves, and the keyboard is not folded for any popup.
///
/// The beginning of a session is always one. A session that lost events is known up to its first gap only, a scenario not at all.
package struct QuietMoments: Sendable {
  private var isQuiet: [Bool]
  /// Whether nothing is open behind the last event.
  private(set) var isQuietAtEnd = false

  package init(of session: Session) {
    let events = session.log.events
    isQuiet = Array(repeating: false, count: events.count)
    guard !session.isScenario, session.skippedEvents == 0, events.first?.sequence == 0 else { return }
    // Behind a gap it is not known what is open.
    let end = min(session.gaps.first ?? events.count, events.count)
    var search = QuietSearch(session)
    for index in 0..<end { isQuiet[index] = search.take(events[index], at: index) }
    search.finish(&isQuiet, end)
    isQuietAtEnd = end == events.count && search.isQuiet
  }

  /// The last quiet moment at an index in the log or before it; 0, the beginning, where there is no other.
  package func last(notAfter index: Int) -> Int {
    isQuiet.prefix(max(index, -1) + 1).lastIndex(of: true) ?? 0
  }
}

private struct QuietSearch {
  /// A popup or a timer, from the first event about it to the last.
  private struct Span {
    var first = -1
    var last = -1
    /// Whether the popup waits or is shown, or the timer is set.
    var isOpen = false
    /// Whether the popup's exit animation is under way.
    var isLeaving = false
    var hasExit = false
    /// The popup that the timer was set for.
    var popup = PopupID.none
  }

  private let session: Session
  private var popups: [Span] = []
  private var timers: [Span] = []
  private var folds: [UInt16: (first: Int, page: PageID)] = [:]
  private var screens = LastingState()
  /// By how much the count of what is open changes at each index.
  private var changes: [Int]
  private var root = 0

  init(_ session: Session) {
    self.session = session
    changes = Array(repeating: 0, count: session.events.count + 1)
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
    if event.kind.isStimulus { screens.take(event, at: index, session.catalog) }
    return begins && isSettled
  }

  /// Whether an event is the first of a turn (TimeAndTurns, *Re-entrant stimuli*).
  private func beginsTurn(_ event: Event, at index: Int) -> Bool {
    guard event.kind.isStimulus else { return false }
    let cause = Int(event.cause)
    guard cause >= root, cause < index, session.events[cause].kind.isDecision,
      session.events[cause].time == event.time
    else { return true }
    return session.header.marksReentrantStimuli && !event.flags.contains(.reentrant)
  }

  private static func note(_ number: Int, at index: Int, in spans: inout [Span]) {
    while spans.count <= number { spans.append(Span()) }
    if spans[number].first < 0 { spans[number].first = index }
    spans[number].last = index
  }

  private mutating func takePopup(_ event: Event, at index: Int) {
    let popup = event.popup.index
    Self.note(popup, at: index, in: &popups)
    switch event.kind {
    case .popupSubmitted:
      popups[popup].isOpen = true
      popups[popup].hasExit = event.attributes >= 0 && session.catalog.spec(event.spec).exitLength > .zero
    case .popupQueued, .popupParked, .popupRestored: popups[popup].isOpen = true
    case .popupShown: (popups[popup].isOpen, popups[popup].isLeaving) = (true, false)
    case .popupHidden:
      popups[popup].isOpen = false
      popups[popup].isLeaving = popups[popup].hasExit && event.reason != .viewLost
    case .popupDropped: popups[popup].isOpen = false
    case .animationFinished where event.phase == .hide: popups[popup].isLeaving = false
    case .popupViewLost: popups[popup].isLeaving = false
    default: break
    }
  }

  private mutating func takeTimer(_ event: Event, at index: Int) {
    // Timers are counted from 0 as they are set: a number beyond the events there are cannot be one.
    let timer = event.timer.index
    guard timer >= 0, timer < session.events.count else { return }
    Self.note(timer, at: index, in: &timers)
    timers[timer].isOpen = event.kind == .timerSet
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
      folds[event.scene] = (folds[event.scene]?.first ?? index, event.page)
    case .editBegan, .editEnded:
      guard let fold = folds[event.scene], !isOfFolding(event) else { return }
      noteOpen(from: fold.first, to: index)
      folds[event.scene] = nil
    case .pageDidDisappear, .pageRemoved:
      guard !folds.isEmpty, !event.page.isNone else { return }
      let scene = session.catalog.scene(of: event.page)
      guard let fold = folds[scene], isInLineage(event.page, of: fold.page) else { return }
      noteOpen(from: fold.first, to: index)
      folds[scene] = nil
    default: break
    }
  }

  private func isOfFolding(_ event: Event) -> Bool {
    let cause = Int(event.cause)
    guard cause >= 0, cause < session.events.count else { return false }
    return session.events[cause].kind == .keyboardResigned || session.events[cause].kind == .keyboardRestored
  }

  private func isInLineage(_ page: PageID, of inner: PageID) -> Bool {
    var step = inner
    for _ in 0...session.catalog.pages.count where !step.isNone {
      if step == page { return true }
      step = step.index < session.catalog.pages.count ? session.catalog.pages[step.index].container : .none
    }
    return false
  }

  /// Whether nothing is open now.
  var isQuiet: Bool {
    screens.isSettled && folds.isEmpty && !(popups + timers).contains { $0.isOpen || $0.isLeaving }
  }

  /// Closes what is still open at the end, and only then settles which moments are quiet.
  mutating func finish(_ isQuiet: inout [Bool], _ end: Int) {
    let last = isQuiet.count - 1
    for span in popups + timers where span.first >= 0 {
      noteOpen(from: span.first, to: span.isOpen || span.isLeaving ? last : span.last)
    }
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
private struct LastingState {
  /// The user scrolls, or types: since which index in the log, and on which page.
  struct Gate: Hashable {
    var index = -1
    var page = PageID.none

    /// What begins while no page is current belongs to the next one that is.
    mutating func settle(on current: PageID) { if index >= 0, page.isNone { page = current } }
  }

  final class Scene {
    var pages = ScenePages()
    var scrolling = Gate()
    var typing = Gate()

    func take(page event: Event, _ catalog: borrowing Catalog) {
      pages.take(event.kind, event.page, catalog.pages)
      if event.kind == .pageDidDisappear || event.kind == .pageRemoved {
        if pages.isInLineage(event.page, of: scrolling.page) { scrolling = Gate() }
        if pages.isInLineage(event.page, of: typing.page) { typing = Gate() }
      }
      scrolling.settle(on: pages.current)
      typing.settle(on: pages.current)
    }

    /// Whether the same page is current in both, and the same ones are as each page above them disappears.
    func hasPages(of other: Scene) -> Bool {
      var own = pages.copy()
      var others = other.pages.copy()
      while own.isSettled == others.isSettled, own.current == others.current {
        let page = own.current
        guard !page.isNone else { return true }
        own.take(.pageDidDisappear, page, [])
        others.take(.pageDidDisappear, page, [])
      }
      return false
    }
  }

  private(set) var scenes: [UInt16: Scene] = [:]
  private var unsettled = 0

  var isSettled: Bool { unsettled == 0 }

  private mutating func scene(of event: Event, _ catalog: borrowing Catalog) -> Scene {
    let number = event.page.isNone ? event.scene : catalog.scene(of: event.page)
    let scene = scenes[number] ?? Scene()
    scenes[number] = scene
    return scene
  }

  mutating func take(_ event: Event, at index: Int, _ catalog: borrowing Catalog) {
    switch event.kind {
    case .scrollBegan:
      let scene = scene(of: event, catalog)
      scene.scrolling = Gate(index: index, page: scene.pages.current)
    case .scrollEnded: scene(of: event, catalog).scrolling = Gate()
    case .editBegan:
      let scene = scene(of: event, catalog)
      scene.typing = Gate(index: index, page: scene.pages.current)
    case .editEnded: scene(of: event, catalog).typing = Gate()
    default:
      guard event.kind.isAboutPage, !event.page.isNone else { return }
      let scene = scene(of: event, catalog)
      if !scene.pages.isSettled { unsettled -= 1 }
      scene.take(page: event, catalog)
      if !scene.pages.isSettled { unsettled += 1 }
    }
  }

  /// Whether later events meet the same pages and gates in both states.
  func isSame(as other: LastingState) -> Bool {
    Set(scenes.keys).union(other.scenes.keys).allSatisfy { number in
      let (own, others) = (scenes[number] ?? Scene(), other.scenes[number] ?? Scene())
      return own.scrolling == others.scrolling && own.typing == others.typing && own.hasPages(of: others)
    }
  }
}

/// The stimuli before a quiet moment that still count behind it: of pages, gates, suspensions, the background and the user.
struct LastingStimuli {
  /// Where a page's latest life is told: from its first event since it was away last.
  private struct Lifecycle {
    var indices: [Int] = []
    /// Whether it is neither on screen nor on its way.
    var isAway = true
    var isRemoved = false
  }

  private struct Suspension: Hashable {
    var scheduler: SchedulerID
    var kind: PopupKind?
  }

  private let session: Session
  private let end: Int
  private let goesOn: Bool
  private var lifecycles: [Lifecycle]
  private var state = LastingState()
  private var user = -1
  private var background = -1
  private var suspensions: [Suspension: [Int]] = [:]
  private var foreignLocks: [UInt16: Int] = [:]

  /// Which of a session's stimuli before a quiet moment still count there, in order. A session that goes on may have events about any page that
  /// was not removed.
  static func indices(in session: Session, before end: Int, goesOn: Bool = false) -> [Int] {
    var stimuli = LastingStimuli(session, end, goesOn)
    for index in 0..<end { stimuli.take(session.log.events[index], at: index) }
    return stimuli.indices()
  }

  private init(_ session: Session, _ end: Int, _ goesOn: Bool) {
    self.session = session
    self.end = end
    self.goesOn = goesOn
    lifecycles = Array(repeating: Lifecycle(), count: session.catalog.pages.count)
  }

  private mutating func take(_ event: Event, at index: Int) {
    state.take(event, at: index, session.catalog)
    switch event.kind {
    case .appSignedIn, .appSignedOut: user = index
    case .appBackground: if background < 0 { background = index }
    case .appForeground: background = -1
    case .inputForeignLocked: foreignLocks[event.scene] = index
    case .inputForeignUnlocked: foreignLocks[event.scene] = nil
    case .schedulerSuspended:
      suspensions[Suspension(scheduler: event.schedulerID, kind: event.popupKind), default: []].append(index)
    case .schedulerResumed: _ = suspensions[Suspension(scheduler: event.schedulerID, kind: event.popupKind)]?.popLast()
    default: if event.kind.isAboutPage, !event.page.isNone { takePage(event, at: index) }
    }
  }

  private mutating func takePage(_ event: Event, at index: Int) {
    let page = event.page.index
    guard page < lifecycles.count else { return }
    switch event.kind {
    case .pageLoaded: if lifecycles[page].isAway { lifecycles[page].indices.removeAll() }
    case .pageWillAppear, .pageDidAppear, .pageWillDisappear:
      let known = lifecycles[page].indices
      let isOnlyLoaded = known.count == 1 && session.log.events[known[0]].kind == .pageLoaded
      if lifecycles[page].isAway, !isOnlyLoaded { lifecycles[page].indices.removeAll() }
      lifecycles[page].isAway = false
      lifecycles[page].isRemoved = false
    case .pageDidDisappear: lifecycles[page].isAway = true
    case .pageRemoved: lifecycles[page].isRemoved = true
    default: break
    }
    lifecycles[page].indices.append(index)
  }

  /// The stimuli that still count: usually few. Where these lead to another state, because pages that are gone for good played a part, all
  /// stimuli of lasting kinds.
  private func indices() -> [Int] {
    var few = pageIndices() + [user, background].filter { $0 >= 0 } + foreignLocks.values
    for open in suspensions.values { few += open }
    for scene in state.scenes.values { few += [scene.scrolling.index, scene.typing.index].filter { $0 >= 0 } }
    few.sort()
    var replayed = LastingState()
    for index in few { replayed.take(session.log.events[index], at: index, session.catalog) }
    if replayed.isSame(as: state) { return few }
    return (0..<end).filter { Self.isLasting(session.log.events[$0].kind) }
  }

  /// The life of every page that is there, or is mentioned again, and of those they stand in.
  private func pageIndices() -> [Int] {
    var isKept = lifecycles.map { !$0.isAway || goesOn && !$0.isRemoved }
    for page in session.mentions(in: end..<session.log.events.count).pages.older { isKept[page] = true }
    for page in lifecycles.indices where isKept[page] {
      var step = session.catalog.pages[page].container
      while !step.isNone, !isKept[step.index] {
        isKept[step.index] = true
        step = session.catalog.pages[step.index].container
      }
    }
    return lifecycles.indices.flatMap { isKept[$0] ? lifecycles[$0].indices : [] }
  }

  private static func isLasting(_ kind: EventKind) -> Bool {
    switch kind {
    case .appSignedIn, .appSignedOut, .appBackground, .appForeground: true
    case .scrollBegan, .scrollEnded, .editBegan, .editEnded: true
    case .inputForeignLocked, .inputForeignUnlocked, .schedulerSuspended, .schedulerResumed: true
    default: kind.isAboutPage
    }
  }
}
