import PopupScheduling
import Testing

@testable import PopReplay

/// Which page is current, which others are on screen and whether something moves, as page events tell (PagesAndPopups, *The current page*).
struct PagesOnScreenTests {
  /// The same as ``PagesOnScreen``, looked up anew for each question.
  private struct Model {
    var containers: [PageID]
    var scenes: [Int]
    var phases: [PageLifeCycle]
    /// The pages that appeared and have not begun to disappear, in the order in which they appeared.
    var appeared: [PageID] = []

    mutating func take(_ kind: EventKind, _ page: PageID) {
      let old = phases[page.index]
      phases[page.index] = old.next(kind)
      guard old != phases[page.index] else { return }
      appeared.removeAll { $0 == page }
      if phases[page.index] == .appeared { appeared.append(page) }
    }

    func isMoving(_ scene: Int) -> Bool {
      phases.indices.contains { scenes[$0] == scene && (phases[$0] == .appearing || phases[$0] == .disappearing) }
    }

    func current(_ scene: Int) -> PageID {
      let candidate = appeared.last { page in
        guard scenes[page.index] == scene else { return false }
        var container = containers[page.index]
        while !container.isNone {
          guard phases[container.index] == .appeared else { return false }
          container = containers[container.index]
        }
        return true
      }
      guard var found = candidate else { return .none }
      while let inner = appeared.last(where: { containers[$0.index] == found }) { found = inner }
      return found
    }

    /// The pages on screen in a scene, one left out.
    func others(than page: PageID, _ scene: Int) -> Set<PageID> {
      Set(appeared.filter { scenes[$0.index] == scene && $0 != page })
    }
  }

  /// Two scenes: in the first, pages stand three deep.
  private let containers = [-1, 0, 0, 1, 1, -1, -1, 6, 6].map { $0 < 0 ? PageID.none : PageID($0) }
  private let scenes = [0, 0, 0, 0, 0, 0, 1, 1, 1]
  private let kinds: [EventKind] = [
    .pageLoaded, .pageWillAppear, .pageDidAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved,
  ]

  private func forest() -> PageForest {
    PageForest(
      containers.indices.map { page in
        var spec = PageSpec()
        spec.container = containers[page]
        spec.scene = UInt16(scenes[page])
        return spec
      })
  }

  private func table() -> Plan.SceneTable {
    var table = Plan.SceneTable()
    for scene in scenes { table.insert(UInt16(scene)) }
    return table
  }

  @Test(arguments: 0..<20)
  func whateverPagesDoTheCurrentOneIsTheInnermostThatAppearedLast(seed: Int) {
    var state = UInt64(seed)
    func number(below count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let forest = forest()
    let table = table()
    var pages = PagesOnScreen()
    pages.begin(forest, table)
    var model = Model(
      containers: containers, scenes: scenes, phases: Array(repeating: .disappeared, count: containers.count))
    var sets: [UInt64: [Set<PageID>]] = [:]
    for step in 0..<400 {
      let page = PageID(number(below: containers.count))
      // Mostly what a page can do.
      let allowed = kinds.filter { model.phases[page.index].allows($0) }
      let kind = number(below: 8) == 0 || allowed.isEmpty ? kinds[number(below: 7)] : allowed[step % allowed.count]
      let allows = kinds.map { pages.allows($0, page) }
      #expect(allows == kinds.map { model.phases[page.index].allows($0) })
      pages.take(kind, page, forest)
      model.take(kind, page)
      for scene in 0..<2 {
        #expect(pages.isMoving(scene) == model.isMoving(scene), "seed \(seed), step \(step)")
        let current = model.current(scene)
        #expect(pages.current(scene, forest) == current, "seed \(seed), step \(step)")
        for other in [PageID.none, current] {
          sets[pages.others(than: other, scene), default: []].append(model.others(than: other, scene))
        }
      }
    }
    // The numbers tell the sets apart, and one set has one number.
    #expect(sets.values.allSatisfy { Set($0).count == 1 }, "seed \(seed)")
    #expect(Set(sets.values.map { $0[0] }).count == sets.count, "seed \(seed)")
  }

  @Test func everyPageIsWhereItsTreeHasIt() {
    let forest = forest()
    let table = table()
    var pages = PagesOnScreen()
    for _ in 0..<2 {
      pages.begin(forest, table)
      for page in containers.indices {
        #expect(pages.scene(of: PageID(page)) == scenes[page])
        // The second time nothing is left of the first.
        let allows = pages.allows(.pageWillAppear, PageID(page))
        #expect(allows)
        pages.take(.pageWillAppear, PageID(page), forest)
        pages.take(.pageDidAppear, PageID(page), forest)
      }
      #expect(pages.current(0, forest) == PageID(5) && pages.current(1, forest) == PageID(8))
      pages.take(.pageWillDisappear, PageID(8), forest)
      let moving = [pages.isMoving(0), pages.isMoving(1)]
      #expect(moving == [false, true])
    }
    pages.begin(forest, table)
    #expect(!pages.isMoving(1) && pages.current(0, forest).isNone && pages.others(than: .none, 0) == 0)
  }
}
