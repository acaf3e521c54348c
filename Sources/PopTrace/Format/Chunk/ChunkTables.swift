import PopupScheduling

/// The tables at the front of a chunk that all its segments share, while it is being written.
struct ChunkTables: Sendable {
  private var names = Table<String>()
  private var lists = Table<[Int32]>()
  private var specs = Table<PopupSpec>()
  private var pageKinds = Table<PageSpec>()
  private var nameBytes = 0

  private struct Table<Entry: Hashable & Sendable>: Sendable {
    var entries: [Entry] = []
    var indices: [Entry: Int] = [:]

    mutating func index(of entry: Entry) -> Int {
      if let index = indices[entry] { return index }
      entries.append(entry)
      indices[entry] = entries.count - 1
      return entries.count - 1
    }
  }

  var isNearlyFull: Bool {
    nameBytes > ZstdFrame.contentLimit / 4 || names.entries.count > ChunkLimits.names / 4
      || lists.entries.count > ChunkLimits.names / 8 || specs.entries.count > ChunkLimits.entries / 2
      || pageKinds.entries.count > ChunkLimits.entries / 2
  }

  mutating func index(of name: String) -> Int {
    let count = names.entries.count
    let index = names.index(of: name)
    if names.entries.count > count { nameBytes += name.utf8.count }
    return index
  }
  mutating func index(of list: [Int32]) -> Int { lists.index(of: list) }
  /// The attributes' names and lists are places in this chunk.
  mutating func index(of spec: PopupSpec) -> Int { specs.index(of: spec) }
  /// The attributes' lists are places in this chunk, and they have no container.
  mutating func index(of kind: PageSpec) -> Int { pageKinds.index(of: kind) }

  func check() throws(TraceError) {
    try ChunkLimits.check(nameBytes, ChunkLimits.allNameBytes, "bytes of names")
    try ChunkLimits.check(names.entries.count, ChunkLimits.names, "names")
    try ChunkLimits.check(lists.entries.count, ChunkLimits.names, "lists of names")
    try ChunkLimits.check(specs.entries.count, ChunkLimits.entries, "different popups")
    try ChunkLimits.check(pageKinds.entries.count, ChunkLimits.entries, "kinds of pages")
  }

  /// The indexes of the names that shapes of the vocabulary may have; -1 for one that the chunk does not have.
  var wellKnownNames: [Int32] {
    NamePieces.wellKnown.map { names.indices[NamePieces.texts[Int($0 - NamePieces.first)]].map(Int32.init) ?? -1 }
  }

  func write(into content: inout [UInt8]) {
    let names = names.entries.map(NamePieces.encode)
    content.append(count: names.count)
    for name in names { content.append(count: name.count) }
    for name in names { content.append(contentsOf: name) }
    writeLists(into: &content)
    content.append(count: specs.entries.count)
    var before: PopupSpec?
    for spec in specs.entries {
      PopupAttributeCoding.write(spec, after: before, into: &content)
      before = spec
    }
    content.append(count: pageKinds.entries.count)
    var next = 1
    for kind in pageKinds.entries { PageKindCoding.write(kind, after: &next, into: &content) }
  }

  private func writeLists(into content: inout [UInt8]) {
    content.append(count: lists.entries.count)
    var before: [Int32] = []
    var next: Int32 = 0
    for list in lists.entries {
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
