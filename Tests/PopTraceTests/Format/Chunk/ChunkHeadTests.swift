import Testing

@testable import PopTrace

@Suite("The head of a chunk")
struct ChunkHeadTests {
  /// A head that says all there is to say, each thing another number.
  private static let full: ChunkHead = {
    var head = ChunkHead()
    (head.number, head.frameSize, head.contentSize, head.events) = (3, 500, 700, 40)
    (head.segments, head.begun, head.ended, head.session) = (6, 5, 4, 9)
    (head.firstSequence, head.lastSequence, head.firstTime, head.lastTime) = (21, 90, -7, 1 << 50)
    (head.tickMicroseconds, head.sessionName, head.policy, head.frameChecksum) = (250, "visit 1", "v4", 0xFEDC_BA98)
    return head
  }()

  /// A head of which nothing but the least need be said.
  private static let plain: ChunkHead = {
    var head = ChunkHead()
    (head.frameSize, head.contentSize, head.events, head.segments) = (50, 60, 8, 1)
    (head.begun, head.ended, head.lastSequence) = (1, 1, 7)
    return head
  }()

  private func read(_ bytes: [UInt8]) throws -> ChunkHead { try ChunkHead(bytes, 8..<bytes.count) }

  private func comesBack(_ head: ChunkHead) throws -> Bool {
    let bytes = head.encoded()
    return try read(bytes) == head && Int(bytes[4]) | Int(bytes[5]) << 8 == bytes.count - 8
  }

  /// Each makes one thing another than what goes without saying.
  private static let changes: [@Sendable (inout ChunkHead) -> Void] = [
    { $0.number = 1 }, { $0.session = 1 }, { $0.segments = 2 }, { $0.begun = 0 }, { $0.ended = 0 },
    { ($0.firstSequence, $0.lastSequence) = (1, 8) }, { $0.lastSequence = 8 }, { $0.lastSequence = 6 },
    { ($0.firstTime, $0.lastTime) = (1, 1) }, { $0.lastTime = -1 }, { $0.lastTime = 5 }, { $0.tickMicroseconds = 999 },
    { $0.tickMicroseconds = 1001 }, { $0.sessionName = "a" }, { $0.policy = "a" }, { $0.contentSize = 40 },
    { ($0.events, $0.lastSequence) = (0, 0) }, { $0.frameChecksum = 1 }, { ($0.events, $0.lastSequence) = (240, 239) },
  ]

  @Test("All of it comes back, alone and together, and what goes without saying is not said")
  func comesBack() throws {
    #expect(try comesBack(Self.full) && comesBack(Self.plain) && comesBack(ChunkHead()))
    for (number, change) in Self.changes.enumerated() {
      var head = Self.plain
      change(&head)
      #expect(try head != Self.plain && comesBack(head), "\(number)")
    }
    // Tag, version, flags, three sizes, a time, two texts and a checksum each; the frame's own is in front.
    #expect(Self.plain.encoded().count == 8 + 4 + 2 + 1 + 3 + 1 + 2 + 4 + 4)
  }

  @Test("A short head has 22 bytes for a short session, comes back, and is as strict")
  func short() throws {
    var head = Self.plain
    head.isShort = true
    (head.frameSize, head.contentSize) = (200, 190)
    let bytes = head.encoded()
    #expect(bytes.count == 22)
    var expected = head
    expected.lastTime = 0
    expected.lastSequence = 0
    #expect(try ChunkHead(bytes, 8..<bytes.count, isShort: true) == expected)
    for index in 8..<bytes.count {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(throws: Malformed.self, "\(index)") { try ChunkHead(damaged, 8..<damaged.count, isShort: true) }
    }
    // Neither sort is taken for the other.
    #expect(throws: Malformed.self) { try ChunkHead(bytes, 8..<bytes.count) }
    let plain = Self.plain.encoded()
    #expect(throws: Malformed.self) { try ChunkHead(plain, 8..<plain.count, isShort: true) }
  }

