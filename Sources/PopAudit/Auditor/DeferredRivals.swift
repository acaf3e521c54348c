import PopupScheduling

/// The presentations that began while no page was current: who could have come in their place shows when there is one.
struct DeferredRivals: ~Copyable {
  // Not private, as in ``TimerTable/Entry``.
  struct Entry {
    var presentation: AuditStep.Presentation
    var level: Int32
    /// The kinds of popups that a gate held when it began, a bit for each.
    var held: UInt32
  }

  private var entries = OwnedArray<Entry>()

  var isEmpty: Bool { entries.isEmpty }

  mutating func removeAll() { entries.removeAll() }

  /// A popup is about to be shown.
  mutating func shown(_ state: borrowing AuditState) {
    let place = state.event.popup.index
    let line = Int(state.popups[place].line)
    guard state.scenes[Int(state.lines[line].scene)].current.isNone else { return }
    let presentation = AuditStep.Presentation(popup: state.event.popup.rawValue, shown: state.event.sequence)
    entries.append(
      Entry(presentation: presentation, level: state.popups[place].level, held: state.heldKinds(ofLine: line)))
  }

  /// A step is over: names the rivals of those who are still UP in a scene in which a page is current by now.
  ///
  /// They are those who waited for nothing but a page when it began, and are ELIGIBLE now; a chain it opened itself does not count.
  mutating func settle(into rivals: inout Rivals, _ state: borrowing AuditState) {
    var kept = 0
    for index in entries.indices where state.isUpSince(entries[index].presentation) {
      let entry = entries[index]
      if state.scenes[Int(state.popups[Int(entry.presentation.popup)].scene)].current.isNone {
        entries[kept] = entry
        kept += 1
      } else {
        rivals.addLate(entry.presentation, level: entry.level, held: entry.held, state)
      }
    }
    entries.removeLast(entries.count - kept)
  }
}
