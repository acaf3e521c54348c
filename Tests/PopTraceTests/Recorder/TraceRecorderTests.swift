import PopTrace
import PopupScheduling
import Testing
import Trials

@Suite("The recorder")
struct TraceRecorderTests {
  /// Options with the smallest journal there is: a half has room for some 500 events.
  static var small: RecorderOptions {
    var options = RecorderOptions()
    options.journalHalfBytes = 1
    return options
  }

  /// Records a session's events as they are, waiting wherever both halves are full.
  static func record(_ session: Session, _ options: RecorderOptions = small) throws -> [UInt8] {
    var recorder = try TraceRecorder(header: session.header, options: options)
    let recording = recorder.recording
    for event in session.log.events {
      try expectSoon("room for an event") {
        recorder.record(event, at: event.time, over: session.log.over(of: event), in: session.catalog)
      }
    }
    if let ended = session.header.ended { recorder.end(at: ended) } else { _ = consume recorder }
    recording.waitUntilOver()
    return recording.bytes
  }

  @Test("What is recorded is read back, over any number of chunks", arguments: [1, 40, 500, 4000], [true, false])
  func roundTrip(events: Int, compresses: Bool) throws {
    let session = FieldSession.make(events: events)
    var options = Self.small
    options.compresses = compresses
    let read = try sessions(in: try Self.record(session, options))
    #expect(read.count == 1)
    // What was dropped while both halves were full was recorded again until it was taken.
    var expected = session
    expected.header.droppedEvents = read[0].header.droppedEvents
    let found = difference(expected, read[0])
    #expect(found == nil)
    #expect(TraceInfo(try Self.record(session, options)).chunks.count >= events / 520)
  }

  @Test("Sessions of all sorts of events are read back", arguments: 1...UInt64(trials(few: 8)))
  func randomSessions(seed: UInt64) throws {
    var maker = SessionMaker(seed: seed)
    var session = maker.session(events: 300)
    session.header.clampedTimes = 0
    let read = try sessions(in: try Self.record(session, RecorderOptions()))
    let found = eventDifference(session, read[0])
    #expect(found == nil, "seed \(seed)")
  }

  @Test("A field session is the same through recorder and writer")
  func sameAsWriter() throws {
    let session = FieldSession.make(events: 3000)
    let recorded = try sessions(in: try Self.record(session, RecorderOptions()))[0]
    let written = try sessions(in: try file(of: [session]))[0]
    let found = difference(recorded, written)
    #expect(found == nil)
  }

  @Test("Times that step back are clamped and counted")
  func clampedTimes() throws {
    var recorder = try TraceRecorder(header: SessionHeader())
    let recording = recorder.recording
    for time in [5, 9, 3, 4, 9, 10] { recorder.record(Event(.idle), at: Ticks(Int64(time)), in: Catalog()) }
    let clamped = recorder.losses.clamped
    #expect(clamped == 2)
    recorder.end(at: Ticks(20))
    recording.waitUntilOver()
    let session = try sessions(in: recording.bytes)[0]
    #expect(session.events.map(\.time.rawValue) == [5, 9, 9, 9, 9, 10])
    #expect(session.header.clampedTimes == 2)
    #expect(session.header.ended == Ticks(20))
  }

  @Test("What is counted while it is recorded is not taken from the header that was given")
  func usedHeader() throws {
    var header = SessionHeader()
    (header.ended, header.isRecovered, header.prefixEvents) = (Ticks(900), true, 3)
    (header.clampedTimes, header.refusedEvents, header.droppedEvents) = (4, 5, 6)
    let recorder = try TraceRecorder(header: header)
    let recording = recorder.recording
    _ = consume recorder
    recording.waitUntilOver()
    #expect(try sessions(in: recording.bytes)[0].header == SessionHeader())
  }

  @Test("What was lost to the last is said by a trace that nobody ended")
  func lossesWithoutEnd() throws {
    var options = Self.small
    options.patienceMilliseconds = 0
    var recorder = try TraceRecorder(header: SessionHeader(), options: options)
    let recording = recorder.recording
    // Faster than anybody seals: some do not find room.
    var lost: Int64 = 0
    for time in 0..<3_000_000 where lost < 100 {
      if !recorder.record(Event(.idle), at: Ticks(Int64(time)), in: Catalog()) { lost += 1 }
    }
    try #require(lost > 0)
    _ = consume recorder
    recording.waitUntilOver()
    #expect(try sessions(in: recording.bytes)[0].header.droppedEvents == lost)
  }

