import PopupScheduling

/// The stimuli before a quiet moment that still count behind it: of pages, gates, suspensions, the background and the user.
struct LastingStimuli {
  /// Where a page's latest life is told: from its first event since it was away last.
  private struct Life {
    var places: [Int] = []
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
  private var lives: [Life]
  private var state = LastingState()
  private var user = -1
  private var background = -1
  private var suspensions: [Suspension: [Int]] = [:]
  private var foreignLocks: [UInt16: Int] = [:]

  /// Which of a session's stimuli before a place still count there, in order.
  ///
  /// - Parameters:
  ///   - end: A quiet moment of the session.
  ///   - goesOn: Whether the session will have more events, which may be about any page that was not removed.
  /// - Complexity: O(n) for n events.
  static func places(in session: Session, before end: Int, goesOn: Bool = false) -> [Int] {
    var stimuli = LastingStimuli(session, end, goesOn)
    for place in 0..<end { stimuli.take(session.log.events[place], at: place) }
    return stimuli.places()
  }

  private init(_ session: Session, _ end: Int, _ goesOn: Bool) {
    self.session = session
    self.end = end
    self.goesOn = goesOn
    lives = Array(repeating: Life(), count: session.catalog.pages.count)
  }

  private mutating func take(_ event: Event, at place: Int) {
    state.take(event, at: place, session.catalog)
    switch event.kind {
    case .appSignedIn, .appSignedOut: user = place
    case .appBackground: if background < 0 { background = place }
    case .appForeground: background = -1
    case .inputForeignLocked: foreignLocks[event.scene] = place
    case .inputForeignUnlocked: foreignLocks[event.scene] = nil
    case .schedulerSuspended:
      suspensions[Suspension(line: event.schedulerID, kind: event.popupKind), default: []].append(place)
    case .schedulerResumed: _ = suspensions[Suspension(line: event.schedulerID, kind: event.popupKind)]?.popLast()
    default: if event.kind.isAboutPage, !event.page.isNone { takePage(event, at: place) }
    }
  }

  private mutating func takePage(_ event: Event, at place: Int) {
    let page = event.page.index
    guard page < lives.count else { return }
    switch event.kind {
    case .pageLoaded: if lives[page].isAway { lives[page].places.removeAll() }
    case .pageWillAppear, .pageDidAppear, .pageWillDisappear:
      if lives[page].isAway, !isOnlyLoaded(page) { lives[page].places.removeAll() }
      lives[page].isAway = false
      lives[page].isRemoved = false
    case .pageDidDisappear: lives[page].isAway = true
    case .pageRemoved: lives[page].isRemoved = true
    default: break
    }
    lives[page].places.append(place)
  }

  private func isOnlyLoaded(_ page: Int) -> Bool {
    lives[page].places.count == 1 && session.log.events[lives[page].places[0]].kind == .pageLoaded
  }

  /// What still counts: little, as a rule. Where pages that are gone for good had a say in what there is, all that was not about popups.
  private func places() -> [Int] {
    let few = (pagePlaces() + appPlaces()).sorted()
    var replayed = LastingState()
    for place in few { replayed.take(session.log.events[place], at: place, session.catalog) }
    if replayed.isSame(as: state, session.catalog) { return few }
    return (0..<end).filter { Self.isLasting(session.log.events[$0].kind) }
  }

  private func appPlaces() -> [Int] {
    var places = [user, background].filter { $0 >= 0 }
    places += foreignLocks.values
    for open in suspensions.values { places += open }
    for scene in state.scenes { places += [scene.scrolling.place, scene.typing.place].filter { $0 >= 0 } }
    return places
  }

  /// The life of every page that is there, or is mentioned again, and of those they stand in.
  private func pagePlaces() -> [Int] {
    let catalog = session.catalog
    var isKept = lives.map { !$0.isAway || goesOn && !$0.isRemoved }
    func keep(_ page: PageID) { if !page.isNone, page.index < isKept.count { isKept[page.index] = true } }
    for event in session.log.events[end...] {
      keep(event.page)
      guard event.kind == .popupSubmitted, event.attributes >= 0 else { continue }
      let spec = catalog.spec(event.spec)
      keep(spec.instance)
      keep(spec.callerPage)
    }
    for page in lives.indices where isKept[page] {
      var step = catalog.pages[page].container
      while !step.isNone, !isKept[step.index] {
        isKept[step.index] = true
        step = catalog.pages[step.index].container
      }
    }
    return lives.indices.flatMap { isKept[$0] ? lives[$0].places : [] }
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
