import PopSimulation
import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("What is left of a damaged file")
struct TraceSalvageTests {
  private struct Saved {
    var sessions: [Session] = []
    var losses: [TraceSalvage.Loss] = []

    /// Every event, as session and sequence number, in the order in which they are read.
    var events: [String] {
      sessions.flatMap { session in session.events.map { "\(session.header.session) \($0.sequence)" } }
    }
  }

  private func salvage(_ bytes: [UInt8], piece: Int = .max) throws -> Saved {
    var salvage = try TraceSalvage(PiecewiseInput(bytes, piece: piece))
    var saved = Saved()
    var session = Session()
    while try salvage.next(&session) { saved.sessions.append(session) }
    saved.losses = salvage.losses
    return saved
  }

  /// A file's chunks, what each holds, and what stands behind them.
  private struct Chunks {
    var bytes: [[UInt8]]
    var events: [[String]]
    var tail: [UInt8]

    init(_ sessions: [Session]) throws {
      var options = TraceWriter.Options()
      options.eventsPerChunk = 20
      let file = try PopTraceTests.file(of: sessions, options)
      let chunks = TraceInfo(file).chunks
      bytes = chunks.map { Array(file[$0.bytes]) }
      events = chunks.map { chunk in (chunk.sequences.map(Array.init) ?? []).map { "\(chunk.session) \($0)" } }
      tail = Array(file[(chunks.last?.bytes.upperBound ?? 0)...])
    }
  }

  private func chunks(_ names: [String], seed: UInt64) throws -> Chunks {
    try Chunks(
      names.enumerated().map { index, name in
        var session = FieldSession.make(events: 130 + 30 * index, seed: seed + UInt64(index))
        session.header.session = name
        return session
      })
  }

  @Test("Every whole chunk is saved once and in its place, whatever became of the others", arguments: 0..<120)
  func anyDamage(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let all = try chunks(["a", "b", "c"], seed: UInt64(seed))
    var order = Array(all.bytes.indices)
    var what: [String] = []
    var isDamaged = Set<Int>()
    for _ in 0..<1 + random.below(4) {
      guard order.count > 2 else { break }
      let index = random.below(order.count)
      switch random.below(4) {
      case 0:
        what.append("lost \(order[index])")
        order.remove(at: index)
      case 1:
        what.append("twice \(order[index])")
        order.insert(order[index], at: random.below(order.count))
      case 2:
        let other = random.below(order.count)
        what.append("swapped \(order[index]) and \(order[other])")
        order.swapAt(index, other)
      default:
        what.append("damaged \(order[index])")
        isDamaged.insert(order[index])
      }
    }
    var bytes: [UInt8] = []
    for number in order {
      var chunk = all.bytes[number]
      if isDamaged.contains(number) { chunk[random.below(chunk.count)] ^= 1 << UInt8(random.below(8)) }
      bytes += chunk
    }
    let hasTail = random.once(in: 2)
    if hasTail { bytes += all.tail }
    let left = Set(order).subtracting(isDamaged).sorted()
    let saved = try salvage(bytes, piece: 1 + random.below(5000))
    let story = "seed \(seed): \(what.joined(separator: ", "))\(hasTail ? "" : ", no tail")"
    #expect(saved.events == left.flatMap { all.events[$0] }, "\(story)")
    // What is missing behind the last chunk of a file without a tail nobody can know.
    let isKnown = hasTail || left.last.map { left != Array(0...$0) } == true || !isDamaged.isDisjoint(with: order)
    #expect(saved.losses.isEmpty == (left.count == all.bytes.count || !isKnown), "\(story): \(saved.losses)")
    let written = try file(of: saved.sessions)
    #expect(try sessions(in: written).map(\.events) == saved.sessions.map(\.events), "\(story)")
    #expect(try salvage(written).losses.isEmpty, "\(story)")
  }

