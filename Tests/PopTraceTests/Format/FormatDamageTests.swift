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
    var reader = TraceReader(recovering: bytes)
    var session = Session()
    var events: [Event] = []
    while try reader.next(&session) { events += session.events }
    return (events, reader.damage)
  }

  @Test("A file cut off anywhere is refused, and gives every whole chunk", arguments: [true, false])
  func truncation(compresses: Bool) throws {
    let whole = try TinySession.file(compresses: compresses)
    let chunks = TraceInfo(whole).chunks
    #expect(chunks.map(\.eventCount) == [2, 2, 1])
    for size in 0..<whole.count {
      let cut = Array(whole[..<size])
      let found = error(cut)
      #expect(found?.code == (size == 0 ? .empty : .truncated), "cut at \(size)")
      let saved = try recover(cut)
      let expected = chunks.filter { $0.bytes.upperBound <= size }.reduce(0) { $0 + $1.eventCount }
      #expect(saved.events == Array(TinySession.make().events[..<expected]), "cut at \(size)")
      #expect(size == 0 || !saved.damage.isEmpty, "cut at \(size)")
      #expect(!TraceInfo(cut).isWhole, "cut at \(size)")
    }
  }

  @Test("Every single flipped bit is noticed, and costs one chunk at most", arguments: [true, false])
  func flippedBits(compresses: Bool) throws {
    let whole = try TinySession.file(compresses: compresses)
    let events = TinySession.make().events
    for bit in 0..<whole.count * 8 {
      var flipped = whole
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(error(flipped) != nil, "bit \(bit)")
      let saved = try recover(flipped)
      #expect(!saved.damage.isEmpty, "bit \(bit)")
      #expect(saved.events.count >= events.count - 2, "bit \(bit)")
      #expect(saved.events.allSatisfy { events.contains($0) }, "bit \(bit)")
    }
  }

  @Test("Every byte put in or taken out is noticed")
  func shiftedBytes() throws {
    let whole = try TinySession.file(compresses: true)
    for place in 0..<whole.count {
      var longer = whole
      longer.insert(whole[place], at: place)
      var shorter = whole
      shorter.remove(at: place)
      #expect(error(longer) != nil, "at \(place)")
      #expect(error(shorter) != nil, "at \(place)")
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
    #expect(error(Array(chunks.joined()))?.code == .truncated)
  }

  @Test("What is not a trace is said to be none")
  func foreignFiles() throws {
    #expect(error([])?.code == .empty)
    #expect(error(Array("{\"poptrace\":1}\n{\"t\":0}\n".utf8))?.code == .notATrace)
    #expect(error([0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x00, 0x01, 0x00, 0x00])?.code == .notATrace)
  }

  @Test("Random bytes are refused", arguments: 0..<300)
  func randomBytes(seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
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
