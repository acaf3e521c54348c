import PopupScheduling

/// The tables at the front of a chunk that all its segments share, while it is being written.
struct ChunkTables: Sendable {
  private(set) var names: [String] = []
  private(set) var lists: [[Int32]] = []
  private(set) var specs: [PopupSpec] = []
  private(set) var pageKinds: [PageSpec] = []
  /// The bytes of all names.
  private var nameBytes = 0
  private var nameplaces: [String: Int] = [:]
  private var listPlaces: [[Int32]: Int] = [:]
  private var specPlaces: [PopupSpec: Int] = [:]
  private var pageKindPlaces: [PageSpec: Int] = [:]

  /// Whether another session's entries may be too many.
  var isNearlyFull: Bool {
    nameBytes > ZstdFrame.contentLimit / 4 || names.count > ChunkLimits.names / 4 || lists.count > ChunkLimits.names / 8
      || specs.count > ChunkLimits.entries / 2 || pageKinds.count > ChunkLimits.entries / 2
  }

  mutating func place(of name: String) -> Int {
    let count = names.count
    let place = Self.place(of: name, &names, &nameplaces)
    if names.count > count { nameBytes += name.utf8.count }
    return place
  }
  mutating func place(of list: [Int32]) -> Int { Self.place(of: list, &lists, &listPlaces) }
  /// The attributes' names and lists are places in this chunk.
  mutating func place(of spec: PopupSpec) -> Int { Self.place(of: spec, &specs, &specPlaces) }
  /// The attributes' lists are places in this chunk, and they have no container.
  mutating func place(of kind: PageSpec) -> Int { Self.place(of: kind, &pageKinds, &pageKindPlaces) }

  private static func place<Entry: Hashable>(
    of entry: Entry, _ entries: inout [Entry], _ places: inout [Entry: Int]
  ) -> Int {
    if let place = places[entry] { return place }
    entries.append(entry)
    places[entry] = entries.count - 1
    return entries.count - 1
  }

  mutating func removeAll() {
    self = ChunkTables()
  }

  /// Makes sure that a reader will take the tables.
  func check() throws(TraceError) {
    if names.count > ChunkLimits.names { throw ChunkLimits.error(names.count, "names") }
    if lists.count > ChunkLimits.names { throw ChunkLimits.error(lists.count, "lists of names") }
    if specs.count > ChunkLimits.entries { throw ChunkLimits.error(specs.count, "different popups") }
    if pageKinds.count > ChunkLimits.entries { throw ChunkLimits.error(pageKinds.count, "kinds of pages") }
  }

  /// Adds the tables' sections to a chunk.
  func write(into content: inout [UInt8]) {
    var section: [UInt8] = []
    section.append(count: names.count)
    for name in names { section.append(count: name.utf8.count) }
    for name in names { section.append(contentsOf: name.utf8) }
    content.append(section: .names, &section, unless: names.isEmpty)

    section.append(count: lists.count)
    for list in lists { section.append(count: list.count) }
    for list in lists { for name in list { section.append(count: Int(name)) } }
    content.append(section: .lists, &section, unless: lists.isEmpty)

    section.append(count: specs.count)
    for spec in specs { SpecCoding.write(spec, into: &section) }
    content.append(section: .specs, &section, unless: specs.isEmpty)

    section.append(count: pageKinds.count)
    for kind in pageKinds { PageKindCoding.write(kind, into: &section) }
    content.append(section: .pageKinds, &section, unless: pageKinds.isEmpty)
  }
}

extension [UInt8] {
  /// Adds a section and empties it for the next one; `unless` leaves it out.
  mutating func append(section number: ChunkSection, _ section: inout [UInt8], unless isAbsent: Bool) {
    if !isAbsent {
      append(count: number.rawValue)
      append(count: section.count)
      append(contentsOf: section)
    }
    section.removeAll(keepingCapacity: true)
  }
}
