import PopupScheduling

/// The presentations that began while no page was current: which popups could have been shown in their place is known once there is one.
struct PresentationsWithoutPage: ~Copyable {
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
    let index = state.event.popup.index
    let queue = Int(state.popups[index].queue)
    guard state.scenes[Int(state.queues[queue].scene)].current.isNone else { return }
    let presentation = AuditStep.Presentation(popup: state.event.popup.rawValue, shown: state.event.sequence)
    entries.append(
      Entry(presentation: presentation, level: state.popups[index].level, held: state.heldKinds(ofQueue: queue)))
  }

  /// A step is over: lists what the presentations overtook that are still UP in a scene in which a page is current by now.
  ///
  /// Those are the popups that waited for nothing but a page when it began, and are ELIGIBLE now; a chain it opened itself does not count.
  mutating func settle(into overtaken: inout OvertakenPopups, _ state: borrowing AuditState) {
    var kept = 0
    for index in entries.indices where state.isUpSince(entries[index].presentation) {
      let entry = entries[index]
      if state.scenes[Int(state.popups[Int(entry.presentation.popup)].scene)].current.isNone {
        entries[kept] = entry
        kept += 1
      } else {
        overtaken.add(entry.presentation, level: entry.level, held: entry.held, state)
      }
    }
    entries.removeLast(entries.count - kept)
  }
}
