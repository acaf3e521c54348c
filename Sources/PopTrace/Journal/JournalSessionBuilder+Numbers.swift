import PopupScheduling

extension JournalSessionBuilder {
  /// The number of a popup or page that no half has said anything of: its index, or, where a half is missing that may have, the one that no other
  /// has.
  func unknownNumber(at index: Int) -> Int64 { lacksHalf ? MadeUpEntries.unknownNumber(at: index) : Int64(index) }

  /// Whether a popup's number is its index, or was said in this half.
  func isNumberKnown(_ popup: PopupID) -> Bool {
    let numbers = session.catalog.popupNumbers
    return popup.isNone || popup.index >= numbers.count || numbers[popup.index] == Int64(popup.index)
      || rounds.isWritten(popup.index, in: .popups)
  }

  /// Whether an event is about a popup whose number is lost.
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
  private func settled(_ numbers: some Collection<Int64>, _ table: JournalRounds.Table) -> [(index: Int, number: Int64)]
  {
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
}
