import PopTrace
import PopupScheduling
import Testing

@Suite("What is written is read back")
struct FormatRoundTripTests {
  @Test("Sessions of every kind of event and every slot come back equal", arguments: 0..<60)
  func everything(seed: Int) throws {
    var maker = SessionMaker(seed: UInt64(seed))
    var options = TraceWriter.Options()
    options.eventsPerChunk = [1, 7, 50, 4096][seed % 4]
    options.sharesChunks = seed % 3 == 0
    options.compresses = seed % 5 != 0
    let written = (0..<(1 + seed % 4)).map { number in
      maker.session(events: [0, 1, 40, 300][(seed + number) % 4], isScenario: (seed + number) % 6 == 5)
    }
    let read = try sessions(in: try file(of: written, options))
    #expect(read.count == written.count, "seed \(seed)")
    for (left, right) in zip(written, read) {
      let difference = difference(left, right)
      #expect(difference == nil, "seed \(seed)")
    }
  }

  @Test("What several chunks say again is what each of them refers to")
  func saidAgain() throws {
    var session = Session()
    session.catalog.appendPopup(numbered: 0)
    for level in 0..<3 {
      var change = PopupChange()
      change.level = Int32(level)
      session.catalog.changes.append(change)
    }
    // All three, then one of them in each chunk.
    for (number, change) in [0, 1, 2, 2, 0, 1].enumerated() {
      var event = Event(.popupChanged)
      (event.sequence, event.popup, event.attributes) = (Int32(number), PopupID(0), Int32(change))
      session.log.events.append(event)
    }
    var options = TraceWriter.Options()
    options.eventsPerChunk = 1
    let read = try #require(try sessions(in: try file(of: [session], options)).first)
    #expect(difference(session, read) == nil)
  }

  @Test("A file of no sessions is a valid one")
  func nothing() throws {
    #expect(try sessions(in: try file(of: [])).isEmpty)
  }

  @Test("Files can be concatenated")
  func concatenation() throws {
    var maker = SessionMaker(seed: 7)
    let first = maker.session(events: 100)
    let second = maker.session(events: 30)
    let read = try sessions(in: try file(of: [first]) + file(of: []) + file(of: [second, first]))
    #expect(read.count == 3)
    #expect(difference(first, read[0]) == nil)
    #expect(difference(second, read[1]) == nil)
    #expect(difference(first, read[2]) == nil)
  }
}
