import PopReplay
import PopSimulation
import PopSystem
import PopupScheduling
import Testing

@testable import PopAudit

@Suite struct PageLineageTests {
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
      while let last = lineage.last, !state.forest.container(of: PageID(last)).isNone, lineage.count <= count {
        lineage.append(state.forest.container(of: PageID(last)).index)
      }
      #expect(lineage.count <= count, "seed \(seed): page \(start) stands in itself")
      lineages.append(lineage)
    }
    for page in 0..<count {
      let lineage = lineages[page]
      for other in 0..<count {
        #expect(state.isInLineage(PageID(other), of: PageID(page)) == lineage.contains(other), "seed \(seed)")
        let areKin = state.forest.root(of: PageID(page)) == state.forest.root(of: PageID(other))
        #expect(areKin == (lineage.last == lineages[other].last), "seed \(seed)")
      }
      let isContainer = (0..<count).contains { state.forest.container(of: PageID($0)) == PageID(page) }
      #expect(state.forest.isContainer(PageID(page)) == isContainer, "seed \(seed)")
      let comesOver = lineage.contains { catalog.pages[$0].presentation != .full }
      #expect(state.pages[page].flags.contains(.comesOver) == comesOver, "seed \(seed)")
      let scene = lineage.map { catalog.pages[$0].scene }.first { $0 != 0 } ?? 0
      #expect(state.scenes[Int(state.pages[page].scene)].number == scene, "seed \(seed)")
      // One step of a circle is left out, and no other.
      let asked = catalog.pages[page].container
      let container = state.forest.container(of: PageID(page))
      if container != asked, !asked.isNone, asked.index < count, asked.index != page {
        #expect(container.isNone && lineages[asked.index].contains(page), "seed \(seed)")
      }
    }
  }
}
