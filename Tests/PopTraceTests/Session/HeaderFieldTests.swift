import PopupScheduling
import Testing

@testable import PopTrace

/// What a header says of device, experiments, the app's own metadata, and of what the recorder could not keep.
@Suite struct HeaderFieldTests {
  /// A session that says all there is to say.
  static func session() -> Session {
    var session = ReentrantMarkTests.session()
    session.header.app = "Shop"
    session.header.build = "412"
    session.header.started = "2026-11-21T08:00:00Z"
    session.header.policy = "v4"
    session.header.configuration = PolicyConfiguration.v4.text
    session.header.os = "iOS 19.1"
    session.header.device = "iPhone17,1"
    session.header.locale = "de_DE"
    session.header.arms = [HeaderEntry("checkout", "b"), HeaderEntry("onboarding", "")]
    session.header.metadata = [
      HeaderEntry("Home", "sale"), HeaderEntry("region", "eu \u{202E}"), HeaderEntry("ä", "ö"),
    ]
    session.header.clampedTimes = 2
    session.header.refusedEvents = 3
    session.header.droppedEvents = Int64.max
    session.header.isRecovered = true
    session.header.prefixEvents = 5
    return session
  }

  private func text(_ session: Session) -> [UInt8] {
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    return text
  }

  @Test func everythingComesBackFromBothForms() throws {
    let session = Self.session()
    for events in [1, 2, 100] {
      for shares in [false, true] {
        var options = TraceWriter.Options()
        options.eventsPerChunk = events
        options.sharesChunks = shares
        var plain = TinySession.make()
        plain.header.session = "plain"
        let read = try sessions(in: try file(of: [session, plain, session], options))
        #expect(read.map { difference(session, $0) == nil } == [true, false, true])
        #expect(difference(plain, read[1]) == nil)
      }
    }
    #expect(try JSONLines.sessions(in: text(session))[0].header == session.header)
    let line = String(decoding: text(session).prefix { $0 != 0x0A }, as: UTF8.self)
    #expect(
      line.contains(
        ##""build":"412","os":"iOS 19.1","device":"iPhone17,1","locale":"de_DE","started":"2026-11-21T08:00:00Z""##))
    #expect(
      line.contains(
        ##""arms":{"checkout":"b","onboarding":""},"metadata":{"Home":"sale","region":"eu \u202e","ä":"ö"}"##))
    #expect(
      line.contains(##""clamped":2,"refused":3,"dropped":9223372036854775807,"recovered":true,"prefix":5,"marks""##))
  }

  @Test("Every field alone comes back", arguments: 0..<10)
  func alone(field: Int) throws {
    let all = Self.session().header
    var session = TinySession.make()
    switch field {
    case 0: session.header.os = all.os
    case 1: session.header.device = all.device
    case 2: session.header.locale = all.locale
    case 3: session.header.arms = all.arms
    case 4: session.header.metadata = all.metadata
    case 5: session.header.refusedEvents = 1
    case 6: session.header.droppedEvents = 1
    case 7: session.header.isRecovered = true
    case 8: session.header.isObserved = true
    default: session.header.prefixEvents = 2
    }
    #expect(difference(session, try sessions(in: try file(of: [session]))[0]) == nil)
    #expect(try JSONLines.sessions(in: text(session))[0].header == session.header)
    #expect(try file(of: [session]).count > file(of: [TinySession.make()]).count)
  }

  @Test func entriesAreReadInAnyOrderAndWrittenInTheirs() throws {
    let line = ##"{"poptrace":1,"scenario":false,"arms":{"b":"1","a":"2"}}"##
    let session = try JSONLines.sessions(in: Array(line.utf8))[0]
    #expect(session.header.arms == [HeaderEntry("a", "2"), HeaderEntry("b", "1")])
  }

  @Test(arguments: [
    ##""arms":{"a":"1","a":"2"}"##, ##""arms":{"a":1}"##, ##""arms":["a"]"##, ##""arms":{"":"1"}"##,
    ##""metadata":"a""##,
    ##""refused":-1"##, ##""dropped":0.5"##, ##""prefix":1"##, ##""prefix":-1"##, ##""recovered":1"##, ##""os":19"##,
    ##""observed":"yes""##,
  ])
  func whatMakesNoSenseIsRefused(member: String) {
    #expect(throws: TraceError.self) {
      try JSONLines.sessions(in: Array(#"{"poptrace":1,"scenario":false,\#(member)}"#.utf8))
    }
  }

  @Test func whatIsTooMuchIsRefusedByReadersAndTheWriter() throws {
    let long = String(repeating: "x", count: 1025)
    let changes: [(inout SessionHeader) -> Void] = [
      { $0.os = long }, { $0.arms = [HeaderEntry("a", long)] },
      { $0.metadata = [HeaderEntry(String(long.prefix(129)), "")] },
      { $0.arms = (0..<65).map { HeaderEntry("a\($0 + 100)", "") } }, { $0.prefixEvents = 6 },
      { $0.arms = [HeaderEntry("b", ""), HeaderEntry("a", "")] },
      { $0.arms = [HeaderEntry("a", ""), HeaderEntry("a", "")] },
      { $0.refusedEvents = -1 }, { $0.droppedEvents = -1 }, { $0.prefixEvents = -1 },
    ]
    for (index, change) in changes.enumerated() {
      var session = Self.session()
      change(&session.header)
      #expect(throws: TraceError.self, "change \(index)") { try file(of: [session]) }
      // Whoever records does not fail for it, and writes nothing that its reader would refuse; a prefix is for its maker to know.
      guard index != 4 else { continue }
      var recorder = try TraceRecorder(header: session.header)
      let recording = recorder.recording
      for event in session.events { recorder.record(event, at: event.time, in: session.catalog) }
      recorder.end(at: Ticks(900))
      recording.waitUntilOver()
      #expect(try sessions(in: recording.bytes).count == 1, "change \(index)")
    }
  }

  /// Two pieces of a session, the second of which says something else.
  private func pieces(_ change: (inout SessionHeader) -> Void) throws -> [UInt8] {
    var encoder = ChunkEncoder()
    var bases = SegmentBases()
    var builder = TraceFileBuilder()
    var session = Self.session()
    session.header.droppedEvents = 4
    session.header.isRecovered = false
    for (number, events) in [0..<2, 2..<5].enumerated() {
      let piece = SegmentPiece(session: 0, events: events, isFirst: number == 0, isLast: number == 1)
      encoder.add(piece, of: session, SegmentMentions(piece, of: session, bases: bases), bases: &bases)
      builder.append(try encoder.finish(number: number, .none))
      change(&session.header)
    }
    return builder.finish()
  }

  @Test func countsMayGrowWhileASessionIsRecorded() throws {
    let read = try sessions(
      in: pieces { header in
        header.refusedEvents += 2
        header.droppedEvents += 1
        header.isRecovered = true
      })[0]
    #expect(read.header.refusedEvents == 5 && read.header.droppedEvents == 5 && read.header.isRecovered)
    let back: [((inout SessionHeader) -> Void, String)] = [
      ({ $0.refusedEvents -= 1 }, "refused"), ({ $0.droppedEvents -= 1 }, "dropped"), ({ $0.arms = [] }, "arms"),
      ({ $0.metadata[0].value = "none" }, "metadata"), ({ $0.prefixEvents = 4 }, "prefix"), ({ $0.os = "" }, "system"),
      ({ $0.device = "x" }, "device"), ({ $0.locale = "x" }, "locale"), ({ $0.isObserved.toggle() }, "scheduler"),
    ]
    for (change, name) in back {
      let error = #expect(throws: TraceError.self) { try sessions(in: pieces(change)) }
      #expect(error?.message.contains(" its \(name) ") == true, "\(name)")
    }
  }

  @Test func ofAPrefixThatIsNotAllThereTheRestCounts() throws {
    var options = TraceWriter.Options()
    options.eventsPerChunk = 2
    var session = Self.session()
    session.header.prefixEvents = 3
    var bytes = try file(of: [session], options)
    bytes.removeSubrange(TraceInfo(bytes).chunks[0].bytes)
    var reader = TraceReader(recovering: bytes)
    var read = Session()
    #expect(try reader.next(&read))
    #expect(read.events.count == 3 && read.header.prefixEvents == 1)
  }
}
