import PopSimulation
import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

/// Contents whose checksums are all right and whose numbers are not: what somebody would send to bring a reader down.
@Suite struct HostileContentTests {
  /// A file of one chunk with this content, under a head that fits.
  private func file(
    _ content: [UInt8], events: Int, segments: Int = 1, frame: [UInt8]? = nil, contentSize: Int? = nil,
    version: UInt8 = FormatVersion.current, minimumReader: UInt8 = FormatVersion.minimumReader, isShort: Bool = false
  ) -> [UInt8] {
    let frame = frame ?? RawBlocks.encode(content)
    var head = ChunkHead()
    head.isShort = isShort
    head.events = events
    (head.segments, head.begun, head.ended) = (segments, segments, segments)
    head.contentSize = contentSize ?? content.count
    head.frameSize = frame.count
    head.frameChecksum = XXH64.low32(frame)
    var bytes = head.encoded()
    let start = isShort ? 8 : 8 + ChunkHead.tag.count
    (bytes[start], bytes[start + 1]) = (version, minimumReader)
    let checksum = XXH64.low32(bytes, 8..<bytes.count - 4)
    bytes.replaceSubrange(
      bytes.count - 4..<bytes.count, with: (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) })
    var builder = TraceFileBuilder()
    builder.append(EncodedChunk(head: bytes, frame: frame, contentSize: contentSize ?? content.count))
    return builder.finish()
  }

  /// A file of one chunk with a head that is not short.
  private func shared(_ sessions: [Session]) throws -> [UInt8] {
    var options = TraceWriter.Options()
    options.sharesChunks = true
    return try PopTraceTests.file(of: sessions, options)
  }

  /// The content of a file's only chunk.
  private func content(of bytes: [UInt8]) throws -> (content: [UInt8], events: Int) {
    var scanner = TraceScanner(ByteWindow(bytes))
    guard case .chunk(let head, let frame) = try scanner.next() else { return ([], 0) }
    var content: [UInt8] = []
    try ZstdFrame.Decoder().decode(frame, in: bytes, into: &content, size: head.contentSize)
    return (content, head.events)
  }

  /// Reads a file to its end or its first error, whose message it gives. What was read must be fit to be written: nothing in it may refer to
  /// nothing.
  @discardableResult
  private func survive(_ bytes: [UInt8]) throws -> String? {
    var message: String?
    do {
      for session in try sessions(in: bytes) { _ = try PopTraceTests.file(of: [session]) }
    } catch let error as TraceError {
      #expect(error.code != .unwritable, Comment(rawValue: error.message))
      message = error.message
    }
    var reader = TraceReader(recovering: bytes)
    var session = Session()
    while try reader.next(&session) {}
    return message
  }

  @Test("An absurd number in any place is survived", arguments: [8, 9])
  func absurdNumbers(seed: Int) throws {
    var maker = SessionMaker(seed: UInt64(seed))
    let session = maker.session(events: 14, isScenario: seed == 9)
    let (content, events) = try content(of: try shared([session]))
    let absurd: [[UInt8]] = [
      Array(repeating: 0xFF, count: 9) + [0x01], Array(repeating: 0xFF, count: 10), [0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0x80], [0x00], [0x7F], [0xFF, 0xFF, 0x03],
    ]
    for index in content.indices {
      for number in absurd {
        var changed = content
        changed.replaceSubrange(index..<index + 1, with: number)
        try survive(file(changed, events: events))
      }
    }
  }

  @Test("Any flipped bit under a right checksum is survived")
  func flippedBits() throws {
    var messages: Set<String> = []
    for segments in 1...2 {
      let all = Array(repeating: TinySession.make(), count: segments)
      let (content, events) = try content(of: try shared(all))
      for bit in 0..<content.count * 8 {
        var changed = content
        changed[bit / 8] ^= 1 << UInt8(bit % 8)
        if let message = try survive(file(changed, events: events, segments: segments)) { messages.insert(message) }
      }
    }
    let (short, events) = try content(of: try PopTraceTests.file(of: [TinySession.make()]))
    #expect(try sessions(in: file(short, events: events, isShort: true)).map(\.events.count) == [events])
    for bit in 0..<short.count * 8 {
      var changed = short
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      try survive(file(changed, events: events, isShort: true))
    }
    // That all memory is there is checked before any event is read.
    #expect(messages.contains { $0.contains("has segments with more events than it holds") })
  }

  @Test("Any mixture of bytes under a right checksum is survived", arguments: 0..<40)
  func mixtures(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var maker = SessionMaker(seed: UInt64(seed))
    let (content, events) = try content(of: try shared([maker.session(events: 30)]))
    for _ in 0..<15 {
      var changed = content
      for _ in 0..<(1 + random.below(6)) {
        let index = random.below(changed.count)
        switch random.below(3) {
        case 0: changed[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: changed.remove(at: index)
        default: changed.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
        }
      }
      try survive(file(changed, events: random.once(in: 4) ? events + random.below(3) : events))
    }
  }

  @Test("A head that promises too much is refused before anything is made room for")
  func promises() throws {
    let (content, events) = try content(of: try shared([TinySession.make()]))
    func code(_ bytes: [UInt8]) -> TraceError.Code? {
      do {
        _ = try sessions(in: bytes)
        return nil
      } catch {
        return (error as? TraceError)?.code
      }
    }
    #expect(code(file(content, events: events)) == nil)
    #expect(code(file(content, events: events + 1)) == .corrupt)
    #expect(code(file(content, events: events - 1)) == .corrupt)
    #expect(code(file(content, events: ChunkHead.eventLimit + 1)) == .corrupt)
    #expect(code(file(content, events: events, contentSize: content.count + 1)) == .corrupt)
    let beyond = ResourceLimits().frameBytes + 1
    let bomb = RawBlocks.encode(content)
    let promised = ZstdFrame.header(contentSize: beyond) + bomb[ZstdFrame.headerSize(bomb[4])...]
    #expect(code(file(content, events: events, contentSize: beyond)) == .corrupt)
    #expect(code(file(content, events: events, frame: promised, contentSize: beyond)) == .tooLarge)
  }

  @Test("A bomb of 100 MB of zeros in a few kilobytes is refused")
  func bomb() throws {
    let size = 100_000_000
    var frame: [UInt8] = []
    frame.append(littleEndian: ZstdFrame.magic)
    frame.append(0xA4)
    frame.append(littleEndian: UInt32(size))
    var left = size
    while left > 0 {
      let count = min(left, ZstdFrame.blockLimit)
      left -= count
      let header = UInt32(count) << 3 | 1 << 1 | (left == 0 ? 1 : 0)
      frame += [UInt8(header & 0xFF), UInt8(header >> 8 & 0xFF), UInt8(header >> 16), 0]
    }
    frame.append(littleEndian: 0)
    for promised in [size, 1000] {
      let bytes = file([], events: 1, frame: frame, contentSize: promised)
      #expect(throws: TraceError.self) { try sessions(in: bytes) }
    }
    var content: [UInt8] = []
    #expect(throws: Malformed.self) {
      try RawBlocks().decode(0..<frame.count, in: frame, into: &content, size: 1000)
    }
    #expect(throws: Malformed.self) {
      try ZstdFrame.Decoder().decode(0..<frame.count, in: frame, into: &content, size: 1000)
    }
  }

  @Test("Many small things that would take much memory are refused")
  func swarms() throws {
    func varint(_ value: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(count: value)
      return bytes
    }
    // Empty tables, then one that is not; behind all of them and two empty sections the shapes of an event.
    for (index, count) in [(0, 2_000_000), (1, 2_000_000), (2, 100_000), (3, 100_000), (6, 100_000)] {
      let content = [UInt8](repeating: 0, count: index) + varint(count) + [UInt8](repeating: 0, count: 4 * count)
      #expect(throws: TraceError.self) { try sessions(in: file(content, events: index == 6 ? 1 : 0)) }
    }
    // A segment with more popups than go without saying, and one with as many.
    for (popups, isRefused) in [(257, true), (256, false)] {
      let tables: [UInt8] = [0, 0, 0, 0] + varint(popups << 2) + [2, 0]
      let segment: [UInt8] = [3, 0, 0, 0, 0, 0, 0] + tables
      let content: [UInt8] = [0, 0, 0, 0] + varint(segment.count) + segment + [0]
      let read = try? sessions(in: file(content, events: 0))
      #expect((read == nil) == isRefused, "\(popups)")
      #expect(isRefused || read?.first?.catalog.popupNumbers.count == popups)
    }
    // A list that goes on like a long one before it.
    let names: [UInt8] = [1, 1, 0x61]
    for (size, isRefused) in [(17, true), (16, false)] {
      let lists = [2] + varint(size << 1) + [UInt8](repeating: 0, count: size) + varint(size << 1 | 1) + [1]
      let segment: [UInt8] = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      let content = names + lists + [0, 0] + varint(segment.count) + segment + [0]
      #expect(((try? sessions(in: file(content, events: 0))) == nil) == isRefused, "\(size)")
    }
    var limits = ResourceLimits()
    limits.eventsPerSession = 4
    var reader = try TraceReader(try PopTraceTests.file(of: [TinySession.make()]), limits: limits)
    var session = Session()
    do {
      _ = try reader.next(&session)
      Issue.record("five events were read where four are allowed")
    } catch {
      #expect(error.code == .tooLarge)
    }
  }

  @Test("A newer format is refused only if it says that it must be")
  func versions() throws {
    var content = try content(of: try shared([TinySession.make()])).content
    let read = try sessions(in: file(content, events: 5, version: 9))
    #expect(read.count == 1)
    // A section of a newer version.
    content += [100, 3, 1, 2, 3]
    #expect(try sessions(in: file(content, events: 5, version: 9)).count == 1)
    content += [99, 0]
    #expect(throws: TraceError.self) { try sessions(in: file(content, events: 5, version: 9)) }
    #expect(throws: TraceError.self) {
      try sessions(in: file(content, events: 5, version: 0, minimumReader: FormatVersion.oldest - 1))
    }
    #expect {
      try sessions(in: file(content, events: 5, version: 9, minimumReader: FormatVersion.current + 1))
    } throws: {
      ($0 as? TraceError)?.code == .newerVersion
    }
  }

  @Test("Events of unknown kinds are passed over and counted, and the others keep their causes")
  func unknownKinds() throws {
    let session = TinySession.make()
    let (content, events) = try content(of: try shared([session]))
    // The shape of popup.dismissed, by its kind and modes, becomes one of a kind that does not exist.
    let shown = EventKind.popupDismissed.rawValue
    let indices = content.indices.filter { content[$0] == shown }
    let kinds = indices.compactMap { index -> Session? in
      var changed = content
      changed[index] = 99
      return try? sessions(in: file(changed, events: events)).first
    }.filter { $0.skippedEvents == 1 }
    let read = try #require(kinds.first)
    #expect(read.events.map(\.kind) == [.pageDidAppear, .popupSubmitted, .popupShown, .popupHidden])
    #expect(read.events.map(\.sequence) == [0, 1, 2, 4])
    #expect(read.events.last?.cause == 3)
    #expect(read.gaps.isEmpty)
  }

  @Test("Both ways to read frames of raw blocks give the same")
  func rawBlocks() throws {
    var random = SeededRandom(seed: 3)
    for size in [0, 1, 31, 32, 33, ZstdFrame.blockLimit, ZstdFrame.blockLimit + 1, 300_000] {
      let bytes = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let frame = RawBlocks.encode(bytes)
      var first: [UInt8] = []
      var second: [UInt8] = [1, 2, 3]
      try RawBlocks().decode(0..<frame.count, in: frame, into: &first, size: size)
      try ZstdFrame.Decoder().decode(0..<frame.count, in: frame, into: &second, size: size)
      #expect(first == bytes)
      #expect(second == bytes)
    }
  }

  @Test("The hash is xxHash's")
  func hash() {
    #expect(XXH64.hash([], 0..<0) == 0xEF46_DB37_51D8_E999)
    let text = Array("Nobody inspects the spammish repetition".utf8)
    #expect(XXH64.hash(text, 0..<text.count) == 0xFBCE_A83C_8A37_8BF1)
  }
}
