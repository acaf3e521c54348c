import PopupScheduling

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

/// What a segment's events refer to: how much of each table was there before, and the indexes of the entries that are said again.
struct SegmentKnowledge: Sendable {
  var bases = SegmentBases()
  var specs: [Int32] = []
  var changes: [Int32] = []
}

struct SegmentDecoder: Sendable {
  private typealias TableWay = SegmentPiece.TableWay
  private typealias PageWay = SegmentPiece.PageWay
  var limits = ResourceLimits()
  /// Whether entries that a lost chunk held are made up; else their absence is an error.
  var mayBeIncomplete = false
  var content = ChunkContent()
  var reader = ByteReader([], 0..<0)
  var anchors = ByteReader([], 0..<0)
  var texts = ChunkContent.Texts()
  /// The session's symbol of each of the chunk's names, moved by one so that index 0 stands for none; -2 where it has none.
  private(set) var symbols: [Int32] = []
  /// The session's list of each of the chunk's lists, likewise.
  private var lists: [Int32] = []
  private var mappedNames: [Int] = []
  private var mappedLists: [Int] = []
  /// The members of the session's new lists, and where among them each list ends.
  private var members: [Symbol] = []
  private var ends: [Int] = []
  /// The session's new attributes while they are read; all are added at once, those in front of one that is wrong as well.
  private var freshSpecs: [PopupSpec] = []
  private(set) var known = SegmentKnowledge()
  /// For the first segment what the chunk's head says; else the header of the segment before.
  var before = SegmentEncoder.Before(header: SessionHeader())
  var isBeginning = false
  static let unknown: Int32 = -2
  private static var nameTwice: Malformed { Malformed("has a session with one name twice") }

  mutating func open(_ head: ChunkHead) throws(Malformed) {
    try content.open(head)
    reader = content.reader(of: .segments)
    anchors = content.reader(of: .anchors)
    texts.removeAll()
    Self.forget(&symbols, count: content.nameCount)
    Self.forget(&lists, count: content.listCount)
    mappedNames.removeAll(keepingCapacity: true)
    mappedLists.removeAll(keepingCapacity: true)
    before = SegmentEncoder.Before(head)
  }

  /// Holds nothing of the chunk's content any more.
  mutating func letGo() { (reader, anchors) = (ByteReader([], 0..<0), ByteReader([], 0..<0)) }

  private static func forget(_ map: inout [Int32], count: Int) {
    map.removeAll(keepingCapacity: true)
    map.append(-1)
    map.append(contentsOf: repeatElement(unknown, count: count))
  }

  var isAtEnd: Bool { reader.remaining == 0 && anchors.remaining == 0 }

  mutating func readTables(into catalog: inout Catalog) throws(Malformed) {
    var known = SegmentKnowledge()
    known.bases.names = try readNames(&catalog.names)
    known.bases.lists = try readLists(&catalog.names)
    known.bases.specs = try readSpecs(&catalog, &known.specs)
    known.bases.pages = try readPages(&catalog)
    known.bases.popups = try readPopups(&catalog)
    known.bases.changes = try readChanges(&catalog, &known.changes)
    known.bases.timers = isBeginning ? 0 : try reader.count(upTo: Int(SlotCheck.timerLimit) + 1, "timers")
    self.known = known
  }

  private mutating func readNames(_ names: inout Names) throws(Malformed) -> Int {
    var size = try readSize("names", .namesPerSession, known: names.texts.count)
    for _ in 0..<size.missing { names.append(MadeUpEntries.name(at: names.texts.count)) }
    // Names of one chunk are different; where there are no others yet, none needs to be looked for.
    let areOther = size.base == 0 || mayBeIncomplete
    for entry in 0..<size.count {
      let index = try readIndex(entry, &size)
      let name = try readEntry(of: content.nameCount, &size)
      let text = try texts.text(of: name, in: content)
      guard symbols[name + 1] == Self.unknown else { throw Self.nameTwice }
      if index >= size.base {
        let symbol = areOther ? names.append(text) : names.intern(text)
        guard symbol.index == index else { throw Self.nameTwice }
      } else if names.texts[index] != text {
        try checkReplacing(MadeUpEntries.isUnknown(name: names.texts[index], at: index))
        if mayBeIncomplete {
          names.replace(Symbol(index), with: text)
        } else {
          guard names.find(text).isNone else { throw Self.nameTwice }
          names.rename(Symbol(index), to: text)
        }
      }
      symbols[name + 1] = Int32(truncatingIfNeeded: index)
      mappedNames.append(name + 1)
    }
    return size.base
  }

