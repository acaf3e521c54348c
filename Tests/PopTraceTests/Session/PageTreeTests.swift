import PopupScheduling
import Testing

@testable import PopTrace

@Suite("Pages in their containers")
struct PageTreeTests {
  private func pages(_ containers: [Int]) -> [PageSpec] {
    containers.map { container in
      var page = PageSpec()
      page.container = container < 0 ? .none : PageID(container)
      return page
    }
  }

  private func cut(_ containers: [Int]) -> [Int] {
    var pages = pages(containers)
    PageTree.cut(&pages)
    return pages.map { Int($0.container.rawValue) }
  }

  @Test("Whatever comes to an end is sound, in whatever order the pages stand")
  func sound() {
    for containers in [[], [-1], [-1, 0, 1], [1, 2, -1], [2, -1, 1], [3, 3, 3, -1], [1, -1, 1, 2, 3]] {
      let pages = pages(containers)
      #expect(PageTree.firstFlaw(pages) == nil && PageTree.isSound(pages), "\(containers)")
      #expect(cut(containers) == containers)
    }
  }

  @Test("A page that stands in itself, or nowhere, is taken out, and the others stay")
  func flaws() {
    for (containers, flaw, sound) in [
      ([0], 0, [-1]), ([-1, 1], 1, [-1, -1]), ([1], 0, [-1]), ([-1, 2], 1, [-1, -1]), ([-1, 0, 9], 2, [-1, 0, -1]),
      ([1, 0], 1, [1, -1]), ([1, 2, 0], 2, [1, 2, -1]), ([1, 2, 1], 2, [1, 2, -1]), ([1, 1, 3, 3], 1, [1, -1, 3, -1]),
      ([1, 2, 4], 2, [1, 2, -1]), ([1, 2, 3], 2, [1, 2, -1]),
    ] {
      let pages = pages(containers)
      #expect(PageTree.firstFlaw(pages) == flaw && !PageTree.isSound(pages), "\(containers)")
      #expect(cut(containers) == sound, "\(containers)")
    }
  }

  @Test("How deep they stand is told where it is more than a limit")
  func depth() {
    for containers in [[-1, 0, 1, 2], [1, 2, 3, -1], [2, 0, -1, 1], [-1, 0, 1, 2, -1, 4], [1, 2, 3, -1, 3, 3]] {
      let pages = pages(containers)
      for limit in 0...3 { #expect(PageTree.depth(pages, beyond: limit) == 4, "\(containers)") }
      for limit in 4...7 { #expect(PageTree.depth(pages, beyond: limit) == nil, "\(containers)") }
    }
    #expect(PageTree.depth(pages([-1, -1, -1]), beyond: 1) == nil && PageTree.depth(pages([-1, 0]), beyond: 1) == 2)
  }
}

@Suite("Entries that stand in for lost ones")
struct MadeUpEntriesTests {
  private func settled(_ popups: [Int64], _ pages: [Int64] = [], _ names: [String] = []) -> (
    popups: [Int64], pages: [Int64], names: [String]
  ) {
    var catalog = Catalog()
    for number in popups { catalog.appendPopup(numbered: number) }
    for number in pages { catalog.appendPage(numbered: number, PageSpec()) }
    for name in names { catalog.names.append(name) }
    MadeUpEntries.settle(&catalog)
    return (Array(catalog.popupNumbers), catalog.pageNumbers, catalog.names.texts)
  }

  @Test("Numbers are made up above all others, each once, and what is known stays")
  func numbers() {
    #expect(settled([3, -2, 9, -4]).popups == [3, 10, 9, 11] && settled([-2, -3]).popups == [0, 1])
    #expect(settled([], [5, -3, -4]).pages == [5, 6, 7] && settled([0, 1], [2, 3]).pages == [2, 3])
    // Up to the highest there can be; beyond it those that are free.
    let most = SessionCheck.largestNumber
    #expect(settled([most - 3, -2, -3]).popups == [most - 3, most - 2, most - 1])
    #expect(settled([most - 2, -2, -3]).popups == [most - 2, 0, 1])
    #expect(settled([most, -2, 0, -3, 2]).popups == [most, 1, 0, 3, 2])
  }

  @Test("Names that are there twice become others, that are there once")
  func names() {
    let mark = "\u{FFFD}"
    #expect(settled([], [], ["a", "b", "a"]).names == ["a", "b", "a" + mark])
    #expect(
      settled([], [], ["a", "a" + mark, "a", "a"]).names == [
        "a", "a" + mark, "a" + mark + mark, "a" + mark + mark + mark,
      ])
  }

  @Test("What is made up is known as that, and nothing else is")
  func known() {
    #expect(MadeUpEntries.isName(MadeUpEntries.name(at: 3), at: 3) && !MadeUpEntries.isName("x", at: 3))
    #expect(MadeUpEntries.number(at: 0) == -2 && MadeUpEntries.number(at: 5) == -7)
    #expect(MadeUpEntries.unknownName(at: 4) == "?4" && MadeUpEntries.isUnknown(name: "?4.1", at: 4))
    #expect(!MadeUpEntries.isUnknown(name: "?5", at: 4))
    let number = SessionCheck.largestNumber - 1 - 7
    #expect(MadeUpEntries.unknownNumber(at: 7) == number && MadeUpEntries.isUnknown(number: number, at: 7))
    #expect(!MadeUpEntries.isUnknown(number: number, at: 6))
    #expect(MadeUpEntries.isUnknown([Symbol]()) && !MadeUpEntries.isUnknown([Symbol(0)]))
    var (spec, change) = (PopupSpec(name: .none), PopupChange())
    #expect(MadeUpEntries.isUnknown(spec) && MadeUpEntries.isUnknown(change))
    (spec.next, change.level) = (true, 0)
    #expect(!MadeUpEntries.isUnknown(spec) && !MadeUpEntries.isUnknown(change))
  }
}
