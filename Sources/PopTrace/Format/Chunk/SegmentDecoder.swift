import PopupScheduling

/// What a segment's record says before its tables.
struct SegmentHead {
  var isFirst = false
  var isLast = false
  var isScenario = false
  var header = SessionHeader()
  var skippedEvents = 0
  var hasLost = false
  var eventCount = 0
  var firstSequence: Int32 = 0
  var firstTime: Int64 = 0
  /// How long after its last event the session ended.
  var restAfterLast: Int64?
}

/// Reads segments' records one after another and fills sessions' catalogs from them.
struct SegmentDecoder: Sendable {
  /// How much a session's tables may hold.
  let limits: ResourceLimits
  var reader = ByteReader([], 0..<0)
  var texts = ChunkTexts()
  /// The session's symbol of each of the chunk's names, moved by one so that index 0 stands for none; -2 where it has none.
  private(set) var symbols: [Int32] = []
  /// The session's list of each of the chunk's lists, likewise.
  private var lists: [Int32] = []
  private var mappedNames: [Int] = []
  private var mappedLists: [Int] = []
  private var members: [Symbol] = []
  /// What the segment says of its session's tables.
  private(set) var known = SegmentKnowledge()

  /// The header of the segment before; for the first one what the chunk's head says.
  var before = SessionHeader()
  /// The first sequence number and time, where the chunk's head says them: for the first segment.
  var sequenceBefore = 0
  var timeBefore: Int64 = 0
  /// Whether the segment begins its session.
  var isBeginning = false

  /// Stands for what a segment's session does not know.
  static let unknown: Int32 = -2
  private static var nameTwice: Malformed { Malformed(.corrupt, "has a session with one name twice") }

  init(limits: ResourceLimits) { self.limits = limits }

  /// Begins with a chunk's first segment.
  mutating func open(_ chunk: borrowing ChunkContent) {
    reader = chunk.reader(of: .segments)
    texts.removeAll()
    symbols.removeAll(keepingCapacity: true)
    symbols.append(contentsOf: repeatElement(Self.unknown, count: chunk.nameCount + 1))
    lists.removeAll(keepingCapacity: true)
    lists.append(contentsOf: repeatElement(Self.unknown, count: chunk.listCount + 1))
    symbols[0] = -1
    lists[0] = -1
    mappedNames.removeAll(keepingCapacity: true)
    mappedLists.removeAll(keepingCapacity: true)
    before = SessionHeader()
    before.session = chunk.head.sessionName
    before.policy = chunk.head.policy
    before.tick = TickLength(microseconds: chunk.head.tickMicroseconds) ?? .millisecond
    (sequenceBefore, timeBefore) = (chunk.head.firstSequence, chunk.head.firstTime)
  }

  /// Whether the segments' section ended where the last segment did.
  var isAtEnd: Bool { reader.remaining == 0 }

  /// Reads a segment's tables into a session's catalog.
  ///
  /// - Parameter mayBeIncomplete: Entries that a lost chunk held are made up; else their absence is an error.
  mutating func readTables(
    _ chunk: borrowing ChunkContent, into catalog: inout Catalog, mayBeIncomplete: Bool
  ) throws(Malformed) {
    known.bases.names = try readNames(chunk, &catalog, mayBeIncomplete)
    known.bases.lists = try readLists(chunk, &catalog, mayBeIncomplete)
    known.bases.specs = try readSpecs(chunk, &catalog, mayBeIncomplete)
    known.bases.pages = try readPages(chunk, &catalog, mayBeIncomplete)
    known.bases.popups = try readPopups(&catalog, mayBeIncomplete)
    known.bases.changes = try readChanges(chunk, &catalog, mayBeIncomplete)
    known.bases.timers = isBeginning ? 0 : try reader.count(upTo: Int(SlotCheck.timerLimit) + 1, "timers")
  }

  // MARK: - One table each

