import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling
import Testing

@Suite("Damage is noticed, and what is whole is saved")
struct FormatDamageTests {
  /// The error a strict reader throws at some point; nil where it reads everything.
  private func error(_ bytes: [UInt8]) -> TraceError? {
    do {
      _ = try sessions(in: bytes)
      return nil
    } catch {
      return error as? TraceError
    }
  }

  /// The events a recovering reader saves, and what it says is lost.
  private func recover(_ bytes: [UInt8]) throws -> (events: [Event], damage: [TraceDamage]) {
    let (events, reader) = try events(of: TraceReader(recovering: bytes))
    return (events, reader.damage)
  }

  private func events(of reader: TraceReader) throws -> (events: [Event], reader: TraceReader) {
    var reader = reader
    var session = Session()
    var events: [Event] = []
    while try reader.next(&session) { events += session.events }
    return (events, reader)
  }

  /// Whether a strict reader finds something amiss: damage, or that the file has no end. It must not lose anything in silence.
  private func isNoticed(_ bytes: [UInt8]) throws -> Bool {
    guard error(bytes) == nil else { return true }
    let (events, reader) = try events(of: TraceReader(bytes))
    return reader.isUnfinished && events == TinySession.make().events
  }

  @Test("A seek table that became a foreign frame is missing, and what stands before it is saved", arguments: 1..<16)
  func foreignSeekTable(change: UInt8) throws {
    let whole = try TinySession.file(compresses: true)
    var bytes = whole
    let start = try #require(TraceInfo(whole).chunks.last).bytes.upperBound
    bytes[start] ^= change
    #expect(error(bytes)?.code == .corrupt)
    let saved = try recover(bytes)
    #expect(saved.events == TinySession.make().events)
    #expect(saved.damage.count == 1, "\(saved.damage)")
    #expect(TraceInfo(bytes).isWhole == false)
  }

  @Test("A file cut off anywhere is an unfinished one, and gives every whole chunk", arguments: [true, false])
  func truncation(compresses: Bool) throws {
    let whole = try TinySession.file(compresses: compresses)
    let chunks = TraceInfo(whole).chunks
    #expect(chunks.map(\.eventCount) == [2, 2, 1])
    for size in 0..<whole.count {
      let cut = Array(whole[..<size])
      let kept = chunks.filter { $0.bytes.upperBound <= size }
      let expected = Array(TinySession.make().events[..<kept.reduce(0) { $0 + $1.eventCount }])
      let saved = try recover(cut)
      #expect(saved.events == expected, "cut at \(size)")
      #expect(saved.damage.isEmpty == (size == 0 || !kept.isEmpty), "cut at \(size)")
      let info = TraceInfo(cut)
      #expect(!info.isWhole && info.isUnfinished == (size > 0), "cut at \(size)")
      guard let last = kept.last else {
        #expect(error(cut)?.code == (size == 0 ? .empty : .truncated), "cut at \(size)")
        continue
      }
      let (events, reader) = try events(of: TraceReader(cut))
      #expect(events == expected, "cut at \(size)")
      #expect(reader.isUnfinished, "cut at \(size)")
      let rest = last.bytes.upperBound..<size
      #expect(reader.remarks.map(\.bytes) == (rest.isEmpty ? [] : [rest]), "cut at \(size)")
      #expect(info.damage.isEmpty, "cut at \(size)")
    }
  }

  @Test("Every single flipped bit is noticed, and costs one chunk at most", arguments: [true, false])
  func flippedBits(compresses: Bool) throws {
    let whole = try TinySession.file(compresses: compresses)
    let events = TinySession.make().events
    for bit in 0..<whole.count * 8 {
      var flipped = whole
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(try isNoticed(flipped), "bit \(bit)")
      let saved = try recover(flipped)
      #expect(!saved.damage.isEmpty || saved.events == events, "bit \(bit)")
      #expect(saved.events.count >= events.count - 2, "bit \(bit)")
      #expect(saved.events.allSatisfy { events.contains($0) }, "bit \(bit)")
    }
  }

  @Test("Every byte put in or taken out is noticed")
  func shiftedBytes() throws {
    let whole = try TinySession.file(compresses: true)
    for index in 0..<whole.count {
      var longer = whole
      longer.insert(whole[index], at: index)
      var shorter = whole
      shorter.remove(at: index)
      #expect(try isNoticed(longer), "at \(index)")
      #expect(try isNoticed(shorter), "at \(index)")
    }
  }

