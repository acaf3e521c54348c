import PopupScheduling
import Testing

@testable import PopTrace

@Suite("What a half of a journal says already")
struct WrittenTableTests {
  @Test("What is said counts in its round; no entry needs no saying, and a number out of range is never said")
  func entries() {
    var entries = WrittenTable(entries: 4)
    entries.begin(1)
    #expect(saidEntries(&entries) == [-1])
    entries.note(2)
    #expect(saidEntries(&entries) == [-1, 2])
    entries.begin(2)
    entries.note(3)
    #expect(saidEntries(&entries) == [-1, 3])
    #expect([Int32.min, -2, 4, Int32.max].allSatisfy { id in !isWritten(id, in: entries) })
  }

  @Test("Tables go as far as their highest entry", arguments: [0, 1, 1022, 1023, 1024, 5000])
  func growth(place: Int) {
    var entries = WrittenTable(entries: 1024)
    entries.begin(7)
    entries.note(0)
    entries.note(place)
    #expect(isWritten(-1, in: entries) && isWritten(0, in: entries))
    #expect(isWritten(Int32(place), in: entries) && !isWritten(Int32(place + 1), in: entries))
    #expect(place < 2 || !isWritten(Int32(place - 1), in: entries))
  }

  private func isWritten(_ id: Int32, in entries: borrowing WrittenTable) -> Bool {
    entries.isWritten(id)
  }

  private func saidEntries(_ entries: inout WrittenTable) -> [Int32] {
    var said: [Int32] = []
    for id in Int32(-3)..<8 where entries.isWritten(id) { said.append(id) }
    return said
  }
}

@Suite("What a half of a journal says of pages already")
struct WrittenPagesTests {
  @Test("The attributes of a page are where they are compared")
  func layout() {
    #expect(MemoryLayout<PageSpec>.offset(of: \.classes) == 0)
    #expect(MemoryLayout<PageSpec>.offset(of: \.container) == 4)
    #expect(MemoryLayout<PageSpec>.offset(of: \.presentation) == 8)
    #expect(MemoryLayout<PageSpec>.offset(of: \.scene) == 10)
    #expect(MemoryLayout<PageSpec>.offset(of: \.navigation) == 12)
    #expect(MemoryLayout<PageSpec>.size == 13 && MemoryLayout<PageSpec>.stride == 16)
    #expect(MemoryLayout<PagePresentation>.size == 1 && MemoryLayout<Bool?>.size == 1)
  }

  /// Each changes one attribute.
  private static let changes: [@Sendable (inout PageSpec) -> Void] = [
    { $0.classes = NameListID(7) }, { $0.container = PageID(1) }, { $0.presentation = .sheet },
    { $0.presentation = .custom }, { $0.scene = 1 }, { $0.scene = 0x100 }, { $0.navigation = true },
    { $0.navigation = false },
  ]

  @Test("A page has to be said again once any of its attributes is another", arguments: changes.indices)
  func change(place: Int) {
    var catalog = Catalog()
    for number in 0..<3 { catalog.appendPage(numbered: Int64(number), PageSpec()) }
    var pages = WrittenPages(entries: 2)
    pages.begin(300)
    for page in 0..<3 { pages.note(page, in: .none, catalog) }
    #expect(writtenPages(pages, catalog) == [-1, 0, 1, 2])
    Self.changes[place](&catalog.pages[1])
    #expect(writtenPages(pages, catalog) == [-1, 0, 2])
    pages.note(1, in: catalog.pages[1].container, catalog)
    #expect(writtenPages(pages, catalog) == [-1, 0, 1, 2])
  }

  @Test("A page that was said without what it stands in is not said as it is")
  func container() {
    var catalog = Catalog()
    catalog.appendPage(numbered: 0, PageSpec())
    catalog.pages[0].container = PageID(0)
    var pages = WrittenPages(entries: 8)
    pages.begin(1)
    pages.note(0, in: .none, catalog)
    #expect(writtenPages(pages, catalog) == [-1] && isWritten(0, in: pages))
  }

  @Test(
    "In another round nothing has been said", arguments: [1, 2, 256, 259, 0x1_0001, 0x1_0003, 0x1000_0003] as [UInt32])
  func rounds(round: UInt32) {
    var catalog = Catalog()
    catalog.appendPage(numbered: 0, PageSpec())
    var pages = WrittenPages(entries: 8)
    pages.begin(3)
    pages.note(0, in: .none, catalog)
    #expect(isWritten(0, in: pages) && !isWritten(1, in: pages) && !isWritten(8, in: pages))
    pages.begin(round)
    #expect(writtenPages(pages, catalog) == [-1] && !isWritten(0, in: pages))
    pages.begin(3)
    #expect(writtenPages(pages, catalog) == [-1, 0])
  }

  private func isWritten(_ place: Int, in pages: borrowing WrittenPages) -> Bool { pages.isWritten(place) }

  private func writtenPages(_ pages: borrowing WrittenPages, _ catalog: Catalog) -> [Int32] {
    var said: [Int32] = []
    for id in Int32(-3)..<8 where pages.isWritten(PageID(id), catalog) { said.append(id) }
    return said
  }
}
