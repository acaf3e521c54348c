/// The pages of one scene and which of them the user looks at (semantics D37; rules, CURRENT PAGE).
///
/// ```swift
/// var pages = PageStack()
/// pages.take(event, turn.catalog)
/// if pages.isSettled, pages.isInLineage(home) { … }
/// ```
///
/// It bears any order of events: what cannot happen leads to no page being current rather than to a wrong one.
public struct PageStack: Sendable {
  /// The page the user looks at; ``PageID/none`` before the first and while one leaves or covers another.
  public private(set) var current = PageID.none
  /// Counts changes of ``current`` and ``isSettled``, so that what was worked out for one state can be kept until the next.
  public private(set) var epoch: Int32 = 0

  private var states: [State] = []
  /// Pages between did-appear and will-disappear, in order of their did-appear.
  private var onScreen: [PageID] = []
  /// Pages between the first and the last event of a transition.
  private var moving: [PageID] = []

  /// The most containers a page is looked for in, so that containers that contain each other end somewhere.
  static let deepestLineage = 64
  /// How far beyond the known pages a new one may be, so that a wrong number cannot ask for all memory.
  private static let longestLeap = 1 << 16

  /// What is known of one page.
  private struct State {
    var container = PageID.none
    var presentation = PagePresentation.full
    var isKnown = false
    var isAppeared = false
    var isComing = false
    var isGoing = false
    var isRemoved = false
    var isMoving: Bool { isComing || isGoing }
  }

  /// Makes a scene in which no page has appeared.
  public init() {}

  /// Goes back to the beginning, and keeps the memory.
  public mutating func reset() {
    current = .none
    epoch = 0
    states.removeAll(keepingCapacity: true)
    onScreen.removeAll(keepingCapacity: true)
    moving.removeAll(keepingCapacity: true)
  }

  /// Whether no transition is under way.
  public var isSettled: Bool { moving.isEmpty }

  /// Takes an event of a page's life; others are ignored.
  ///
  /// - Complexity: O(n·d) with n pages on screen that stand d containers deep.
  public mutating func take(_ event: Event, _ catalog: borrowing Catalog) {
    let page = event.page
    guard event.kind.isAboutPage, learn(page, catalog) else { return }
    let place = page.index
    let wasSettled = isSettled
    switch event.kind {
    case .pageWillAppear:
      if !states[place].isMoving { moving.append(page) }
      states[place].isGoing = false
      states[place].isComing = true
    case .pageDidAppear:
      for other in moving { stop(other) }
      moving.removeAll(keepingCapacity: true)
      leaveScreen(page)
      states[place].isAppeared = true
      states[place].isRemoved = false
      onScreen.append(page)
    case .pageWillDisappear:
      leaveScreen(page)
      if !states[place].isMoving { moving.append(page) }
      states[place].isComing = false
      states[place].isGoing = true
    case .pageDidDisappear:
      leaveScreen(page)
      stop(page)
      if let index = moving.lastIndex(of: page) { moving.remove(at: index) }
    case .pageRemoved:
      leaveScreen(page)
      states[place].isRemoved = true
    default: break
    }
    let previous = current
    current = findCurrent()
    if current != previous || isSettled != wasSettled { epoch &+= 1 }
  }

  private mutating func stop(_ page: PageID) {
    states[page.index].isComing = false
    states[page.index].isGoing = false
  }

  private mutating func leaveScreen(_ page: PageID) {
    guard states[page.index].isAppeared else { return }
    states[page.index].isAppeared = false
    if let index = onScreen.lastIndex(of: page) { onScreen.remove(at: index) }
  }

  /// Makes room for a page and takes its attributes in; false where it cannot be one.
  private mutating func learn(_ page: PageID, _ catalog: borrowing Catalog) -> Bool {
    guard !page.isNone, page.index < states.count + Self.longestLeap else { return false }
    while states.count <= page.index { states.append(State()) }
    states[page.index].isKnown = true
    if page.index < catalog.pages.count {
      states[page.index].container = catalog.pages[page.index].container
      states[page.index].presentation = catalog.pages[page.index].presentation
    }
    return true
  }
}

extension PageStack {
  /// Whether a page, or one it stands in, was removed and has not come back.
  public func isRemoved(_ page: PageID) -> Bool {
    !page.isNone && page.index < states.count && states[page.index].isRemoved
  }

  /// Whether a page is on screen: appeared, covered or not, as are all it stands in.
  public func isOnScreen(_ page: PageID) -> Bool {
    guard !page.isNone, page.index < states.count else { return false }
    return isAppeared(page)
  }

  /// Whether a page is the current one or contains it.
  public func isInLineage(_ page: PageID) -> Bool { isInLineage(page, of: current) }

  /// Whether a page is another one or contains it.
  public func isInLineage(_ page: PageID, of inner: PageID) -> Bool {
    guard !page.isNone else { return false }
    var step = inner
    for _ in 0..<Self.deepestLineage {
      if step == page { return true }
      step = container(of: step)
      if step.isNone { return false }
    }
    return false
  }

  /// The page that a page stands in; ``PageID/none`` where it stands in none.
  public func container(of page: PageID) -> PageID {
    page.isNone || page.index >= states.count ? .none : states[page.index].container
  }

  /// Which page of the current one's lineage a popup belongs to.
  ///
  /// That is its instance, else the innermost page of one of its classes, else (for a popup bound to nothing) the current page itself.
  ///
  /// - Returns: ``PageID/none`` where the popup does not match the current page.
  public func match(_ spec: borrowing PopupSpec, _ catalog: borrowing Catalog) -> PageID {
    guard !current.isNone else { return .none }
    if !spec.instance.isNone, !isInLineage(spec.instance) { return .none }
    guard !spec.pages.isNone else { return spec.instance.isNone ? current : spec.instance }
    var step = current
    for _ in 0..<Self.deepestLineage {
      if step.index < catalog.pages.count,
        catalog.names.matches(classes: catalog.pages[step.index].classes, anyOf: spec.pages, spec.matching)
      {
        return spec.instance.isNone ? step : spec.instance
      }
      step = container(of: step)
      if step.isNone { return .none }
    }
    return .none
  }

  private func isKnown(_ page: PageID) -> Bool {
    !page.isNone && page.index < states.count && states[page.index].isKnown
  }

  private func isAppeared(_ page: PageID) -> Bool {
    var step = page
    for _ in 0..<Self.deepestLineage {
      guard states[step.index].isAppeared else { return false }
      step = states[step.index].container
      guard isKnown(step) else { return true }
    }
    return true
  }

  /// Whether a page on its way in covers those that are there, which are told nothing: it, or what it comes in, is a sheet.
  private func isCovering(_ page: PageID) -> Bool {
    var step = page
    for _ in 0..<Self.deepestLineage {
      guard isKnown(step), !states[step.index].isAppeared else { return false }
      if states[step.index].presentation != .full { return true }
      step = states[step.index].container
    }
    return false
  }

  private func findCurrent() -> PageID {
    for page in moving where states[page.index].isGoing || isCovering(page) { return .none }
    guard var found = onScreen.last(where: isAppeared) else { return .none }
    for _ in 0..<Self.deepestLineage {
      guard let inner = onScreen.last(where: { states[$0.index].container == found && isAppeared($0) }) else { break }
      found = inner
    }
    return found
  }
}
