import PopupScheduling

/// Writes a segment's record: the session's header, and which entries of the chunk's tables are which of the session's.
struct SegmentEncoder {
  private let catalog: Catalog
  private let tick: TickLength
  /// The place in the chunk of each of the session's names and lists; -1 while it has none.
  private var namePlaces: [Int32]
  private var listPlaces: [Int32]

  init(catalog: Catalog, tick: TickLength) {
    self.catalog = catalog
    self.tick = tick
    namePlaces = Array(repeating: -1, count: catalog.names.texts.count)
    listPlaces = Array(repeating: -1, count: catalog.names.listCount)
  }

  /// The place in the chunk of one of the session's names; -1 for none.
  mutating func place(of name: Symbol, _ tables: inout ChunkTables) -> Int32 {
    guard !name.isNone else { return -1 }
    if namePlaces[name.index] < 0 { namePlaces[name.index] = Int32(tables.place(of: catalog.names.text(name))) }
    return namePlaces[name.index]
  }

  /// The place in the chunk of one of the session's lists; -1 for none.
  mutating func place(of list: NameListID, _ tables: inout ChunkTables) -> Int32 {
    guard !list.isNone else { return -1 }
    if listPlaces[list.index] < 0 {
      let members = catalog.names.list(list).map { place(of: $0, &tables) }
      listPlaces[list.index] = Int32(tables.place(of: members))
    }
    return listPlaces[list.index]
  }

  /// Writes what is known of the session as a whole.
  mutating func writeHead(
    of session: Session, _ piece: SegmentPiece, into bytes: inout [UInt8], _ tables: inout ChunkTables
  ) {
    let header = session.header
    let end = piece.isLast ? header.ended : nil
    var flags: UInt64 = 0
    if piece.isFirst { flags |= SegmentPiece.Flag.first }
    if piece.isLast { flags |= SegmentPiece.Flag.last }
    if end != nil { flags |= SegmentPiece.Flag.hasEnd }
    if session.isScenario { flags |= SegmentPiece.Flag.scenario }
    if header.marksReentrantStimuli { flags |= SegmentPiece.Flag.marksReentrant }
    if session.skippedEvents > 0 {
      flags |=
        session.gaps.isEmpty ? SegmentPiece.Flag.hasSkipped : SegmentPiece.Flag.hasSkipped | SegmentPiece.Flag.hasLost
    }
    bytes.append(varint: flags)
    for text in [header.session, header.app, header.build, header.started, header.policy, header.configuration] {
      bytes.append(count: text.isEmpty ? 0 : tables.place(of: text) + 1)
    }
    bytes.append(varint: UInt64(header.tick.microseconds))
    if let end { bytes.append(zigzag: header.tick.clamp(end).rawValue) }
    bytes.append(zigzag: header.clampedTimes)
    if session.skippedEvents > 0 { bytes.append(count: session.skippedEvents) }
    bytes.append(count: piece.events.count)
    if let first = session.log.events[piece.events].first {
      bytes.append(count: Int(first.sequence))
      bytes.append(zigzag: first.time.rawValue)
    }
  }

  /// Writes which of the session's names, lists, attributes, pages, popups and changes the segment needs.
  mutating func writeTables(_ mentions: SegmentMentions, into bytes: inout [UInt8], _ tables: inout ChunkTables) {
    write(mentions.names, into: &bytes) { place, next, segment, bytes in
      bytes.append(place: Int(segment.place(of: Symbol(place), &tables)), &next)
    }
    write(mentions.lists, into: &bytes) { place, next, segment, bytes in
      bytes.append(place: Int(segment.place(of: NameListID(place), &tables)), &next)
    }
    write(mentions.specs, into: &bytes) { place, next, segment, bytes in
      bytes.append(place: tables.place(of: segment.localized(segment.catalog.specs[place], &tables)), &next)
    }
    write(mentions.pages, into: &bytes) { place, next, segment, bytes in
      var kind = segment.catalog.pages[place]
      let container = kind.container
      kind.container = .none
      kind.classes = NameListID(segment.place(of: kind.classes, &tables))
      bytes.append(place: tables.place(of: kind), &next)
      bytes.append(count: Int(container.rawValue) + 1)
      bytes.append(zigzag: segment.catalog.pageNumbers[place] &- Int64(place))
    }
    write(mentions.popups, into: &bytes) { place, _, segment, bytes in
      bytes.append(zigzag: segment.catalog.popupNumbers[place] &- Int64(place))
    }
    write(mentions.changes, into: &bytes) { place, _, segment, bytes in
      let change = segment.catalog.changes[place].storable(segment.tick)
      let list = segment.place(of: change.pages ?? .none, &tables)
      ChangeCoding.write(change, list: Int(list), into: &bytes)
    }
    bytes.append(count: mentions.timersBase)
  }

  /// Writes how many entries were known, how many are new and how many are said again; then these with their places, then the new ones.
  ///
  /// - Parameter entry: Writes an entry, given the place in the chunk's table that the last one leads to expect.
  private mutating func write(
    _ mentions: TableMentions, into bytes: inout [UInt8],
    entry: (Int, inout Int, inout SegmentEncoder, inout [UInt8]) -> Void
  ) {
    bytes.append(count: mentions.base)
    bytes.append(count: mentions.end - mentions.base)
    bytes.append(count: mentions.older.count)
    var next = 0
    var known = 0
    for place in mentions.older {
      bytes.append(count: place - known)
      known = place + 1
      entry(place, &next, &self, &bytes)
    }
    for place in mentions.base..<mentions.end { entry(place, &next, &self, &bytes) }
  }

  /// The attributes with the chunk's names and lists in place of the session's.
  private mutating func localized(_ spec: PopupSpec, _ tables: inout ChunkTables) -> PopupSpec {
    var spec = spec.storable(tick)
    spec.name = Symbol(place(of: spec.name, &tables))
    spec.chain = Symbol(place(of: spec.chain, &tables))
    spec.key = Symbol(place(of: spec.key, &tables))
    spec.host = Symbol(place(of: spec.host, &tables))
    spec.user = Symbol(place(of: spec.user, &tables))
    spec.pages = NameListID(place(of: spec.pages, &tables))
    return spec
  }
}

extension [UInt8] {
  /// Adds a place in a table as its distance from the one that is expected: the one after the last.
  fileprivate mutating func append(place: Int, _ next: inout Int) {
    append(zigzag: Int64(place - next))
    next = place + 1
  }
}
