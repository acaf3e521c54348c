import PopupScheduling
import Testing

@testable import PopTrace

@Suite("What makes chunks of halves")
struct ChunkSealerTests {
  private func idle(_ sequence: Int32, at time: Int64 = 0) -> Event {
    var event = Event(.idle, time: Ticks(time))
    event.sequence = sequence
    return event
  }

  /// A half of some events, whole to its end or not.
  private func half(
    _ generation: UInt64, _ sequences: ClosedRange<Int32>, isClosed: Bool = true, timers: UInt64 = 0
  ) throws -> JournalRecords {
    var half = HandMadeHalf(generation: generation, nextSequence: sequences.lowerBound)
    for sequence in sequences { half.add(idle(sequence)) }
    if isClosed { half.add(.close, [generation, UInt64(sequences.upperBound) + 1, 0, 0, 0, 0, timers, 0, 0, 0]) }
    return try #require(half.opened())
  }

  private func sealer(after chunks: [TraceInfo.Chunk] = []) -> ChunkSealer {
    ChunkSealer(header: SessionHeader(), compression: .none, after: chunks, limits: ResourceLimits())
  }

  private func sequences(_ sealer: ChunkSealer) -> [Int32] { sealer.builder.session.events.map(\.sequence) }

  /// The chunks of two halves, four events each.
  private func twoChunks() throws -> (bytes: [UInt8], chunks: [TraceInfo.Chunk]) {
    var sealer = sealer()
    var bytes: [UInt8] = []
    for generation in 1...2 as ClosedRange<UInt64> {
      let first = Int32(generation - 1) * 4
      var half = try half(generation, first...first + 3)
      sealer.take(&half)
      bytes += try sealer.seal(isLast: false)
    }
    return (bytes, TraceInfo(bytes).chunks)
  }

  @Test("Each half becomes a chunk, and the last one has the file's end behind it")
  func chunks() throws {
    var sealer = sealer()
    #expect(sealer.knowsBases && sealer.file.chunkCount == 0)
    var bytes: [UInt8] = []
    for generation in 1...3 as ClosedRange<UInt64> {
      let first = Int32(generation - 1) * 4
      var half = try half(generation, first...first + 3)
      sealer.take(&half)
      #expect(sequences(sealer) == Array(first...first + 3))
      bytes += try sealer.seal(isLast: generation == 3)
      #expect(sequences(sealer).isEmpty && sealer.file.chunkCount == Int(generation) && sealer.knowsBases)
    }
    #expect(try sealer.seal(isLast: false).isEmpty && sealer.file.chunkCount == 3)
    bytes += sealer.finish()
    let info = TraceInfo(bytes)
    #expect(info.isWhole && info.chunks.map(\.sequences) == [0...3, 4...7, 8...11])
    #expect(info.chunks.map(\.head.begun) == [1, 0, 0] && info.chunks.map(\.head.ended) == [0, 0, 1])
    #expect(try sessions(in: bytes)[0].events.count == 12)
  }

  @Test("A half without events is a chunk where it says something, or is the last one")
  func withoutEvents() throws {
    for (isLast, says) in [(false, false), (false, true), (true, false)] {
      var half = HandMadeHalf()
      if says { half.add(name: "a", at: 0) }
      var records = try #require(half.opened())
      var sealer = sealer()
      sealer.take(&records)
      #expect(try sealer.seal(isLast: isLast).isEmpty == !(isLast || says))
      #expect(sealer.file.chunkCount == (isLast || says ? 1 : 0))
      #expect(try sealer.seal(isLast: false).isEmpty)
    }
  }

  @Test("Timers that were spoken of are no reason for a chunk")
  func timers() throws {
    var sealer = sealer()
    var first = try half(1, 0...0, timers: 8)
    sealer.take(&first)
    _ = try sealer.seal(isLast: false)
    var half = HandMadeHalf(beginningWith: [2, 1, 0, 0, 0, 0, 9, 0, 0, 0])
    half.add(.close, [2, 1, 0, 0, 0, 0, 10, 0, 0, 0])
    var second = try #require(half.opened())
    sealer.take(&second)
    #expect(try sealer.seal(isLast: false).isEmpty && sealer.file.chunkCount == 1)
  }

  @Test("What goes on with a file adds what its chunks do not have, under the numbers that come next")
  func goingOn() throws {
    let (bytes, chunks) = try twoChunks()
    var sealer = sealer(after: chunks)
    #expect(sealer.file.chunkCount == 2 && !sealer.knowsBases)
    // The half that the last chunk was made of is still there.
    var known = try half(2, 4...7)
    sealer.take(&known)
    #expect(sequences(sealer).isEmpty && sealer.knowsBases && sealer.builder.duplicateEvents == 4)
    var next = try half(3, 8...9)
    sealer.take(&next)
    let whole = bytes + (try sealer.seal(isLast: true)) + sealer.finish()
    #expect(TraceInfo(whole).isWhole && TraceInfo(whole).chunks.count == 3)
    #expect(try sessions(in: whole)[0].events.map(\.sequence) == Array(0..<10))
  }

  @Test("How much a file's chunks say is known from the half behind them, or the last one of them that is whole")
  func bases() throws {
    let (_, chunks) = try twoChunks()
    // The halves that are there, and whether they are whole to their ends.
    for (halves, isKnown) in [
      ([(1, true), (2, true)], true), ([(1, true), (2, false)], false), ([(2, false)], false), ([(2, true)], true),
      ([(3, false)], true), ([(2, false), (3, false)], true), ([(4, true)], false), ([(1, true)], true),
    ] as [([(UInt64, Bool)], Bool)] {
      var sealer = sealer(after: chunks)
      for (generation, isClosed) in halves {
        let first = Int32(generation - 1) * 4
        var half = try half(generation, first...first + 3, isClosed: isClosed)
        sealer.take(&half)
      }
      #expect(sealer.knowsBases == isKnown, "\(halves)")
    }
  }