  @Test("A missing chunk is noticed, and the events around it are saved with a gap")
  func missingChunk() throws {
    let session = FieldSession.make(events: 1000)
    var options = TraceWriter.Options()
    options.eventsPerChunk = 100
    let whole = try file(of: [session], options)
    let chunks = TraceInfo(whole).chunks
    var holed = whole
    holed.removeSubrange(chunks[4].bytes)
    #expect(error(holed)?.code == .corrupt)
    var reader = TraceReader(recovering: holed)
    var read = Session()
    #expect(try reader.next(&read))
    #expect(read.events.count == session.events.count - 100)
    #expect(read.gaps == [400])
    #expect(reader.damage.contains { $0.sequences == 400..<500 })
    let last = try #require(read.events.last)
    #expect(read.catalog.number(of: last.popup) == session.catalog.number(of: last.popup))
    #expect(read.isFinished)
  }

  @Test("Behind the end of a damaged part the next one is checked as strictly as if it stood alone")
  func damageBehindDamage() throws {
    let whole = try TinySession.file(compresses: true)
    let middle = TraceInfo(whole).chunks[1].bytes
    var damaged = whole
    damaged[middle.lowerBound + 100] ^= 1
    var holed = whole
    holed.removeSubrange(middle)
    let alone = try recover(holed).damage
    #expect(alone.contains { $0.error.message.contains("chunk 2 where chunk 1 should be") }, "\(alone)")
    let both = try recover(damaged + holed).damage.filter { $0.bytes.lowerBound >= whole.count }
    #expect(both.map { $0.bytes.lowerBound - whole.count } == alone.map(\.bytes.lowerBound), "\(both)")
    #expect(both.contains { $0.error.message.contains("chunk 2 where chunk 1 should be") }, "\(both)")
  }

