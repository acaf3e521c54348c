import PopupScheduling
import Testing

@testable import PopTrace

/// What goes without saying is not written: a chunk has the bytes that the format asks for, and no others.
@Suite("What a chunk is written as")
struct ChunkWritingTests {
  /// The content of each chunk of these sessions.
  private func contents(_ sessions: [Session], _ options: TraceWriter.Options = .init()) throws -> [[UInt8]] {
    var options = options
    options.compresses = false
    var scanner = TraceScanner(ByteWindow(try file(of: sessions, options)))
    var contents: [[UInt8]] = []
    while case .chunk(let head, let frame) = try scanner.next() {
      var content: [UInt8] = []
      try RawBlocks().decode(frame, in: scanner.window.bytes, into: &content, size: head.contentSize)
      contents.append(content)
    }
    return contents
  }

  /// A session without events, with one or two entries of each table.
  private func session(_ change: (inout Catalog) -> Void = { _ in }) -> Session {
    var session = Session()
    let name = session.catalog.names.intern("a")
    _ = session.catalog.names.intern("b")
    let list = session.catalog.names.intern([name])
    var page = PageSpec()
    page.classes = list
    session.catalog.appendPage(numbered: 0, page)
    session.catalog.append(PopupSpec(name: name))
    session.catalog.appendPopup(numbered: 0)
    change(&session.catalog)
    return session
  }

  private static let tables: [UInt8] = [2, 1, 1, 0x61, 0x62, 1, 2, 0, 1, 2, 0, 1, 0]

  /// The tables of the only segment behind names, lists and attributes, as they are expected, and nothing else.
  private func rest(_ change: (inout Catalog) -> Void) throws -> [UInt8] {
    let content = try #require(contents([session(change)]).first)
    let start: [UInt8] = [3, 0, 0, 0, 0, 0, 0, 8, 4, 4]
    try #require(content.starts(with: Self.tables) && content.last == 0)
    var reader = ByteReader(content, Self.tables.count..<content.count - 1)
    let size = try reader.count(of: "bytes")
    let segment = content[reader.position..<reader.end]
    #expect(size == segment.count && segment.starts(with: start))
    return Array(segment.dropFirst(start.count))
  }

  @Test("Tables are not listed where each entry is what the one before leads to expect")
  func tables() throws {
    #expect(try rest { _ in } == [4, 0, 0, 4, 0, 1])
    #expect(try rest { $0.appendPopup(numbered: 1) } == [4, 0, 0, 8, 0, 1])
    #expect(try rest { $0.replace(PopupID(0), numbered: 7) } == [4, 0, 0, 4, 14, 1])
    #expect(try rest { $0.appendPopup(numbered: 8) } == [4, 0, 0, 9, 0, 14, 1])
    #expect(try rest { $0.replace(PageID(0), numbered: 5) } == [4, 0, 10, 4, 0, 1])
    var page = PageSpec()
    page.classes = NameListID(0)
    #expect(try rest { $0.appendPage(numbered: 1, page) } == [9, 0, 0, 0, 1, 4, 0, 1])
    #expect(try rest { $0.appendPage(numbered: 3, page) } == [9, 2, 0, 0, 1, 4, 4, 0, 1])
    page.container = PageID(0)
    #expect(try rest { $0.appendPage(numbered: 1, page) } == [9, 1, 0, 0, 0, 1, 1, 4, 0, 1])
    var change = PopupChange()
    (change.level, change.pages, change.expires) = (-1, NameListID(0), Ticks(3))
    #expect(try rest { $0.changes = [change, change] } == [4, 0, 0, 4, 0, 9, 7, 1, 1, 6, 7, 1, 1, 6])
  }

  @Test("Up to 256 entries are told together, and more one by one", arguments: [256, 257])
  func unlisted(count: Int) throws {
    let rest = try rest { catalog in for number in 1..<count { catalog.appendPopup(numbered: Int64(number)) } }
    var expected: [UInt8] = [4, 0, 0]
    expected.append(count: count << 2 | (count > 256 ? 1 : 0))
    expected += [UInt8](repeating: 0, count: count > 256 ? count : 1) + [1]
    #expect(rest == expected)
  }

  @Test("A later segment says how much there was, and again only what its events refer to")
  func later() throws {
    var session = session { $0.appendPopup(numbered: 1) }
    for (number, popup) in [1, 0, 1].enumerated() {
      var event = Event(.popupViewLost)
      (event.sequence, event.popup) = (Int32(number), PopupID(popup))
      session.log.events.append(event)
    }
    var options = TraceWriter.Options()
    options.eventsPerChunk = 1
    let chunks = try contents([session], options)
    // Names, lists, attributes, kinds and anchors: none; a segment that goes on, whose number and time are in the head.
    #expect(chunks.count == 3 && chunks[0].starts(with: [0, 0, 0, 0, 14, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 1]))
    #expect(chunks[1].starts(with: [0, 0, 0, 0, 18, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 1, 0, 0, 1, 0, 0]))
    // The last one says what no other said.
    #expect(chunks[2].starts(with: Self.tables + [20, 2, 0, 0, 0, 0, 0, 0, 8, 4, 4, 4, 0, 0, 2, 2, 1, 0, 1, 1, 0, 0]))
  }

