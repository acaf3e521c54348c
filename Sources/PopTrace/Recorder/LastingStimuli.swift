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
