import PopupScheduling

/// What a half of the journal says of the session's names, pages and popups so far.
///
/// Every half says all that its events refer to, so that it can be read without the halves before it; the tables remember in which round each
/// entry was last said.
struct JournalStatements: Sendable {
  /// How much of the session has been said in all halves.
  private(set) var bases = SegmentBases()
  /// Whether some popup goes by another number than its place; then popups have to be said as well.
  private(set) var hasOddNumbers = false
  private var round: UInt32 = 0
  private var names: [UInt32] = []
  private var lists: [UInt32] = []
  private var specs: [UInt32] = []
  private var pages: [UInt32] = []
  private var popups: [UInt32] = []
  private var changes: [UInt32] = []
  /// The pages as they were last said.
  private var pageSpecs: [PageSpec] = []

  /// A table whose entries are said.
  enum Table: Sendable { case names, lists, specs, pages, popups, changes }

  init() {
    // Room for what most sessions come to know, so that they never need more.
    for table in [\JournalStatements.names, \.lists, \.specs, \.pages, \.popups, \.changes] {
      self[keyPath: table].reserveCapacity(1024)
    }
    pageSpecs.reserveCapacity(1024)
  }

  /// Begins with another half, which says nothing yet.
  mutating func begin(_ generation: UInt64) { round = UInt32(truncatingIfNeeded: generation) }

  /// Whether all that an event refers to has been said in this half.
  @inline(__always)
  func covers(_ event: Event, _ over: some Collection<PopupID>, _ catalog: borrowing Catalog) -> Bool {
    if Int(event.popup.rawValue) >= bases.popups || Int(event.timer.rawValue) >= bases.timers || hasOddNumbers {
      return false
    }
    if event.page.rawValue >= 0, !isSaid(event.page, catalog) { return false }
    if event.name.rawValue >= 0, !Self.isSaid(Int(event.name.rawValue), names, round) { return false }
    if event.attributes >= 0 {
      return Self.isSaid(Int(event.attributes), event.kind == .popupChanged ? changes : specs, round)
    }
    return over.isEmpty || over.allSatisfy { $0.index < bases.popups && !$0.isNone }
  }

  /// Whether a page has been said in this half as it is now.
  @inline(__always)
  func isSaid(_ page: PageID, _ catalog: borrowing Catalog) -> Bool {
    let place = page.index
    return Self.isSaid(place, pages, round) && place < catalog.pages.count && pageSpecs[place] == catalog.pages[place]
  }

  /// Whether an entry has been said in this half.
  func isSaid(_ place: Int, in table: Table) -> Bool {
    switch table {
    case .names: Self.isSaid(place, names, round)
    case .lists: Self.isSaid(place, lists, round)
    case .specs: Self.isSaid(place, specs, round)
    case .pages: Self.isSaid(place, pages, round)
    case .popups: Self.isSaid(place, popups, round)
    case .changes: Self.isSaid(place, changes, round)
    }
  }

  @inline(__always)
  private static func isSaid(_ place: Int, _ table: [UInt32], _ round: UInt32) -> Bool {
    place < table.count && table[place] == round
  }

  /// How many entries of a table have been said in all halves.
  func count(of table: Table) -> Int {
    switch table {
    case .names: bases.names
    case .lists: bases.lists
    case .specs: bases.specs
    case .pages: bases.pages
    case .popups: bases.popups
    case .changes: bases.changes
    }
  }

  /// Takes note that an entry is being said.
  mutating func note(_ place: Int, in table: Table) {
    switch table {
    case .names: Self.note(place, &names, &bases.names, round)
    case .lists: Self.note(place, &lists, &bases.lists, round)
    case .specs: Self.note(place, &specs, &bases.specs, round)
    case .pages: Self.note(place, &pages, &bases.pages, round)
    case .popups: Self.note(place, &popups, &bases.popups, round)
    case .changes: Self.note(place, &changes, &bases.changes, round)
    }
  }

  private static func note(_ place: Int, _ table: inout [UInt32], _ base: inout Int, _ round: UInt32) {
    while table.count <= place { table.append(0) }
    table[place] = round
    base = max(base, place + 1)
  }

  /// Takes note of how a page is being said.
  mutating func note(_ spec: PageSpec, of place: Int) {
    while pageSpecs.count <= place { pageSpecs.append(PageSpec()) }
    pageSpecs[place] = spec
  }

  /// Takes note of a popup that goes by another number than its place.
  mutating func noteOddNumber() { hasOddNumbers = true }

  /// Takes note of a timer.
  mutating func note(_ timer: TimerID) { bases.timers = max(bases.timers, Int(timer.rawValue) + 1) }
}
