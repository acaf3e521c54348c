import Dispatch
import Foundation
import PopSimulation
import PopSystem
import PopupScheduling
import Synchronization
import Testing
import Trials

@testable import PopTrace

@Suite("Chunks that are decompressed before their turn")
struct ReadAheadTests {
  /// When other threads come to what they are asked to do.
  enum Moment: CaseIterable, Sendable {
    case never, atOnce, soon, late

    var threads: OtherThreads {
      switch self {
      case .never: return OtherThreads(leastBytes: 0) { _ in }
      case .atOnce: return OtherThreads(leastBytes: 0) { $0() }
      case .soon: return OtherThreads(leastBytes: 0) { DispatchQueue.global().async(execute: $0) }
      case .late:
        let kept = Mutex<[@Sendable () -> Void]>([])
        return OtherThreads(leastBytes: 0) { work in
          let due: [@Sendable () -> Void] = kept.withLock { kept in
            kept.append(work)
            guard kept.count == 6 else { return [] }
            defer { kept = [] }
            return kept
          }
          for work in due { work() }
        }
      }
    }
  }

  /// What shows after each session, and at the end.
  private struct Step {
    var session: Session?
    var isUnfinished: Bool
    var remarks: [TraceRemark]
    var error: TraceError?
  }

  private func steps(
    _ open: () throws(TraceError) -> TraceReader, atMost count: Int = .max, end: (TraceReader) -> Void = { _ in }
  ) -> [Step] {
    var steps: [Step] = []
    do throws(TraceError) {
      var reader = try open()
      defer { end(reader) }
      do throws(TraceError) {
        var session = Session()
        while steps.count < count, try reader.next(&session) {
          steps.append(Step(session: session, isUnfinished: reader.isUnfinished, remarks: reader.remarks))
        }
        steps.append(Step(isUnfinished: reader.isUnfinished, remarks: reader.remarks))
      } catch {
        steps.append(Step(isUnfinished: reader.isUnfinished, remarks: reader.remarks, error: error))
      }
    } catch {
      steps.append(Step(isUnfinished: false, remarks: [], error: error))
    }
    return steps
  }

  private func expectSame(
    _ bytes: [UInt8], _ moment: Moment, piece: Int = .max, failing: Int? = nil, limits: ResourceLimits = .init(),
    _ what: @autoclosure () -> String
  ) {
    func input() -> PiecewiseInput { PiecewiseInput(bytes, piece: piece, failing: failing) }
    let plain = steps { () throws(TraceError) in try TraceReader(input(), limits: limits) }
    var none: TraceReader?
    let ahead = steps { () throws(TraceError) in
      try TraceReader(input(), limits: limits, threads: moment.threads, memoryOf: &none)
    }
    expectSame(plain, ahead, what())
  }

  private func expectSame(_ plain: [Step], _ ahead: [Step], _ what: @autoclosure () -> String) {
    #expect(plain.count == ahead.count, "\(what())")
    for (one, other) in zip(plain, ahead) {
      #expect(one.isUnfinished == other.isUnfinished && one.remarks == other.remarks, "\(what())")
      #expect(one.error == other.error, "\(what())")
      #expect((one.session == nil) == (other.session == nil), "\(what())")
      if let session = one.session, let read = other.session {
        #expect(difference(session, read) == nil, "\(what())")
      }
    }
  }

  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  private static let traces: [(name: String, bytes: [UInt8])] = {
    let names = FileManager.default.enumerator(atPath: fixtures.path())?.compactMap { $0 as? String } ?? []
    let traces = names.filter { $0.hasSuffix(".poptrace") || $0.hasPrefix("fuzz/") }.sorted()
    // A folder has no bytes.
    return traces.compactMap { name in
      (try? [UInt8](Data(contentsOf: fixtures.appending(path: name)))).map { (name, $0) }
    }
  }()

  @Test("Every fixture, sound or not, reads the same", arguments: Moment.allCases)
  func fixtures(moment: Moment) {
    #expect(Self.traces.count > 60)
    for (name, bytes) in Self.traces { expectSame(bytes, moment, name) }
  }

