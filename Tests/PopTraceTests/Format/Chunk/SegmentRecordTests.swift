import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

/// Segments' records byte by byte: what they say is read as the format has it, and what cannot be is refused.
@Suite("The record of a segment")
struct SegmentRecordTests {
  /// Two names, a list of the first, attributes with it as their name, and a kind of page with the list as its classes.
  private static let tables: [UInt8] = [2, 1, 1, 0x61, 0x62] + [1, 2, 0] + [1, 2, 0] + [1, 0]
  /// All of these, each once, in a session that begins: two names, a list, attributes, a page, a popup and a change of level 1.
  private static let all: [[UInt8]] = [[8], [4], [4], [4, 0, 0], [4, 0], [5, 1, 2]]

  /// A file of one chunk with these segments and no events.
  private func file(_ segments: [[UInt8]], tables: [UInt8] = tables, begun: Int = 1, ended: Int = 1) -> [UInt8] {
    var builder = TraceFileBuilder()
    builder.append(chunk(segments, tables: tables, begun: begun, ended: ended))
    return builder.finish()
  }

  private func chunk(
    _ segments: [[UInt8]], tables: [UInt8] = tables, number: Int = 0, begun: Int = 1, ended: Int = 1
  ) -> EncodedChunk {
    let section = Array(segments.joined())
    var content = tables
    content.append(count: section.count)
    content += section + [0]
    let frame = RawBlocks.encode(content)
    var head = ChunkHead()
    (head.number, head.session) = (number, number)
    (head.segments, head.begun, head.ended) = (segments.count, begun, ended)
    (head.contentSize, head.frameSize, head.frameChecksum) = (content.count, frame.count, XXH64.low32(frame))
    return EncodedChunk(head: head.encoded(), frame: frame, contentSize: content.count)
  }

  private func read(_ segment: [UInt8], tables: [UInt8] = tables) -> Session? {
    (try? sessions(in: file([segment], tables: tables)))?.first
  }

  /// A session with these tables.
  private func read(_ tables: [[UInt8]]) -> Session? { read([3, 0, 0, 0, 0, 0, 0] + tables.joined()) }

  private func changed(_ table: Int, _ bytes: [UInt8]) -> Session? {
    var tables = Self.all
    tables[table] = bytes
    return read(tables)
  }

