import PopupScheduling

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
    var line: SchedulerID
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
      suspensions[Suspension(line: event.schedulerID, kind: event.popupKind), default: []].append(index)
    case .schedulerResumed: _ = suspensions[Suspension(line: event.schedulerID, kind: event.popupKind)]?.popLast()
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
    if replayed.isSame(as: state, session.catalog) { return few }
    return (0..<end).filter { Self.isLasting(session.log.events[$0].kind) }
  }

  /// The life of every page that is there, or is mentioned again, and of those they stand in.
  private func pageIndices() -> [Int] {
    let catalog = session.catalog
    var isKept = lifecycles.map { !$0.isAway || goesOn && !$0.isRemoved }
    func keep(_ page: PageID) { if !page.isNone, page.index < isKept.count { isKept[page.index] = true } }
    for event in session.log.events[end...] {
      keep(event.page)
      guard event.kind == .popupSubmitted, event.attributes >= 0 else { continue }
      let named = PopupReferences(of: catalog.spec(event.spec)).pages
      for lane in named.indices { keep(PageID(named[lane])) }
    }
    for page in lifecycles.indices where isKept[page] {
      var step = catalog.pages[page].container
      while !step.isNone, !isKept[step.index] {
        isKept[step.index] = true
        step = catalog.pages[step.index].container
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
