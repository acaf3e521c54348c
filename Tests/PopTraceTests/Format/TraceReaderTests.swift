import PopupScheduling
import Testing

@testable import PopTrace

@Suite("Reading a file, the second time as the first")
struct TraceReaderTests {
  /// A file of these sessions in pieces, of which nobody has checked anything.
  private func file(_ sessions: [(session: Session, pieces: [Range<Int>])], isLastOpen: Bool = false) throws -> [UInt8]
  {
    var builder = TraceFileBuilder()
    for (number, (session, pieces)) in sessions.enumerated() {
      var encoder = ChunkEncoder()
      var bases = SegmentBases()
      for (place, events) in pieces.enumerated() {
        let isEnd = place == pieces.count - 1 && !(isLastOpen && number == sessions.count - 1)
        let piece = SegmentPiece(session: number, events: events, isFirst: place == 0, isLast: isEnd)
        encoder.add(piece, of: session, SegmentMentions(piece, of: session, bases: bases), bases: &bases)
        builder.append(try encoder.finish(number: builder.chunkCount, .none))
      }
    }
    return builder.finish()
  }

  /// A session of timers set for some time, one a tick.
  private func timers(_ count: Int, _ change: (inout [Event]) -> Void = { _ in }) -> Session {
    var session = Session()
    for number in 0..<count {
      var event = Event(.timerSet, time: Ticks(Int64(number)))
      (event.sequence, event.timer, event.at) = (Int32(number), TimerID(number), Ticks(Int64(number) + 9))
      session.log.events.append(event)
    }
    change(&session.log.events)
    return session
  }

  @Test("Where another session was read before, nothing of it is left")
  func readInto() throws {
    let bytes = try file([(timers(3), [0..<3])])
    func read(into session: Session) throws -> Session {
      var session = session
      var reader = try TraceReader(bytes)
      #expect(try reader.next(&session))
      return session
    }
    let scenario = """
      {"poptrace":1,"session":"s"}
      {"t":5,"event":"popup.submitted","popup":1,"name":"a"}
      {"event":"back.pressed","after":{"event":"popup.shown","popup":1},"delay":7}
      """
    var used = try #require(try JSONLines.sessions(in: Array(scenario.utf8)).first)
    #expect(used.isScenario && !used.anchors.isEmpty)
    (used.gaps, used.skippedEvents) = ([1], 3)
    let (again, fresh) = (try read(into: used), try read(into: Session()))
    #expect(!again.isScenario && again.anchors.isEmpty && again.gaps.isEmpty && again.skippedEvents == 0)
    #expect(again.header == fresh.header && again.log.isSame(as: fresh.log) && again.catalog.popupNumbers.isEmpty)
  }

  private func recovered(_ bytes: [UInt8]) throws -> (sessions: [Session], reader: TraceReader) {
    var reader = TraceReader(recovering: bytes)
    var (sessions, session) = ([Session](), Session())
    while try reader.next(&session) { sessions.append(session) }
    return (sessions, reader)
  }

