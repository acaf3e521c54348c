import PopupScheduling

/// Writes a segment's record: the session's header, and which entries of the chunk's tables are which of the session's.
struct SegmentEncoder {
  private typealias TableWay = SegmentPiece.TableWay
  private typealias PageWay = SegmentPiece.PageWay
  private let catalog: Catalog
  private let tick: TickLength
  var tables: ChunkTables
  var bytes: [UInt8] = []
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

  mutating func index(of name: Symbol) -> Int32 {
    guard !name.isNone else { return -1 }
    if nameIndices[name.index] < 0 { nameIndices[name.index] = Int32(tables.index(of: catalog.names.text(name))) }
    return nameIndices[name.index]
  }

  mutating func index(of list: NameListID) -> Int32 {
    guard !list.isNone else { return -1 }
    if listIndices[list.index] < 0 {
      let members = catalog.names.list(list).map { index(of: $0) }
      listIndices[list.index] = Int32(tables.index(of: members))
    }
    return listIndices[list.index]
  }

  mutating func writeTables(_ mentions: SegmentMentions, isFirst: Bool) {
    writeIndices(mentions.names) { Int($0.index(of: Symbol($1))) }
    writeIndices(mentions.lists) { Int($0.index(of: NameListID($1))) }
    writeIndices(mentions.specs) { segment, index in
      var spec = segment.catalog.specs[index].storable(segment.tick)
      spec.visit(&segment)
      return segment.tables.index(of: spec)
    }
    writePages(mentions.pages)
    let differences = mentions.popups.all.map { catalog.popupNumbers[$0] &- Int64($0) }
    let isListed = Self.isListed(mentions.popups, differences.first ?? 0, differences)
    write(mentions.popups, isListed: isListed) {
      if !isListed { $0.append(zigzag: differences[0]) }
    } entry: { segment, position, _ in
      if isListed { segment.bytes.append(zigzag: differences[position]) }
    }
    write(mentions.changes, isListed: true) { segment, _, index in
      let change = segment.catalog.changes[index].storable(segment.tick)
      let list = segment.index(of: change.pages ?? .none)
      ChangeCoding.write(change, list: Int(list), into: &segment.bytes)
    }
    if !isFirst { bytes.append(count: mentions.timersBase) }
  }

  /// Whether entries are given one by one: many of them, or ones that are not what is expected.
  private static func isListed(_ mentions: SegmentMentions.Table, _ expected: Int64, _ given: [Int64]) -> Bool {
    mentions.count > TableWay.unlistedLimit || given.contains { $0 != expected }
  }

  /// How far each entry's index in one of the chunk's tables is from the one after the last.
  private mutating func distances(_ mentions: SegmentMentions.Table, index: (inout Self, Int) -> Int) -> [Int64] {
    var next = 0
    return mentions.all.map { entry in
      let index = index(&self, entry)
      defer { next = index + 1 }
      return Int64(index - next)
    }
  }

  /// Writes a table of nothing but indices in one of the chunk's: not at all where each is the one after the last.
  private mutating func writeIndices(_ mentions: SegmentMentions.Table, index: (inout Self, Int) -> Int) {
    let distances = distances(mentions, index: index)
    let isListed = Self.isListed(mentions, 0, distances)
    write(mentions, isListed: isListed) { segment, position, _ in
      if isListed { segment.bytes.append(zigzag: distances[position]) }
    }
  }

  private mutating func writePages(_ mentions: SegmentMentions.Table) {
    let distances = distances(mentions) { segment, entry in
      var kind = segment.catalog.pages[entry]
      kind.container = .none
      kind.classes = NameListID(segment.index(of: kind.classes))
      return segment.tables.index(of: kind)
    }
    let differences = mentions.all.map { catalog.pageNumbers[$0] &- Int64($0) }
    let hasContainers = mentions.all.contains { !catalog.pages[$0].container.isNone }
    let isListed = Self.isListed(mentions, 0, distances)
    let areNumbersListed = differences.contains { $0 != differences[0] }
    write(mentions, isListed: isListed) {
      $0.append((hasContainers ? PageWay.containers : 0) | (areNumbersListed ? PageWay.numbers : 0))
      if !areNumbersListed { $0.append(zigzag: differences[0]) }
    } entry: { segment, position, index in
      if isListed { segment.bytes.append(zigzag: distances[position]) }
      if hasContainers { segment.bytes.append(count: Int(segment.catalog.pages[index].container.rawValue) + 1) }
      if areNumbersListed { segment.bytes.append(zigzag: differences[position]) }
    }
  }

  /// Writes how many entries there are, what all have in common, then those said again, then the new ones: each by its place and index.
  private mutating func write(
    _ mentions: SegmentMentions.Table, isListed: Bool, common: (inout [UInt8]) -> Void = { _ in },
    entry: (inout Self, Int, Int) -> Void
  ) {
    let way = (mentions.base > 0 ? TableWay.hasBase : 0) | (isListed ? TableWay.isListed : 0)
    bytes.append(count: (mentions.end - mentions.base) << 2 | way)
    if mentions.base > 0 {
      bytes.append(count: mentions.base)
      bytes.append(count: mentions.older.count)
    }
    if mentions.count > 0 { common(&bytes) }
    var known = 0
    for (position, index) in mentions.all.enumerated() {
      if position < mentions.older.count {
        bytes.append(count: index - known)
        known = index + 1
      }
      entry(&self, position, index)
    }
  }
}

extension SegmentEncoder: PopupReferenceVisitor {
  mutating func visit(_ entry: Int32, _ table: CatalogReference) -> Int32 {
    switch table {
    case .name: index(of: Symbol(entry))
    case .list: index(of: NameListID(entry))
    case .page: entry
    }
  }
}
