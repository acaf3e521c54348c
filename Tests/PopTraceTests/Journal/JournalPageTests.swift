import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling
import Testing

@Suite("Pages in a journal")
struct JournalPageTests {
  private func mention(_ page: PageID, _ recorder: inout TraceRecorder, _ catalog: Catalog, at time: Int64) -> Bool {
    var event = Event(.pageDidAppear)
    event.page = page
    while true {
      if recorder.record(event, at: Ticks(time), in: catalog) { return true }
      if recorder.losses.refused > 0 { return false }
    }
  }

  /// Records mentions of pages and reads them back.
  private func roundTrip(_ pages: [PageID], _ catalog: Catalog) throws -> Session {
    var recorder = try TraceRecorder(header: SessionHeader(), options: TraceRecorderTests.small)
    let recording = recorder.recording
    for (time, page) in pages.enumerated() {
      let isTaken = mention(page, &recorder, catalog, at: Int64(time))
      #expect(isTaken)
    }
    recorder.end(at: Ticks(Int64(pages.count)))
    recording.waitUntilOver()
    return try sessions(in: recording.bytes)[0]
  }

  @Test("A page that stands in one with a later number keeps it, whatever is spoken of first", arguments: 1...30)
  func containers(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var catalog = Catalog()
    let count = 2 + random.below(30)
    for number in 0..<count { _ = catalog.page(numbered: Int64(number)) }
    // A page stands in one that comes later in some order that has nothing to do with the numbers.
    let order = (0..<count).shuffled(using: &random)
    for place in 0..<count - 1 where random.once(in: 2) {
      catalog.pages[order[place]].container = PageID(order[place + 1 + random.below(count - place - 1)])
      catalog.pages[order[place]].scene = UInt16(random.below(3))
      catalog.pages[order[place]].navigation = [nil, false, true][random.below(3)]
    }
    let pages = (0..<1500).map { _ in PageID(random.below(count)) }
    let read = try roundTrip(pages, catalog)
    #expect(read.events.map(\.page) == pages, "seed \(seed)")
    #expect(read.header.refusedEvents == 0)
    for page in Set(pages) { #expect(read.catalog.pages[page.index] == catalog.pages[page.index], "seed \(seed)") }
  }

  @Test("More pages than there is room for from the start are said as well")
  func manyPages() throws {
    var catalog = Catalog()
    for number in 0..<2600 {
      let page = catalog.page(numbered: Int64(number))
      if number > 0 { catalog.pages[page.index].container = PageID(number / 2) }
    }
    let pages = (0..<2600).map { PageID($0) }
    let read = try roundTrip(pages, catalog)
    #expect(read.events.map(\.page) == pages)
    #expect(read.catalog.pages == catalog.pages)
  }

  @Test("Pages that stand in themselves or in a circle are recorded, and nothing is said of them again and again")
  func circles() throws {
    var catalog = Catalog()
    for number in 0..<4 { _ = catalog.page(numbered: Int64(number)) }
    for (page, container) in [(0, 0), (1, 2), (2, 3), (3, 1)] { catalog.pages[page].container = PageID(container) }
    let pages = (0..<900).map { PageID($0 * 7 % 4) }
    let read = try roundTrip(pages, catalog)
    #expect(read.events.map(\.page) == pages)
  }
}