  @Test("A half that is taken twice adds its events once", arguments: [false, true])
  func twice(beginsAnew: Bool) throws {
    var sealer = sealer()
    if beginsAnew { #expect(sealer.beginAnew(isLastStored: true) == 0) }
    for _ in 0..<2 {
      var half = try half(1, 0...3)
      sealer.take(&half)
      #expect(sequences(sealer) == [0, 1, 2, 3])
    }
    #expect(sealer.builder.duplicateEvents == 4)
  }

  @Test("A file that is gone is begun anew, with the half that was on its way or behind it", arguments: [true, false])
  func beginningAnew(isLastStored: Bool) throws {
    var sealer = sealer()
    for generation in 1...3 as ClosedRange<UInt64> {
      let first = Int32(generation - 1) * 4
      var half = try half(generation, first...first + 3)
      sealer.take(&half)
      _ = try sealer.seal(isLast: false)
    }
    #expect(sealer.beginAnew(isLastStored: isLastStored) == (isLastStored ? 12 : 8))
    #expect(sealer.file.chunkCount == 0 && sealer.builder.lostEvents == (isLastStored ? 12 : 8))
    var half = try isLastStored ? half(4, 12...15) : half(3, 8...11)
    sealer.take(&half)
    let bytes = try sealer.seal(isLast: true) + sealer.finish()
    let session = try sessions(in: bytes)[0]
    #expect(session.events.map(\.sequence) == Array(isLastStored ? 12...15 : 8...11) && session.gaps == [0])
    #expect(TraceInfo(bytes).isWhole && TraceInfo(bytes).chunks.map(\.head.begun) == [1])
    // Once more nothing is lost but what there was since.
    #expect(sealer.beginAnew(isLastStored: true) == 4 && sealer.beginAnew(isLastStored: true) == 0)
    #expect(sealer.builder.lostEvents == (isLastStored ? 16 : 12))
  }

  @Test("Events of earlier times than the last count behind a file that is gone, for they are its first")
  func earlierTimes() throws {
    var sealer = sealer()
    var half = HandMadeHalf()
    half.add(idle(0, at: 50))
    var records = try #require(half.opened())
    sealer.take(&records)
    _ = sealer.beginAnew(isLastStored: true)
    half = HandMadeHalf(beginningWith: [2, 5, 30, 0, 0, 0, 0, 0, 0, 0])
    for (sequence, time) in [(4, 40), (5, 20), (6, 30), (7, 31)] as [(Int32, Int64)] {
      half.add(idle(sequence, at: time))
    }
    records = try #require(half.opened())
    sealer.take(&records)
    #expect(sequences(sealer) == [0, 6, 7] && sealer.builder.unsoundEvents == 1 && sealer.builder.duplicateEvents == 1)
  }

  @Test("Events about a popup that turns out to have another number are left out, and counted as refused")
  func otherNumber() throws {
    func lost(_ sequence: Int32, of popup: Int32) -> Event {
      var event = Event(.popupViewLost)
      (event.sequence, event.popup) = (sequence, PopupID(popup))
      return event
    }
    var sealer = sealer()
    var first = HandMadeHalf()
    for popup in 0..<2 as Range<Int32> { first.add(lost(popup, of: popup)) }
    var records = try #require(first.opened())
    sealer.take(&records)
    var bytes = try sealer.seal(isLast: false)
    // The first chunk says that the number of popup 1 is 1, and nothing can take that back.
    var second = HandMadeHalf(beginningWith: [2, 2, 0, 0, 0, 2, 0, 0, 0, 0])
    for (sequence, popup) in [(2, 1), (3, 0), (4, 1)] as [(Int32, Int32)] { second.add(lost(sequence, of: popup)) }
    second.add(.popup, [1, 9])
    second.add(lost(5, of: 0))
    second.add(lost(6, of: 1))
    records = try #require(second.opened())
    sealer.take(&records)
    bytes += try sealer.seal(isLast: true) + sealer.finish()
    let session = try sessions(in: bytes)[0]
    #expect(session.events.map(\.sequence) == [0, 1, 3, 5] && session.gaps == [2, 3])
    #expect(session.header.refusedEvents == 3 && sealer.builder.unsoundEvents == 3)
    #expect(Array(session.catalog.popupNumbers) == [0, 1])
  }

  @Test("A chunk that is too much leaves everything as it was")
  func tooMuch() throws {
    var sealer = sealer()
    var header = SessionHeader()
    header.app = String(repeating: "x", count: 6_000_000)
    header.build = header.app + "y"
    header.configuration = header.app + "z"
    sealer.builder.session.header = header
    var half = try half(1, 0...3)
    sealer.take(&half)
    for _ in 0..<2 { #expect(throws: TraceError.self) { try sealer.seal(isLast: true) } }
    #expect(sequences(sealer) == [0, 1, 2, 3] && sealer.file.chunkCount == 0)
    sealer.builder.session.header = SessionHeader()
    let bytes = try sealer.seal(isLast: true) + sealer.finish()
    #expect(try sessions(in: bytes)[0].events.count == 4 && TraceInfo(bytes).isWhole)
  }
}
