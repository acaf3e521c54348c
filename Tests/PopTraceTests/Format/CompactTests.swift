import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

/// What makes short sessions small: names of pieces, shapes of the vocabulary, and what goes without saying.
@Suite struct CompactTests {
  @Test func namesComeBackFromTheirPieces() throws {
    let names =
      NamePieces.texts + [
        "", "x", "UIViewControllerViewController", "naïve shop 🛒", "日本語ViewController", "\u{7F}\u{80}é",
        "Allow notifications?", "-e s -", "\u{10FFFF}shown",
      ]
    for name in names {
      let coded = NamePieces.encode(name)
      #expect(coded.count <= name.utf8.count)
      let decoded = try NamePieces.decode(coded, coded.indices)
      #expect(decoded.text.utf8.elementsEqual(name.utf8))
      #expect(decoded.isASCII == name.utf8.allSatisfy { $0 < 0x80 })
    }
    for (index, byte) in NamePieces.wellKnown.enumerated() {
      #expect(NamePieces.encode(["shown", "closed"][index]) == [byte])
    }
  }

  @Test func textsOfHeadsComeBackFromTheirForms() throws {
    let sizes: [(text: String, bytes: Int)] = [
      ("", 1), ("v6", 3), ("x!", 3), ("naïve", 7), ("0f", 2), ("00a", 3), ("9af03c55e1b20c77", 9), ("Visits_12-z", 10),
      ("AB12", 4),
      ("C0FFEE00-1234-5678-9ABC-DEF012345678", 17), ("c0ffee00-1234-5678-9abc-def012345678", 17),
      ("C0FFEE00-1234-5678-9ABC-DEF01234567a", 29), ("C0FFEE00-1234-5678-9ABC_DEF012345678", 29),
    ]
    for (text, size) in sizes {
      var bytes: [UInt8] = []
      PackedText.write(text, into: &bytes)
      #expect(bytes.count == size, "\(text)")
      var reader = ByteReader(bytes, bytes.indices)
      #expect(try PackedText.read(&reader) == text)
      #expect(reader.remaining == 0)
    }
    for count in 0..<70 {
      let text = String(decoding: (0..<count).map { PackedText.alphabet[$0 * 37 % 64] }, as: UTF8.self)
      var bytes: [UInt8] = []
      PackedText.write(text, into: &bytes)
      var reader = ByteReader(bytes, bytes.indices)
      #expect(try PackedText.read(&reader) == text)
    }
    // Too long, an unknown sort of UUID, and bits to spare.
    for bytes in [[0x84, 0x01], [0x0B] + Array(repeating: 0, count: 16), [0x05, 0x40], [0x06, 0x10]] as [[UInt8]] {
      var reader = ByteReader(bytes, bytes.indices)
      #expect(throws: Malformed.self) { try PackedText.read(&reader) }
    }
  }

