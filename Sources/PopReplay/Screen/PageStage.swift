import PopupScheduling

/// Where every page of one run is in its life, as its page events tell (semantics B16, D37; rules.md, trace-gap).
struct PageStage {
  /// Where a page is in its life.
  enum State: UInt8 { case off, appearing, on, disappearing, removed }

  /// A page that is on screen, between those of its scene and those of its container that appeared before and after it.
  private struct Links {
    var before = PageID.none
    var after = PageID.none
    var olderSibling = PageID.none
    var youngerSibling = PageID.none
    /// The page in it that appeared last.
    var youngestChild = PageID.none
  }

  private(set) var states: [State] = []
  private var links: [Links] = []
  private var tree = PageTree()
  /// For every scene, the page that appeared last and has not begun to disappear.
  private var latest: [PageID] = []
  /// For every scene, how many of its pages are moving.
  private var moving: [Int] = []
  /// For every scene, a number that stands for the set of its pages that are on screen and have not begun to disappear.
  private var sets: [UInt64] = []

  /// Begins a run.
  mutating func begin(_ tree: PageTree, scenes count: Int) {
    self.tree = tree
    states.removeAll(keepingCapacity: true)
    states.append(contentsOf: repeatElement(.off, count: tree.count))
    links.removeAll(keepingCapacity: true)
    links.append(contentsOf: repeatElement(Links(), count: tree.count))
    latest.removeAll(keepingCapacity: true)
    latest.append(contentsOf: repeatElement(.none, count: count))
    moving.removeAll(keepingCapacity: true)
    moving.append(contentsOf: repeatElement(0, count: count))
    sets.removeAll(keepingCapacity: true)
    sets.append(contentsOf: repeatElement(0, count: count))
  }

  /// The place of a page's scene.
  func scene(of page: PageID) -> Int { tree.scenes[page.index] }

  /// The page that a page stands in.
  func container(of page: PageID) -> PageID { tree.containers[page.index] }

  /// Whether a page of a scene is moving.
  func isMoving(_ scene: Int) -> Bool { moving[scene] > 0 }

  /// The page of a scene that the user looks at while nothing moves: the one that appeared last, or what appeared last in it.
  ///
  /// - Complexity: O(d) for pages that stand d deep, and one step for each page on screen whose container is not.
  func current(_ scene: Int) -> PageID {
    var found = latest[scene]
    while !found.isNone, !isWithinAppeared(found) { found = links[found.index].before }
    guard !found.isNone else { return .none }
    while !links[found.index].youngestChild.isNone { found = links[found.index].youngestChild }
    return found
  }

  /// Whether all that a page stands in is on screen, as far as it was ever heard of.
  private func isWithinAppeared(_ page: PageID) -> Bool {
    var step = tree.containers[page.index]
    while !step.isNone {
      guard states[step.index] == .on else { return false }
      step = tree.containers[step.index]
    }
    return true
  }

  /// The pages of a scene that are on screen, one of them left out, as a number.
  func others(than page: PageID, _ scene: Int) -> UInt64 {
    page.isNone ? sets[scene] : sets[scene] &- Self.mixed(page)
  }

  /// Whether a page can do that from where it is.
  func isLegal(_ event: Event) -> Bool {
    let state = states[event.page.index]
    return switch event.kind {
    case .pageWillAppear: state == .off || state == .disappearing
    case .pageDidAppear: state == .appearing || state == .disappearing
    case .pageWillDisappear: state == .on || state == .appearing
    case .pageDidDisappear: state == .disappearing
    case .pageRemoved: state != .on && state != .removed
    default: state != .removed
    }
  }

  /// Takes note of a page event.
  mutating func take(_ event: Event) {
    switch event.kind {
    case .pageWillAppear: move(event.page, to: .appearing)
    case .pageDidAppear: move(event.page, to: .on)
    case .pageWillDisappear: move(event.page, to: .disappearing)
    case .pageDidDisappear: move(event.page, to: .off)
    case .pageRemoved: if states[event.page.index] == .off { move(event.page, to: .removed) }
    default: break
    }
  }

  private mutating func move(_ page: PageID, to state: State) {
    let old = states[page.index]
    guard old != state else { return }
    let scene = tree.scenes[page.index]
    if old == .appearing || old == .disappearing { moving[scene] -= 1 }
    if state == .appearing || state == .disappearing { moving[scene] += 1 }
    if old == .on {
      takeOff(page, scene)
      sets[scene] &-= Self.mixed(page)
    }
    if state == .on {
      putOn(page, scene)
      sets[scene] &+= Self.mixed(page)
    }
    states[page.index] = state
  }

  private mutating func putOn(_ page: PageID, _ scene: Int) {
    let before = latest[scene]
    links[page.index].before = before
    links[page.index].after = .none
    if !before.isNone { links[before.index].after = page }
    latest[scene] = page
    let container = tree.containers[page.index]
    guard !container.isNone else { return }
    let sibling = links[container.index].youngestChild
    links[page.index].olderSibling = sibling
    links[page.index].youngerSibling = .none
    if !sibling.isNone { links[sibling.index].youngerSibling = page }
    links[container.index].youngestChild = page
  }

  private mutating func takeOff(_ page: PageID, _ scene: Int) {
    let link = links[page.index]
    if !link.before.isNone { links[link.before.index].after = link.after }
    if link.after.isNone { latest[scene] = link.before } else { links[link.after.index].before = link.before }
    let container = tree.containers[page.index]
    guard !container.isNone else { return }
    if !link.olderSibling.isNone { links[link.olderSibling.index].youngerSibling = link.youngerSibling }
    if link.youngerSibling.isNone {
      links[container.index].youngestChild = link.olderSibling
    } else {
      links[link.youngerSibling.index].olderSibling = link.olderSibling
    }
  }

  /// Spreads a page's number over 64 bits, so that a sum of such numbers tells sets apart.
  private static func mixed(_ page: PageID) -> UInt64 {
    var z = (UInt64(truncatingIfNeeded: page.rawValue) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return z ^ (z >> 29)
  }
}
