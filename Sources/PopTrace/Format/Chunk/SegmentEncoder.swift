import PopupScheduling

/// Writes a segment's record: the session's header, and which entries of the chunk's tables are which of the session's.
struct SegmentEncoder {
  private let catalog: Catalog
  private let tick: TickLength
  /// The chunk's tables, which grow with what the session needs.
  private(set) var tables: ChunkTables
  /// The index in the chunk of each of the session's names and lists; -1 while it has none.
  private var nameIndices: [Int32]
  private var listIndices: [Int32]

  init(catalog: Catalog, tick: TickLength, tables: consuming ChunkTables) {
    self.catalog = catalog
    self.tick = tick
    self.tables = tables
    nameIndices = Array(repeating: -1, count: catalog.names.texts.count)
    listIndices = Array(repeating: -1, count: catalog.names.listCount)
  }

  /// The index in the chunk of one of the session's names; -1 for none.
  mutating func index(of name: Symbol) -> Int32 {
    guard !name.isNone else { return -1 }
    if nameIndices[name.index] < 0 { nameIndices[name.index] = Int32(tables.index(of: catalog.names.text(name))) }
    return nameIndices[name.index]
  }

  /// The index in the chunk of one of the session's lists; -1 for none.
  mutating func index(of list: NameListID) -> Int32 {
    guard !list.isNone else { return -1 }
    if listIndices[list.index] < 0 {
      let members = catalog.names.list(list).map { index(of: $0) }
      listIndices[list.index] = Int32(tables.index(of: members))
    }
    return listIndices[list.index]
  }

  /// Writes what is known of the session as a whole.
  ///
  /// - Parameter before: What the segment before in the chunk says, or the chunk's head where it is the first one.
  /// - Returns: Where it says how many events there are, which a chunk's only segment need not.
  mutating func writeHead(
    of session: Session, _ piece: SegmentPiece, after before: Before, into bytes: inout [UInt8]
  ) -> Range<Int> {
    let header = session.header.storable
    let end = piece.isLast ? header.ended : nil
    let first = session.log.events[piece.events].first
    let sequence = Int(first?.sequence ?? 0)
    let time = first?.time.rawValue ?? 0
    var flags: UInt64 = 0
    func set(_ flag: UInt64, if isSet: Bool) { if isSet { flags |= flag } }
    set(SegmentPiece.Flag.first, if: piece.isFirst)
    set(SegmentPiece.Flag.last, if: piece.isLast)
    set(SegmentPiece.Flag.hasEnd, if: end != nil)
    set(SegmentPiece.Flag.scenario, if: session.isScenario)
    set(SegmentPiece.Flag.marksReentrant, if: header.marksReentrantStimuli)
    set(SegmentPiece.Flag.hasSkipped, if: session.skippedEvents > 0)
    set(SegmentPiece.Flag.hasLost, if: session.skippedEvents > 0 && !session.gaps.isEmpty)
    set(SegmentPiece.Flag.hasExtras, if: HeaderExtras.bits(of: header) != 0)
    set(SegmentPiece.Flag.hasTick, if: header.tick != before.header.tick)
    set(SegmentPiece.Flag.hasClamped, if: header.clampedTimes > 0)
    set(SegmentPiece.Flag.hasSequence, if: sequence != before.sequence)
    set(SegmentPiece.Flag.hasTime, if: time != before.time)
    bytes.append(varint: flags)
    let known = before.header
    HeaderTextCoding.write(header.session, after: known.session, into: &bytes, &tables)
    HeaderTextCoding.write(header.app, after: known.app, into: &bytes, &tables)
    HeaderTextCoding.write(header.build, after: known.build, into: &bytes, &tables)
    HeaderTextCoding.write(started: header.started, after: known.started, into: &bytes, &tables)
    HeaderTextCoding.write(header.policy, after: known.policy, into: &bytes, &tables)
    HeaderTextCoding.write(configuration: header, after: before.header, into: &bytes, &tables)
    if flags & SegmentPiece.Flag.hasTick != 0 { bytes.append(varint: UInt64(header.tick.microseconds)) }
    let last = session.log.events[piece.events].last?.time.rawValue ?? time
    if let end { bytes.append(zigzag: header.tick.clamp(end).rawValue - last) }
    if header.clampedTimes > 0 { bytes.append(varint: UInt64(header.clampedTimes)) }
    if session.skippedEvents > 0 { bytes.append(count: session.skippedEvents) }
    let countIndex = bytes.count
    bytes.append(count: piece.events.count)
    let count = countIndex..<bytes.count
    if flags & SegmentPiece.Flag.hasSequence != 0 { bytes.append(count: sequence) }
    if flags & SegmentPiece.Flag.hasTime != 0 { bytes.append(zigzag: time) }
    if flags & SegmentPiece.Flag.hasExtras != 0 {
      HeaderExtras.write(header, after: before.header, into: &bytes, &tables)
    }
    return count
  }

  /// What a segment need not say: what stands in the chunk before it.
  struct Before {
    /// The header of the segment before; for the first one what the chunk's head says.
    var header: SessionHeader
    /// The first sequence number and time, which the head says for the first segment.
    var sequence = 0
    var time: Int64 = 0
  }

