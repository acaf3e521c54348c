import PopupScheduling

/// Follows every page's life cycle, to tell what cannot follow what.
struct PageTrack: ~Copyable {
  enum Life: UInt8 {
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

  private var lives = OwnedArray<Life>()
  private var isRemoved = OwnedArray<Bool>()
  /// The pages that are ``Life/present``, in the order in which they became so.
  private var present = OwnedArray<PageID>()

  mutating func begin(pageCount: Int) {
    lives.removeAll()
    lives.append(repeating: .away, count: pageCount)
    isRemoved.removeAll()
    isRemoved.append(repeating: false, count: pageCount)
    present.removeAll()
  }

  /// Events are missing.
  mutating func forget() {
    for place in lives.indices { lives[place] = .unknown }
    present.removeAll()
  }

  @inline(never)
  private mutating func noteAbsent(_ page: PageID) {
    var index = present.count - 1
    while index >= 0, present[index] != page { index -= 1 }
    if index >= 0 { present.remove(at: index) }
  }

  /// Takes an event about a page, and says why it cannot come now; nil where it can.
  @inline(__always)
  mutating func take(_ state: borrowing AuditState) -> String? {
    let place = state.event.page.index
    let life = lives[place]
    switch state.event.kind {
    case .pageWillAppear:
      lives[place] = .coming
      if life == .present { noteAbsent(state.event.page) }
      return whyNotAppear(state.event.page, life)
    case .pageDidAppear:
      if life != .present { present.append(state.event.page) }
      lives[place] = .present
      if let why = whyNotAppear(state.event.page, life) { return why }
      if life == .away { return "did appear, but not after its will-appear" }
      return whyNotOver(state.event.page, state)
    case .pageWillDisappear:
      lives[place] = .going
      if life == .present { noteAbsent(state.event.page) }
      return nil
    case .pageDidDisappear:
      lives[place] = .away
      if life == .present { noteAbsent(state.event.page) }
      return life == .going || life == .unknown ? nil : "did disappear, but not after its will-disappear"
    case .pageRemoved:
      isRemoved[place] = true
      return life == .present ? "was removed while on screen" : nil
    default: return nil
    }
  }

  @inline(__always)
  private mutating func whyNotAppear(_ page: PageID, _ life: Life) -> String? {
    life == .present || isRemoved[page.index] ? whyNotAgain(page, life) : nil
  }

  @inline(never)
  private mutating func whyNotAgain(_ page: PageID, _ life: Life) -> String? {
    if life == .present { return "appears, and is on screen" }
    guard isRemoved[page.index], life != .unknown else { return nil }
    isRemoved[page.index] = false
    return "appears, and was removed"
  }

  /// A full page takes the place of what is on screen, so all of that has begun to disappear: but for its kin and its siblings. What
  /// comes as a sheet, or stands in one, may come over anything.
  @inline(never)
  private func whyNotOver(_ page: PageID, _ state: borrowing AuditState) -> String? {
    guard !state.pages[page.index].flags.contains(.comesOver) else { return nil }
    for index in present.indices {
      let other = present[index]
      guard other != page, state.pages[other.index].scene == state.pages[page.index].scene, !state.areKin(page, other)
      else { continue }
      return "did appear, and \(state.text(page: other)), which it replaces, had not begun to disappear"
    }
    return nil
  }
}
