import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling
import Synchronization
import Testing

/// Bytes that come in pieces, and a count of how many were asked for.
final class PiecewiseInput: TraceInput {
  private let bytes: [UInt8]
  private let piece: Int
  private let end: Int
  private let taken = Mutex(0)

  /// How far was read.
  var position: Int { taken.withLock { $0 } }

  /// - Parameter failing: Where reading fails; nil where it does not.
  init(_ bytes: [UInt8], piece: Int = .max, failing: Int? = nil) {
    self.bytes = bytes
    self.piece = piece
    end = failing ?? bytes.count
  }

  func read(at offset: Int, atMost count: Int, into target: inout [UInt8]) throws(TraceError) -> Int {
    guard offset < end || end == bytes.count else { throw TraceError(.unreadable, at: .byte(offset), "Gone.") }
    let count = min(count, piece, end - offset)
    target += bytes[offset..<offset + count]
    taken.withLock { $0 = max($0, offset + count) }
    return count
  }
}

@Suite("Files that are read as they go")
struct TraceInputTests {
  /// All that reading gives.
  private struct Outcome: Equatable {
    var events: [[Event]] = []
    var gaps: [[Int]] = []
    var error: TraceError?
    var damage: [TraceDamage] = []
    var remarks: [TraceRemark] = []
    var isUnfinished = false

    init(_ open: () throws(TraceError) -> TraceReader) {
      do throws(TraceError) {
        var reader = try open()
        defer {
          damage = reader.damage
          remarks = reader.remarks
          isUnfinished = reader.isUnfinished
        }
        var session = Session()
        while try reader.next(&session) {
          events.append(session.events)
          gaps.append(session.gaps)
        }
      } catch {
        self.error = error
      }
    }
  }

  private func expectSame(_ bytes: [UInt8], piece: Int, _ what: @autoclosure () -> String) {
    let strict = Outcome { () throws(TraceError) in try TraceReader(bytes) }
    let read = Outcome { () throws(TraceError) in try TraceReader(PiecewiseInput(bytes, piece: piece)) }
    #expect(strict == read, "\(what())")
    guard !bytes.isEmpty else { return }
    let saved = Outcome { () throws(TraceError) in TraceReader(recovering: bytes) }
    let salvaged = Outcome { () throws(TraceError) in TraceReader(recovering: PiecewiseInput(bytes, piece: piece)) }
    #expect(saved == salvaged, "\(what())")
  }

  @Test("A file in pieces reads as a whole one does, cut off anywhere", arguments: [1, 7, 100])
  func truncation(piece: Int) throws {
    let whole = try TinySession.file(compresses: false)
    for size in 0...whole.count { expectSame(Array(whole[..<size]), piece: piece, "cut at \(size)") }
  }

  @Test("A file in pieces reads as a whole one does, with any bit flipped")
  func flippedBits() throws {
    let whole = try TinySession.file(compresses: true)
    for bit in 0..<whole.count * 8 {
      var flipped = whole
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      expectSame(flipped, piece: 5, "bit \(bit)")
    }
  }

  @Test("Files one behind the other, with holes and without tails, read the same in pieces", arguments: 0..<40)
  func damagedFiles(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var options = TraceWriter.Options()
    options.eventsPerChunk = 20
    var bytes: [UInt8] = []
    for _ in 0..<1 + random.below(3) {
      var part = try file(of: [FieldSession.make(events: 150, seed: UInt64(seed))], options)
      let from = random.below(part.count)
      part.removeSubrange(from..<min(part.count, from + random.below(400)))
      bytes += part
    }
    expectSame(bytes, piece: 1 + random.below(3000), "seed \(seed)")
  }

  @Test("What stands behind bytes that are nothing is found, wherever a block ends", arguments: [0, 0x18, 0x50, 0x2A])
  func rubbish(byte: UInt8) throws {
    let part = try TinySession.file(compresses: true)
    let events = Outcome { () throws(TraceError) in try TraceReader(part) }.events
    for size in [1, 2, 3, 4, 5, 11] + ((1 << 18) - part.count - 14...(1 << 18) - part.count + 2) {
      // The beginning of a chunk, and not of one, right before the chunk.
      for lure in [[], [0x50, 0x2A, 0x4D], [0x50, 0x2A, 0x4D, 0x18]] as [[UInt8]] {
        let bytes = part + [UInt8](repeating: byte, count: size) + lure + part
        let saved = Outcome { () throws(TraceError) in TraceReader(recovering: PiecewiseInput(bytes)) }
        #expect(saved.events == events + events, "\(size) bytes and \(lure)")
      }
    }
  }

  @Test("No more is read than a session takes, and a block beside it")
  func readAhead() throws {
    var options = TraceWriter.Options()
    options.compresses = false
    let session = FieldSession.make(events: 2000)
    let bytes = try file(of: Array(repeating: session, count: 240), options)
    let ends = TraceInfo(bytes).chunks.map(\.bytes.upperBound)
    let input = PiecewiseInput(bytes)
    var reader = try TraceReader(input)
    var read = Session()
    for end in ends {
      #expect(try reader.next(&read))
      #expect(input.position <= end + 600_000)
    }
    #expect(bytes.count > 1_200_000)
    #expect(try !reader.next(&read))
    #expect(!reader.isUnfinished)
  }

  @Test("An input that breaks off is no unfinished file")
  func brokenInput() throws {
    let bytes = try file(of: Array(repeating: FieldSession.make(events: 500), count: 4))
    for index in stride(from: 0, to: bytes.count, by: 97) {
      let strict = Outcome { () throws(TraceError) in try TraceReader(PiecewiseInput(bytes, failing: index)) }
      #expect(strict.error?.code == .unreadable, "at \(index)")
      let saved = Outcome { () throws(TraceError) in TraceReader(recovering: PiecewiseInput(bytes, failing: index)) }
      #expect(saved.error?.code == .unreadable && saved.damage.isEmpty && saved.remarks.isEmpty, "at \(index)")
    }
  }

  @Test("What the writer hands over piece by piece is the file")
  func writer() throws {
    let sessions = (0..<9).map { FieldSession.make(events: 100 + 40 * $0, seed: UInt64($0)) }
    for options in [TraceWriter.Options(), .archive] {
      var writer = TraceWriter(options: options)
      var bytes: [UInt8] = []
      var pieces = 0
      for session in sessions {
        try writer.append(session)
        let piece = writer.takeBytes()
        if !piece.isEmpty { pieces += 1 }
        bytes += piece
      }
      bytes += try writer.finish()
      #expect(try bytes == file(of: sessions, options))
      #expect(options.sharesChunks || pieces == sessions.count)
    }
  }
}
