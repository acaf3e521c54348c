import PopReplay
import PopSimulation
import PopSystem
import PopupScheduling
import Testing

@testable import PopAudit

@Suite struct PageForestTests {
  @Test("Pages are numbered from 0 on without a break, and a page's numbers are its own and those of the pages in it")
  func numbersAreDense() {
    // 3 stands in 1 and 1 in 0, as 2 does; 4 stands alone.
    let containers = [-1, 0, 0, 1, -1]
    var specs = Array(repeating: PageSpec(), count: containers.count)
    for (index, container) in containers.enumerated() where container >= 0 {
      specs[index].container = PageID(container)
    }
    var pages = OwnedArray<PageState>()
    pages.append(repeating: PageState(), count: specs.count)
    var numbers = OwnedArray<UInt16>()
    var forest = PageState.Forest()
    forest.layOut(&pages, numbers: &numbers, specs)
    var entered: [Int32] = []
    var sizes: [Int32] = []
    for index in pages.indices {
      entered.append(pages[index].enter)
      sizes.append(pages[index].leave - pages[index].enter)
    }
    #expect(entered.sorted() == [0, 1, 2, 3, 4])
    #expect(sizes == [4, 2, 1, 1, 1])
  }

  @Test("A page is in the lineage of those that stand in it, and of no other", arguments: 0..<40 as Range<UInt64>)
  func lineagesAreWhatAWalkFinds(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    var catalog = Catalog()
    let count = 1 + Int(dice.next() % 12)
    for number in 0..<count { _ = catalog.page(numbered: Int64(number)) }
    for index in 0..<count {
      // Some stand in themselves, in one another, or in none that there is.
      if dice.next() % 3 > 0 { catalog.pages[index].container = PageID(Int(dice.next() % UInt64(count + 1))) }
      if dice.next() % 4 == 0 { catalog.pages[index].presentation = .sheet }
      if dice.next() % 3 == 0 { catalog.pages[index].scene = UInt16(dice.next() % 3) }
    }
    var state = AuditState()
    state.begin(catalog: catalog, tick: .millisecond, marksReentrantStimuli: true)
    var lineages: [[Int]] = []
    for start in 0..<count {
      var lineage = [start]
      while let last = lineage.last, !state.pages[last].container.isNone, lineage.count <= count {
        lineage.append(state.pages[last].container.index)
      }
      #expect(lineage.count <= count, "seed \(seed): page \(start) stands in itself")
      lineages.append(lineage)
    }
    for page in 0..<count {
      let lineage = lineages[page]
      for other in 0..<count {
        #expect(state.isInLineage(PageID(other), of: PageID(page)) == lineage.contains(other), "seed \(seed)")
        let areKin = state.pages[page].root == state.pages[other].root
        #expect(areKin == (lineage.last == lineages[other].last), "seed \(seed)")
      }
      let isContainer = (0..<count).contains { state.pages[$0].container == PageID(page) }
      #expect(state.pages[page].flags.contains(.isContainer) == isContainer, "seed \(seed)")
      let comesOver = lineage.contains { catalog.pages[$0].presentation != .full }
      #expect(state.pages[page].flags.contains(.comesOver) == comesOver, "seed \(seed)")
      let scene = lineage.map { catalog.pages[$0].scene }.first { $0 != 0 } ?? 0
      #expect(state.scenes[Int(state.pages[page].scene)].number == scene, "seed \(seed)")
      // One step of a circle is left out, and no other.
      let asked = catalog.pages[page].container
      if state.pages[page].container != asked, !asked.isNone, asked.index < count, asked.index != page {
        #expect(state.pages[page].container.isNone && lineages[asked.index].contains(page), "seed \(seed)")
      }
    }
  }
}
