import PopupScheduling

/// What a segment's record says before its tables.
struct SegmentHead {
  var isFirst = false
  var isLast = false
  var isScenario = false
  var header = SessionHeader()
  var eventCount = 0
  var firstSequence: Int32 = 0
  var firstTime: Int64 = 0
}

/// Reads segments' records one after another and fills sessions' catalogs from them.
struct SegmentDecoder: Sendable {
  private var reader = ByteReader([], 0..<0)
  /// The session's symbol of each of the chunk's names, moved by one so that place 0 stands for none; -2 where it has none.
  private(set) var symbols: [Int32] = []
  /// The session's list of each of the chunk's lists, likewise.
  private var lists: [Int32] = []
  private var mappedNames: [Int] = []
  private var mappedLists: [Int] = []
  /// How much of the session was known before the segment.
  private(set) var bases = SegmentBases()

  /// Stands for what a segment's session does not know.
  static let unknown: Int32 = -2

  /// Begins with a chunk's first segment.
  mutating func open(_ chunk: borrowing ChunkContent) {
    reader = chunk.reader(of: .segments)
    symbols = Array(repeating: Self.unknown, count: chunk.names.count + 1)
    lists = Array(repeating: Self.unknown, count: chunk.listCount + 1)
    symbols[0] = -1
    lists[0] = -1
    mappedNames.removeAll(keepingCapacity: true)
    mappedLists.removeAll(keepingCapacity: true)
  }

  /// Whether the segments' section ended where the last segment did.
  var isAtEnd: Bool { reader.remaining == 0 }

  /// Reads a segment's record up to its tables.
  mutating func readHead(_ chunk: borrowing ChunkContent) throws(Malformed) -> SegmentHead {
    forgetMaps()
    var head = SegmentHead()
    let flags = try reader.varint()
    guard flags < SegmentPiece.Flag.end else { throw Malformed(.corrupt, "has a segment of an unknown sort") }
    head.isFirst = flags & SegmentPiece.Flag.first != 0
    head.isLast = flags & SegmentPiece.Flag.last != 0
    head.isScenario = flags & SegmentPiece.Flag.scenario != 0
    head.header.session = try text(chunk)
    head.header.app = try text(chunk)
    head.header.build = try text(chunk)
    head.header.started = try text(chunk)
    head.header.policy = try text(chunk)
    head.header.configuration = try text(chunk)
    guard let tick = TickLength(microseconds: Int64(try reader.count(upTo: .max >> 1, "microseconds a tick"))) else {
      throw Malformed(.corrupt, "has a tick of an impossible length")
    }
    head.header.tick = tick
    if flags & SegmentPiece.Flag.hasEnd != 0 { head.header.ended = Ticks(try time()) }
    head.header.clampedTimes = try reader.zigzag()
    head.eventCount = try reader.count(upTo: ChunkHead.eventLimit, "events in a segment")
    if head.eventCount > 0 {
      head.firstSequence = Int32(try reader.count(upTo: Int(SlotCheck.sequenceLimit), "as a first sequence number"))
      head.firstTime = try time()
    }
    return head
  }

  /// Reads a segment's tables into a session's catalog.
  ///
  /// - Parameter mayBeIncomplete: Entries that a lost chunk held are made up; else their absence is an error.
  mutating func readTables(
    _ chunk: borrowing ChunkContent, into catalog: inout Catalog, mayBeIncomplete: Bool
  ) throws(Malformed) {
    bases.names = try readNames(chunk, &catalog, mayBeIncomplete)
    bases.lists = try readLists(chunk, &catalog, mayBeIncomplete)
    bases.specs = try readSpecs(chunk, &catalog, mayBeIncomplete)
    bases.pages = try readPages(chunk, &catalog, mayBeIncomplete)
    bases.popups = try readPopups(&catalog, mayBeIncomplete)
    bases.changes = try readChanges(chunk, &catalog, mayBeIncomplete)
    bases.timers = try reader.count(upTo: Int(SlotCheck.timerLimit) + 1, "timers")
    try checkPages(catalog)
  }

  // MARK: - One table each

  private mutating func readNames(
    _ chunk: borrowing ChunkContent, _ catalog: inout Catalog, _ mayBeIncomplete: Bool
  ) throws(Malformed) -> Int {
    var size = try readSize("names")
    for _ in 0..<(try missing(size, known: catalog.names.texts.count, mayBeIncomplete)) {
      catalog.names.append("\u{FFFD}\(catalog.names.texts.count)")
    }
    for entry in 0..<size.count {
      let place = try readPlace(entry, &size)
      let name = try readEntry(of: chunk.names.count, &size)
      if place == catalog.names.texts.count {
        catalog.names.append(chunk.names[name])
      } else if catalog.names.texts[place] != chunk.names[name] {
        catalog.names.replace(Symbol(place), with: chunk.names[name])
      }
      symbols[name + 1] = Int32(truncatingIfNeeded: place)
      mappedNames.append(name + 1)
    }
    return size.base
  }

