import PopupScheduling
import Testing

@testable import PopTrace

@Suite("The end of a session under way")
final class SnapshotStretchTests {
  private let memory: JournalMemory
  private var writer: JournalWriter
  private var catalog = Catalog()
  private var stretch: SnapshotStretch

  init() throws {
    let header = SessionHeader()
    var options = SnapshotOptions()
    (options.keptSeconds, options.mostEvents) = (1, 100)
    memory = try JournalMemory.anonymous(try RecorderOptions().head(of: header))
    writer = JournalWriter(memory)
    stretch = SnapshotStretch(header: header, options)
  }

  /// Records what happens, and has the stretch take it over.
  private func record(_ events: [Event]) throws {
    for event in events {
      let isTaken = writer.append(event, at: event.time, in: catalog)
      #expect(isTaken)
    }
    let halves = JournalHalves(memory)
    var records = try halves.records(in: halves.filledBytes)
    stretch.take(&records)
  }

  private func idle(_ times: Range<Int>) throws {
    try record(times.map { Event(.idle, time: Ticks(Int64($0))) })
  }

  /// A popup is shown on a page, and stays.
  private func open() throws {
    let page = catalog.appendPage(numbered: 1, PageSpec())
    let popup = catalog.appendPopup(numbered: 1)
    let spec = catalog.append(PopupSpec(name: catalog.names.intern("a")))
    var events = [EventKind.pageWillAppear, .pageDidAppear, .popupSubmitted, .popupShown].map { Event($0) }
    for index in 0..<2 { events[index].page = page }
    for index in 2..<4 { events[index].popup = popup }
    events[2].spec = spec
    (events[3].page, events[3].generation, events[3].cause) = (page, 1, 2)
    try record(events)
  }

  private func whole() throws -> Session { try #require(stretch.wholeTurns(before: .max)) }

  @Test("What is young, and not too much, is kept")
  func young() throws {
    try idle(0..<100)
    stretch.forget()
    let session = try whole()
    #expect(session.events.map(\.time.rawValue) == (0..<100).map { Int64($0) })
    #expect(session.gaps.isEmpty && session.header.prefixEvents == 0)
  }

  @Test("Of what is too old nothing is kept but what still counts")
  func old() throws {
    var page = Event(.pageWillAppear)
    page.page = catalog.appendPage(numbered: 1, PageSpec())
    try record([page])
    try idle(1..<50)
    try idle(2000..<2010)
    stretch.forget()
    let session = try whole()
    // A page that is on its way keeps the moments behind it from being quiet.
    #expect(session.events.count == 60 && session.gaps.isEmpty)
    page.kind = .pageDidAppear
    page.time = Ticks(2010)
    try record([page])
    try idle(2011..<2020)
    try idle(4000..<4010)
    stretch.forget()
    let later = try whole()
    #expect(later.header.prefixEvents == 2 && later.gaps.isEmpty)
    #expect(later.events.map(\.kind).prefix(2) == [.pageWillAppear, .pageDidAppear])
    #expect(later.events.dropFirst(2).map(\.time.rawValue) == (4000..<4010).map { Int64($0) })
    #expect(later.events.map(\.sequence) == (0..<12).map { Int32($0) })
  }

  @Test("Where something is open all the time, half of too much goes, and from then on all that is too old")
  func alwaysOpen() throws {
    try open()
    try idle(1..<90)
    stretch.forget()
    #expect(try whole().events.count == 93)
    try idle(90..<101)
    stretch.forget()
    // 104 events are more than 100, and 50 of them are left behind the two of the page.
    var session = try whole()
    #expect(session.header.prefixEvents == 2 && session.gaps == [2] && session.events.count == 52)
    #expect(session.events.last?.time == Ticks(100) && session.events[2].sequence == 3)
    try idle(5000..<5003)
    stretch.forget()
    session = try whole()
    #expect(session.header.prefixEvents == 2 && session.gaps == [2])
    #expect(session.events.dropFirst(2).map(\.time.rawValue) == [5000, 5001, 5002])
  }

  @Test("A snapshot says its own reason, in place of what the app has under that name")
  func reason() throws {
    var header = SessionHeader()
    header.session = "walk"
    header.metadata = ["arm", SnapshotOptions.reasonName, "zone"].map { HeaderEntry($0, "of the app") }
    var stretch = SnapshotStretch(header: header, SnapshotOptions())
    let snapshot = stretch.snapshot(number: 2, "what a user reported")
    #expect(snapshot.header.session == "walk-snapshot-2")
    #expect(snapshot.header.metadata.map(\.name) == ["arm", SnapshotOptions.reasonName, "zone"])
    #expect(snapshot.header.metadata.map(\.value) == ["of the app", "what a user reported", "of the app"])
  }
}