  @Test("Events without a number get the next one")
  func numbering() throws {
    var recorder = try TraceRecorder(header: SessionHeader())
    let recording = recorder.recording
    var numbered = Event(.idle)
    numbered.sequence = 10
    recorder.record(Event(.idle), at: Ticks(0), in: Catalog())
    recorder.record(numbered, at: Ticks(0), in: Catalog())
    recorder.record(Event(.idle), at: Ticks(0), in: Catalog())
    recorder.end(at: Ticks(1))
    recording.waitUntilOver()
    let session = try sessions(in: recording.bytes)[0]
    #expect(session.events.map(\.sequence) == [0, 10, 11])
    #expect(session.gaps == [1])
  }

  @Test("What comes while both halves are full is refused, counted, and missing by exactly as much")
  func dropping() throws {
    var recorder = try TraceRecorder(header: SessionHeader(), options: Self.small)
    let recording = recorder.recording
    // Faster than anybody seals, on a busy machine in the end: some do not find room.
    var (taken, refused) = (0, 0)
    while refused < 100, taken < 3_000_000 {
      if recorder.record(Event(.idle), at: Ticks(0), in: Catalog()) { taken += 1 } else { refused += 1 }
    }
    let losses = recorder.losses
    #expect(refused == 100 && losses.dropped == 100)
    recorder.end(at: Ticks(1))
    recording.waitUntilOver()
    #expect(recording.losses.dropped == losses.dropped)
    let session = try sessions(in: recording.bytes)[0]
    #expect(session.events.count == taken)
    #expect(session.header.droppedEvents == losses.dropped)
    let last = try #require(session.events.last)
    #expect(Int(last.sequence) + 1 - taken <= losses.dropped)
  }

  @Test("An event that is not what its kind asks for, or about what nobody knows, is left out and counted")
  func refusal() throws {
    var recorder = try TraceRecorder(header: SessionHeader())
    let recording = recorder.recording
    var unknown = Event(.pageRemoved)
    unknown.page = PageID(7)
    let taken = [Event(.idle), Event(.popupShown), unknown, Event(.idle)].map {
      recorder.record($0, at: Ticks(0), in: Catalog())
    }
    #expect(taken == [true, true, false, true])
    let refused = recorder.losses.refused
    #expect(refused == 1)
    recorder.note(refused: 3)
    recorder.end(at: Ticks(1))
    recording.waitUntilOver()
    let session = try sessions(in: recording.bytes)[0]
    #expect(session.events.map(\.sequence) == [0, 3])
    #expect(session.header.refusedEvents == 5)
  }

  @Test("A time that no trace can hold is refused, and what comes behind it is recorded")
  func timeBeyondLimit() throws {
    var recorder = try TraceRecorder(header: SessionHeader(), options: Self.small)
    let recording = recorder.recording
    let taken = [1, 1 << 60, Int64.max].map { recorder.record(Event(.idle), at: Ticks($0), in: Catalog()) }
    #expect(taken == [true, false, false])
    // More than a half has room for: the next one begins with the time of the last event.
    for _ in 0..<1200 {
      try expectSoon("room for an event") { recorder.record(Event(.idle), at: Ticks(2), in: Catalog()) }
    }
    recorder.end(at: Ticks(3))
    recording.waitUntilOver()
    #expect(recording.problem == nil)
    let read = try sessions(in: recording.bytes)[0]
    #expect(read.events.count == 1201 && read.header.refusedEvents == 2 && read.header.ended == Ticks(3))
    #expect(read.events.first?.sequence == 0 && read.events[1].sequence >= 3)
  }

  @Test("Behind the last sequence number nothing is recorded, and nothing is lost that was")
  func lastSequenceNumber() throws {
    var recorder = try TraceRecorder(header: SessionHeader(), options: Self.small)
    let recording = recorder.recording
    var event = Event(.idle)
    // A chunk's worth of numbers is kept free above it.
    event.sequence = Int32.max - (1 << 18)
    var taken = [recorder.record(event, at: Ticks(1), in: Catalog())]
    for _ in 0..<3 { taken.append(recorder.record(Event(.idle), at: Ticks(2), in: Catalog())) }
    #expect(taken == [true, false, false, false])
    recorder.end(at: Ticks(3))
    recording.waitUntilOver()
    let read = try sessions(in: recording.bytes)[0]
    #expect(read.events.map(\.sequence) == [event.sequence] && read.header.refusedEvents == 3)
  }

  @Test("A page's attributes that come to be known later are written later")
  func latePageAttributes() throws {
    var recorder = try TraceRecorder(header: SessionHeader())
    let recording = recorder.recording
    var catalog = Catalog()
    var event = Event(.pageLoaded)
    event.page = catalog.page(numbered: 4)
    recorder.record(event, at: Ticks(0), in: catalog)
    catalog.pages[0].classes = catalog.names.intern([catalog.names.intern("Cart")])
    recorder.record(event, at: Ticks(1), in: catalog)
    recorder.end(at: Ticks(1))
    recording.waitUntilOver()
    let session = try sessions(in: recording.bytes)[0]
    #expect(session.catalog.names.text(session.catalog.className(of: PageID(0))) == "Cart")
    #expect(session.catalog.pageNumbers == [4])
  }

