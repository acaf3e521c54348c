import PopSystem
import PopupScheduling

/// Which pages are on screen in a run (<doc:CausalReplay#Pages-behind-a-tap>; PagesAndPopups, *The current page*; Rules, *app-misuse*).
struct PagesOnScreen: ~Copyable, Replaceable {
  struct Page {
    var scene: Int32
    var phase = PageLifeCycle.disappeared
  }

  struct Scene {
    var moving = 0
    /// A number that stands for the set of its pages that are on screen and have not begun to disappear.
    var set: UInt64 = 0
  }

  private var pages = OwnedArray<Page>()
  private var scenes = OwnedArray<Scene>()
  /// The pages that have appeared and have not begun to disappear, in that order: those of each scene, and those in each container.
  private var appeared = IndexLists()
  private var children = IndexLists()
  private let byAddress = ByAddress()

  mutating func begin(_ forest: borrowing PageForest, _ table: borrowing Plan.SceneTable) {
    removeAll()
    for page in 0..<forest.count {
      pages.append(Page(scene: Int32(truncatingIfNeeded: table.index(of: forest.scene(of: PageID(page))))))
    }
    scenes.append(repeating: Scene(), count: table.count)
  }

  mutating func copy(from other: borrowing PagesOnScreen) {
    pages.copy(from: other.pages)
    scenes.copy(from: other.scenes)
    appeared.copy(from: other.appeared)
    children.copy(from: other.children)
  }

  func scene(of page: PageID) -> Int { Int(pages[page.index].scene) }

  func isMoving(_ scene: Int) -> Bool { scenes[scene].moving > 0 }

  /// The page of a scene that the user looks at while nothing moves: the one that appeared last, or what appeared last in it.
  ///
  /// - Complexity: O(d) for pages that stand d deep, and one step for each page on screen whose container is not.
  func current(_ scene: Int, _ forest: borrowing PageForest) -> PageID {
    var found = appeared.last(of: scene)
    while found >= 0, !isWithinAppeared(found, forest) { found = appeared.previous(before: found) }
    guard found >= 0 else { return .none }
    while children.last(of: found) >= 0 { found = children.last(of: found) }
    return PageID(found)
  }

  /// Whether all that a page stands in is on screen, as far as events have mentioned it.
  private func isWithinAppeared(_ page: Int, _ forest: borrowing PageForest) -> Bool {
    var next = forest.container(of: PageID(page))
    while !next.isNone {
      guard pages[next.index].phase == .appeared else { return false }
      next = forest.container(of: next)
    }
    return true
  }

  /// The pages of a scene that are on screen, one of them left out, as a number.
  func others(than page: PageID, _ scene: Int) -> UInt64 {
    page.isNone ? scenes[scene].set : scenes[scene].set &- spread(page.rawValue)
  }

  func allows(_ kind: EventKind, _ page: PageID) -> Bool { pages[page.index].phase.allows(kind) }

  mutating func take(_ kind: EventKind, _ page: PageID, _ forest: borrowing PageForest) {
    let old = pages[page.index].phase
    let new = old.next(kind)
    guard old != new else { return }
    let scene = Int(pages[page.index].scene)
    if old.isMoving { scenes[scene].moving -= 1 }
    if new.isMoving { scenes[scene].moving += 1 }
    if old == .appeared {
      appeared.remove(page.index)
      children.remove(page.index)
      scenes[scene].set &-= spread(page.rawValue)
    }
    if new == .appeared {
      appeared.append(page.index, to: scene)
      let container = forest.container(of: page)
      if !container.isNone { children.append(page.index, to: container.index) }
      scenes[scene].set &+= spread(page.rawValue)
    }
    pages[page.index].phase = new
  }
}

/// Spreads a number over 64 bits, so that a sum of such numbers tells sets apart.
func spread(_ number: Int32) -> UInt64 {
  var generator = SeededRandom(seed: UInt64(truncatingIfNeeded: number))
  return generator.next()
}