  @Test("A chunk in the place of another is noticed")
  func swappedChunks() throws {
    var options = TraceWriter.Options()
    options.eventsPerChunk = 100
    let whole = try file(of: [FieldSession.make(events: 500)], options)
    let chunks = TraceInfo(whole).chunks.map { Array(whole[$0.bytes]) }
    let rest = Array(whole[chunks.joined().count...])
    #expect(error(Array((chunks[0...] + []).joined()) + rest) == nil)
    #expect(error([chunks[0], chunks[2], chunks[1]].flatMap { $0 } + chunks[3...].joined() + rest) != nil)
    #expect(error(chunks.dropLast().joined() + rest) != nil)
    #expect(error(Array(chunks.joined())) == nil, "without its seek table a file is unfinished, not damaged")
    #expect(
      error(Array(chunks.dropFirst().joined()) + rest)?.message.contains("chunk 1 where chunk 0 should be") == true)
  }

  @Test(
    "A chunk of another session is no continuation of the one that is open, and what differs is said",
    arguments: ["name", "app", "build", "start", "policy", "configuration", "tick"])
  func chunkOfAnotherSession(_ what: String) throws {
    var other = TinySession.make()
    switch what {
    case "name": other.header.session = "another"
    case "app": other.header.app = "Another"
    case "build": other.header.build = "413"
    case "start": other.header.started = "2026-11-22T08:00:00Z"
    case "policy": other.header.policy = "v2"
    case "configuration": other.header.configuration = PolicyConfiguration.v2.text
    default: other.header.tick = try #require(TickLength(microseconds: 500))
    }
    var options = TraceWriter.Options()
    options.eventsPerChunk = 2
    let own = try file(of: [TinySession.make()], options)
    let foreign = try file(of: [other], options)
    let glued =
      Array(own[TraceInfo(own).chunks[0].bytes]) + Array(foreign[TraceInfo(foreign).chunks[1].bytes.lowerBound...])
    let found = try #require(error(glued))
    #expect(found.code == .corrupt && found.position == .byte(TraceInfo(own).chunks[0].bytes.upperBound))
    #expect(found.message.contains("goes on with a session, and its \(what) is "), "\(found.message)")
  }

  @Test(
    "An entry of a table that is said again as something else is damage",
    arguments: ["name", "list", "attributes", "change", "popup", "page"])
  func entrySaidOtherwise(_ what: String) throws {
    /// Two chunks that speak of the same entry of every table.
    func chunks(other: String?) throws -> [ArraySlice<UInt8>] {
      var session = Session()
      let home = session.catalog.names.intern(other == "name" ? "Start" : "Home")
      _ = session.catalog.names.intern("Cart")
      let pages = session.catalog.names.intern(other == "list" ? [home, Symbol(1)] : [home])
      let page = session.catalog.page(numbered: other == "page" ? 2 : 1)
      session.catalog.pages[page.index].classes = pages
      let popup = session.catalog.popup(numbered: other == "popup" ? 8 : 7)
      var spec = PopupSpec(name: home)
      spec.chain = Symbol(1)
      spec.level = other == "attributes" ? 3 : 2
      var change = PopupChange()
      change.level = other == "change" ? 5 : 4
      session.catalog.changes.append(change)
      let kinds: [EventKind] = [.pageDidAppear, .popupSubmitted, .popupChanged]
      for kind in kinds + kinds {
        var event = Event(kind, time: .zero)
        event.sequence = Int32(session.log.events.count)
        if kind == .pageDidAppear { event.page = page } else { event.popup = popup }
        if kind == .popupSubmitted { event.spec = session.catalog.intern(spec) }
        if kind == .popupChanged { event.attributes = 0 }
        session.log.events.append(event)
      }
      var options = TraceWriter.Options()
      options.eventsPerChunk = 3
      let bytes = try file(of: [session], options)
      let (first, second) = (TraceInfo(bytes).chunks[0].bytes, TraceInfo(bytes).chunks[1].bytes)
      return [bytes[first], bytes[second]]
    }
    let (own, foreign) = (try chunks(other: nil), try chunks(other: what))
    #expect(error(Array(own.joined())) == nil && error(Array(foreign.joined())) == nil)
    let found = try #require(error(Array(own[0]) + Array(foreign[1])))
    #expect(found.code == .corrupt && found.message.contains("says an entry of a table again"), "\(found.message)")
  }

  @Test("A name that was said as unknown may be said later, but not as one that another has")
  func unknownName() throws {
    /// Two chunks, the second of which speaks of the second name only.
    func chunks(_ names: [String]) throws -> [[UInt8]] {
      var session = Session()
      for name in names { session.catalog.names.append(name) }
      let popup = session.catalog.popup(numbered: 0)
      for (sequence, name) in [0, 1, 1].enumerated() {
        var event = Event(.popupTapped)
        (event.sequence, event.popup, event.name) = (Int32(sequence), popup, Symbol(name))
        session.log.events.append(event)
      }
      var options = TraceWriter.Options()
      options.eventsPerChunk = 2
      let bytes = try file(of: [session], options)
      return TraceInfo(bytes).chunks.map { Array(bytes[$0.bytes]) }
    }
    let unknown = try chunks(["Home", "?1"])[0]
    let session = try #require(try sessions(in: unknown + chunks(["Home", "Cart"])[1]).first)
    #expect(session.events.map { session.catalog.names.text($0.name) } == ["Home", "Cart", "Cart"])
    let found = try #require(error(unknown + chunks(["Start", "Home"])[1]))
    #expect(found.code == .corrupt && found.message.contains("one name twice"), "\(found.message)")
  }

  @Test("What is not a trace is said to be none")
  func foreignFiles() throws {
    #expect(error([])?.code == .empty)
    #expect(error(Array("{\"poptrace\":1}\n{\"t\":0}\n".utf8))?.code == .notATrace)
    #expect(error([0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x00, 0x01, 0x00, 0x00])?.code == .notATrace)
  }

  @Test("Random bytes are refused", arguments: 0..<300)
  func randomBytes(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var bytes = (0..<random.below(300)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    if random.once(in: 2) { bytes = try Array(TinySession.file(compresses: false).prefix(random.below(60))) + bytes }
    #expect(error(bytes) != nil, "seed \(seed)")
    let saved = try recover(bytes)
    #expect(saved.events.isEmpty, "seed \(seed)")
  }

  @Test("Messages say where, and what to do")
  func messages() throws {
    let whole = try TinySession.file(compresses: false)
    let second = TraceInfo(whole).chunks[1].bytes
    var flipped = whole
    flipped[second.lowerBound + 100] ^= 1
    let found = try #require(error(flipped))
    #expect(found.position == .byte(second.lowerBound))
    #expect(found.message.hasSuffix("Fetch the file again, or save what is whole with 'poptrace recover'."))
  }
}