  @Test("A recorder that goes without being ended leaves a whole trace of a session without an end")
  func abandoned() throws {
    var session = FieldSession.make(events: 3500)
    session.header.ended = nil
    let read = try sessions(in: try Self.record(session))
    #expect(read[0].events.count == session.events.count)
    #expect(!read[0].isFinished)
  }

  @Test("A trace that reaches its limit in bytes ends there, whole and without an end")
  func byteLimit() throws {
    var options = Self.small
    options.byteLimit = 600
    var recorder = try TraceRecorder(header: SessionHeader(), options: options)
    let recording = recorder.recording
    let session = FieldSession.make(events: 6000)
    var taken = 0
    for event in session.events {
      // Until there is room, or there never will be.
      var isTaken = recorder.record(event, at: event.time, in: session.catalog)
      while !isTaken, recording.phase == .open {
        isTaken = recorder.record(event, at: event.time, in: session.catalog)
      }
      if isTaken { taken += 1 }
    }
    #expect(recording.problem?.code == .tooLarge)
    recorder.end(at: Ticks(1 << 40))
    recording.waitUntilOver()
    #expect(recording.phase == .full && recording.problem == nil)
    let read = try sessions(in: recording.bytes)[0]
    #expect(read.events.count == taken && read.header.droppedEvents >= 6000 - taken)
    #expect(!read.isFinished && !read.events.isEmpty && read.events.count < 6000)
  }

  @Test("A shared recorder may be used from anywhere at once, and refuses what comes after its end")
  func concurrency() async throws {
    let shared = SharedTraceRecorder(try TraceRecorder(header: SessionHeader(), options: Self.small))
    let taken = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { (0..<5000).count { _ in shared.record(Event(.idle), in: Catalog()) } }
      }
      return await group.reduce(0, +)
    }
    _ = shared.losses
    shared.end()
    shared.end()
    #expect(!shared.record(Event(.idle), in: Catalog()))
    #expect(shared.losses.afterEnd == 1)
    await shared.recording.untilOver()
    let session = try sessions(in: shared.recording.bytes)[0]
    #expect(session.events.count == taken)
    #expect(taken + Int(shared.losses.dropped) == 20000)
    #expect(zip(session.events, session.events.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(session.isFinished)
  }

  @Test("A shared recorder reads the clock for what begins a turn; what follows in it has the same time")
  func turns() throws {
    var header = SessionHeader()
    header.tick = try #require(TickLength(microseconds: 1))
    header.marksReentrantStimuli = true
    let shared = SharedTraceRecorder(try TraceRecorder(header: header, options: Self.small), tick: header.tick)
    var reentrant = Event(.idle)
    reentrant.flags.insert(.reentrant)
    for _ in 0..<50 {
      for event in [Event(.idle), Event(.inputLocked), reentrant, Event(.inputUnlocked)] {
        shared.record(event, in: Catalog())
        let recorded = shared.now
        while shared.now == recorded {}
      }
    }
    shared.end()
    shared.recording.waitUntilOver()
    let times = try sessions(in: shared.recording.bytes)[0].events.map(\.time)
    #expect(times.count == 200)
    for first in stride(from: 0, to: times.count, by: 4) { #expect(Set(times[first..<first + 4]).count == 1) }
    #expect(Set(times).count == 50)
  }

  @Test("Flushing seals nothing: a short session is one chunk when it ends")
  func flush() throws {
    var recorder = try TraceRecorder(header: SessionHeader())
    let recording = recorder.recording
    for _ in 0..<10 {
      recorder.record(Event(.idle), at: Ticks(0), in: Catalog())
      try recording.flush()
    }
    recorder.end(at: Ticks(1))
    recording.waitUntilOver()
    #expect(TraceInfo(recording.bytes).chunks.count == 1)
  }

  @Test("What is recorded, and written, where nobody says how is what the documentation says")
  func options() {
    let recorder = RecorderOptions()
    #expect(recorder.journalHalfBytes == 294_912 && recorder.patienceMilliseconds == 50 && recorder.level == 3)
    #expect(recorder.compresses && recorder.byteLimit == 8_388_608 && recorder.snapshots == nil)
    let (field, archive) = (TraceWriter.Options(), TraceWriter.Options.archive)
    #expect(field.eventsPerChunk == 4096 && field.level == 3 && field.compresses && !field.sharesChunks)
    #expect(archive.eventsPerChunk == 32_768 && archive.level == 19 && archive.compresses && archive.sharesChunks)
  }
}
