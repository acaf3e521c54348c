import PopupScheduling

// No two names of a session are the same, or no trace could hold it, whatever a journal says.
extension JournalSessionBuilder {
  /// Adds a name whose text stood in a half which is gone, with a made-up text that no name of the session has.
  mutating func makeUpName() {
    let index = session.catalog.names.texts.count
    session.catalog.names.append(madeUpText(at: index))
  }

  /// Takes over what a record says of a name whose index there is; false where it cannot be so.
  ///
  /// A name stays what it was said to be first. The text of one that was made up is another's as soon as the journal says so: an app may
  /// call something `?3`. O(1) on average, whatever was said before.
  mutating func takeName(_ text: String, at index: Int) -> Bool {
    guard session.catalog.names.texts[index] != text else { return true }
    guard isNameMadeUp(index) else { return false }
    let other = session.catalog.names.find(text)
    if !other.isNone {
      // A chunk that says it can only be followed by what it is.
      guard other.index >= sealed.names, isNameMadeUp(other.index) else { return false }
      session.catalog.names.rename(other, to: madeUpText(at: other.index))
    }
    session.catalog.names.rename(Symbol(index), to: text)
    return true
  }

  private func isNameMadeUp(_ index: Int) -> Bool {
    guard !rounds.wasWritten(index, in: .names) else { return false }
    let text = session.catalog.names.texts[index]
    return !fixedNames.contains(index) || MadeUpEntries.isName(text, at: index)
      || MadeUpEntries.isUnknown(name: text, at: index)
  }

  private mutating func madeUpText(at index: Int) -> String {
    var text = MadeUpEntries.unknownName(at: index)
    // Each number is tried once, so that saying all of them beforehand gains nothing.
    while !session.catalog.names.find(text).isNone {
      text = "\(MadeUpEntries.unknownName(at: index)).\(spareNames)"
      spareNames += 1
    }
    return text
  }

  /// The number of a popup or page that no half has said anything of: its index, or, where a half is missing that may have, the one that no other
  /// has.
  func unknownNumber(at index: Int) -> Int64 { lacksHalf ? MadeUpEntries.unknownNumber(at: index) : Int64(index) }

  /// Whether a popup's number is its index, or was said in this half.
  func isNumberKnown(_ popup: PopupID) -> Bool {
    let numbers = session.catalog.popupNumbers
    return popup.isNone || popup.index >= numbers.count || numbers[popup.index] == Int64(popup.index)
      || rounds.isWritten(popup.index, in: .popups)
  }

  func refersToUnknown(_ event: Event) -> Bool {
    guard !unknownPopups.isEmpty else { return false }
    return unknownPopups.contains(event.popup) || session.log.over(of: event).contains(where: unknownPopups.contains)
  }

  /// Gives popups and pages that have the number of another one a free number: their own is gone with what was rolled back.
  ///
  /// Events of such popups are left out with ``leaveOutWhatCannotBeWritten(from:)``; of such pages there are none.
  mutating func settleNumbers() {
    for (index, number) in settled(session.catalog.popupNumbers, .popups) {
      session.catalog.replace(PopupID(index), numbered: number)
      unknownPopups.insert(PopupID(index))
    }
    for (index, number) in settled(session.catalog.pageNumbers, .pages) {
      session.catalog.replace(PageID(index), numbered: number)
    }
  }

  /// The indices that have the number of another one, and free numbers for them. The one whose number stands in the journal keeps it.
  private func settled(_ numbers: some Collection<Int64>, _ table: Rounds.Table) -> [(index: Int, number: Int64)] {
    guard !zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else { return [] }
    var owners: [Int64: Int] = [:]
    var others: [Int] = []
    for (index, number) in numbers.enumerated() {
      guard let owner = owners[number] else {
        owners[number] = index
        continue
      }
      let keeps = rounds.wasWritten(index, in: table) && !rounds.wasWritten(owner, in: table)
      owners[number] = keeps ? index : owner
      others.append(keeps ? owner : index)
    }
    var next: Int64 = 0
    return others.sorted().map { index in
      while owners[next] != nil { next += 1 }
      owners[next] = index
      return (index, next)
    }
  }

  /// In which round every entry of a session's tables was written last: a round is a half, and an entry can be referred to where it was written
  /// in this one. The writer of a journal keeps ``WrittenTable``.
  struct Rounds: Sendable {
    enum Table: Int, CaseIterable, Sendable { case names, lists, specs, pages, popups, changes }

    /// The round under way. What was never written is of round 0, and the first one is 1.
    private(set) var round: UInt32 = 0
    private var rounds = [[UInt32]](repeating: [], count: Table.allCases.count)

    mutating func begin(_ round: UInt32) { self.round = round }
    func isWritten(_ index: Int, in table: Table) -> Bool { lastRound(of: index, in: table) == round }
    func wasWritten(_ index: Int, in table: Table) -> Bool { lastRound(of: index, in: table) ?? 0 > 0 }

    @inline(__always)
    private func lastRound(of index: Int, in table: Table) -> UInt32? {
      index >= 0 && index < rounds[table.rawValue].count ? rounds[table.rawValue][index] : nil
    }

    mutating func note(_ index: Int, in table: Table) {
      let missing = index + 1 - rounds[table.rawValue].count
      if missing > 0 { rounds[table.rawValue].append(contentsOf: repeatElement(0, count: missing)) }
      rounds[table.rawValue][index] = round
    }
  }
}
