import PopupScheduling

/// Where every page of one run is in its life, as its page events tell (semantics B16; rules.md, trace-gap).
struct PageStage {
  /// Where a page is in its life.
  enum State: UInt8 { case off, appearing, on, disappearing, removed }

  private(set) var states: [State] = []
  /// The pages that are on screen and have not begun to disappear, the one that appeared last at the end.
  private var appeared: [PageID] = []
  /// The place of every page's scene among those of the session.
  private var scenes: [Int] = []
  /// For every scene, how many of its pages are moving.
  private var moving: [Int] = []
  /// For every scene, a number that stands for the set of its pages that are on screen and have not begun to disappear.
  private var sets: [UInt64] = []

  /// Begins a run.
  mutating func begin(catalog: Catalog, pages: Int, scenes numbers: [UInt16]) {
    states.removeAll(keepingCapacity: true)
    states.append(contentsOf: repeatElement(.off, count: pages))
    appeared.removeAll(keepingCapacity: true)
    scenes.removeAll(keepingCapacity: true)
    for page in 0..<pages {
      let number = page < catalog.pages.count ? catalog.pages[page].scene : 0
      scenes.append(numbers.firstIndex(of: number) ?? 0)
    }
    moving.removeAll(keepingCapacity: true)
    moving.append(contentsOf: repeatElement(0, count: numbers.count))
    sets.removeAll(keepingCapacity: true)
    sets.append(contentsOf: repeatElement(0, count: numbers.count))
  }

  /// The place of a page's scene.
  func scene(of page: PageID) -> Int { scenes[page.index] }

  /// Whether a page of a scene is moving.
  func isMoving(_ scene: Int) -> Bool { moving[scene] > 0 }

  /// The page of a scene that appeared last and has not begun to disappear.
  func current(_ scene: Int) -> PageID {
    for page in appeared.reversed() where scenes[page.index] == scene { return page }
    return .none
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
    let scene = scenes[page.index]
    if old == .appearing || old == .disappearing { moving[scene] -= 1 }
    if state == .appearing || state == .disappearing { moving[scene] += 1 }
    if old == .on {
      if let place = appeared.lastIndex(of: page) { appeared.remove(at: place) }
      sets[scene] &-= Self.mixed(page)
    }
    if state == .on {
      appeared.append(page)
      sets[scene] &+= Self.mixed(page)
    }
    states[page.index] = state
  }

  /// Spreads a page's number over 64 bits, so that a sum of such numbers tells sets apart.
  private static func mixed(_ page: PageID) -> UInt64 {
    var z = (UInt64(truncatingIfNeeded: page.rawValue) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return z ^ (z >> 29)
  }
}
