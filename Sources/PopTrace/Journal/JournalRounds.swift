/// In which round every entry of a session's tables was said last.
///
/// A half of a journal says all that its events refer to, so that it can be read without the halves before it. A round is a half: an entry can be
/// referred to where it was said in this one. This is for who reads; who writes keeps ``SaidEntries``.
struct JournalRounds: Sendable {
  /// A table whose entries are said.
  enum Table: Sendable { case names, lists, specs, pages, popups, changes }

  /// The round under way. What was never said is of round 0, and the first one is 1.
  private(set) var round: UInt32 = 0
  private var names: [UInt32] = []
  private var lists: [UInt32] = []
  private var specs: [UInt32] = []
  private var pages: [UInt32] = []
  private var popups: [UInt32] = []
  private var changes: [UInt32] = []

  init() {}

  /// Begins another round, in which nothing has been said yet.
  mutating func begin(_ round: UInt32) { self.round = round }

  /// Whether an entry has been said in this round.
  @inline(__always)
  func isSaid(_ place: Int, in table: Table) -> Bool {
    switch table {
    case .names: isSaid(place, names)
    case .lists: isSaid(place, lists)
    case .specs: isSaid(place, specs)
    case .pages: isSaid(place, pages)
    case .popups: isSaid(place, popups)
    case .changes: isSaid(place, changes)
    }
  }

  /// Whether an entry has been said in any round.
  func wasSaid(_ place: Int, in table: Table) -> Bool {
    let rounds =
      switch table {
      case .names: names
      case .lists: lists
      case .specs: specs
      case .pages: pages
      case .popups: popups
      case .changes: changes
      }
    return place >= 0 && place < rounds.count && rounds[place] > 0
  }

  @inline(__always)
  private func isSaid(_ place: Int, _ table: [UInt32]) -> Bool {
    place >= 0 && place < table.count && table[place] == round
  }

  /// Takes note that an entry is being said.
  @inline(__always)
  mutating func note(_ place: Int, in table: Table) {
    switch table {
    case .names: Self.note(place, &names, round)
    case .lists: Self.note(place, &lists, round)
    case .specs: Self.note(place, &specs, round)
    case .pages: Self.note(place, &pages, round)
    case .popups: Self.note(place, &popups, round)
    case .changes: Self.note(place, &changes, round)
    }
  }

  @inline(__always)
  private static func note(_ place: Int, _ table: inout [UInt32], _ round: UInt32) {
    if place >= table.count { grow(&table, to: place + 1) }
    table[place] = round
  }

  /// Makes room, twice as much as there was: entries come one by one.
  @inline(never)
  private static func grow(_ table: inout [UInt32], to count: Int) {
    table.append(contentsOf: repeatElement(0, count: max(count, 2 * table.count) - table.count))
  }
}
