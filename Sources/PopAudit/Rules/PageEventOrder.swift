import PopupScheduling

/// Follows every page's life cycle, to tell what cannot follow what.
///
/// It asks for less than ``PopupScheduling/PageLifeCycle/allows(_:)``: a page may be about to appear twice, and to disappear without having come.
struct PageEventOrder: ~Copyable {
  private var phases = OwnedArray<PageLifeCycle>()
  private var isRemoved = OwnedArray<Bool>()
  /// The pages that are ``PopupScheduling/PageLifeCycle/appeared``, in the order in which they became so.
  private var appeared = OwnedArray<PageID>()

  mutating func begin(pageCount: Int) {
    phases.removeAll()
    phases.append(repeating: .disappeared, count: pageCount)
    isRemoved.removeAll()
    isRemoved.append(repeating: false, count: pageCount)
    appeared.removeAll()
  }

  /// Something is missing of a page's way off the screen; that is said once.
  private mutating func forget(_ page: PageID) {
    phases[page.index] = .unknown
    noteAbsent(page)
  }

  @inline(never)
  private mutating func noteAbsent(_ page: PageID) {
    var index = appeared.count - 1
    while index >= 0, appeared[index] != page { index -= 1 }
    if index >= 0 { appeared.remove(at: index) }
  }

  /// Takes an event about a page, and says why it cannot come now; nil where it can.
  @inline(__always)
  mutating func take(_ state: borrowing AuditState) -> String? {
    let index = state.event.page.index
    let phase = phases[index]
    guard state.event.kind != .pageRemoved else {
      // The phase stays as it is: the rest of the page's way out may still come, and begins no other life.
      isRemoved[index] = true
      guard phase == .appeared else { return nil }
      forget(state.event.page)
      return "was removed while on screen"
    }
    let next = phase.next(state.event.kind)
    phases[index] = next
    if phase == .appeared, next != .appeared { noteAbsent(state.event.page) }
    switch next {
    case .appearing: return whyNotAppear(state.event.page, phase)
    case .appeared:
      if phase != .appeared { appeared.append(state.event.page) }
      if let why = whyNotAppear(state.event.page, phase) { return why }
      return phase.allows(.pageDidAppear)
        ? whyNotOver(state.event.page, state) : "did appear, but not after its will-appear"
    case .disappeared:
      return phase.allows(.pageDidDisappear) ? nil : "did disappear, but not after its will-disappear"
    case .disappearing, .removed, .unknown: return nil
    }
  }

  @inline(__always)
  private mutating func whyNotAppear(_ page: PageID, _ phase: PageLifeCycle) -> String? {
    phase == .appeared || isRemoved[page.index] ? whyNotAgain(page, phase) : nil
  }

  @inline(never)
  private mutating func whyNotAgain(_ page: PageID, _ phase: PageLifeCycle) -> String? {
    if phase == .appeared { return "appears, and is on screen" }
    guard isRemoved[page.index], phase != .unknown else { return nil }
    isRemoved[page.index] = false
    return "appears, and was removed"
  }

  /// A full page takes the place of what is on screen, so all of that has begun to disappear: but for its kin and its siblings. What
  /// comes as a sheet, or stands in one, may come over anything.
  @inline(never)
  private mutating func whyNotOver(_ page: PageID, _ state: borrowing AuditState) -> String? {
    guard !state.pages[page.index].flags.contains(.comesOver) else { return nil }
    for index in appeared.indices {
      let other = appeared[index]
      guard other != page, state.pages[other.index].scene == state.pages[page.index].scene, !state.areKin(page, other)
      else { continue }
      forget(other)
      return "did appear, and \(state.text(page: other)), which it replaces, had not begun to disappear"
    }
    return nil
  }
}
