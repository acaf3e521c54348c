import PopupScheduling

/// The tables at the front of a chunk that all its segments share, while it is being written.
struct ChunkTables: Sendable {
  private(set) var names: [String] = []
  private(set) var lists: [[Int32]] = []
  private(set) var specs: [PopupSpec] = []
  private(set) var pageKinds: [PageSpec] = []
  /// The bytes of all names.
  private var nameBytes = 0
  private var nameIndices: [String: Int] = [:]
  private var listIndices: [[Int32]: Int] = [:]
  private var specIndices: [PopupSpec: Int] = [:]
  private var pageKindIndices: [PageSpec: Int] = [:]

  /// Whether another session's entries may be too many.
  var isNearlyFull: Bool {
    nameBytes > ZstdFrame.contentLimit / 4 || names.count > ChunkLimits.names / 4 || lists.count > ChunkLimits.names / 8
      || specs.count > ChunkLimits.entries / 2 || pageKinds.count > ChunkLimits.entries / 2
  }

  mutating func index(of name: String) -> Int {
    let count = names.count
    let index = Self.index(of: name, &names, &nameIndices)
    if names.count > count { nameBytes += name.utf8.count }
    return index
  }
  mutating func index(of list: [Int32]) -> Int { Self.index(of: list, &lists, &listIndices) }
  /// The attributes' names and lists are places in this chunk.
  mutating func index(of spec: PopupSpec) -> Int { Self.index(of: spec, &specs, &specIndices) }
  /// The attributes' lists are places in this chunk, and they have no container.
  mutating func index(of kind: PageSpec) -> Int { Self.index(of: kind, &pageKinds, &pageKindIndices) }

  private static func index<Entry: Hashable>(
    of entry: Entry, _ entries: inout [Entry], _ indices: inout [Entry: Int]
  ) -> Int {
    if let index = indices[entry] { return index }
    entries.append(entry)
    indices[entry] = entries.count - 1
    return entries.count - 1
  }

  mutating func removeAll() {
    self = ChunkTables()
  }

  /// Makes sure that a reader will take the tables.
  func check() throws(TraceError) {
    if nameBytes > ChunkLimits.allNameBytes { throw ChunkLimits.error(nameBytes, "bytes of names") }
    if names.count > ChunkLimits.names { throw ChunkLimits.error(names.count, "names") }
    if lists.count > ChunkLimits.names { throw ChunkLimits.error(lists.count, "lists of names") }
    if specs.count > ChunkLimits.entries { throw ChunkLimits.error(specs.count, "different popups") }
    if pageKinds.count > ChunkLimits.entries { throw ChunkLimits.error(pageKinds.count, "kinds of pages") }
  }

  /// The indexes of the names that shapes of the vocabulary may have; -1 for one that the chunk does not have.
  var wellKnownNames: [Int32] {
    NamePieces.wellKnown.map { byte in nameIndices[NamePieces.texts[Int(byte - NamePieces.first)]].map(Int32.init) ?? -1
    }
  }

  /// Adds the tables to a chunk, each after the number of its entries.
  func write(into content: inout [UInt8]) {
    let names = names.map(NamePieces.encode)
    content.append(count: names.count)
    for name in names { content.append(count: name.count) }
    for name in names { content.append(contentsOf: name) }
    content.append(count: lists.count)
    writeLists(into: &content)
    content.append(count: specs.count)
    for index in specs.indices {
      PopupAttributeCoding.write(specs[index], after: index > 0 ? specs[index - 1] : nil, into: &content)
    }
    content.append(count: pageKinds.count)
    var next = 1
    for kind in pageKinds { PageKindCoding.write(kind, after: &next, into: &content) }
  }

  private func writeLists(into content: inout [UInt8]) {
    var before: [Int32] = []
    var next: Int32 = 0
    for list in lists {
      // Pages mostly have the superclasses of the page before, and a class that no page before had.
      let hasTail = ChunkLimits.tailedMembers.contains(list.count) && list.dropFirst() == before.dropFirst()
      defer {
        for name in list { next = max(next, name + 1) }
        before = list
      }
      if hasTail, list[0] == next {
        content.append(Self.expectedList)
        continue
      }
      content.append(count: list.count << 1 | (hasTail ? 1 : 0))
      if let first = list.first { content.append(zigzag: Int64(first - next)) }
      if !hasTail { for name in list.dropFirst() { content.append(count: Int(name)) } }
    }
  }

  /// A list that goes on like the one before and begins with the next name.
  static let expectedList: UInt8 = 1
}