  private mutating func readLists(_ names: inout Names) throws(Malformed) -> Int {
    var size = try readSize("lists", .namesPerSession, known: names.listCount)
    for _ in 0..<size.missing { names.append([Symbol]()) }
    var others: [(NameListID, [Symbol])] = []
    members.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    // All new ones at once; those in front of one that is wrong as well.
    defer { names.append(members, listsEndingAt: ends) }
    for entry in 0..<size.count {
      let index = try readIndex(entry, &size)
      let list = try readEntry(of: content.listCount, &size)
      let start = members.count
      for place in content.listStarts[list]..<content.listStarts[list + 1] {
        members.append(try symbol(Symbol(content.members[place])))
      }
      if index >= size.base {
        ends.append(members.count)
      } else {
        if !names.list(NameListID(index)).elementsEqual(members[start...]) {
          try checkReplacing(MadeUpEntries.isUnknown(names.list(NameListID(index))))
          others.append((NameListID(index), Array(members[start...])))
        }
        members.removeLast(members.count - start)
      }
      lists[list + 1] = Int32(truncatingIfNeeded: index)
      mappedLists.append(list + 1)
    }
    if !others.isEmpty { names.replace(others) }
    return size.base
  }

  private mutating func readSpecs(_ catalog: inout Catalog, _ older: inout [Int32]) throws(Malformed) -> Int {
    var size = try readSize("attributes of popups", .entriesPerTable, known: catalog.specs.count)
    for _ in 0..<size.missing { catalog.append(PopupSpec(name: .none)) }
    var specs = freshSpecs
    freshSpecs = []
    defer {
      catalog.append(specs)
      specs.removeAll(keepingCapacity: true)
      freshSpecs = specs
    }
    for entry in 0..<size.count {
      let index = try readIndex(entry, &size)
      if index < size.base { older.append(Int32(truncatingIfNeeded: index)) }
      let entry = try readEntry(of: content.specs.count, &size)
      specs.append(content.specs[entry])
      do throws(Malformed) {
        try specs[specs.count - 1].visit(&self)
      } catch {
        specs.removeLast()
        throw error
      }
      guard index < size.base, let spec = specs.popLast() else { continue }
      if !spec.isSame(as: catalog.specs[index], catalog.names) {
        try checkReplacing(MadeUpEntries.isUnknown(catalog.specs[index]))
        catalog.replace(SpecID(index), with: spec)
      }
    }
    return size.base
  }

  /// What a page is may come to be known later than the page itself, so that it is said again; its number is not.
  private mutating func readPages(_ catalog: inout Catalog) throws(Malformed) -> Int {
    var size = try readSize("pages", .entriesPerTable, known: catalog.pages.count)
    var ways = PageWay.containers | PageWay.numbers
    if size.count > 0 {
      ways = try reader.byte()
      try require(ways <= PageWay.containers | PageWay.numbers, "has pages that are given in an unknown way")
      if ways & PageWay.numbers == 0 { size.difference = try reader.zigzag() }
    }
    for _ in 0..<size.missing {
      catalog.appendPage(numbered: MadeUpEntries.number(at: catalog.pages.count), PageSpec())
    }
    for entry in 0..<size.count {
      let index = try readIndex(entry, &size)
      let kind = try readEntry(of: content.pageKinds.count, &size)
      var page = content.pageKinds[kind]
      page.classes = try list(page.classes)
      if ways & PageWay.containers != 0 {
        page.container = PageID(try reader.count(upTo: Int(Int32.max), "as a container") - 1)
      }
      let number = Int64(index) &+ (try difference(size))
      if index == catalog.pages.count {
        catalog.appendPage(numbered: number, page)
        continue
      }
      catalog.pages[index] = page
      guard catalog.pageNumbers[index] != number else { continue }
      try checkReplacing(MadeUpEntries.isUnknown(number: catalog.pageNumbers[index], at: index))
      catalog.replace(PageID(index), numbered: number)
    }
    return size.base
  }

  private mutating func readPopups(_ catalog: inout Catalog) throws(Malformed) -> Int {
    var size = try readSize("popups", .entriesPerTable, known: catalog.popupNumbers.count)
    if size.count > 0, !size.isListed { size.difference = try reader.zigzag() }
    for _ in 0..<size.missing { catalog.appendPopup(numbered: MadeUpEntries.number(at: catalog.popupNumbers.count)) }
    if let difference = size.difference, size.older == 0 {
      catalog.appendPopups(size.count, numberedFrom: Int64(size.base) &+ difference)
      return size.base
    }
    for entry in 0..<size.count {
      let index = try readIndex(entry, &size)
      let number = Int64(index) &+ (try difference(size))
      if index == catalog.popupNumbers.count {
        catalog.appendPopup(numbered: number)
      } else if catalog.popupNumbers[index] != number {
        try checkReplacing(MadeUpEntries.isUnknown(number: catalog.popupNumbers[index], at: index))
        catalog.replace(PopupID(index), numbered: number)
      }
    }
    return size.base
  }