  @Test(
    "Of a chunk with an event that cannot be nothing is saved, however many were sound before it",
    arguments: [0, 3, 63, 64, 70])
  func unsoundEvent(place: Int) throws {
    let session = timers(110) { events in
      // A number that is left out in the same chunk, and one in a sound one.
      for index in 25..<110 { events[index].sequence += 4 }
      for index in 105..<110 { events[index].sequence += 2 }
      events[20 + place].value = 1 << 60
    }
    let bytes = try file([(session, [0..<20, 20..<100, 100..<110]), (timers(3), [0..<3])])
    let (saved, reader) = try recovered(bytes)
    #expect(saved.map(\.events.count) == [30, 3] && saved[1].gaps.isEmpty)
    #expect(
      saved[0].events == Array(session.events[..<20]) + Array(session.events[100...]) && saved[0].gaps == [20, 25])
    #expect(reader.damage.map(\.sequences) == [20..<104] && reader.damage.map(\.error.code) == [.corrupt])
    var strict = try TraceReader(bytes)
    var read = Session()
    let error = #expect(throws: TraceError.self) { try strict.next(&read) }
    // Whoever goes on after an error is told the same.
    let again = #expect(throws: TraceError.self) { try strict.next(&read) }
    #expect(error == again && error?.code == .corrupt)
  }

  @Test("Anchors of a chunk that cannot be are none of those that come to stand in its place")
  func unsoundAnchor() throws {
    var scenario = Session()
    scenario.isScenario = true
    for number in 0..<8 {
      var event = Event(.idle)
      event.sequence = Int32(number)
      scenario.log.events.append(event)
      guard [1, 2, 5, 7].contains(number) else { continue }
      scenario.anchors[number] = Anchor(
        pattern: Event(.appForeground), fields: [], nth: 1, every: false,
        delay: Ticks(number == 5 ? 1 << 60 : Int64(number)))
    }
    let (saved, reader) = try recovered(file([(scenario, [0..<2, 2..<6, 6..<8])]))
    #expect(saved.map(\.events.count) == [4] && reader.damage.count == 1)
    #expect(saved[0].anchors.keys.sorted() == [1, 3] && saved[0].anchors[3]?.delay == Ticks(7))
  }

  @Test("Two places that are damaged are told both, each with what is missing there")
  func twice() throws {
    let session = timers(50)
    let pieces = stride(from: 0, to: 50, by: 10).map { $0..<$0 + 10 }
    var bytes = try file([(session, pieces), (timers(2), [0..<2])])
    let chunks = TraceInfo(bytes).chunks
    for chunk in [1, 3] { bytes[chunks[chunk].bytes.upperBound - 6] ^= 1 }
    let (saved, reader) = try recovered(bytes)
    #expect(reader.damage.map(\.bytes) == [chunks[1].bytes, chunks[3].bytes])
    #expect(reader.damage.map(\.sequences) == [10..<20, 30..<40])
    #expect(saved.map(\.events.count) == [30, 2] && saved[0].gaps == [10, 20] && saved[0].catalog.names.texts.isEmpty)
  }

  @Test("A session without its end is missing something, where the file has its own")
  func openSession() throws {
    let bytes = try file([(timers(20), [0..<10, 10..<20]), (timers(20), [0..<10, 10..<20])], isLastOpen: true)
    func check(_ reader: inout TraceReader) throws {
      var session = Session()
      let error = #expect(throws: TraceError.self) { try reader.next(&session) }
      #expect(error?.code == .truncated)
    }
    var reader = try TraceReader(bytes)
    var session = Session()
    #expect(try reader.next(&session) && session.events.count == 20 && !reader.lacksEnd)
    try check(&reader)
    // The same behind a session of which a part was passed over, which lacks nothing.
    reader = try TraceReader(bytes)
    #expect(try reader.next(&session, around: Ticks(0)...Ticks(3)) && session.events.count == 10)
    try check(&reader)
    let (saved, recovering) = try recovered(bytes)
    #expect(
      saved.map(\.events.count) == [20, 20] && recovering.damage.map(\.error.code) == [.truncated]
        && recovering.lacksEnd)
  }

  @Test("A window is for one session: the next one is read whole, or around another")
  func windows() throws {
    let pieces = stride(from: 0, to: 60, by: 10).map { $0..<$0 + 10 }
    let bytes = try file([(timers(60), pieces), (timers(60), pieces), (timers(60), pieces)])
    var reader = try TraceReader(bytes)
    var session = Session()
    #expect(try reader.next(&session, around: Ticks(32)...Ticks(33)))
    #expect(session.events.map(\.sequence) == Array(0..<10) + Array(30..<40) && session.gaps == [10])
    #expect(try reader.next(&session) && session.events.count == 60 && session.gaps.isEmpty)
    #expect(try reader.next(&session, around: Ticks(59)...Ticks(100)))
    #expect(session.events.map(\.sequence) == Array(0..<10) + Array(50..<60))
    #expect(try !reader.next(&session))
  }

  @Test("What goes on with a session goes on where it was: behind its last number, and no earlier than its last time")
  func joins() throws {
    for change in [{ $0[3].sequence = 2 }, { $0[3].time = Ticks(1) }] as [(inout [Event]) -> Void] {
      let bytes = try file([(timers(6, change), [0..<3, 3..<6])])
      #expect(throws: TraceError.self) { try sessions(in: bytes) }
    }
    // At the same time, and with numbers left out.
    let session = timers(6) { events in
      events[3].time = Ticks(2)
      for index in 3..<6 { events[index].sequence += 2 }
    }
    let read = try sessions(in: file([(session, [0..<3, 3..<6])]))[0]
    #expect(read.events == session.events && read.gaps == [3])
  }

  @Test("A session has as many events as the limit allows, over all of its chunks")
  func eventLimit() throws {
    let bytes = try file([(timers(20), [0..<10, 10..<20]), (timers(20), [0..<20])])
    var limits = ResourceLimits()
    limits.eventsPerSession = 20
    var reader = try TraceReader(bytes, limits: limits)
    var session = Session()
    #expect(try reader.next(&session) && reader.next(&session) && !reader.next(&session))
    limits.eventsPerSession = 19
    reader = try TraceReader(bytes, limits: limits)
    let error = #expect(throws: TraceError.self) { try reader.next(&session) }
    #expect(error?.code == .tooLarge)
  }

  @Test("A writer that has finished a file writes the next one as the first")
  func writer() throws {
    let some = [timers(30), timers(3)]
    for options in [TraceWriter.Options(), .archive] {
      var writer = TraceWriter(options: options)
      var files: [[UInt8]] = []
      for _ in 0..<2 {
        for session in some { try writer.append(session) }
        files.append(try writer.finish())
      }
      #expect(files[0] == files[1] && TraceInfo(files[0]).isWhole)
      #expect(try sessions(in: files[0] + files[1]).map(\.events.count) == [30, 3, 30, 3])
      #expect(writer.takeBytes().isEmpty)
    }
  }

  @Test("Chunks have as many events as they may, and sessions share them up to that", arguments: [0, 1, 7, 30])
  func chunkSizes(most: Int) throws {
    var options = TraceWriter.Options()
    options.eventsPerChunk = most
    let least = max(1, most)
    #expect(
      TraceInfo(try PopTraceTests.file(of: [timers(30)], options)).chunks.map(\.eventCount)
        == stride(from: 0, to: 30, by: least).map { min(least, 30 - $0) })
    options.sharesChunks = true
    let shared = TraceInfo(try PopTraceTests.file(of: [timers(10), timers(10), timers(10)], options)).chunks
    #expect(shared.map(\.eventCount).allSatisfy { $0 <= least } && shared.map(\.eventCount).reduce(0, +) == 30)
    #expect(shared.map(\.head.begun).reduce(0, +) == 3 && shared.map(\.head.ended).reduce(0, +) == 3)
    if most == 30 { #expect(shared.count == 1 && shared[0].sequences == nil && shared[0].head.segments == 3) }
  }
}
