/// In which round every entry of a session's tables was said last.
///
/// A half of a journal says all that its events refer to, so that it can be read without the halves before it. A round is a half: an entry can be
/// referred to where it was said in this one. The reader of a journal uses this; the writer keeps ``SaidEntries``.
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
  func isSaid(_ index: Int, in table: Table) -> Bool {
    switch table {
    case .names: isSaid(index, names)
    case .lists: isSaid(index, lists)
    case .specs: isSaid(index, specs)
    case .pages: isSaid(index, pages)
    case .popups: isSaid(index, popups)
    case .changes: isSaid(index, changes)
    }
  }

  /// Whether an entry has been said in any round.
  func wasSaid(_ index: Int, in table: Table) -> Bool {
    let rounds =
      switch table {
      case .names: names
      case .lists: lists
      case .specs: specs
      case .pages: pages
      case .popups: popups
      case .changes: changes
      }
    return index >= 0 && index < rounds.count && rounds[index] > 0
  }

  @inline(__always)
  private func isSaid(_ index: Int, _ table: [UInt32]) -> Bool {
    index >= 0 && index < table.count && table[index] == round
  }

  /// Takes note that an entry is being said.
  @inline(__always)
  mutating func note(_ index: Int, in table: Table) {
    switch table {
    case .names: Self.note(index, &names, round)
    case .lists: Self.note(index, &lists, round)
    case .specs: Self.note(index, &specs, round)
    case .pages: Self.note(index, &pages, round)
    case .popups: Self.note(index, &popups, round)
    case .changes: Self.note(index, &changes, round)
    }
  }

  @inline(__always)
  private static func note(_ index: Int, _ table: inout [UInt32], _ round: UInt32) {
    if index >= table.count { grow(&table, to: index + 1) }
    table[index] = round
  }

  /// Makes room, twice as much as there was: entries come one by one.
  @inline(never)
  private static func grow(_ table: inout [UInt32], to count: Int) {
    table.append(contentsOf: repeatElement(0, count: max(count, 2 * table.count) - table.count))
  }
}
