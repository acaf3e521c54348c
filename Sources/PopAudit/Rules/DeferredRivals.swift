import PopupScheduling

/// The presentations that began while no page was current: who could have come in their place shows when there is one.
struct DeferredRivals {
  private struct Entry {
    var presentation: AuditStep.Presentation
    var level: Int32
    /// Who waited for nothing but a page, in order of submission.
    var candidates: [Int32]
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// A popup is about to be shown.
  mutating func shown(_ event: Event, _ state: borrowing AuditState) {
    let place = event.popup.index
    guard state.scenes[Int(state.popups[place].scene)].current.isNone else { return }
    var candidates: [Int32] = []
    for rival in state.lines[Int(state.popups[place].line)].waiting
    where Int(rival) != place && !state.popups[Int(rival)].isSystem && !state.areOfOneChain(Int(rival), place)
      && state.isReady(Int(rival)) && state.closedGate(for: Int(rival)) == nil
    {
      candidates.append(rival)
    }
    guard !candidates.isEmpty else { return }
    let presentation = AuditStep.Presentation(popup: event.popup.rawValue, shown: event.sequence)
    entries.append(Entry(presentation: presentation, level: state.popups[place].level, candidates: candidates))
  }

  /// A step is over: names the rivals of those who are still UP in a scene in which a page is current by now.
  ///
  /// They are those who waited for nothing but a page when it began, and are ELIGIBLE now; a chain it opened itself does not count.
  mutating func settle(into other: inout Rivals, _ state: borrowing AuditState) {
    var kept = 0
    for index in entries.indices where state.isUpSince(entries[index].presentation) {
      let entry = entries[index]
      let place = Int(entry.presentation.popup)
      if state.scenes[Int(state.popups[place].scene)].current.isNone {
        entries.swapAt(kept, index)
        kept += 1
        continue
      }
      entries[index].candidates.removeAll { !state.isEligible(Int($0), exceptOpenedBy: entry.presentation.shown) }
      other.add(entry.presentation, level: entry.level, rivals: entries[index].candidates[...])
    }
    entries.removeLast(entries.count - kept)
  }
}