  private mutating func readChanges(_ catalog: inout Catalog, _ older: inout [Int32]) throws(Malformed) -> Int {
    var size = try readSize("changes", .entriesPerTable, known: catalog.changes.count)
    for _ in 0..<size.missing { catalog.changes.append(PopupChange()) }
    for entry in 0..<size.count {
      let index = try readIndex(entry, &size)
      if index < size.base { older.append(Int32(truncatingIfNeeded: index)) }
      var change = try ChangeCoding.read(&reader, lists: content.listCount)
      if let pages = change.pages { change.pages = try list(pages) }
      if index == catalog.changes.count {
        catalog.changes.append(change)
      } else if !change.isSame(as: catalog.changes[index], catalog.names) {
        try checkReplacing(MadeUpEntries.isUnknown(catalog.changes[index]))
        catalog.changes[index] = change
      }
    }
    return size.base
  }

  /// How much a table holds: what was known, what is new, and what is said again; and what is expected next.
  private struct Size {
    var base: Int
    var older: Int
    var count: Int
    /// How many entries have to be made up before the segment's own can be added.
    var missing: Int
    var isListed: Bool
    var nextIndex = 0
    var nextEntry = 0
    /// What all numbers are from their indexes, where that is not given for each.
    var difference: Int64?
  }

  private mutating func readSize(
    _ what: StaticString, _ limit: ResourceLimits.Name, known: Int
  ) throws(Malformed) -> Size {
    let word = try reader.count(upTo: Int(Int32.max), what)
    let (new, isListed) = (word >> 2, word & TableWay.isListed != 0)
    var (base, older) = (0, 0)
    if word & TableWay.hasBase != 0 {
      base = try reader.count(upTo: Int(Int32.max) >> 1, what)
      older = try reader.count(of: what)
    }
    try Malformed.check(base + new, limit, limits, "is of a session with \(base + new) \(what)")
    try require(older <= base, "says more entries of a table again than there were")
    try require(
      isListed || new + older <= TableWay.unlistedLimit, "has more entries in a table than can go without saying")
    try require(
      base == known || base > known && mayBeIncomplete, "builds on \(base) entries of a table where \(known) are known")
    return Size(base: base, older: older, count: new + older, missing: base - known, isListed: isListed)
  }

  private mutating func difference(_ size: Size) throws(Malformed) -> Int64 {
    if let difference = size.difference { return difference }
    return try reader.zigzag()
  }

  /// Checks that an entry may be said again and be another thing: only where it was made up.
  private func checkReplacing(_ isUnknown: Bool) throws(Malformed) {
    try require(mayBeIncomplete || isUnknown, "says an entry of a table again, and says something else")
  }

  /// The index of an entry in the session's table: those said again in order, then the new ones, which follow one another.
  @inline(__always)
  private mutating func readIndex(_ entry: Int, _ size: inout Size) throws(Malformed) -> Int {
    if entry >= size.older { return size.base + entry - size.older }
    let index = size.nextIndex + (try reader.count(upTo: size.base - 1 - size.nextIndex, "as an index in a table"))
    size.nextIndex = index + 1
    return index
  }

  /// The index of an entry in one of the chunk's tables, which is written as its distance from the one after the last.
  @inline(__always)
  private mutating func readEntry(of count: Int, _ size: inout Size) throws(Malformed) -> Int {
    let index = Int64(size.nextEntry) &+ (size.isListed ? try reader.zigzag() : 0)
    try require(index >= 0 && index < Int64(count), "has a session that refers to nothing in the chunk's tables")
    size.nextEntry = Int(index) + 1
    return Int(index)
  }

  private func symbol(_ name: Symbol) throws(Malformed) -> Symbol {
    let symbol = symbols[name.index + 1]
    try require(symbol != Self.unknown, "has a session that uses a name it does not know")
    return Symbol(symbol)
  }

  private func list(_ list: NameListID) throws(Malformed) -> NameListID {
    let id = lists[list.index + 1]
    try require(id != Self.unknown, "has a session that uses a list it does not know")
    return NameListID(id)
  }

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
