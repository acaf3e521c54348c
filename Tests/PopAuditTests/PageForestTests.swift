import PopReplay
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
    var forest = PageForest()
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
}
