import Testing

@testable import PopupScheduling

/// Where pages stand, in which scene, and how deep (PagesAndPopups, *Attributes of a page*).
@Suite("Pages in their containers")
struct PageForestTests {
  private func pages(_ containers: [Int], scenes: [UInt16] = []) -> [PageSpec] {
    containers.indices.map { index in
      var page = PageSpec()
      page.container = containers[index] < 0 ? .none : PageID(containers[index])
      page.scene = scenes.isEmpty ? 0 : scenes[index]
      return page
    }
  }

  private func containers(_ forest: borrowing PageForest) -> [Int] {
    var found: [Int] = []
    for page in 0..<forest.count { found.append(Int(forest.container(of: PageID(page)).rawValue)) }
    return found
  }

  private func scenes(_ forest: borrowing PageForest) -> [UInt16] {
    var found: [UInt16] = []
    for page in 0..<forest.count { found.append(forest.scene(of: PageID(page))) }
    return found
  }

  private func cut(_ containers: [Int]) -> [Int] {
    var pages = pages(containers)
    PageForest.cut(&pages)
    return pages.map { Int($0.container.rawValue) }
  }

  @Test("Pages are numbered from 0 on without a break, and a page's numbers are its own and those of the pages in it")
  func numbersAreDense() {
    // 3 stands in 1 and 1 in 0, as 2 does; 4 stands alone.
    let forest = PageForest(pages([-1, 0, 0, 1, -1]))
    var (entered, sizes): ([Int32], [Int32]) = ([], [])
    for page in 0..<forest.count {
      entered.append(forest.nodes[page].enter)
      sizes.append(forest.nodes[page].leave - forest.nodes[page].enter)
    }
    #expect(entered.sorted() == [0, 1, 2, 3, 4])
    #expect(sizes == [4, 2, 1, 1, 1])
    #expect(forest.order.array.map(\.index) == [0, 1, 2, 3, 4])
  }

  @Test("Whatever comes to an end is sound, in whatever order the pages stand")
  func sound() {
    for containers in [[], [-1], [-1, 0, 1], [1, 2, -1], [2, -1, 1], [3, 3, 3, -1], [1, -1, 1, 2, 3]] {
      let forest = PageForest(pages(containers))
      #expect(forest.firstFlaw.isNone, "\(containers)")
      #expect(cut(containers) == containers && self.containers(forest) == containers)
    }
    #expect(PageForest.isInOrder(pages([-1, 0, 1, 0])) && !PageForest.isInOrder(pages([-1, 2, -1])))
    #expect(PageForest.isInOrder(pages([0])) == false)
  }

  @Test("A page that stands in itself, or nowhere, is taken out, and the others stay")
  func flaws() {
    for (containers, flaw, sound) in [
      ([0], 0, [-1]), ([-1, 1], 1, [-1, -1]), ([1], 0, [-1]), ([-1, 2], 1, [-1, -1]), ([-1, 0, 9], 2, [-1, 0, -1]),
      ([1, 0], 1, [1, -1]), ([1, 2, 0], 2, [1, 2, -1]), ([1, 2, 1], 2, [1, 2, -1]), ([1, 1, 3, 3], 1, [1, -1, 3, -1]),
      ([1, 2, 4], 2, [1, 2, -1]), ([1, 2, 3], 2, [1, 2, -1]),
    ] {
      #expect(PageForest(pages(containers)).firstFlaw == PageID(flaw), "\(containers)")
      #expect(cut(containers) == sound, "\(containers)")
    }
  }

  @Test("How deep they stand does not depend on their order")
  func depth() {
    for containers in [[-1, 0, 1, 2], [1, 2, 3, -1], [2, 0, -1, 1], [-1, 0, 1, 2, -1, 4], [1, 2, 3, -1, 3, 3]] {
      #expect(PageForest(pages(containers)).depth == 4, "\(containers)")
    }
    #expect(PageForest([]).depth == 0 && PageForest(pages([-1, -1])).depth == 1)
  }

  @Test func aPageThatNamesNoSceneIsInThatOfItsContainerHoweverDeep() {
    // The innermost comes first; the last but one names another scene than its container has.
    let forest = PageForest(pages([1, 2, -1, 2, -1], scenes: [0, 0, 7, 4, 0]))
    #expect(containers(forest) == [1, 2, -1, 2, -1] && scenes(forest) == [7, 7, 7, 4, 0] && forest.depth == 3)
    #expect(forest.order.array.map(\.index) == [2, 1, 0, 3, 4])
  }

  @Test func pagesThatStandInThemselvesStandInNothing() {
    var forest = PageForest(pages([0], scenes: [3]))
    #expect(containers(forest) == [-1] && forest.depth == 1 && scenes(forest) == [3])
    // Three in a ring, and one in the ring.
    forest.read(pages([1, 2, 0, 1], scenes: [0, 0, 5, 0]), count: 4)
    #expect(containers(forest) == [1, 2, -1, 1] && forest.depth == 3 && scenes(forest) == [5, 5, 5, 5])
    forest.read([], count: 0)
    #expect(forest.count == 0 && forest.depth == 0 && forest.firstFlaw.isNone)
  }

  @Test func aContainerThatTheSessionDoesNotMentionIsNone() {
    var forest = PageForest(pages([1, 2]))
    #expect(containers(forest) == [1, -1])
    // A page beyond the catalog stands nowhere, in the default scene.
    forest.read(pages([2]), count: 3)
    #expect(containers(forest) == [2, -1, -1] && scenes(forest) == [0, 0, 0] && forest.depth == 2)
  }
}
