/// In which round every entry of a session's tables was written last.
///
/// A half of a journal says all that its events refer to, so that it can be read without the halves before it. A round is a half: an entry can be
/// referred to where it was written in this one. The reader of a journal uses this; the writer keeps ``WrittenTable``.
struct JournalRounds: Sendable {
  /// A table whose entries are written.
  enum Table: Int, CaseIterable, Sendable { case names, lists, specs, pages, popups, changes }

  /// The round under way. What was never written is of round 0, and the first one is 1.
  private(set) var round: UInt32 = 0
  /// For each table, the round of each entry.
  private var rounds = [[UInt32]](repeating: [], count: Table.allCases.count)

  init() {}

  /// Begins another round, in which nothing has been written yet.
  mutating func begin(_ round: UInt32) { self.round = round }

  /// Whether an entry has been written in this round.
  func isWritten(_ index: Int, in table: Table) -> Bool { lastRound(of: index, in: table) == round }

  /// Whether an entry has been written in any round.
  func wasWritten(_ index: Int, in table: Table) -> Bool { lastRound(of: index, in: table) ?? 0 > 0 }

  /// Nil where there is no such entry.
  @inline(__always)
  private func lastRound(of index: Int, in table: Table) -> UInt32? {
    index >= 0 && index < rounds[table.rawValue].count ? rounds[table.rawValue][index] : nil
  }

  /// Takes note that an entry is being written.
  mutating func note(_ index: Int, in table: Table) {
    let count = rounds[table.rawValue].count
    if index >= count {
      // Twice as many as there were: entries come one by one.
      rounds[table.rawValue].append(contentsOf: repeatElement(0, count: max(index + 1, 2 * count) - count))
    }
    rounds[table.rawValue][index] = round
  }
}
