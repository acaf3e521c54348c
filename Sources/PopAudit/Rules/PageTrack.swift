import PopupScheduling

/// Follows every page's life cycle, to tell what cannot follow what.
struct PageTrack {
  private enum Life: UInt8 {
    /// Events are missing, so anything may be.
    case unknown
    /// Not on screen: not yet, or not any more.
    case away
    /// From will-appear to did-appear.
    case coming
    /// From did-appear to will-disappear.
    case present
    /// From will-disappear to did-disappear.
    case going
  }

  private var lives: [Life] = []
  private var isRemoved: [Bool] = []
  /// The pages that are ``Life/present``, by scene.
  private var present: [[PageID]] = []

  mutating func begin(pageCount: Int) {
    lives.removeAll(keepingCapacity: true)
    lives.append(contentsOf: repeatElement(.away, count: pageCount))
    isRemoved.removeAll(keepingCapacity: true)
    isRemoved.append(contentsOf: repeatElement(false, count: pageCount))
    removeAllPresent()
  }

  private mutating func removeAllPresent() {
    for scene in present.indices where !present[scene].isEmpty { present[scene].removeAll(keepingCapacity: true) }
  }

  /// Events are missing.
  mutating func forget() {
    for place in lives.indices { lives[place] = .unknown }
    removeAllPresent()
  }

  /// Takes an event about a page, and says why it cannot come now; nil where it can.
  mutating func take(_ event: Event, _ state: borrowing AuditState) -> String? {
    let place = event.page.index
    let life = lives[place]
    let scene = Int(state.pages[place].scene)
    while present.count <= scene { present.append([]) }
    switch event.kind {
    case .pageWillAppear:
      lives[place] = .coming
      if life == .present { present[scene].removeAll { $0 == event.page } }
      return whyNotAppear(event.page, life)
    case .pageDidAppear:
      if life != .present { present[scene].append(event.page) }
      lives[place] = .present
      if let why = whyNotAppear(event.page, life) { return why }
      if life == .away { return "did appear, but not after its will-appear" }
      return whyNotOver(event.page, state)
    case .pageWillDisappear:
      lives[place] = .going
      if life == .present { present[scene].removeAll { $0 == event.page } }
      return nil
    case .pageDidDisappear:
      lives[place] = .away
      if life == .present { present[scene].removeAll { $0 == event.page } }
      return life == .going || life == .unknown ? nil : "did disappear, but not after its will-disappear"
    case .pageRemoved:
      isRemoved[place] = true
      return life == .present ? "was removed while on screen" : nil
    default: return nil
    }
  }

  private mutating func whyNotAppear(_ page: PageID, _ life: Life) -> String? {
    if life == .present { return "appears, and is on screen" }
    guard isRemoved[page.index], life != .unknown else { return nil }
    isRemoved[page.index] = false
    return "appears, and was removed"
  }

  /// A full page takes the place of what is on screen, so all of that has begun to disappear: but for its kin and its siblings. What
  /// comes as a sheet, or stands in one, may come over anything.
  private func whyNotOver(_ page: PageID, _ state: borrowing AuditState) -> String? {
    guard !state.pages[page.index].flags.contains(.comesOver) else { return nil }
    for other in present[Int(state.pages[page.index].scene)] where other != page {
      if state.areKin(page, other) { continue }
      return "did appear, and \(state.text(page: other)), which it replaces, had not begun to disappear"
    }
    return nil
  }
}
