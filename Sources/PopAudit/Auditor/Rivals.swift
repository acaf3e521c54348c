import PopupScheduling

/// The presentations that began in a step, each with its rivals: who could have been shown in its place.
struct Rivals: ~Copyable {
  struct Entry {
    /// The first in order of those who are still not UP; negative where there are none.
    var first: Int32 = -1
    var presentation: AuditStep.Presentation
    var level: Int32
    /// Its first rivals, in order: more than are likely to be shown in its step.
    var firstsStart: Int32
    var firstsEnd: Int32
    /// All of them that were submitted before it and have not starved yet, in order of submission.
    var eldersStart: Int32
    var eldersEnd: Int32

    var firsts: Range<Int> { Int(firstsStart)..<Int(firstsEnd) }
    var elders: Range<Int> { Int(eldersStart)..<Int(eldersEnd) }
  }

  /// How many rivals of a presentation are known by name. Only where so many, all waiting, are shown in the same step, one on top of the
  /// other, would a rival after them be missed.
  private static let limit = 8

  private(set) var entries = OwnedArray<Entry>()
  private var popups = OwnedArray<Int32>()
  private var frontier = OwnedArray<AuditState.Turning>()

  var isEmpty: Bool { entries.isEmpty }

  mutating func removeAll() {
    entries.removeAll()
    popups.removeAll()
  }

  /// A popup is about to be shown: those of its line who are ELIGIBLE now are its rivals, its own chain and the system's left out.
  mutating func shown(_ state: borrowing AuditState) {
    let place = state.event.popup.index
    let start = popups.count
    state.appendFirstRivals(of: place, atMost: Self.limit, to: &popups, &frontier)
    let middle = popups.count
    guard middle > start else { return }
    state.appendElders(of: place, to: &popups)
    let presentation = AuditStep.Presentation(popup: state.event.popup.rawValue, shown: state.event.sequence)
    entries.append(
      Entry(
        presentation: presentation, level: state.popups[place].level, firstsStart: Int32(start),
        firstsEnd: Int32(middle),
        eldersStart: Int32(middle), eldersEnd: Int32(popups.count)))
  }

  /// The rivals of a presentation that began in an earlier step, while no page was current.
  mutating func addLate(
    _ presentation: AuditStep.Presentation, level: Int32, held: UInt32, _ state: borrowing AuditState
  ) {
    let start = popups.count
    state.appendLateRivals(of: Int(presentation.popup), since: presentation.shown, held: held, to: &popups)
    guard popups.count > start else { return }
    let end = Int32(popups.count)
    entries.append(
      Entry(
        presentation: presentation, level: level, firstsStart: Int32(start), firstsEnd: end, eldersStart: Int32(start),
        eldersEnd: end))
  }

  /// The rivals of a presentation that are still not UP; FIRST IN LINE of them, negative where there are none.
  func first(of entry: Entry, _ state: borrowing AuditState) -> Int32 {
    var first: Int32 = -1
    for index in entry.firsts where !state.popups[Int(popups[index])].isUp {
      let rival = popups[index]
      if first < 0 || state.popups[Int(rival)].rank < state.popups[Int(first)].rank { first = rival }
    }
    return first
  }

  /// The rival at an index of an entry.
  func rival(_ index: Int) -> Int { Int(popups[index]) }

  /// Whether the rival at an index was submitted before a presentation and has to wait on.
  func isPassedOver(_ index: Int, by entry: Entry, _ state: borrowing AuditState) -> Bool {
    let place = rival(index)
    return !state.popups[place].isUp
      && state.popups[place].submitted < state.popups[Int(entry.presentation.popup)].submitted
  }
}
