import PopupScheduling
import Testing

@testable import PopReplay

/// Where pages stand, in which scene, and how deep (PagesAndPopups, *Attributes of a page*).
struct PlannedPagesTests {
  private func catalog(_ pages: [(container: Int, scene: UInt16, name: String)]) -> Catalog {
    var catalog = Catalog()
    for (number, page) in pages.enumerated() {
      var spec = PageSpec()
      spec.container = page.container < 0 ? .none : PageID(page.container)
      spec.scene = page.scene
      if !page.name.isEmpty { spec.classes = catalog.names.intern([catalog.names.intern(page.name)]) }
      catalog.appendPage(numbered: Int64(number), spec)
    }
    return catalog
  }

  private func containers(_ tree: borrowing PlannedPages) -> [Int] {
    var found: [Int] = []
    for page in tree.containers.indices {
      found.append(tree.containers[page].isNone ? -1 : tree.containers[page].index)
    }
    return found
  }

  private func scenes(_ tree: borrowing PlannedPages, _ table: borrowing PlannedPages.SceneTable) -> [UInt16] {
    var found: [UInt16] = []
    for page in tree.scenes.indices { found.append(table.numbers[Int(tree.scenes[page])]) }
    return found
  }

  @Test func aPageThatNamesNoSceneIsInThatOfItsContainerHoweverDeep() {
    var table = PlannedPages.SceneTable()
    var tree = PlannedPages()
    // The innermost comes first; the last but one names another scene than its container has.
    tree.read(catalog([(1, 0, ""), (2, 0, ""), (-1, 7, ""), (2, 4, ""), (-1, 0, "")]), pages: 5, scenes: &table)
    #expect(containers(tree) == [1, 2, -1, 2, -1])
    #expect(scenes(tree, table) == [7, 7, 7, 4, 0])
    #expect(tree.depth == 3)
    #expect(tree.count == 5)
  }

  @Test func pagesThatStandInThemselvesStandInNothing() {
    var table = PlannedPages.SceneTable()
    var tree = PlannedPages()
    tree.read(catalog([(0, 3, "")]), pages: 1, scenes: &table)
    #expect(containers(tree) == [-1] && tree.depth == 1 && scenes(tree, table) == [3])
    // Three in a ring, and one in the ring.
    tree.read(catalog([(1, 0, ""), (2, 0, ""), (0, 5, ""), (1, 0, "")]), pages: 4, scenes: &table)
    #expect(containers(tree) == [1, 2, -1, 1])
    #expect(tree.depth == 3)
    #expect(scenes(tree, table) == [5, 5, 5, 5])
  }

  @Test func aContainerThatTheSessionDoesNotMentionIsNone() {
    var table = PlannedPages.SceneTable()
    var tree = PlannedPages()
    tree.read(catalog([(1, 0, ""), (2, 0, "")]), pages: 2, scenes: &table)
    #expect(containers(tree) == [1, -1])
    // A page beyond the catalog stands nowhere, in the default scene.
    tree.read(catalog([(2, 0, "")]), pages: 3, scenes: &table)
    #expect(containers(tree) == [2, -1, -1])
    #expect(scenes(tree, table) == [0, 0, 0] && tree.depth == 2)
  }

  @Test func pagesOfOneClassAreOnePlaceAndPagesOfTwoAreTwo() {
    var table = PlannedPages.SceneTable()
    var tree = PlannedPages()
    let pages = catalog([(-1, 0, "Home"), (-1, 0, "Shop"), (-1, 0, "Home")])
    tree.read(pages, pages: 4, scenes: &table)
    let places = (0..<4).map { tree.classBit(of: PageID($0)) }
    #expect(places[0] == places[2] && places[0] != places[1])
    // Each is one bit, and none is that of no page.
    #expect(places.allSatisfy { $0.nonzeroBitCount == 1 && $0 != tree.classBit(of: .none) })
    #expect(tree.classBit(of: .none) == 1 && tree.classBit(of: PageID(4)) == 1)
    // A tree that is read again knows nothing of what it read before.
    tree.read(catalog([]), pages: 0, scenes: &table)
    #expect(tree.count == 0 && tree.depth == 0 && tree.classBit(of: PageID(0)) == 1)
  }

  @Test func scenesAreNumberedInTheOrderInWhichTheyAreMet() {
    var table = PlannedPages.SceneTable()
    #expect(table.count == 0 && table.index(of: 9) == 0)
    #expect([5, 2, 5, 9, 2].map { table.insert($0) } == [0, 1, 0, 2, 1])
    #expect(table.count == 3)
    #expect([5, 2, 9].map { table.index(of: $0) } == [0, 1, 2])
    // One that is not known counts as the first, be it within those that are or beyond.
    #expect([0, 3, 10, 65_535].map { table.index(of: $0) } == [0, 0, 0, 0])
    table.removeAll()
    #expect(table.count == 0)
    #expect([9, 65_535, 5].map { table.insert($0) } == [0, 1, 2])
    #expect([2, 5, 9, 65_535].map { table.index(of: $0) } == [0, 2, 0, 1])
  }
}
