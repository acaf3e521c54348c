import PopupScheduling

struct SegmentPiece {
  /// The index of the session in its part of the file, counted from 0.
  var session: Int
  var events: Range<Int>
  var isFirst: Bool
  var isLast: Bool
  var saysAllTables = false
  /// Pages whose attributes have changed since they were written.
  var changedPages: [Int] = []

  var halves: [SegmentPiece] {
    let middle = events.lowerBound + events.count / 2
    var (first, second) = (self, self)
    first.events = events.lowerBound..<middle
    first.isLast = false
    second.events = middle..<events.upperBound
    second.isFirst = false
    return [first, second]
  }

  /// What a segment's record says first, as bits in this order.
  enum Flag: UInt64 {
    case first, last, hasEnd, scenario, marksReentrant, hasSkipped, hasLost
    case hasExtras, hasTick, hasClamped, hasSequence, hasTime, end
    var bit: UInt64 { 1 << rawValue }
  }

  enum TableWay {
    /// Its entries are given one by one; else each is what the one before leads to expect.
    static let isListed = 1
    static let hasBase = 2
    /// The most entries that are not given one by one, so that no few bytes stand for many entries.
    static let unlistedLimit = 256
  }

  enum PageWay {
    static let containers: UInt8 = 1
    /// Their numbers are given one by one; else all are equally far from their indexes.
    static let numbers: UInt8 = 2
  }
}

struct SegmentMentions {
  var names = Table()
  var lists = Table()
  var specs = Table()
  var pages = Table()
  var popups = Table()
  var changes = Table()
  /// One more than the highest timer before.
  let timersBase: Int
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

  init(upTo ends: SegmentBases, of session: Session, bases: SegmentBases) {
    self.init(bases: bases, upTo: ends)
    addTransitive(session.catalog)
  }

  private init(bases: SegmentBases, upTo ends: SegmentBases) {
    timersBase = bases.timers
    timersEnd = bases.timers
    for (own, table) in Self.tables {
      self[keyPath: own] = Table(base: bases[keyPath: table], end: ends[keyPath: table])
    }
  }

  private static let tables:
    [(any WritableKeyPath<Self, Table> & Sendable, any WritableKeyPath<SegmentBases, Int> & Sendable)] = [
      (\.names, \.names), (\.lists, \.lists), (\.specs, \.specs), (\.pages, \.pages), (\.popups, \.popups),
      (\.changes, \.changes),
    ]

  var bases: SegmentBases { bases(\.end, timersEnd) }
  var basesBefore: SegmentBases { bases(\.base, timersBase) }

  private func bases(_ bound: KeyPath<Table, Int>, _ timers: Int) -> SegmentBases {
    var bases = SegmentBases(timers: timers)
    for (own, table) in Self.tables { bases[keyPath: table] = self[keyPath: own][keyPath: bound] }
    return bases
  }

  /// How many entries of one table, and how many bytes of names, are much for a chunk.
  static let heavy = 16_384
  private static let heavyBytes = 1 << 20

  func isHeavy(_ catalog: Catalog) -> Bool {
    Self.tables.contains { self[keyPath: $0.0].count > Self.heavy }
      || names.all.reduce(0) { $0 + catalog.names.texts[$1].utf8.count } > Self.heavyBytes
  }

  private mutating func mark(_ event: Event) {
    popups.mark(event.popup.rawValue)
    pages.mark(event.page.rawValue)
    names.mark(event.name.rawValue)
    if event.kind == .popupChanged { changes.mark(event.attributes) } else { specs.mark(event.attributes) }
  }

  private mutating func addTransitive(_ catalog: Catalog) {
    for index in specs.all {
      var spec = catalog.specs[index]
      spec.visit(&self)
    }
    for index in changes.all { if let list = catalog.changes[index].pages { lists.mark(list.rawValue) } }
    // Marking adds pages behind the ones looked at, so that each is looked at once.
    var (older, newer) = (0, pages.base)
    while older < pages.older.count || newer < pages.end {
      let index = older < pages.older.count ? pages.older[older] : newer
      if older < pages.older.count { older += 1 } else { newer += 1 }
      pages.mark(catalog.pages[index].container.rawValue)
    }
    for index in pages.all { lists.mark(catalog.pages[index].classes.rawValue) }
    for index in lists.all { for name in catalog.names.list(NameListID(index)) { names.mark(name.rawValue) } }
    for (table, _) in Self.tables { self[keyPath: table].sort() }
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

extension SegmentMentions {
  /// Which entries of one of a catalog's tables a segment needs: all new ones up to the highest needed, and some that were written before.
  struct Table {
    let base: Int
    private(set) var end: Int
    /// The entries needed from below the base, in order once ``sort()`` has been called.
    private(set) var older: [Int] = []
    private var isMarked: [Bool]

    /// `end` is the first entry that need not be written in any case: the table's size where the session ends.
    init(base: Int = 0, end: Int = 0) {
      self.base = base
      self.end = max(base, end)
      isMarked = Array(repeating: false, count: base)
    }

    var count: Int { older.count + end - base }
    /// All entries needed, those from before first.
    var all: [Int] { older + Array(base..<end) }
    mutating func sort() { older.sort() }

    /// Where among the entries needed one of them is, once they are in order; -1 for none.
    func entry(of id: Int32) -> Int32 {
      guard id >= 0, Int(id) < base else { return id < 0 ? -1 : id - Int32(base - older.count) }
      return Int32(max(0, older.partitioningIndex { $0 > Int(id) } - 1))
    }

    /// ``entry(of:)`` of every entry below the base, for who asks for many; -1 for one that is not needed.
    var numbers: [Int32] {
      var numbers = [Int32](repeating: -1, count: base)
      for (number, index) in older.enumerated() { numbers[index] = Int32(truncatingIfNeeded: number) }
      return numbers
    }

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
}
