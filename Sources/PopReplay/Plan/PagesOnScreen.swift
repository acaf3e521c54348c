import PopupScheduling

/// The pages of one run, and which of them are on screen, as page events tell (<doc:CausalReplay#Pages-behind-a-tap>, PagesAndPopups, *The
/// current page*; Rules, *app-misuse*).
struct PagesOnScreen: ~Copyable {
  /// A page: where it stands, and, while it is on screen, between which others of its scene and of its container it appeared.
  struct Page {
    var container: PageID
    var scene: Int32
    var before = PageID.none
    var after = PageID.none
    var olderSibling = PageID.none
    var youngerSibling = PageID.none
    /// The page in it that appeared last.
    var youngestChild = PageID.none
    var phase = PageLifeCycle.disappeared
  }

  struct Scene {
    /// The page that appeared last and has not begun to disappear.
    var latest = PageID.none
    var moving = 0
    /// A number that stands for the set of its pages that are on screen and have not begun to disappear.
    var set: UInt64 = 0
  }

  private var pages = OwnedArray<Page>()
  private var scenes = OwnedArray<Scene>()
  private let byAddress = ByAddress()

  mutating func begin(_ tree: borrowing PlannedPages, scenes count: Int) {
    pages.removeAll()
    for page in tree.containers.indices {
      pages.append(Page(container: tree.containers[page], scene: tree.scenes[page]))
    }
    scenes.removeAll()
    scenes.append(repeating: Scene(), count: count)
  }

  func scene(of page: PageID) -> Int { Int(pages[page.index].scene) }

  func container(of page: PageID) -> PageID { pages[page.index].container }

  func isMoving(_ scene: Int) -> Bool { scenes[scene].moving > 0 }

  /// The page of a scene that the user looks at while nothing moves: the one that appeared last, or what appeared last in it.
  ///
  /// - Complexity: O(d) for pages that stand d deep, and one step for each page on screen whose container is not.
  func current(_ scene: Int) -> PageID {
    var found = scenes[scene].latest
    while !found.isNone, !isWithinAppeared(found) { found = pages[found.index].before }
    guard !found.isNone else { return .none }
    while !pages[found.index].youngestChild.isNone { found = pages[found.index].youngestChild }
    return found
  }

  /// Whether all that a page stands in is on screen, as far as events have mentioned it.
  private func isWithinAppeared(_ page: PageID) -> Bool {
    var next = pages[page.index].container
    while !next.isNone {
      guard pages[next.index].phase == .appeared else { return false }
      next = pages[next.index].container
    }
    return true
  }

  /// The pages of a scene that are on screen, one of them left out, as a number.
  func others(than page: PageID, _ scene: Int) -> UInt64 {
    page.isNone ? scenes[scene].set : scenes[scene].set &- spread(page.rawValue)
  }

  func allows(_ kind: EventKind, _ page: PageID) -> Bool { pages[page.index].phase.allows(kind) }

  mutating func take(_ kind: EventKind, _ page: PageID) {
    let old = pages[page.index].phase
    let new = old.next(kind)
    guard old != new else { return }
    let scene = Int(pages[page.index].scene)
    if old.isMoving { scenes[scene].moving -= 1 }
    if new.isMoving { scenes[scene].moving += 1 }
    if old == .appeared {
      takeOff(page, scene)
      scenes[scene].set &-= spread(page.rawValue)
    }
    if new == .appeared {
      putOn(page, scene)
      scenes[scene].set &+= spread(page.rawValue)
    }
    pages[page.index].phase = new
  }

  private mutating func putOn(_ page: PageID, _ scene: Int) {
    let before = scenes[scene].latest
    pages[page.index].before = before
    pages[page.index].after = .none
    if !before.isNone { pages[before.index].after = page }
    scenes[scene].latest = page
    let container = pages[page.index].container
    guard !container.isNone else { return }
    let sibling = pages[container.index].youngestChild
    pages[page.index].olderSibling = sibling
    pages[page.index].youngerSibling = .none
    if !sibling.isNone { pages[sibling.index].youngerSibling = page }
    pages[container.index].youngestChild = page
  }

  private mutating func takeOff(_ page: PageID, _ scene: Int) {
    let (before, after) = (pages[page.index].before, pages[page.index].after)
    if !before.isNone { pages[before.index].after = after }
    if after.isNone { scenes[scene].latest = before } else { pages[after.index].before = before }
    let container = pages[page.index].container
    guard !container.isNone else { return }
    let (older, younger) = (pages[page.index].olderSibling, pages[page.index].youngerSibling)
    if !older.isNone { pages[older.index].youngerSibling = younger }
    if younger.isNone {
      pages[container.index].youngestChild = older
    } else {
      pages[younger.index].olderSibling = older
    }
  }
}

/// Spreads a number over 64 bits, so that a sum of such numbers tells sets apart.
func spread(_ number: Int32) -> UInt64 {
  var z = UInt64(truncatingIfNeeded: number) &+ 0x9E37_79B9_7F4A_7C15
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z >> 31)
}