  /// Writes which of the session's names, lists, attributes, pages, popups and changes the segment needs.
  mutating func writeTables(
    _ mentions: SegmentMentions, isFirst: Bool, into bytes: inout [UInt8]
  ) {
    writeIndices(mentions.names, into: &bytes) { segment, index in Int(segment.index(of: Symbol(index))) }
    writeIndices(mentions.lists, into: &bytes) { segment, index in Int(segment.index(of: NameListID(index))) }
    writeIndices(mentions.specs, into: &bytes) { segment, index in
      var spec = segment.catalog.specs[index].storable(segment.tick)
      spec.visit(&segment)
      return segment.tables.index(of: spec)
    }
    writePages(mentions.pages, into: &bytes)
    writePopups(mentions.popups, into: &bytes)
    write(mentions.changes, isListed: true, into: &bytes) { index, bytes in
      let change = catalog.changes[index].storable(tick)
      let list = self.index(of: change.pages ?? .none)
      ChangeCoding.write(change, list: Int(list), into: &bytes)
    }
    if !isFirst { bytes.append(count: mentions.timersBase) }
  }

  /// Writes a table of nothing but indices in one of the chunk's: not at all where each is the one after the last.
  private mutating func writeIndices(
    _ mentions: TableMentions, into bytes: inout [UInt8], index: (inout SegmentEncoder, Int) -> Int
  ) {
    var next = 0
    var distances: [Int64] = []
    for entry in mentions.all {
      let index = index(&self, entry)
      distances.append(Int64(index - next))
      next = index + 1
    }
    let isListed = mentions.count > TableWay.unlistedLimit || distances.contains { $0 != 0 }
    var entry = distances.makeIterator()
    write(mentions, isListed: isListed, into: &bytes) { _, bytes in
      if let distance = entry.next(), isListed { bytes.append(zigzag: distance) }
    }
  }

  private mutating func writePages(_ mentions: TableMentions, into bytes: inout [UInt8]) {
    var next = 0
    var distances: [Int64] = []
    var differences: [Int64] = []
    var hasContainers = false
    for entry in mentions.all {
      var kind = catalog.pages[entry]
      hasContainers = hasContainers || !kind.container.isNone
      kind.container = .none
      kind.classes = NameListID(index(of: kind.classes))
      let index = tables.index(of: kind)
      distances.append(Int64(index - next))
      differences.append(catalog.pageNumbers[entry] &- Int64(entry))
      next = index + 1
    }
    let isListed = mentions.count > TableWay.unlistedLimit || distances.contains { $0 != 0 }
    let areNumbersListed = differences.contains { $0 != differences[0] }
    let pages = catalog.pages
    var entry = 0
    write(mentions, isListed: isListed, into: &bytes) { bytes in
      bytes.append((hasContainers ? PageWay.containers : 0) | (areNumbersListed ? PageWay.numbers : 0))
      if !areNumbersListed { bytes.append(zigzag: differences[0]) }
    } entry: { index, bytes in
      if isListed { bytes.append(zigzag: distances[entry]) }
      if hasContainers { bytes.append(count: Int(pages[index].container.rawValue) + 1) }
      if areNumbersListed { bytes.append(zigzag: differences[entry]) }
      entry += 1
    }
  }

  private mutating func writePopups(_ mentions: TableMentions, into bytes: inout [UInt8]) {
    let differences = mentions.all.map { catalog.popupNumbers[$0] &- Int64($0) }
    let isListed = mentions.count > TableWay.unlistedLimit || differences.contains { $0 != differences[0] }
    var entry = 0
    write(mentions, isListed: isListed, into: &bytes) { bytes in
      if !isListed { bytes.append(zigzag: differences[0]) }
    } entry: { _, bytes in
      if isListed { bytes.append(zigzag: differences[entry]) }
      entry += 1
    }
  }

  /// Writes how many entries are new, and if there were any before, how many, and how many of them are said again; what all entries have in
  /// common; then those said again with their indexes, then the new ones.
  private func write(
    _ mentions: TableMentions, isListed: Bool, into bytes: inout [UInt8], common: (inout [UInt8]) -> Void = { _ in },
    entry: (Int, inout [UInt8]) -> Void
  ) {
    let hasBase = mentions.base > 0
    bytes.append(
      count: (mentions.end - mentions.base) << 2 | (hasBase ? TableWay.hasBase : 0) | (isListed ? TableWay.isListed : 0)
    )
    if hasBase {
      bytes.append(count: mentions.base)
      bytes.append(count: mentions.older.count)
    }
    if mentions.count > 0 { common(&bytes) }
    var known = 0
    for index in mentions.older {
      bytes.append(count: index - known)
      known = index + 1
      entry(index, &bytes)
    }
    for index in mentions.base..<mentions.end { entry(index, &bytes) }
  }
}

extension SegmentEncoder: PopupReferenceVisitor {
  /// Puts the chunk's names and lists in the place of the session's.
  mutating func visit(_ entry: Int32, _ table: CatalogReference) -> Int32 {
    switch table {
    case .name: index(of: Symbol(entry))
    case .list: index(of: NameListID(entry))
    case .page: entry
    }
  }
}

/// How a table of a segment is given, as the lowest bits of its first number.
enum TableWay {
  /// Its entries are given one by one; else each is what the one before leads to expect.
  static let isListed = 1
  /// The session had entries before.
  static let hasBase = 2
  /// The most entries that are not given one by one, so that no few bytes stand for many entries.
  static let unlistedLimit = 256
}

/// How a segment's pages are given.
enum PageWay {
  /// Some stand in others.
  static let containers: UInt8 = 1
  /// Their numbers are given one by one; else all are equally far from their indexes.
  static let numbers: UInt8 = 2
}
