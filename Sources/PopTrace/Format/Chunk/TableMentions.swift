import PopupScheduling

/// Which entries of one of a catalog's tables a segment needs: all new ones up to the highest needed, and some that were written before.
struct TableMentions {
  /// The first entry not written before.
  let base: Int
  /// The first entry not needed from there on.
  private(set) var end: Int
  /// The entries needed from below the base, in order once ``sort()`` has been called.
  private(set) var older: [Int] = []
  private var isMarked: [Bool]

  /// - Parameters:
  ///   - base: How many entries were written before.
  ///   - end: The first entry that need not be written in any case: the table's size where the session ends.
  init(base: Int, end: Int) {
    self.base = base
    self.end = max(base, end)
    isMarked = Array(repeating: false, count: base)
  }

  /// How many entries are needed.
  var count: Int { older.count + end - base }

  /// All entries needed, those from before first.
  var all: [Int] { older + Array(base..<end) }

  /// Puts the older entries in order.
  mutating func sort() { older.sort() }

  /// Where among the entries needed one of them is, once they are in order; -1 for none.
  func entry(of id: Int32) -> Int32 {
    guard id >= 0, Int(id) < base else { return id < 0 ? -1 : id - Int32(base - older.count) }
    return Int32(max(0, older.partitioningIndex { $0 > Int(id) } - 1))
  }

  /// Takes note that an entry is needed.
  mutating func mark(_ id: Int32) {
    let index = Int(id)
    guard index >= 0 else { return }
    if index >= base {
      end = max(end, index + 1)
    } else if !isMarked[index] {
      isMarked[index] = true
      older.append(index)
    }
  }
}

/// Which of a catalog's entries a segment needs.
struct SegmentMentions {
  var names: TableMentions
  var lists: TableMentions
  var specs: TableMentions
  var pages: TableMentions
  var popups: TableMentions
  var changes: TableMentions
  /// One more than the highest timer before.
  let timersBase: Int
  /// One more than the highest timer.
  private(set) var timersEnd: Int

  /// Finds what a piece's events need, and what that needs in turn; where the session ends with it, everything not yet written.
  init(_ piece: SegmentPiece, of session: Session, bases: SegmentBases) {
    self.init(bases: bases, upTo: piece.isLast || piece.saysAllTables ? session.catalog.sizes : SegmentBases())
    for page in piece.changedPages { pages.mark(Int32(page)) }
    for event in session.log.events[piece.events] {
      mark(event)
      timersEnd = max(timersEnd, Int(event.timer.rawValue) + 1)
      for popup in session.log.over(of: event) { popups.mark(popup.rawValue) }
    }
    if !session.anchors.isEmpty {
      for index in piece.events {
        if let anchor = session.anchors[index] { mark(anchor.pattern.reduced(to: anchor.fields)) }
      }
    }
    addTransitive(session.catalog)
  }

  /// Takes the entries up to some indexes, and what they need.
  init(upTo ends: SegmentBases, of session: Session, bases: SegmentBases) {
    self.init(bases: bases, upTo: ends)
    addTransitive(session.catalog)
  }

  private init(bases: SegmentBases, upTo ends: SegmentBases) {
    names = TableMentions(base: bases.names, end: ends.names)
    lists = TableMentions(base: bases.lists, end: ends.lists)
    specs = TableMentions(base: bases.specs, end: ends.specs)
    pages = TableMentions(base: bases.pages, end: ends.pages)
    popups = TableMentions(base: bases.popups, end: ends.popups)
    changes = TableMentions(base: bases.changes, end: ends.changes)
    timersBase = bases.timers
    timersEnd = bases.timers
  }

  /// How many entries of one table, and how many bytes of names, are much for a chunk.
  static let heavy = 16_384
  private static let heavyBytes = 1 << 20

  /// Whether so much is needed that it may not fit into a chunk.
  func isHeavy(_ catalog: Catalog) -> Bool {
    for table in [names, lists, specs, pages, popups, changes] where table.count > Self.heavy { return true }
    var bytes = 0
    for index in names.older { bytes += catalog.names.texts[index].utf8.count }
    for index in names.base..<names.end { bytes += catalog.names.texts[index].utf8.count }
    return bytes > Self.heavyBytes
  }

  private mutating func mark(_ event: Event) {
    popups.mark(event.popup.rawValue)
    pages.mark(event.page.rawValue)
    names.mark(event.name.rawValue)
    if event.kind == .popupChanged { changes.mark(event.attributes) } else { specs.mark(event.attributes) }
  }

  /// Adds what the entries themselves refer to.
  private mutating func addTransitive(_ catalog: Catalog) {
    for index in specs.all {
      var spec = catalog.specs[index]
      spec.visit(&self)
    }
    for index in changes.all {
      if let list = catalog.changes[index].pages { lists.mark(list.rawValue) }
    }
    // Marking adds pages behind the ones looked at, so that each is looked at once.
    var (older, newer) = (0, pages.base)
    while older < pages.older.count || newer < pages.end {
      let index = older < pages.older.count ? pages.older[older] : newer
      if older < pages.older.count { older += 1 } else { newer += 1 }
      pages.mark(catalog.pages[index].container.rawValue)
    }
    for index in pages.all { lists.mark(catalog.pages[index].classes.rawValue) }
    for index in lists.all {
      for name in catalog.names.list(NameListID(index)) { names.mark(name.rawValue) }
    }
    names.sort()
    lists.sort()
    specs.sort()
    pages.sort()
    popups.sort()
    changes.sort()
  }
}

extension SegmentMentions: PopupReferenceVisitor {
  mutating func visit(_ entry: Int32, _ table: CatalogReference) -> Int32 {
    switch table {
    case .name: names.mark(entry)
    case .list: lists.mark(entry)
    case .page: pages.mark(entry)
    }
    return entry
  }
}

extension Catalog {
  /// How many entries each table has.
  var sizes: SegmentBases {
    SegmentBases(
      names: names.texts.count, lists: names.listCount, specs: specs.count, pages: pages.count,
      popups: popupNumbers.count, changes: changes.count)
  }
}
