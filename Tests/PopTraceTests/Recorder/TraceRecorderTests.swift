import PopTrace
import PopupScheduling
import Testing

@Suite("The recorder")
struct TraceRecorderTests {
  /// Records a session's events as they are, sealing whenever a buffer is full.
  private func record(_ session: Session, eventsPerChunk: Int, compresses: Bool = true) throws -> [UInt8] {
    var options = TraceRecorder.Options()
    options.eventsPerChunk = eventsPerChunk
    options.compresses = compresses
    let recorder = TraceRecorder(header: session.header, options: options)
    var file: [UInt8] = []
    for event in session.log.events {
      if recorder.record(event, at: event.time, over: session.log.over(of: event)) {
        file += try recorder.seal(session.catalog)
      }
    }
    return try file + recorder.finish(session.catalog, ended: session.header.ended)
  }

  @Test("What is recorded is read back", arguments: [1, 2, 7, 64, 4096], [true, false])
  func roundTrip(eventsPerChunk: Int, compresses: Bool) throws {
    var maker = SessionMaker(seed: UInt64(eventsPerChunk))
    var session = maker.session(events: 500)
    session.header.clampedTimes = 0
    let read = try sessions(in: try record(session, eventsPerChunk: eventsPerChunk, compresses: compresses))
    #expect(read.count == 1)
    let found = difference(session, read[0])
    #expect(found == nil)
  }

  @Test("A field session is the same through recorder and writer")
  func sameAsWriter() throws {
    let session = FieldSession.make(events: 9000)
    let recorded = try sessions(in: try record(session, eventsPerChunk: 1000))[0]
    let written = try sessions(in: try file(of: [session]))[0]
    let found = difference(recorded, written)
    #expect(found == nil)
  }

  @Test("Times that step back are clamped and counted")
  func clampedTimes() throws {
    let recorder = TraceRecorder(header: SessionHeader())
    for time in [5, 9, 3, 4, 9, 10] { recorder.record(Event(.idle), at: Ticks(Int64(time))) }
    let session = try sessions(in: try recorder.finish(Catalog(), ended: Ticks(20)))[0]
    #expect(session.events.map(\.time.rawValue) == [5, 9, 9, 9, 9, 10])
    #expect(session.header.clampedTimes == 2)
    #expect(session.header.ended == Ticks(20))
    #expect(recorder.losses.clamped == 2)
  }

  @Test("Events without a number get the next one")
  func numbering() throws {
    let recorder = TraceRecorder(header: SessionHeader())
    var numbered = Event(.idle)
    numbered.sequence = 10
    recorder.record(Event(.idle), at: Ticks(0))
    recorder.record(numbered, at: Ticks(0))
    recorder.record(Event(.idle), at: Ticks(0))
    let session = try sessions(in: try recorder.finish(Catalog(), ended: nil))[0]
    #expect(session.events.map(\.sequence) == [0, 10, 11])
    #expect(session.gaps == [1])
  }

  @Test("When nobody seals, what is dropped is counted and leaves a gap")
  func dropping() throws {
    var options = TraceRecorder.Options()
    options.eventsPerChunk = 4
    let recorder = TraceRecorder(header: SessionHeader(), options: options)
    let full = (0..<11).filter { _ in recorder.record(Event(.idle), at: Ticks(0)) }
    #expect(full == [3])
    #expect(recorder.losses.dropped == 3)
    var file = try recorder.seal(Catalog())
    #expect(try recorder.seal(Catalog()).isEmpty)
    recorder.record(Event(.idle), at: Ticks(1))
    file += try recorder.finish(Catalog(), ended: nil)
    let session = try sessions(in: file)[0]
    #expect(session.events.map(\.sequence) == [0, 1, 2, 3, 4, 5, 6, 7, 11])
    #expect(session.gaps == [8])
  }

  @Test("An event that is not what its kind asks for is left out and counted")
  func refusal() throws {
    let recorder = TraceRecorder(header: SessionHeader())
    recorder.record(Event(.idle), at: Ticks(0))
    recorder.record(Event(.popupShown), at: Ticks(0))
    recorder.record(Event(.idle), at: Ticks(0))
    let session = try sessions(in: try recorder.finish(Catalog(), ended: nil))[0]
    #expect(session.events.map(\.sequence) == [0, 2])
    #expect(recorder.losses.refused == 1)
  }

  @Test("A page's attributes that come to be known later are written later")
  func latePageAttributes() throws {
    var options = TraceRecorder.Options()
    options.eventsPerChunk = 1
    let recorder = TraceRecorder(header: SessionHeader(), options: options)
    var catalog = Catalog()
    var event = Event(.pageLoaded)
    event.page = catalog.page(numbered: 4)
    var file: [UInt8] = []
    if recorder.record(event, at: Ticks(0)) { file += try recorder.seal(catalog) }
    catalog.pages[0].classes = catalog.names.intern([catalog.names.intern("Cart")])
    recorder.record(Event(.idle), at: Ticks(1))
    file += try recorder.finish(catalog, ended: nil)
    let session = try sessions(in: file)[0]
    #expect(session.catalog.names.text(session.catalog.className(of: PageID(0))) == "Cart")
  }

  @Test("A recording that was killed gives its sealed chunks, and is unfinished")
  func killed() throws {
    let session = FieldSession.make(events: 3500)
    var options = TraceRecorder.Options()
    options.eventsPerChunk = 1000
    let recorder = TraceRecorder(header: session.header, options: options)
    var file: [UInt8] = []
    for event in session.events where recorder.record(event, at: event.time) {
      file += try recorder.seal(session.catalog)
    }
    var reader = TraceReader(recovering: file)
    var read = Session()
    #expect(try reader.next(&read))
    #expect(read.events.count == 3000)
    #expect(!read.isFinished)
    #expect(reader.damage.isEmpty && reader.remarks.isEmpty)
    #expect(try !reader.next(&read))
    #expect(reader.isUnfinished)
    let strict = try sessions(in: file)
    #expect(strict.map(\.events.count) == [3000])
    #expect(!strict[0].isFinished)
  }

  @Test("Recording, sealing and looking at losses may run side by side")
  func concurrency() async throws {
    var options = TraceRecorder.Options()
    options.eventsPerChunk = 64
    let recorder = TraceRecorder(header: SessionHeader(), options: options)
    let sealed = Task.detached { () throws -> [UInt8] in
      var file: [UInt8] = []
      while !Task.isCancelled {
        file += try recorder.seal(Catalog())
        _ = recorder.losses
      }
      return file
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<5000 { recorder.record(Event(.idle)) } } }
    }
    sealed.cancel()
    let file = try await sealed.value + recorder.finish(Catalog(), ended: nil)
    let session = try sessions(in: file)[0]
    #expect(session.events.count + Int(recorder.losses.dropped) == 20000)
    #expect(zip(session.events, session.events.dropFirst()).allSatisfy { $0.time <= $1.time })
  }
}