  @Test("A list that goes on like the one before, or begins with the next name, says so")
  func lists() throws {
    var tables = ChunkTables()
    for name in ["a", "b", "c", "d"] { _ = tables.index(of: name) }
    #expect(tables.index(of: [0, 1]) == 0 && tables.index(of: [2, 1]) == 1 && tables.index(of: [0, 1]) == 0)
    for list in [[1, 1], [3], [3, 1], []] as [[Int32]] { _ = tables.index(of: list) }
    var bytes: [UInt8] = []
    tables.write(into: &bytes)
    // Two names; the next one and the tail of the one before; that tail again; one; two with no tail; none.
    let lists: [UInt8] = [6, 4, 0, 1, 1, 5, 3, 2, 0, 4, 1, 1, 0]
    #expect(bytes == [4, 1, 1, 1, 1, 0x61, 0x62, 0x63, 0x64] + lists + [0, 0])
  }

  @Test("Attributes like those before say their name, and others what is not usual")
  func attributes() throws {
    var tables = ChunkTables()
    var spec = PopupSpec(name: Symbol(2))
    #expect(tables.index(of: spec) == 0)
    spec.name = Symbol(3)
    _ = tables.index(of: spec)
    (spec.level, spec.keepAlive) = (-1, true)
    _ = tables.index(of: spec)
    spec.name = .none
    _ = tables.index(of: spec)
    var page = PageSpec()
    _ = tables.index(of: page)
    for list in [0, 1, 0] as [Int32] {
      page.classes = NameListID(list)
      _ = tables.index(of: page)
    }
    (page.navigation, page.scene, page.presentation) = (true, 3, .sheet)
    _ = tables.index(of: page)
    var bytes: [UInt8] = []
    tables.write(into: &bytes)
    let sheet = PagePresentation.sheet.rawValue << 2 | 2
    #expect(bytes == [0, 0] + [4, 6, 0, 9, 8, 34, 1, 1] + [4, 2, 0, 0, 7, sheet, 3])
  }