  private mutating func readLists(
    _ chunk: borrowing ChunkContent, _ catalog: inout Catalog, _ mayBeIncomplete: Bool
  ) throws(Malformed) -> Int {
    var size = try readSize("lists")
    for _ in 0..<(try missing(size, known: catalog.names.listCount, mayBeIncomplete)) { catalog.names.append([]) }
    for entry in 0..<size.count {
      let place = try readPlace(entry, &size)
      let list = try readEntry(of: chunk.listCount, &size)
      var members: [Symbol] = []
      for member in chunk.members[chunk.listStarts[list]..<chunk.listStarts[list + 1]] {
        members.append(try symbol(Symbol(member)))
      }
      if place == catalog.names.listCount {
        catalog.names.append(members)
      } else if !catalog.names.list(NameListID(place)).elementsEqual(members) {
        catalog.names.replace(NameListID(place), with: members)
      }
      lists[list + 1] = Int32(truncatingIfNeeded: place)
      mappedLists.append(list + 1)
    }
    return size.base
  }

  private mutating func readSpecs(
    _ chunk: borrowing ChunkContent, _ catalog: inout Catalog, _ mayBeIncomplete: Bool
  ) throws(Malformed) -> Int {
    var size = try readSize("attributes of popups")
    for _ in 0..<(try missing(size, known: catalog.specs.count, mayBeIncomplete)) {
      catalog.append(PopupSpec(name: .none))
    }
    for entry in 0..<size.count {
      let place = try readPlace(entry, &size)
      var spec = chunk.specs[try readEntry(of: chunk.specs.count, &size)]
      spec.name = try symbol(spec.name)
      spec.chain = try symbol(spec.chain)
      spec.key = try symbol(spec.key)
      spec.host = try symbol(spec.host)
      spec.user = try symbol(spec.user)
      spec.pages = try list(spec.pages)
      if place == catalog.specs.count {
        catalog.append(spec)
      } else if catalog.specs[place] != spec {
        catalog.replace(SpecID(place), with: spec)
      }
    }
    return size.base
  }

  private mutating func readPages(
    _ chunk: borrowing ChunkContent, _ catalog: inout Catalog, _ mayBeIncomplete: Bool
  ) throws(Malformed) -> Int {
    var size = try readSize("pages")
    for _ in 0..<(try missing(size, known: catalog.pages.count, mayBeIncomplete)) {
      catalog.appendPage(numbered: -2 - Int64(catalog.pages.count), PageSpec())
    }
    for entry in 0..<size.count {
      let place = try readPlace(entry, &size)
      var page = chunk.pageKinds[try readEntry(of: chunk.pageKinds.count, &size)]
      page.classes = try list(page.classes)
      page.container = PageID(try reader.count(upTo: Int(Int32.max), "as a container") - 1)
      let number = Int64(place) &+ (try reader.zigzag())
      if place == catalog.pages.count {
        catalog.appendPage(numbered: number, page)
      } else {
        catalog.pages[place] = page
        if catalog.pageNumbers[place] != number { catalog.replace(PageID(place), numbered: number) }
      }
    }
    return size.base
  }

  private mutating func readPopups(_ catalog: inout Catalog, _ mayBeIncomplete: Bool) throws(Malformed) -> Int {
    var size = try readSize("popups")
    for _ in 0..<(try missing(size, known: catalog.popupNumbers.count, mayBeIncomplete)) {
      catalog.appendPopup(numbered: -2 - Int64(catalog.popupNumbers.count))
    }
    for entry in 0..<size.count {
      let place = try readPlace(entry, &size)
      let number = Int64(place) &+ (try reader.zigzag())
      if place == catalog.popupNumbers.count {
        catalog.appendPopup(numbered: number)
      } else if catalog.popupNumbers[place] != number {
        catalog.replace(PopupID(place), numbered: number)
      }
    }
    return size.base
  }