  private mutating func readNames(
    _ chunk: borrowing ChunkContent, _ catalog: inout Catalog, _ mayBeIncomplete: Bool
  ) throws(Malformed) -> Int {
    var size = try readSize("names", .namesPerSession)
    for _ in 0..<(try missing(size, known: catalog.names.texts.count, mayBeIncomplete)) {
      catalog.names.append(MadeUpEntries.name(at: catalog.names.texts.count))
    }
    for entry in 0..<size.count {
      let index = try readIndex(entry, &size)
      let name = try readEntry(of: chunk.nameCount, &size)
      let text = try texts.text(of: name, in: chunk)
      guard symbols[name + 1] == Self.unknown else { throw Self.nameTwice }
      if index < catalog.names.texts.count {
        if catalog.names.texts[index] != text {
          if mayBeIncomplete {
            catalog.names.replace(Symbol(index), with: text)
          } else {
            let isUnknown = MadeUpEntries.isUnknown(name: catalog.names.texts[index], at: index)
            guard !isUnknown || catalog.names.find(text).isNone else { throw Self.nameTwice }
            try replace(isUnknown) { catalog.names.rename(Symbol(index), to: text) }
          }
        }
      } else if size.base == 0 || mayBeIncomplete {
        // Names of one chunk are different, and there are no others yet.
        catalog.names.append(text)
      } else if catalog.names.intern(text).index != index {
        throw Self.nameTwice
      }
      symbols[name + 1] = Int32(truncatingIfNeeded: index)
      mappedNames.append(name + 1)
    }
    return size.base
  }

  private mutating func readLists(
    _ chunk: borrowing ChunkContent, _ catalog: inout Catalog, _ mayBeIncomplete: Bool
  ) throws(Malformed) -> Int {
    var size = try readSize("lists", .namesPerSession)
    for _ in 0..<(try missing(size, known: catalog.names.listCount, mayBeIncomplete)) { catalog.names.append([]) }
    var others: [(NameListID, [Symbol])] = []
    for entry in 0..<size.count {
      let index = try readIndex(entry, &size)
      let list = try readEntry(of: chunk.listCount, &size)
      members.removeAll(keepingCapacity: true)
      for member in chunk.members[chunk.listStarts[list]..<chunk.listStarts[list + 1]] {
        members.append(try symbol(Symbol(member)))
      }
      if index == catalog.names.listCount {
        catalog.names.append(members)
      } else if !catalog.names.list(NameListID(index)).elementsEqual(members) {
        let isUnknown = MadeUpEntries.isUnknown(catalog.names.list(NameListID(index)))
        try replace(mayBeIncomplete || isUnknown) { others.append((NameListID(index), members)) }
      }
      lists[list + 1] = Int32(truncatingIfNeeded: index)
      mappedLists.append(list + 1)
    }
    if !others.isEmpty { catalog.names.replace(others) }
    return size.base
  }

  private mutating func readSpecs(
    _ chunk: borrowing ChunkContent, _ catalog: inout Catalog, _ mayBeIncomplete: Bool
  ) throws(Malformed) -> Int {
    var size = try readSize("attributes of popups", .entriesPerTable)
    for _ in 0..<(try missing(size, known: catalog.specs.count, mayBeIncomplete)) {
      catalog.append(PopupSpec(name: .none))
    }
    known.specs.removeAll()
    for entry in 0..<size.count {
      let index = try readIndex(entry, &size)
      if index < size.base { known.specs.add(older: index) }
      var spec = chunk.specs[try readEntry(of: chunk.specs.count, &size)]
      try spec.visit(&self)
      if index == catalog.specs.count {
        catalog.append(spec)
      } else if !spec.isSame(as: catalog.specs[index], catalog.names) {
        try replace(mayBeIncomplete || MadeUpEntries.isUnknown(catalog.specs[index])) {
          catalog.replace(SpecID(index), with: spec)
        }
      }
    }
    known.specs.beginNew(at: size.base)
    return size.base
  }

