import PopupScheduling

/// What a half of the journal says of the session's names, pages and popups so far.
///
/// Every half says all that its events refer to, so that it can be read without the halves before it.
struct JournalStatements: Sendable {
  /// How much of the session has been said in all halves.
  private(set) var bases = SegmentBases()
  /// Whether some popup goes by another number than its place; then popups have to be said as well.
  private(set) var hasOddNumbers = false
  private var rounds = JournalRounds(entries: JournalRounds.usualEntries)
  /// The pages as they were last said.
  private var saidPages = Array(
    repeating: SaidPage(PageSpec(), round: 0), count: JournalRounds.usualEntries)

  /// A page as it was said, and in which round, in a form that is compared at a glance: an event in three is about a page.
  private struct SaidPage: Equatable {
    var references: UInt64
    /// The rest of its attributes, with the round in the half that is free of them.
    var rest: UInt64

    @inline(__always)
    init(_ spec: PageSpec, round: UInt32) {
      references = JournalWriter.pair(spec.classes.rawValue, spec.container.rawValue)
      rest = JournalPage.rest(of: spec) | UInt64(round)
    }
  }

  init() {}

  /// Begins with another half, which says nothing yet.
  mutating func begin(_ generation: UInt64) { rounds.begin(UInt32(truncatingIfNeeded: generation)) }

  /// Whether all that an event refers to has been said in this half, or needs no saying.
  @inline(__always)
  mutating func covers(_ event: Event, _ lost: LostPopups, _ catalog: borrowing Catalog) -> Bool {
    let popup = Int(event.popup.rawValue)
    if hasOddNumbers {
      guard popup < 0 || isSaid(popup, in: .popups) else { return false }
    } else if popup >= bases.popups {
      // The next popup, which goes by its place as all of an app's do.
      guard popup == bases.popups, popup < catalog.popupNumbers.count, catalog.popupNumbers[popup] == Int64(popup)
      else { return false }
      bases.popups = popup &+ 1
    }
    if Int(event.timer.rawValue) >= bases.timers {
      guard event.timer.rawValue <= SlotCheck.timerLimit else { return false }
      bases.timers = Int(event.timer.rawValue) &+ 1
    }
    if event.page.rawValue >= 0, !isSaid(event.page, catalog) { return false }
    // Neither has most events.
    if event.name.rawValue & event.attributes >= 0, !coversNameAndAttributes(event) { return false }
    return lost.isEmpty || covers(lost)
  }

  @inline(__always)
  private func coversNameAndAttributes(_ event: Event) -> Bool {
    if event.name.rawValue >= 0, !isSaid(event.name.index, in: .names) { return false }
    if event.attributes >= 0 {
      let place = Int(event.attributes)
      guard event.kind == .popupChanged ? isSaid(place, in: .changes) : isSaid(place, in: .specs) else { return false }
    }
    return true
  }

  @inline(__always)
  private func covers(_ lost: LostPopups) -> Bool {
    guard lost.areBelow(bases.popups) else { return false }
    if hasOddNumbers { for place in 0..<lost.count where !isSaid(lost[place].index, in: .popups) { return false } }
    return true
  }

  /// Whether a page has been said in this half as it is now.
  @inline(__always)
  func isSaid(_ page: PageID, _ catalog: borrowing Catalog) -> Bool {
    let place = page.index
    return place >= 0 && place < saidPages.count && place < catalog.pages.count
      && saidPages[place] == SaidPage(catalog.pages[place], round: rounds.round)
  }

  /// Whether an entry has been said in this half.
  @inline(__always)
  func isSaid(_ place: Int, in table: JournalRounds.Table) -> Bool { rounds.isSaid(place, in: table) }

  /// How many entries of a table have been said in all halves.
  @inline(__always)
  func count(of table: JournalRounds.Table) -> Int {
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
  @inline(__always)
  mutating func note(_ place: Int, in table: JournalRounds.Table) {
    rounds.note(place, in: table)
    switch table {
    case .names: bases.names = max(bases.names, place + 1)
    case .lists: bases.lists = max(bases.lists, place + 1)
    case .specs: bases.specs = max(bases.specs, place + 1)
    case .pages: bases.pages = max(bases.pages, place + 1)
    case .popups: bases.popups = max(bases.popups, place + 1)
    case .changes: bases.changes = max(bases.changes, place + 1)
    }
  }

  /// Takes note that a page is being said, and how.
  mutating func note(_ spec: PageSpec, of place: Int) {
    note(place, in: .pages)
    if place >= saidPages.count { growSaidPages(to: place + 1) }
    saidPages[place] = SaidPage(spec, round: rounds.round)
  }

  @inline(never)
  private mutating func growSaidPages(to count: Int) {
    let missing = max(count, 2 * saidPages.count) - saidPages.count
    saidPages.append(contentsOf: repeatElement(SaidPage(PageSpec(), round: 0), count: missing))
  }

  /// Takes note of a popup that goes by another number than its place.
  mutating func noteOddNumber() { hasOddNumbers = true }

  /// Takes note of a timer.
  @inline(__always)
  mutating func note(_ timer: TimerID) { bases.timers = max(bases.timers, Int(timer.rawValue) + 1) }
}