  private mutating func readChanges(
    _ chunk: borrowing ChunkContent, _ catalog: inout Catalog, _ mayBeIncomplete: Bool
  ) throws(Malformed) -> Int {
    var size = try readSize("changes")
    for _ in 0..<(try missing(size, known: catalog.changes.count, mayBeIncomplete)) {
      catalog.changes.append(PopupChange())
    }
    for entry in 0..<size.count {
      let place = try readPlace(entry, &size)
      var change = try ChangeCoding.read(&reader, lists: chunk.listCount)
      if let pages = change.pages { change.pages = try list(pages) }
      if place == catalog.changes.count { catalog.changes.append(change) } else { catalog.changes[place] = change }
    }
    return size.base
  }

  // MARK: - What they have in common

  /// How much a table holds: what was known, what is new, and what is said again; and what is expected next.
  private struct Size {
    var base: Int
    var new: Int
    var older: Int
    var nextPlace = 0
    var nextEntry = 0
    var count: Int { new + older }
  }

  private mutating func readSize(_ what: StaticString) throws(Malformed) -> Size {
    let base = try reader.count(upTo: Int(Int32.max) >> 1, what)
    let new = try reader.count(of: what)
    let older = try reader.count(of: what)
    guard base <= ChunkLimits.tableEntries - new else {
      throw Malformed(.tooLarge, "has a session with more than \(ChunkLimits.tableEntries) entries in a table")
    }
    guard older <= base else { throw Malformed(.corrupt, "says more entries of a table again than there were") }
    return Size(base: base, new: new, older: older)
  }

  /// How many entries have to be made up before the segment's own can be added.
  private func missing(_ size: Size, known: Int, _ mayBeIncomplete: Bool) throws(Malformed) -> Int {
    let missing = size.base - known
    guard missing == 0 || (missing > 0 && mayBeIncomplete) else {
      throw Malformed(.corrupt, "builds on \(size.base) entries of a table where \(known) are known")
    }
    return missing
  }

  /// The place of an entry in the session's table: those said again in order, then the new ones, which follow one another.
  private mutating func readPlace(_ entry: Int, _ size: inout Size) throws(Malformed) -> Int {
    if entry >= size.older { return size.base + entry - size.older }
    let place = size.nextPlace + (try reader.count(upTo: size.base - 1 - size.nextPlace, "as a place in a table"))
    size.nextPlace = place + 1
    return place
  }

  /// The place of an entry in one of the chunk's tables, which is written as its distance from the one after the last.
  private mutating func readEntry(of count: Int, _ size: inout Size) throws(Malformed) -> Int {
    let place = Int64(size.nextEntry) &+ (try reader.zigzag())
    guard place >= 0, place < Int64(count) else {
      throw Malformed(.corrupt, "has a session that refers to nothing in the chunk's tables")
    }
    size.nextEntry = Int(place) + 1
    return Int(place)
  }

  private mutating func text(_ chunk: borrowing ChunkContent) throws(Malformed) -> String {
    let place = try reader.count(upTo: chunk.names.count, "as a name")
    return place == 0 ? "" : chunk.names[place - 1]
  }

  private mutating func time() throws(Malformed) -> Int64 {
    let time = try reader.zigzag()
    guard time >= 0, time < SlotCheck.timeLimit else { throw Malformed(.corrupt, "has a time out of range") }
    return time
  }

  private func symbol(_ name: Symbol) throws(Malformed) -> Symbol {
    let symbol = symbols[name.index + 1]
    guard symbol != Self.unknown else { throw Malformed(.corrupt, "has a session that uses a name it does not know") }
    return Symbol(symbol)
  }

  private func list(_ list: NameListID) throws(Malformed) -> NameListID {
    let id = lists[list.index + 1]
    guard id != Self.unknown else { throw Malformed(.corrupt, "has a session that uses a list it does not know") }
    return NameListID(id)
  }

  private func checkPages(_ catalog: Catalog) throws(Malformed) {
    let count = catalog.pages.count
    for page in catalog.pages[min(bases.pages, count)...] where page.container.index >= count {
      throw Malformed(.corrupt, "has a page in a container that does not exist")
    }
    guard PageTree.isSound(catalog.pages) else {
      throw Malformed(.corrupt, "has a page that stands in itself")
    }
    for spec in catalog.specs[min(bases.specs, catalog.specs.count)...]
    where spec.instance.index >= count || spec.callerPage.index >= count {
      throw Malformed(.corrupt, "has a popup for a page that does not exist")
    }
  }

  private mutating func forgetMaps() {
    for place in mappedNames { symbols[place] = Self.unknown }
    for place in mappedLists { lists[place] = Self.unknown }
    mappedNames.removeAll(keepingCapacity: true)
    mappedLists.removeAll(keepingCapacity: true)
  }
}
