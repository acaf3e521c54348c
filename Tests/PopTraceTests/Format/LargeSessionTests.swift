import PopupScheduling
import Testing

@testable import PopTrace

/// Whatever can be read can be written: what is too much for one chunk goes into several.
@Suite struct LargeSessionTests {
  private func add(_ event: Event, to session: inout Session) {
    var event = event
    event.sequence = Int32(session.log.events.count)
    session.log.events.append(event)
  }

  private func text(_ session: Session) -> [UInt8] {
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    return text
  }

  private func expectSameAgain(_ session: Session, _ options: TraceWriter.Options = TraceWriter.Options()) throws {
    let bytes = try file(of: [TinySession.make(), session, TinySession.make()], options)
    let read = try sessions(in: bytes)
    #expect(read.count == 3)
    let found = difference(session, read[1])
    #expect(found == nil)
    let again = try file(of: read, options)
    #expect(again == bytes)

  }

  @Test(arguments: [false, true])
  func oneEventMayNameTheLastOfManyPopups(sharesChunks: Bool) throws {
    var session = Session()
    for number in 0..<100_000 { _ = session.catalog.popup(numbered: Int64(number) * 7 % 100_003 + 1 << 40) }
    for number in 0..<70_000 {
      var spec = PopupSpec(name: session.catalog.names.intern("popup \(number)"))
      spec.level = Int32(number)
      session.catalog.append(spec)
    }
    var event = Event(.popupSubmitted)
    event.popup = PopupID(99_999)
    event.spec = SpecID(69_999)
    add(event, to: &session)
    var options = TraceWriter.Options()
    options.sharesChunks = sharesChunks
    try expectSameAgain(session, options)
  }

  @Test func manyKindsOfPagesInContainersThatComeLater() throws {
    var session = Session()
    for number in 0..<70_000 {
      let page = session.catalog.page(numbered: Int64(number))
      let name = session.catalog.names.append("Page \(number)")
      session.catalog.pages[page.index].classes = session.catalog.names.append([name])
      if number % 2 == 0 { session.catalog.pages[page.index].container = PageID(number + 1) }
    }
    add(Event(.idle), to: &session)
    try expectSameAgain(session)
  }

  @Test func manyEventsWithLongNames() throws {
    var session = Session()
    for number in 0..<40 {
      var event = Event(.fault)
      event.name = session.catalog.names.append(String(repeating: "\(number % 10)", count: 1 << 19) + "\(number)")
      add(event, to: &session)
    }
    try expectSameAgain(session)
    session.catalog.names.append(String(repeating: "x", count: 1 << 20 + 1))
    #expect(throws: TraceError.self) { try file(of: [session]) }
  }

  /// A piece that is lost may have held any number of entries; those made up in their place are written like any others.
  @Test func whatIsMadeUpForALostChunkCanBeWrittenAndExported() throws {
    var options = TraceWriter.Options()
    options.eventsPerChunk = 100
    for seed in 0..<12 {
      var maker = SessionMaker(seed: UInt64(seed))
      let session = maker.session(events: 400)
      var bytes = try file(of: [session], options)
      let chunks = TraceInfo(bytes).chunks
      bytes.removeSubrange(chunks[seed % 3].bytes)
      var reader = TraceReader(recovering: bytes)
      var saved = Session()
      #expect(try reader.next(&saved), "seed \(seed)")
      // Made-up lists are all empty, so that only what they say can be compared.
      let expected = text(saved)
      for read in try [sessions(in: file(of: [saved], options))[0], JSONLines.sessions(in: expected)[0]] {
        #expect(text(read) == expected, "seed \(seed)")
        #expect(read.gaps == saved.gaps, "seed \(seed)")
      }
    }
  }
}
