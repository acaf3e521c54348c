import PopupScheduling

/// The presentations that began in a step, each with its rivals: who could have been shown in its place.
struct Rivals {
  struct Entry {
    var presentation: AuditStep.Presentation
    var level: Int32
    var start: Int
    var end: Int
  }

  private(set) var entries: [Entry] = []
  private var popups: [Int32] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    popups.removeAll(keepingCapacity: true)
  }

  /// A popup is about to be shown: those of its line who are ELIGIBLE now are its rivals, its own chain left out.
  mutating func shown(_ event: Event, _ state: borrowing AuditState) {
    let place = event.popup.index
    let line = Int(state.popups[place].line)
    let start = popups.count
    for index in state.lines[line].waiting.indices {
      let rival = Int(state.lines[line].waiting[index])
      if rival != place, !state.popups[rival].isSystem, !state.areOfOneChain(rival, place), state.isEligible(rival) {
        popups.append(state.lines[line].waiting[index])
      }
    }
    guard popups.count > start else { return }
    let presentation = AuditStep.Presentation(popup: event.popup.rawValue, shown: event.sequence)
    entries.append(Entry(presentation: presentation, level: state.popups[place].level, start: start, end: popups.count))
  }

  /// The rivals of a presentation that began in an earlier step, in order of submission.
  mutating func add(_ presentation: AuditStep.Presentation, level: Int32, rivals: ArraySlice<Int32>) {
    guard !rivals.isEmpty else { return }
    let start = popups.count
    popups.append(contentsOf: rivals)
    entries.append(Entry(presentation: presentation, level: level, start: start, end: popups.count))
  }

  /// The rivals of a presentation that are still not UP; FIRST IN LINE of them, negative where there are none.
  func first(of entry: Entry, _ state: borrowing AuditState) -> Int32 {
    var first: Int32 = -1
    for index in entry.start..<entry.end where !state.popups[Int(popups[index])].isUp {
      let rival = popups[index]
      if first < 0 || state.popups[Int(rival)].rank < state.popups[Int(first)].rank { first = rival }
    }
    return first
  }

  /// The rival at an index of an entry.
  func rival(_ index: Int) -> Int32 { popups[index] }
}
