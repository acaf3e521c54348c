import PopupScheduling

/// What a half of the journal says of the session's names, pages and popups so far.
///
/// Every half says all that its events refer to, so that it can be read without the halves before it.
struct WrittenEntries: ~Copyable {
  /// How much of the session has been written in all halves.
  private(set) var bases = SegmentBases()
  /// Whether some popup has another number than its index; then popups have to be said as well.
  private(set) var hasOddNumbers = false
  /// The round under way: a half is a round. What was never written is of round 0, and the first one is 1.
  private var round: UInt32 = 0
  private var names = WrittenTable(entries: usualEntries)
  private var lists = WrittenTable(entries: usualEntries)
  private var specs = WrittenTable(entries: usualEntries)
  private var pages = WrittenPages(entries: usualEntries)
  private var popups = WrittenTable(entries: usualEntries)
  private var changes = WrittenTable(entries: usualEntries)

  /// The entries of each table for which a recording has room from the start: more than what most sessions come to know.
  static let usualEntries = 1024

  /// A table whose entries are written without their attributes being looked at again; pages have functions of their own.
  enum Table { case names, lists, specs, popups, changes }

  init() {}

  /// Begins with another half, which says nothing yet.
  mutating func begin(_ generation: UInt64) {
    round = UInt32(truncatingIfNeeded: generation)
    names.begin(round)
    lists.begin(round)
    specs.begin(round)
    pages.begin(round)
    popups.begin(round)
    changes.begin(round)
  }

  /// Whether all that an event refers to has been written in this half, or need not be; false also for rare kinds of events where it has.
  ///
  /// There is no branch for events without a page, a name or attributes, because processors mispredict it too often.
  @inline(__always)
  mutating func covers(_ event: Event, _ catalog: borrowing Catalog) -> Bool {
    let popup = Int(event.popup.rawValue)
    if hasOddNumbers {
      guard popups.isWritten(event.popup.rawValue, in: round) else { return false }
    } else if popup >= bases.popups {
      // The next popup, whose number is its index, as with all popups of an app.
      guard popup == bases.popups, popup < catalog.popupNumbers.count, catalog.popupNumbers[popup] == Int64(popup)
      else { return false }
      bases.popups = popup &+ 1
    }
    if Int(event.timer.rawValue) >= bases.timers {
      guard event.timer.rawValue <= SlotCheck.timerLimit else { return false }
      bases.timers = Int(event.timer.rawValue) &+ 1
    }
    // Its attributes are in another table.
    guard event.kind != .popupChanged else { return false }
    let name = WrittenTable.slot(of: event.name.rawValue)
    let attributes = WrittenTable.slot(of: event.attributes)
    let page = WrittenTable.slot(of: event.page.rawValue)
    guard names.hasSlot(name), specs.hasSlot(attributes), pages.hasSlot(page, catalog) else { return false }
    let entries = names.missing(name, in: round) | specs.missing(attributes, in: round)
    return pages.missing(page, catalog) | UInt64(entries) == 0
  }

  /// Whether all that a popup's attributes refer to has been written in this half.
  @inline(__always)
  func covers(_ references: PopupReferences, _ catalog: borrowing Catalog) -> Bool {
    for lane in references.names.indices where !names.isWritten(references.names[lane], in: round) { return false }
    for lane in references.lists.indices where !lists.isWritten(references.lists[lane], in: round) { return false }
    for lane in references.pages.indices where !isWritten(PageID(references.pages[lane]), catalog) { return false }
    return true
  }

  /// Whether a page has been written in this half as it is now, or there is none.
  @inline(__always)
  func isWritten(_ page: PageID, _ catalog: borrowing Catalog) -> Bool { pages.isWritten(page, catalog) }

  /// Whether a page has been written in this half, as it is now or otherwise.
  @inline(__always)
  func isWritten(page index: Int) -> Bool { pages.isWritten(index) }

  /// Whether an entry has been written in this half, or there is none.
  @inline(__always)
  func isWritten(_ id: Int32, in table: Table) -> Bool {
    switch table {
    case .names: names.isWritten(id, in: round)
    case .lists: lists.isWritten(id, in: round)
    case .specs: specs.isWritten(id, in: round)
    case .popups: popups.isWritten(id, in: round)
    case .changes: changes.isWritten(id, in: round)
    }
  }

  /// How many entries of a table have been written in all halves.
  @inline(__always)
  func count(of table: Table) -> Int {
    switch table {
    case .names: bases.names
    case .lists: bases.lists
    case .specs: bases.specs
    case .popups: bases.popups
    case .changes: bases.changes
    }
  }

  /// Takes note that an entry is being written.
  @inline(__always)
  mutating func note(_ index: Int, in table: Table) {
    switch table {
    case .names:
      names.note(index, in: round)
      bases.names = max(bases.names, index + 1)
    case .lists:
      lists.note(index, in: round)
      bases.lists = max(bases.lists, index + 1)
    case .specs:
      specs.note(index, in: round)
      bases.specs = max(bases.specs, index + 1)
    case .popups:
      // As long as numbers are indices, how many were written is all that is asked.
      if hasOddNumbers { popups.note(index, in: round) }
      bases.popups = max(bases.popups, index + 1)
    case .changes:
      changes.note(index, in: round)
      bases.changes = max(bases.changes, index + 1)
    }
  }

  /// Takes note that a page is being written, and what it is written to stand in.
  @inline(__always)
  mutating func note(page index: Int, in container: PageID, _ catalog: borrowing Catalog) {
    pages.note(index, in: container, catalog)
    bases.pages = max(bases.pages, index + 1)
  }

  /// Takes note of a popup that has another number than its index.
  mutating func noteOddNumber() { hasOddNumbers = true }

  /// Takes note of a timer.
  @inline(__always)
  mutating func note(_ timer: TimerID) { bases.timers = max(bases.timers, Int(timer.rawValue) + 1) }
}