  /// A session's start comes back byte by byte, whether it is a moment or anything else.
  @Test func startsComeBackAsTheyWere() throws {
    let moments = ["1970-01-01T00:00:00Z", "2026-11-21T08:00:00Z", "2024-02-29T23:59:59Z", "9999-12-31T23:59:59Z"]
    let others = [
      "", "yesterday", "2026-11-21", "2026-11-21T08:00:00+01:00", "2026-11-21T08:00:00.5Z", "2026-02-29T00:00:00Z",
      "1969-12-31T23:59:59Z",
      "2026-11-21T24:00:00Z", "2026-13-01T00:00:00Z", "2026-11-21t08:00:00Z", "0000-00-00T00:00:00Z",
      "2026-11-21T08:00:60Z", "éééééééééé",
    ]
    for text in moments { #expect(WallClock.seconds(of: text).map(WallClock.text) == text) }
    #expect(WallClock.seconds(of: moments[3]) == WallClock.lastSecond)
    for started in moments + others {
      var session = TinySession.make()
      session.header.started = started
      let bytes = try file(of: [session, session], .archive)
      #expect(try sessions(in: bytes).map(\.header.started) == [started, started])
    }
    for text in others.dropFirst() { #expect((WallClock.seconds(of: text) ?? -1) < 0, "\(text)") }
  }

  /// The end is told from the last event, which may come after it, or not be there at all.
  @Test(arguments: [nil, 0, 1, 500, 1_000_000] as [Int64?])
  func endsComeBack(end: Int64?) throws {
    var session = TinySession.make()
    session.header.ended = end.map { Ticks($0) }
    var empty = Session()
    empty.header.ended = session.header.ended
    for some in [[session], [empty], [session, empty, session]] {
      for options in [TraceWriter.Options(), .archive] {
        guard let bytes = try? file(of: some, options) else { continue }
        #expect(try sessions(in: bytes).map(\.header.ended) == some.map(\.header.ended))
      }
    }
  }

  /// Every width of a content's size, at its bounds.
  @Test(arguments: [0, 1, 255, 256, 65_791, 65_792, 300_000])
  func framesSayTheSizeOfTheirContent(size: Int) throws {
    let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    for compression in [ZstdFrame.Compression.zstd(level: 3), .none] {
      let frame = try ZstdFrame.encode(content, compression)
      #expect(frame.starts(with: ZstdFrame.header(contentSize: size)))
      #expect(try ZstdFrame.contentSize(of: frame.indices, in: frame) == size)
      var decoded: [UInt8] = []
      try ZstdFrame.Decoder().decode(frame.indices, in: frame, into: &decoded, size: size)
      #expect(decoded == content)
    }
  }

  @Test func piecesAreBytesThatNoCharacterBeginsWith() {
    #expect(NamePieces.texts.count == 64)
    #expect(Set(NamePieces.texts).count == 64)
    #expect(NamePieces.texts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test func namesThatAreNoUTF8AreRefused() {
    for coded in [[0xC3], [0xC3, 0x41], [0xE3, 0x80], [0xF8, 0x80, 0x80, 0x80], [0xC0, 0x80]] as [[UInt8]] {
      #expect(throws: Malformed.self) { try NamePieces.decode(coded, coded.indices) }
    }
  }

  @Test func aNameOfPiecesIsNoLongerThanAName() {
    let bomb = [UInt8](repeating: NamePieces.first, count: SessionCheck.nameBytes / 14 + 1)
    #expect(throws: Malformed.self) { try NamePieces.decode(bomb, bomb.indices) }
  }

  @Test func theVocabularyIsInOrder() {
    let vocabulary = ShapeVocabulary.standard
    #expect(vocabulary.shapes.count == 192 && vocabulary.ready.count == 192)
    #expect(vocabulary.followers.allSatisfy { $0 >= 0 && $0 < 192 })
    #expect(vocabulary.shapes.allSatisfy { EventKind(rawValue: $0.kind) != nil })
  }

  /// A recording with everything in it, in chunks that are told by ranks and in longer ones, alone and after each other.
  @Test(arguments: [40, 1024, 1025, 3000])
  func bothWaysToTellShapesGiveTheSame(count: Int) throws {
    let session = FieldSession.make(events: count)
    for options in [TraceWriter.Options(), .archive] {
      for read in try sessions(in: try file(of: [session, session], options)) {
        #expect(difference(session, read) == nil)
      }
    }
  }

  /// A popup like one of long ago takes no more in a long session than in a short one: events count among what their segment says.
  @Test func attributesOfLongAgoAreNear() throws {
    var session = Session()
    session.header.session = "long"
    for number in 0..<4000 {
      // Of 3,000 different popups, and then the same ten or so of the first hundred again and again.
      var spec = PopupSpec(name: session.catalog.names.intern("popup"))
      spec.level = Int32(number < 3000 ? number : (number * 7) % 100)
      var event = Event(.popupSubmitted, time: Ticks(Int64(number) * 10))
      event.sequence = Int32(number)
      event.popup = session.catalog.popup(numbered: Int64(number))
      event.spec = session.catalog.intern(spec)
      session.log.events.append(event)
    }
    var options = TraceWriter.Options()
    options.eventsPerChunk = 1000
    options.compresses = false
    let bytes = try file(of: [session], options)
    let read = try sessions(in: bytes)
    #expect(read.count == 1 && difference(session, read[0]) == nil)
    let chunks = TraceInfo(bytes).chunks
    try #require(chunks.count == 4)
    // The last thousand as a session of their own.
    var alone = Session(header: session.header)
    for event in session.log.events[3000...] {
      var event = event
      event.sequence -= 3000
      event.time = Ticks(event.time.rawValue - 30_000)
      event.popup = alone.catalog.popup(numbered: Int64(event.sequence))
      var spec = session.catalog.spec(event.spec)
      spec.name = alone.catalog.names.intern("popup")
      event.spec = alone.catalog.intern(spec)
      alone.log.events.append(event)
    }
    let short = try #require(TraceInfo(try file(of: [alone], options)).chunks.first)
    // A hundred of the session's popups are said again: an index each, and what their first mention takes.
    #expect(chunks[3].contentSize < short.contentSize + 300)
  }

  /// An entry that the segment does not say is none that an event can speak of.
  @Test func entriesOfASegmentAreBounded() {
    let column = EventShape.TableIndex.column.rawValue
    let new = EventShape.TableIndex.new.rawValue
    var indices = EventDecoder.TableIndices([2, 5, 6], base: 9, limit: 11)
    // The highest so far is the last of those said again, 6.
    #expect([0, 1, 2].map { indices.take(column, Zigzag.encode($0)) } == [6, 5, 2])
    #expect([indices.take(new, 0), indices.take(new, 0)] == [9, 10])
    #expect(indices.take(column, Zigzag.encode(4)) == 2 && indices.isSound)
    for beyond in [-1, 5, .max, .min] as [Int64] {
      var indices = indices
      #expect(indices.take(column, Zigzag.encode(beyond)) == -1 && !indices.isSound)
    }
    #expect(indices.take(new, 0) == -1 && !indices.isSound)
  }

  @Test func aShortSessionIsSmall() throws {
    let sessions = (40...150).map { FieldSession.make(events: $0, seed: UInt64($0)) }
    let events = sessions.reduce(0) { $0 + $1.events.count }
    let apart = try sessions.reduce(0) { $0 + (try file(of: [$1])).count }
    #expect(
      Double(apart) < 6 * Double(events),
      "the budget in Benchmarks/README.md; it takes \(Double(apart) / Double(events)) bytes an event")
    let packed = try file(of: sessions, .archive).count
    #expect(
      Double(packed) < 2.5 * Double(events),
      "the budget in Benchmarks/README.md; it takes \(Double(packed) / Double(events)) bytes an event")
  }
}