  /// What a page is may come to be known later than the page itself, so that it is said again; its number is not.
  private mutating func readPages(
    _ chunk: borrowing ChunkContent, _ catalog: inout Catalog, _ mayBeIncomplete: Bool
  ) throws(Malformed) -> Int {
    var size = try readSize("pages", .entriesPerTable)
    if size.count > 0 { try readPageWays(&size) }
    for _ in 0..<(try missing(size, known: catalog.pages.count, mayBeIncomplete)) {
      catalog.appendPage(numbered: MadeUpEntries.number(at: catalog.pages.count), PageSpec())
    }
    for entry in 0..<size.count {
      let index = try readIndex(entry, &size)
      var page = chunk.pageKinds[try readEntry(of: chunk.pageKinds.count, &size)]
      page.classes = try list(page.classes)
      if size.hasContainers { page.container = PageID(try reader.count(upTo: Int(Int32.max), "as a container") - 1) }
      let number = Int64(index) &+ (try difference(size))
      if index == catalog.pages.count {
        catalog.appendPage(numbered: number, page)
      } else {
        catalog.pages[index] = page
        if catalog.pageNumbers[index] != number {
          let isUnknown = MadeUpEntries.isUnknown(number: catalog.pageNumbers[index], at: index)
          try replace(mayBeIncomplete || isUnknown) { catalog.replace(PageID(index), numbered: number) }
        }
      }
    }
    return size.base
  }

  private mutating func readPopups(_ catalog: inout Catalog, _ mayBeIncomplete: Bool) throws(Malformed) -> Int {
    var size = try readSize("popups", .entriesPerTable)
    if size.count > 0, !size.isListed { size.difference = try reader.zigzag() }
    for _ in 0..<(try missing(size, known: catalog.popupNumbers.count, mayBeIncomplete)) {
      catalog.appendPopup(numbered: MadeUpEntries.number(at: catalog.popupNumbers.count))
    }
    for entry in 0..<size.count {
      let index = try readIndex(entry, &size)
      let number = Int64(index) &+ (try difference(size))
      if index == catalog.popupNumbers.count {
        catalog.appendPopup(numbered: number)
      } else if catalog.popupNumbers[index] != number {
        let isUnknown = MadeUpEntries.isUnknown(number: catalog.popupNumbers[index], at: index)
        try replace(mayBeIncomplete || isUnknown) { catalog.replace(PopupID(index), numbered: number) }
      }
    }
    return size.base
  }

  private mutating func readChanges(
    _ chunk: borrowing ChunkContent, _ catalog: inout Catalog, _ mayBeIncomplete: Bool
  ) throws(Malformed) -> Int {
    var size = try readSize("changes", .entriesPerTable)
    for _ in 0..<(try missing(size, known: catalog.changes.count, mayBeIncomplete)) {
      catalog.changes.append(PopupChange())
    }
    known.changes.removeAll()
    for entry in 0..<size.count {
      let index = try readIndex(entry, &size)
      if index < size.base { known.changes.add(older: index) }
      var change = try ChangeCoding.read(&reader, lists: chunk.listCount)
      if let pages = change.pages { change.pages = try list(pages) }
      if index == catalog.changes.count {
        catalog.changes.append(change)
      } else if !change.isSame(as: catalog.changes[index], catalog.names) {
        try replace(mayBeIncomplete || MadeUpEntries.isUnknown(catalog.changes[index])) {
          catalog.changes[index] = change
        }
      }
    }
    known.changes.beginNew(at: size.base)
    return size.base
  }

  // MARK: - What they have in common

  /// How much a table holds: what was known, what is new, and what is said again; and what is expected next.
  private struct Size {
    var base: Int
    var new: Int
    var older: Int
    var nextIndex = 0
    var nextEntry = 0
    /// Whether entries are given one by one.
    var isListed = true
    /// Whether pages have containers.
    var hasContainers = true
    /// What all numbers are from their indexes, where that is not given for each.
    var difference: Int64?
    var count: Int { new + older }
  }

