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

  /// A popup is about to be shown: those of its line who are ELIGIBLE but for the page may turn out its rivals, its own chain left out.
  mutating func shown(_ event: Event, _ state: borrowing AuditState) {
    let place = event.popup.index
    let line = Int(state.popups[place].line)
    guard state.scenes[Int(state.popups[place].scene)].current.isNone else { return }
    var candidates: [Int32] = []
    for index in state.lines[line].waiting.indices {
      let rival = Int(state.lines[line].waiting[index])
      if rival != place, !state.areOfOneChain(rival, place), state.isEligibleButForThePage(rival) {
        candidates.append(state.lines[line].waiting[index])
      }
    }
    guard !candidates.isEmpty else { return }
    let presentation = AuditStep.Presentation(popup: event.popup.rawValue, shown: event.sequence)
    entries.append(Entry(presentation: presentation, level: state.popups[place].level, candidates: candidates))
  }

  /// A step is over: names the rivals of those who are still UP in a scene that is settled on a page by now.
  mutating func settle(into rivals: inout Rivals, _ state: borrowing AuditState) {
    var kept = 0
    for index in entries.indices where state.isUpSince(entries[index].presentation) {
      let scene = Int(state.popups[Int(entries[index].presentation.popup)].scene)
      if state.scenes[scene].current.isNone || !state.scenes[scene].isSettled {
        entries.swapAt(kept, index)
        kept += 1
      } else {
        entries[index].candidates.removeAll { !state.isEligible(Int($0)) }
        rivals.add(entries[index].presentation, level: entries[index].level, rivals: entries[index].candidates[...])
      }
    }
    entries.removeLast(entries.count - kept)
  }
}