  @Test("All tables are read, entries one by one or as they are expected")
  func tables() throws {
    let session = try #require(read(Self.all))
    let catalog = session.catalog
    #expect(catalog.names.texts == ["a", "b"] && catalog.names.list(NameListID(0)).map(\.rawValue) == [0])
    #expect(catalog.specs == [PopupSpec(name: Symbol(0))] && catalog.pages.map(\.classes) == [NameListID(0)])
    #expect(catalog.pageNumbers == [0] && Array(catalog.popupNumbers) == [0] && catalog.changes.map(\.level) == [1])
    // Each listed, with numbers of their own.
    let listed: [[UInt8]] = [[9, 0, 0], [5, 0], [5, 0], [5, 2, 0, 14], [5, 18], [5, 1, 2]]
    let other = try #require(read(listed)).catalog
    #expect(other.names.texts == ["a", "b"] && other.pageNumbers == [7] && Array(other.popupNumbers) == [9])
    #expect(changed(0, [9, 2, 3])?.catalog.names.texts == ["b", "a"])
    #expect(
      changed(3, [4, 0, 10])?.catalog.pageNumbers == [5]
        && changed(4, [8, 6]).map { Array($0.catalog.popupNumbers) } == [3, 4])
    // In a container, which comes later here.
    let pages = try #require(changed(3, [9, 1, 0, 0, 2, 1, 0])).catalog.pages
    #expect(pages.map(\.container.rawValue) == [1, -1])
    #expect(changed(5, [5, 6, 1, 20])?.catalog.changes.first?.expires == Ticks(10))
    #expect(changed(5, [5, 7, 3, 1, 20])?.catalog.changes.first?.level == -2)
    #expect(changed(0, [10, 0, 0])?.catalog.names.texts == ["a", "b"])
  }

  @Test("What refers to nothing, builds on nothing, or is said twice is refused")
  func refusals() {
    let refused: [(Int, [UInt8])] = [
      (0, [12]), (0, [9, 1, 0]), (0, [9, 0, 4]), (0, [9, 2, 1]), (0, [5, 2]), (0, [0]), (0, [10, 1, 0]),
      (0, [10, 0, 1, 0]),
      (1, [8]), (1, [5, 1]), (1, [0]), (1, [6, 1, 0]), (2, [8]), (2, [5, 2]), (2, [6, 1, 0]), (3, [8, 0, 0]),
      (3, [4, 4, 0]), (3, [5, 3, 0, 1, 0]), (3, [5, 3, 0, 2, 0]), (3, [5, 3, 0, 3, 0]), (3, [6, 1, 0, 0, 0]),
      (4, [6, 1, 0, 0]), (4, [5, 1]), (4, [4, 1]), (5, [5, 8, 2]), (5, [5, 2, 2]), (5, [7, 1, 0, 1, 2]),
      (5, [4, 0, 0]),
      (5, []), (5, [5, 1, 2, 0]),
    ]
    for (table, bytes) in refused { #expect(changed(table, bytes) == nil, "\(table): \(bytes)") }
  }

  @Test(
    "What the chunk before said is said by none behind it", arguments: [(0, [5, 2]), (1, [0])] as [(Int, [UInt8])])
  func chunkBefore(table: Int, bytes: [UInt8]) throws {
    for isRefused in [false, true] {
      var builder = TraceFileBuilder()
      for number in 0..<2 {
        var tables = Self.all
        if isRefused, number == 1 { tables[table] = bytes }
        builder.append(chunk([[3, 0, 0, 0, 0, 0, 0] + tables.joined()], number: number))
      }
      let file = builder.finish()
      if isRefused {
        #expect(throws: TraceError.self) { try sessions(in: file) }
      } else {
        #expect(try sessions(in: file).count == 2)
      }
    }
  }

  @Test("An attribute that there is not is refused")
  func unknownAttribute() {
    let segment: [UInt8] = [3, 0, 0, 0, 0, 0, 0] + Self.all.joined()
    for attribute in PopupSpec.attributes {
      guard let bit = attribute.bit, attribute.shape.isBit else { continue }
      #expect(read(segment, tables: tables(attributes: 1 << UInt64(bit)))?.catalog.specs.first?.name == Symbol(0))
    }
    let end = UInt64(PopupSpec.attributes.count { $0.bit != nil })
    for bit in [end, end + 1, 63] { #expect(read(segment, tables: tables(attributes: 1 << bit)) == nil) }
  }

  /// The usual tables, with these bits of attributes.
  private func tables(attributes bits: UInt64) -> [UInt8] {
    var bytes: [UInt8] = [2, 1, 1, 0x61, 0x62] + [1, 2, 0] + [1, 2]
    bytes.append(varint: bits)
    return bytes + [1, 0]
  }

  @Test("A level is an integer of 32 bits")
  func level() {
    for (level, isRead) in [
      (Int64(Int32.max), true), (Int64(Int32.max) + 1, false), (Int64(Int32.min), true), (Int64(Int32.min) - 1, false),
    ] {
      var bytes: [UInt8] = [5, 1]
      bytes.append(zigzag: level)
      #expect((changed(5, bytes) != nil) == isRead)
    }
  }

  // MARK: - What stands in front of the tables

  private func header(_ flags: UInt64, _ texts: [UInt8] = [0, 0, 0, 0, 0, 0], _ rest: [UInt8] = []) -> Session? {
    var bytes: [UInt8] = []
    bytes.append(varint: flags)
    return read(bytes + texts + rest + Self.all.joined())
  }

  private func varint(_ value: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(varint: value)
    return bytes
  }

  private func zigzag(_ value: Int64) -> [UInt8] { varint(Zigzag.encode(value)) }

  @Test("Texts are those of the chunk's names, or as before, or empty")
  func texts() throws {
    let texts = try #require(header(3, [2, 3, 1, 3, 2, 4])).header
    #expect(texts.session == "a" && texts.app == "b" && texts.build == "" && texts.started == "a")
    #expect(texts.policy == "a" && texts.configuration == "a")
    #expect(header(3, [4, 0, 0, 0, 0, 0]) == nil && header(3, [0, 0, 0, 0, 4, 0]) == nil)
    #expect(header(3, [0, 0, 0, 4, 0, 0])?.header.started == "b" && header(3, [0, 0, 0, 5, 0, 0]) == nil)
    #expect(header(3, [0, 0, 0, 0, 0, 5])?.header.configuration == "b" && header(3, [0, 0, 0, 0, 0, 6]) == nil)
    #expect(header(3, [0, 0, 0, 2, 60, 0, 0])?.header.started == "1970-01-01T00:01:00Z")
    #expect(
      header(3, [0, 0, 0, 2] + varint(UInt64(WallClock.lastSecond)) + [0, 0])?.header.started == "9999-12-31T23:59:59Z")
    #expect(header(3, [0, 0, 0, 2] + varint(UInt64(WallClock.lastSecond) + 1) + [0, 0]) == nil)
    // No policy was released as "a".
    #expect(header(3, [0, 0, 0, 0, 2, 3]) == nil)
    #expect(header(3, [0, 0, 0, 0, 2, 2, 1, 0, 0, 0])?.header.configuration == "digest: 00000001")
  }

  @Test("Flags say what follows, and one that there is not is refused")
  func flags() throws {
    typealias Flag = SegmentPiece.Flag
    let plain = Flag.first.bit | Flag.last.bit
    #expect(header(plain | Flag.marksReentrant.bit)?.header.marksReentrantStimuli == true)
    #expect(header(plain | Flag.end.bit) == nil)
    // An end is that of the last piece.
    #expect(header(plain | Flag.hasEnd.bit, rest: zigzag(9))?.header.ended == Ticks(9))
    #expect(
      header(plain | Flag.hasEnd.bit, rest: zigzag(-1)) == nil
        && header(Flag.first.bit | Flag.hasEnd.bit, rest: zigzag(9)) == nil)
    let limit = SessionHeader().tick.timeLimit
    #expect(header(plain | Flag.hasEnd.bit, rest: zigzag(limit - 1))?.header.ended == Ticks(limit - 1))
    #expect(header(plain | Flag.hasEnd.bit, rest: zigzag(limit)) == nil)
    for (tick, isRead) in [(0, false), (1, true), (1001, true), (60_000_000, true), (60_000_001, false)]
      as [(UInt64, Bool)]
    {
      #expect(
        header(plain | Flag.hasTick.bit, rest: varint(tick))?.header.tick.microseconds == (isRead ? Int64(tick) : nil))
    }
    #expect(header(plain | Flag.hasClamped.bit, rest: varint(7))?.header.clampedTimes == 7)
    #expect(header(plain | Flag.hasClamped.bit, rest: varint(1 << 63)) == nil)
    let most = UInt64(Int32.max)
    #expect(header(plain | Flag.hasSkipped.bit, rest: varint(most))?.skippedEvents == Int(most))
    for count in [0, most + 1] { #expect(header(plain | Flag.hasSkipped.bit, rest: varint(count)) == nil) }
    #expect(
      header(plain | Flag.hasLost.bit) == nil
        && header(plain | Flag.hasSkipped.bit | Flag.hasLost.bit, rest: varint(1)) != nil)
    let sequence = UInt64(SlotCheck.sequenceLimit)
    #expect(header(plain | Flag.hasSequence.bit, rest: varint(sequence)) != nil)
    for beyond in [sequence + 1, 1 << 62] { #expect(header(plain | Flag.hasSequence.bit, rest: varint(beyond)) == nil) }
    for (time, isRead) in [(0, true), (-1, false), (limit - 1, true), (limit, false)] {
      #expect((header(plain | Flag.hasTime.bit, rest: zigzag(time)) != nil) == isRead)
    }
  }

  private func header(_ flags: UInt64, rest: [UInt8]) -> Session? { header(flags, [0, 0, 0, 0, 0, 0], rest) }

  @Test("What few headers say has a bit each, and nothing stands there that is empty")
  func extras() throws {
    func extras(_ bits: UInt64, _ rest: [UInt8] = []) -> SessionHeader? {
      header(3 | SegmentPiece.Flag.hasExtras.bit, rest: varint(bits) + rest)?.header
    }
    #expect(extras(1, [2])?.os == "a" && extras(2, [3])?.device == "b" && extras(4, [2])?.locale == "a")
    #expect(
      extras(8, [1, 0, 2])?.arms == [HeaderEntry("a", "b")]
        && extras(16, [1, 1, 0])?.metadata == [HeaderEntry("b", "")])
    #expect(
      extras(32, [5])?.refusedEvents == 5 && extras(64, [6])?.droppedEvents == 6 && extras(128)?.isRecovered == true)
    #expect(extras(512)?.isObserved == true && extras(128)?.isObserved == false)
    #expect(extras(32, varint(1 << 63 - 1))?.refusedEvents == .max && extras(32, varint(1 << 63)) == nil)
    #expect(extras(256, varint(1)) == nil, "there is no event")
    for (bits, rest) in [
      (0, []), (1024, []), (1, [0]), (1, [1]), (8, [0]), (32, [0]), (64, [0]), (256, [0]), (8, [1, 2, 0]),
      (8, [1, 0, 3]), (8, [65]),
    ] as [(UInt64, [UInt8])] {
      #expect(extras(bits, rest) == nil, "\(bits) \(rest)")
    }
    #expect(extras(8, [2, 0, 1, 1, 0])?.arms == [HeaderEntry("a", "a"), HeaderEntry("b", "")])
    let all = extras(0xFF, [2, 3, 2, 1, 0, 1, 1, 1, 2, 7, 8])
    #expect(
      all?.os == "a" && all?.device == "b" && all?.locale == "a" && all?.refusedEvents == 7 && all?.droppedEvents == 8)
  }

  @Test("Of several segments each says how many events it has, and what the one before says is not said again")
  func several() throws {
    // With the count of events behind the texts.
    let first: [UInt8] = [3, 2, 3, 0, 0, 0, 0, 0] + Self.all.joined()
    let second: [UInt8] = [3, 0, 0, 1, 0, 0, 0, 0] + Self.all.joined()
    let read = try sessions(in: file([first, second], begun: 2, ended: 2))
    #expect(read.map(\.header.session) == ["a", "a"] && read.map(\.header.app) == ["b", "b"])
    #expect(read.allSatisfy { $0.catalog.names.texts == ["a", "b"] && $0.catalog.pages.count == 1 })
    // A piece that is not the beginning stands first, a session before it has ended, and all bytes are theirs.
    let open: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0] + Self.all.joined()
    let rest: [UInt8] = [2, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 2, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 0, 0]
    for segments in [[first, rest], [open, second], [open, rest], [first, second + [0]]] {
      #expect(throws: TraceError.self) { try sessions(in: file(segments, begun: 2, ended: 2)) }
    }
  }
}