  @Test("Losses are told by session, sequence numbers and times")
  func losses() throws {
    let all = try chunks(["a", "b"], seed: 3)
    // Session a has chunks 0 to 6, b 7 to 14.
    let kept = [0, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13]
    let whole = try sessions(in: all.bytes.joined() + all.tail)
    let saved = try salvage(kept.flatMap { all.bytes[$0] } + all.tail)
    let (a, b) = (whole[0].events, whole[1].events)
    #expect(
      saved.losses == [
        .chunks(1..<2, sessions: 0), .chunks(7..<9, sessions: 0), .chunks(14..<all.bytes.count, sessions: 0),
        .events(
          session: "a", sequences: 20..<40, after: a[19].time, before: a[40].time, tick: whole[0].header.tick),
        .events(session: "b", sequences: 0..<40, after: nil, before: b[40].time, tick: whole[0].header.tick),
        .end(session: "b", from: 140, after: b[139].time, tick: whole[0].header.tick),
      ])
  }

  @Test("Whole sessions that are lost are counted")
  func wholeSessions() throws {
    let all = try chunks(["a", "b", "c"], seed: 4)
    let middle = all.events.indices.filter { all.events[$0].first?.hasPrefix("b") == true }
    var rest = all.bytes
    rest.removeSubrange(try #require(middle.first)...middle[middle.count - 1])
    let saved = try salvage(rest.flatMap { $0 } + all.tail)
    #expect(saved.losses == [.chunks(middle[0]..<middle[middle.count - 1] + 1, sessions: 1)])
  }

  @Test("A file cut off anywhere loses nothing that was written whole")
  func truncation() throws {
    let all = try chunks(["a"], seed: 5)
    let bytes = all.bytes.flatMap { $0 } + all.tail
    var ends: [Int] = []
    for chunk in all.bytes { ends.append((ends.last ?? 0) + chunk.count) }
    for size in stride(from: ends[0], to: bytes.count, by: 13) {
      let saved = try salvage(Array(bytes[..<size]))
      let kept = ends.count { $0 <= size }
      #expect(saved.events == all.events[..<kept].flatMap { $0 }, "cut at \(size)")
      #expect(saved.losses.isEmpty, "cut at \(size)")
    }
    #expect(try TraceSalvage(PiecewiseInput(Array(bytes[..<(ends[0] - 1)]))).isEmpty)
  }

  @Test("Files one behind the other, with their ends or without, are all there")
  func concatenation() throws {
    let (one, other) = (try chunks(["a"], seed: 6), try chunks(["b"], seed: 7))
    for tails in 0..<4 {
      let bytes =
        one.bytes.flatMap { $0 } + (tails & 1 == 1 ? one.tail : []) + other.bytes.flatMap { $0 }
        + (tails & 2 == 2 ? other.tail : [])
      let saved = try salvage(bytes)
      #expect(saved.events == (one.events + other.events).flatMap { $0 }, "\(tails)")
      #expect(saved.losses.isEmpty, "\(tails)")
    }
  }

  private static func isOfBytes(_ loss: TraceSalvage.Loss) -> Bool {
    if case .bytes = loss { return true }
    return false
  }

  @Test("A damaged seek table loses nothing, and is said")
  func seekTable() throws {
    let all = try chunks(["a"], seed: 8)
    for index in all.tail.indices {
      var tail = all.tail
      tail[index] ^= 4
      var salvage = try TraceSalvage(PiecewiseInput(all.bytes.flatMap { $0 } + tail))
      var session = Session()
      #expect(try salvage.next(&session))
      #expect(session.events.count == all.events.joined().count)
      #expect(!salvage.damage.isEmpty || salvage.isUnfinished, "at \(index)")
      #expect(salvage.losses.allSatisfy(Self.isOfBytes), "at \(index)")
    }
  }

  @Test("How many chunks stood twice, or out of order, is counted, and reading begins anew when it is asked to")
  func counts() throws {
    let all = try chunks(["a", "b"], seed: 9)
    let last = all.bytes.count - 1
    for (order, duplicates, misplaced) in [
      (Array(0...last), 0, 0), ([1, 0] + Array(2...last), 0, 1), (Array(0...last) + [3], 1, 0),
      ([0, 0, 0] + Array(1...last), 2, 0), (Array((0...last).reversed()), 0, last),
      ([2, 0, 1, 0] + Array(3...last), 1, 1),
    ] {
      var salvage = try TraceSalvage(PiecewiseInput(order.flatMap { all.bytes[$0] } + all.tail))
      #expect(salvage.duplicates == duplicates && salvage.misplaced == misplaced, "\(order)")
      #expect(!salvage.isEmpty && salvage.remarks.isEmpty)
      for _ in 0..<2 {
        var (session, events) = (Session(), [Int]())
        while try salvage.next(&session) { events.append(session.events.count) }
        #expect(events.count == 2 && events.reduce(0, +) == all.events.joined().count, "\(order)")
        #expect(try !salvage.next(&session) && salvage.losses.isEmpty)
        salvage.rewind()
      }
    }
  }

  @Test("Bytes that are nothing are a loss where something may be missing, and mere damage where nothing is")
  func rubbish() throws {
    let all = try chunks(["a"], seed: 10)
    let rubbish = [UInt8](repeating: 9, count: 50)
    let chunks = all.bytes.flatMap { $0 }
    let place = all.bytes[0].count
    for (chunk, tail, isLoss) in [(all.bytes[0], all.tail, false), (all.bytes[0], [], true), ([], all.tail, true)] {
      var salvage = try TraceSalvage(PiecewiseInput(chunk + rubbish + chunks[place...] + tail))
      for _ in 0..<2 {
        let bytes = chunk.count..<chunk.count + 50
        let losses = salvage.losses.compactMap { loss -> TraceDamage? in
          if case .bytes(let damage) = loss { return damage }
          return nil
        }
        #expect(losses.map(\.bytes) == (isLoss ? [bytes] : []))
        #expect(salvage.damage.filter { $0.bytes == bytes }.count == (isLoss ? 0 : 1))
        #expect(salvage.isUnfinished == tail.isEmpty)
        salvage.rewind()
      }
    }
    let nothing = try TraceSalvage(PiecewiseInput(rubbish))
    #expect(nothing.isEmpty && nothing.isUnfinished && nothing.losses.isEmpty && nothing.damage.count == 1)
  }

  @Test("What is missing is told by numbers, and by how many whole sessions are known to be with it")
  func missing() {
    func entry(_ number: Int32, _ first: Int32, _ last: Int32) -> ChunkIndex.Entry {
      ChunkIndex.Entry(start: 0, size: 1, number: number, firstSession: first, lastSession: last)
    }
    func missing(_ entries: [ChunkIndex.Entry], of count: Int?) -> [[Int]] {
      ChunkIndex.Part(entries: entries, chunkCount: count).missing.map {
        [$0.chunks.lowerBound, $0.chunks.upperBound, $0.sessions]
      }
    }
    #expect(missing([entry(0, 0, 0), entry(1, 1, 2)], of: 2).isEmpty && missing([entry(0, 0, 0)], of: nil).isEmpty)
    #expect(missing([entry(2, 3, 3)], of: 3) == [[0, 2, 3]] && missing([entry(0, 0, 0)], of: 3) == [[1, 3, 0]])
    #expect(missing([entry(0, 0, 1), entry(4, 1, 1), entry(6, 5, 5)], of: 7) == [[1, 4, 0], [5, 6, 3]])
    #expect(missing([], of: 0).isEmpty && missing([], of: 2) == [[0, 2, 0]])
  }

  @Test("Stretches of a file are read one behind the other, as if nothing were between them")
  func stretches() throws {
    let bytes = (0..<100).map { UInt8($0) }
    var part = ChunkIndex.Part()
    // The second and third follow one another in the file as well; the last stands in front.
    for (start, size) in [(10, 5), (40, 3), (43, 7), (0, 4)] as [(Int, Int32)] {
      part.entries.append(ChunkIndex.Entry(start: start, size: size, number: 0, firstSession: 0, lastSession: 0))
    }
    let places = Array(10..<15) + Array(40..<50) + Array(0..<4)
    let input = PartInput(PiecewiseInput(bytes), part)
    for offset in 0..<19 {
      #expect(input.inputRanges(of: offset..<offset).map(\.lowerBound) == [places[offset]])
      var read: [UInt8] = []
      let count = try input.read(at: offset, atMost: 100, into: &read)
      let stop = [5, 15, 19].first { $0 > offset } ?? 0
      #expect(count == stop - offset && read.map(Int.init) == Array(places[offset..<stop]))
      read = []
      #expect(try input.read(at: offset, atMost: 1, into: &read) == 1 && read.map(Int.init) == [places[offset]])
      for end in offset...19 {
        let ranges = input.inputRanges(of: offset..<end)
        #expect(ranges.flatMap { Array($0) } == Array(places[offset..<end]))
        #expect(ranges.count == (end == offset ? 1 : 1 + [5, 15].count { offset < $0 && $0 < end }))
      }
    }
    var read: [UInt8] = []
    #expect(try input.read(at: 19, atMost: 5, into: &read) == 0 && read.isEmpty)
    #expect(input.inputRanges(of: 17..<30) == [2..<4])
    let empty = PartInput(PiecewiseInput(bytes), ChunkIndex.Part())
    #expect(empty.inputRanges(of: 7..<7) == [7..<7] && empty.inputRanges(of: 3..<9) == [3..<3])
    #expect(try empty.read(at: 0, atMost: 5, into: &read) == 0)
  }
}