  /// What a number is from its index.
  private mutating func difference(_ size: Size) throws(Malformed) -> Int64 {
    if let difference = size.difference { return difference }
    return try reader.zigzag()
  }

  private mutating func readPageWays(_ size: inout Size) throws(Malformed) {
    let ways = try reader.byte()
    guard ways <= PageWay.containers | PageWay.numbers else {
      throw Malformed(.corrupt, "has pages that are given in an unknown way")
    }
    size.hasContainers = ways & PageWay.containers != 0
    if ways & PageWay.numbers == 0 { size.difference = try reader.zigzag() }
  }

  private mutating func readSize(
    _ what: StaticString, _ limit: ResourceLimits.Name
  ) throws(Malformed) -> Size {
    let word = try reader.count(upTo: Int(Int32.max), what)
    let (new, isListed) = (word >> 2, word & TableWay.isListed != 0)
    var (base, older) = (0, 0)
    if word & TableWay.hasBase != 0 {
      base = try reader.count(upTo: Int(Int32.max) >> 1, what)
      older = try reader.count(of: what)
    }
    guard base <= limits[limit] - new else {
      throw Malformed.beyond(limit, limits, "is of a session with \(base + new) \(what)")
    }
    guard older <= base else { throw Malformed(.corrupt, "says more entries of a table again than there were") }
    guard isListed || new + older <= TableWay.unlistedLimit else {
      throw Malformed(.corrupt, "has more entries in a table than can go without saying")
    }
    return Size(base: base, new: new, older: older, isListed: isListed)
  }

  /// How many entries have to be made up before the segment's own can be added.
  private func missing(_ size: Size, known: Int, _ mayBeIncomplete: Bool) throws(Malformed) -> Int {
    let missing = size.base - known
    guard missing == 0 || (missing > 0 && mayBeIncomplete) else {
      throw Malformed(.corrupt, "builds on \(size.base) entries of a table where \(known) are known")
    }
    return missing
  }

  /// Gives an entry that is said again what it says, which is another thing only where the entry was made up.
  private func replace(_ mayBeMadeUp: Bool, _ replace: () -> Void) throws(Malformed) {
    guard mayBeMadeUp else { throw Malformed(.corrupt, "says an entry of a table again, and says something else") }
    replace()
  }

  /// The index of an entry in the session's table: those said again in order, then the new ones, which follow one another.
  private mutating func readIndex(_ entry: Int, _ size: inout Size) throws(Malformed) -> Int {
    if entry >= size.older { return size.base + entry - size.older }
    let index = size.nextIndex + (try reader.count(upTo: size.base - 1 - size.nextIndex, "as an index in a table"))
    size.nextIndex = index + 1
    return index
  }

  /// The index of an entry in one of the chunk's tables, which is written as its distance from the one after the last.
  private mutating func readEntry(of count: Int, _ size: inout Size) throws(Malformed) -> Int {
    let index = Int64(size.nextEntry) &+ (size.isListed ? try reader.zigzag() : 0)
    guard index >= 0, index < Int64(count) else {
      throw Malformed(.corrupt, "has a session that refers to nothing in the chunk's tables")
    }
    size.nextEntry = Int(index) + 1
    return Int(index)
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

  /// Forgets which of the chunk's names and lists are which of the last session's.
  mutating func forgetMaps() {
    for index in mappedNames { symbols[index] = Self.unknown }
    for index in mappedLists { lists[index] = Self.unknown }
    mappedNames.removeAll(keepingCapacity: true)
    mappedLists.removeAll(keepingCapacity: true)
  }
}

extension SegmentDecoder: PopupReferenceVisitor {
  typealias Failure = Malformed

  mutating func visit(_ entry: Int32, _ table: CatalogReference) throws(Malformed) -> Int32 {
    switch table {
    case .name: try symbol(Symbol(entry)).rawValue
    case .list: try list(NameListID(entry)).rawValue
    case .page: entry
    }
  }
}