  @Test("Texts of a header are as before, nothing, a name, or what a number stands for")
  func headerTexts() {
    var tables = ChunkTables()
    func bytes(_ write: (inout SegmentEncoder) -> Void) -> [UInt8] {
      var segment = SegmentEncoder(catalog: Catalog(), tick: .millisecond, tables: tables)
      write(&segment)
      tables = segment.tables
      return segment.bytes
    }
    for (text, before, expected) in [
      ("", "", 0), ("x", "x", 0), ("", "x", 1), ("y", "x", 2), ("z", "", 3), ("y", "", 2),
    ] as [(String, String, UInt8)] {
      #expect(bytes { $0.write(text, after: before) } == [expected])
    }
    for (text, before, expected) in [
      ("", "", [0]), ("", "x", [1]), ("x", "x", [0]), ("1970-01-01T00:01:00Z", "", [2, 60]), ("y", "", [3]),
      ("1970-01-01T00:01:00Z", "1970-01-01T00:01:00Z", [0]), ("1969-12-31T23:59:59Z", "", [5]),
    ] as [(String, String, [UInt8])] {
      #expect(bytes { $0.write(started: text, after: before) } == expected, "\(text)")
    }
    func configuration(_ policy: String, _ text: String, after other: (String, String) = ("", "")) -> [UInt8] {
      var (header, before) = (SessionHeader(), SessionHeader())
      (header.policy, header.configuration) = (policy, text)
      (before.policy, before.configuration) = other
      return bytes { $0.write(configuration: header, after: before) }
    }
    let text = PolicyConfiguration.v4.text
    #expect(configuration("v4", text) == [3] && configuration("v4", text, after: ("v4", text)) == [0])
    #expect(
      configuration("v4", text, after: ("v3", text)) == [3] && configuration("v4", "", after: ("v4", text)) == [1])
    #expect(configuration("", "") == [0] && configuration("v4", "", after: ("v3", "")) == [1])
    #expect(configuration("v9", "digest: 01020304") == [2, 4, 3, 2, 1] && configuration("v9", "y") == [4])
  }

  // MARK: - Events

  /// The integers of each column of the only chunk of a session.
  private func columns(_ session: Session) throws -> [ChunkSection: [UInt64]] {
    var scanner = TraceScanner(ByteWindow(try file(of: [session])))
    guard case .chunk(let head, let frame) = try scanner.next() else { return [:] }
    var chunk = ChunkContent()
    try ZstdFrame.Decoder().decode(frame, in: scanner.window.bytes, into: &chunk.bytes, size: head.contentSize)
    try chunk.open(head)
    let ends =
      ChunkSection.columns.map { chunk.columns.starts[$0.rawValue] }.dropFirst() + [chunk.columns.integers.count]
    var columns: [ChunkSection: [UInt64]] = [:]
    for (column, end) in zip(ChunkSection.columns, ends) {
      let integers = chunk.columns.integers[chunk.columns.starts[column.rawValue]..<end - 1]
      if !integers.isEmpty { columns[column] = Array(integers) }
    }
    return columns
  }

  /// A session with three popups, a page, attributes and names, and these events.
  private func session(_ events: [(EventKind, Int32, (inout Event) -> Void)]) -> Session {
    var session = session { catalog in
      for number in 1..<4 { catalog.appendPopup(numbered: Int64(number)) }
      catalog.append(PopupSpec(name: Symbol(1)))
      for number in 1..<4 { catalog.appendPage(numbered: Int64(number), PageSpec()) }
    }
    for (number, (kind, cause, change)) in events.enumerated() {
      var event = Event(kind)
      (event.sequence, event.cause) = (Int32(number), cause)
      change(&event)
      session.log.events.append(event)
    }
    return session
  }

  @Test("What follows from the events before takes no integer")
  func foretold() throws {
    let session = session([
      (.popupSubmitted, -1, { ($0.popup, $0.spec) = (PopupID(0), SpecID(0)) }),
      (.popupShown, 0, { ($0.popup, $0.page, $0.generation) = (PopupID(0), PageID(0), 1) }),
      (.timerSet, 0, { ($0.popup, $0.timer, $0.at) = (PopupID(0), TimerID(0), .zero) }),
      (.popupSubmitted, -1, { ($0.popup, $0.spec) = (PopupID(1), SpecID(1)) }),
      (.popupQueued, 3, { ($0.popup, $0.reason) = (PopupID(1), .slot) }),
      (.popupDismissed, 1, { ($0.popup, $0.act) = (PopupID(0), .button) }),
      (.popupHidden, 5, { ($0.popup, $0.generation, $0.reason) = (PopupID(0), 1, .dismissed) }),
      (.inputUnlocked, 5, { $0.popup = PopupID(0) }),
      (.popupShown, 4, { ($0.popup, $0.page, $0.generation) = (PopupID(1), PageID(0), 1) }),
      (.pageDidAppear, -1, { $0.page = PageID(1) }), (.pageWillDisappear, -1, { $0.page = PageID(0) }),
    ])
    // Not even the instant of the timer, which has a column of its own where it is rare.
    #expect(try columns(session) == [.value: [0]])
  }

  @Test("What does not takes one, as small as it can be")
  func integers() throws {
    let session = session([
      (.popupViewLost, -1, { $0.popup = PopupID(3) }),
      (.popupViewLost, -1, { ($0.popup, $0.time) = (PopupID(1), Ticks(7)) }),
      (.popupViewLost, -1, { ($0.popup, $0.time) = (PopupID(0), Ticks(7)) }),
      (.popupViewLost, 0, { ($0.popup, $0.time) = (PopupID(3), Ticks(9)) }),
      (.pageDidAppear, -1, { ($0.page, $0.time) = (PageID(2), Ticks(9)) }),
      (.popupSubmitted, -1, { ($0.popup, $0.spec, $0.time) = (PopupID(2), SpecID(1), Ticks(9)) }),
      (.timerFired, -1, { ($0.timer, $0.time, $0.sequence) = (TimerID(4), Ticks(9), 8) }),
      (.callback, -1, { ($0.name, $0.time, $0.sequence) = (Symbol(1), Ticks(9), 9) }),
      (.popupShown, -1, { ($0.popup, $0.generation, $0.time, $0.sequence) = (PopupID(2), 6, Ticks(9), 10) }),
    ])
    let found = try columns(session)
    // As far back from the newest as they are, of which a new one would be one ahead.
    #expect(found[.popup]?.map(Int64.init(bitPattern:)) == [-4, 2, 3, 0, 1])
    #expect(found[.page]?.map(Int64.init(bitPattern:)) == [-3] && found[.attributes] == [3] && found[.timer] == [9])
    #expect(found[.time] == [7, 2] && found[.cause] == [3] && found[.skip] == [2])
    #expect(found[.name] == [1] && found[.generation] == [6] && found[.value] == nil && found[.over] == nil)
  }
}