  @Test("A file reads the same in the memory of whatever was read before it", arguments: Moment.allCases)
  func memory(moment: Moment) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed: seed)
    // Half of them with chunks that several sessions share, and of several chunks.
    let traces = Self.traces.filter { $0.name.hasSuffix(".poptrace") }
    let all = traces + Array(repeating: ("parts", Self.parts), count: traces.count)
    var last: TraceReader?
    var names: [String] = []
    for _ in 0..<trials(few: 200) {
      var (name, bytes) = all[random.below(all.count)]
      names.append(name)
      switch random.below(6) {
      case 0 where !bytes.isEmpty: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      case 1: bytes.removeLast(random.below(bytes.count + 1))
      default: break
      }
      var limits = ResourceLimits()
      if random.below(4) == 0 { limits.namesPerSession = random.below(10) }
      let count = random.below(4) == 0 ? random.below(3) : .max
      let threads = random.below(2) == 0 ? moment.threads : nil
      let plain = steps(
        { () throws(TraceError) in try TraceReader(PiecewiseInput(bytes), limits: limits) }, atMost: count)
      let again = steps(
        { () throws(TraceError) in
          try TraceReader(PiecewiseInput(bytes), limits: limits, threads: threads, memoryOf: &last)
        }, atMost: count, end: { last = $0 })
      expectSame(plain, again, "seed \(seed), behind one another \(names.suffix(3))")
    }
  }

  /// Three parts of several sessions in small chunks.
  private static let parts: [UInt8] = {
    var options = TraceWriter.Options()
    options.eventsPerChunk = 20
    return (0..<3).flatMap { (part: Int) -> [UInt8] in
      (try? file(of: [FieldSession.make(events: 150, seed: UInt64(part)), TinySession.make()], options)) ?? []
    }
  }()

  @Test("A file that is cut off anywhere reads the same", arguments: Moment.allCases)
  func truncation(moment: Moment) {
    for size in stride(from: 0, through: Self.parts.count, by: 23) {
      expectSame(Array(Self.parts[..<size]), moment, piece: 400, "cut at \(size)")
    }
  }

  @Test("A file with a flipped bit reads the same", arguments: Moment.allCases)
  func flippedBits(moment: Moment) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<trials(few: 60) {
      let bit = random.below(Self.parts.count * 8)
      var flipped = Self.parts
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      expectSame(flipped, moment, "seed \(seed), bit \(bit)")
    }
  }

  @Test("A frame that cannot be decompressed is refused when its turn comes", arguments: Moment.allCases)
  func brokenContent(moment: Moment) throws {
    let chunks = TraceInfo(Self.parts).chunks
    for chunk in chunks {
      var scanner = TraceScanner(ByteWindow(Self.parts))
      while scanner.position < chunk.bytes.lowerBound { _ = try scanner.next() }
      guard case .chunk(var head, let frame) = try scanner.next() else { continue }
      var bytes = Self.parts
      // With checksums that fit, so that the library finds it and not the scanner.
      for index in frame.dropFirst(8).dropLast(4) { bytes[index] ^= 0x55 }
      head.frameChecksum = XXH64.low32(bytes, frame)
      let headBytes = head.encoded()
      guard headBytes.count == frame.lowerBound - chunk.bytes.lowerBound else { continue }
      bytes.replaceSubrange(chunk.bytes.lowerBound..<frame.lowerBound, with: headBytes)
      expectSame(bytes, moment, "chunk at \(chunk.bytes.lowerBound)")
    }
  }

  @Test("An input that breaks off, and one beyond a limit, read the same", arguments: Moment.allCases)
  func otherEnds(moment: Moment) {
    for end in stride(from: 0, to: Self.parts.count, by: 211) {
      expectSame(Self.parts, moment, piece: 64, failing: end, "breaks off at \(end)")
    }
    for bytes in [100, 300, 500, 700] {
      var limits = ResourceLimits()
      limits.frameBytes = bytes
      expectSame(Self.parts, moment, limits: limits, "frames of \(bytes) bytes")
    }
    var limits = ResourceLimits()
    limits.eventsPerSession = 100
    expectSame(Self.parts, moment, limits: limits, "100 events")
  }

  @Test("What a large chunk took is given back with its file, and what others took is not")
  func room() throws {
    var options = TraceWriter.Options()
    (options.compresses, options.eventsPerChunk) = (false, 600_000)
    let large = try file(of: [FieldSession.make(events: 300_000)], options)
    let small = try file(of: [TinySession.make()])
    var (last, rooms, session) = (TraceReader?.none, [Int](), Session())
    for bytes in [large, small, Self.parts, small] {
      var reader = try TraceReader(PiecewiseInput(bytes), limits: ResourceLimits(), threads: nil, memoryOf: &last)
      #expect(last == nil)
      while try reader.next(&session) {}
      rooms.append(reader.roomBytes)
      last = reader
    }
    #expect(rooms[0] > TraceReader.mostRoomBytes && rooms[1] < rooms[2] && rooms[3] == rooms[2], "\(rooms)")
  }

  @Test("Threads are asked for large chunks alone, and not for the one that is taken at once")
  func worth() throws {
    func asked(_ bytes: [UInt8], _ threads: (@escaping @Sendable () -> Void) -> OtherThreads) throws -> Int {
      let count = Mutex(0)
      let asked = threads { count.withLock { $0 += 1 } }
      var none: TraceReader?
      var reader = try TraceReader(PiecewiseInput(bytes), limits: ResourceLimits(), threads: asked, memoryOf: &none)
      var session = Session()
      while try reader.next(&session) {}
      return count.withLock { $0 }
    }
    var options = TraceWriter.Options()
    options.eventsPerChunk = 4000
    let large = try file(of: [FieldSession.make(events: 16_000)], options)
    // Behind a seek table the next chunk is taken at once, too.
    for (bytes, parts) in [(large, 1), (Self.parts, 3)] {
      let chunks = TraceInfo(bytes).chunks.count
      #expect(
        try chunks > 4 && asked(bytes) { noted in OtherThreads(leastBytes: 0) { _ in noted() } } == chunks - parts)
    }
    // The last one is small.
    #expect(try asked(large) { noted in OtherThreads { _ in noted() } } == TraceInfo(large).chunks.count - 2)
    #expect(try asked(Self.parts) { noted in OtherThreads { _ in noted() } } == 0)
  }

  @Test("The memory of a chunk that was taken is that of a later one")
  func spares() throws {
    let window = ByteWindow(PiecewiseInput(Self.parts))
    let threads = OtherThreads(leastBytes: 0) { $0() }
    var stream = TraceReader.ChunkStream(TraceScanner(window), ZstdFrame.Decoder(), threads: threads)
    var (chunks, content) = (0, [UInt8]())
    loop: while true {
      switch try stream.next() {
      case .chunk(let head, let frame):
        chunks += 1
        try stream.readContent(frame, into: &content, size: head.contentSize)
      case .end: break loop
      default: break
      }
    }
    // Four are ahead of the one that is taken.
    #expect(chunks > 10 && (1...5).contains(stream.spare.count), "\(chunks) chunks, \(stream.spare.count) spare")
  }

  @Test("No more is read than a session takes, some chunks and a block beside it")
  func bound() throws {
    var options = TraceWriter.Options()
    options.compresses = false
    let bytes = try file(of: Array(repeating: FieldSession.make(events: 2000), count: 240), options)
    let chunks = TraceInfo(bytes).chunks.map(\.bytes)
    let input = PiecewiseInput(bytes)
    var none: TraceReader?
    var reader = try TraceReader(input, limits: ResourceLimits(), threads: Moment.soon.threads, memoryOf: &none)
    var read = Session()
    for (index, chunk) in chunks.enumerated() {
      #expect(try reader.next(&read))
      let last = chunks[min(index + 4, chunks.count - 1)]
      #expect(input.position <= max(chunk.upperBound, last.upperBound) + 600_000)
    }
    #expect(try !reader.next(&read))
    #expect(!reader.isUnfinished)
  }
}