  @Test("Texts are cut where a character ends, at 128 bytes; one that is whole need not be said again")
  func texts() throws {
    for (text, kept) in [
      (String(repeating: "a", count: 128), 128), (String(repeating: "a", count: 129), 128),
      (String(repeating: "é", count: 65), 128), ("a" + String(repeating: "é", count: 64), 127),
      (String(repeating: "🛒", count: 33), 128),
    ] {
      var head = Self.plain
      (head.sessionName, head.policy) = (text, text)
      let read = try read(head.encoded())
      #expect(
        read.sessionName.utf8.count == kept && text.hasPrefix(read.sessionName) && read.policy == read.sessionName)
      #expect(head.wholeSessionName == (text.utf8.count > 128 ? "" : text) && head.wholePolicy == head.wholeSessionName)
    }
  }

  /// The bytes of a head with another body, under a checksum that fits.
  private func head(_ head: ChunkHead, _ change: (inout [UInt8]) -> Void) -> [UInt8] {
    let bytes = head.encoded()
    var body = Array(bytes[8..<bytes.count - 4])
    change(&body)
    body.append(littleEndian: XXH64.low32(body))
    return Array(bytes[..<8]) + body
  }

  private func code(_ bytes: [UInt8]) -> TraceError.Code? {
    do throws(Malformed) {
      _ = try ChunkHead(bytes, 8..<bytes.count)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("What is no head is refused, and what a newer one says besides is passed over")
  func refusals() throws {
    #expect(code(head(Self.full) { _ in }) == nil)
    #expect(code(head(Self.full) { $0[3] ^= 1 }) == .notATrace)
    #expect(code(head(Self.full) { $0[5] = FormatVersion.current + 1 }) == .newerVersion)
    for version in 0..<FormatVersion.oldest { #expect(code(head(Self.full) { $0[5] = version }) == .corrupt) }
    #expect(code(head(Self.full) { $0[4] = 200 }) == nil)
    #expect(code(head(Self.full) { $0[6] |= 64 }) == .corrupt)
    // The checksum of the frame stays last.
    let newer = head(Self.full) { $0.insert(contentsOf: [1, 2, 3], at: $0.count - 4) }
    #expect(try read(newer) == Self.full)
    for count in 1...5 { #expect(code(head(Self.plain) { $0.removeLast(count) }) == .corrupt) }
    var bytes = Self.full.encoded()
    bytes[9] ^= 1
    #expect(code(bytes) == .corrupt)
    for size in [0, 4, 13, ChunkHead.sizeLimit + 1] {
      #expect(code([UInt8](repeating: 0, count: 8 + size)) == .corrupt)
    }
    let long = head(Self.plain) {
      $0.insert(contentsOf: [UInt8](repeating: 0, count: 1024 - $0.count - 4), at: $0.count - 4)
    }
    #expect(long.count == 8 + 1024 && code(long) == nil)
    let longer = head(Self.plain) {
      $0.insert(contentsOf: [UInt8](repeating: 0, count: 1025 - $0.count - 4), at: $0.count - 4)
    }
    #expect(code(longer) == .corrupt)
  }

  @Test("Numbers are as high as they can be, and no higher")
  func numbers() throws {
    func code(_ change: (inout ChunkHead) -> Void) -> TraceError.Code? {
      var head = Self.full
      change(&head)
      return self.code(head.encoded())
    }
    let most = Int(Int32.max)
    #expect(
      code { ($0.frameSize, $0.contentSize) = (most, most) } == nil && code { $0.frameSize = most + 1 } == .corrupt)
    #expect(code { $0.contentSize = most + 1 } == .corrupt)
    #expect(
      code { ($0.contentSize, $0.events) = (11, 44) } == nil
        && code { ($0.contentSize, $0.events) = (11, 45) } == .corrupt)
    #expect(code { ($0.contentSize, $0.events) = (1 << 20, ChunkHead.eventLimit) } == nil)
    #expect(code { ($0.contentSize, $0.events) = (1 << 20, ChunkHead.eventLimit + 1) } == .corrupt)
    #expect(code { $0.segments = 700 } == nil && code { $0.segments = 701 } == .corrupt)
    #expect(code { $0.begun = 6 } == nil && code { $0.begun = 7 } == .corrupt)
    #expect(code { $0.ended = 6 } == nil && code { $0.ended = 7 } == .corrupt)
    #expect(code { $0.firstSequence = most } == nil && code { $0.firstSequence = most + 1 } == .corrupt)
    #expect(code { $0.lastSequence = most } == nil && code { $0.lastSequence = most + 1 } == .corrupt)
    #expect(
      code { $0.tickMicroseconds = Int64(most) } == nil && code { $0.tickMicroseconds = Int64(most) + 1 } == .corrupt)
  }
}
