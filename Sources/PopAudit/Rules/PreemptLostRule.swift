import PopupScheduling

/// `preempt-lost`: a popup has to make way for another, and does not become what it asks for.
struct PreemptLostRule: AuditRule {
  /// A popup hidden as preempted in this step.
  private struct Preempted {
    var popup: Int32
    var hidden: Int32
    /// It was put back in the queue, or shown.
    var isBack = false
    /// It was dropped as preempted.
    var isDropped = false
    /// It ended for another reason that holds.
    var isOver = false
  }

  private var preempted: [Preempted] = []

  mutating func begin(_ state: borrowing AuditState) { preempted.removeAll(keepingCapacity: true) }

  mutating func before(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard !event.popup.isNone else { return }
    let place = event.popup.index
    guard state.popups[place].isKnown, !state.popups[place].flags.contains(.uncertain) else { return }
    switch event.kind {
    case .popupHidden:
      // A suspension that hides puts what is up back to the front, whatever it is (semantics C31).
      guard event.reason == .preempted, state.popups[place].isUp, !state.isPutBackBySuspension(place) else { return }
      preempted.append(Preempted(popup: event.popup.rawValue, hidden: event.sequence))
    case .popupQueued, .popupRestored, .popupShown: mark(event) { $0.isBack = true }
    case .popupDropped where event.reason == .preempted:
      guard !mark(event, { $0.isDropped = true }) else { return }
      findings.append(
        Finding(
          .preemptLost, popup: event.popup, page: state.scenes[Int(state.popups[place].scene)].current, time: state.now,
          witness: [event.sequence],
          because: "\(state.text(popup: place)) was dropped (preempted) without having been hidden for another one"))
    case .popupDropped: if state.premiseHolds { mark(event) { $0.isOver = true } }
    case .popupWithdrawn: mark(event) { $0.isOver = true }
    default: break
    }
  }

  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    guard !preempted.isEmpty else { return }
    for entry in preempted { judge(entry, state, &findings) }
    preempted.removeAll(keepingCapacity: true)
  }

  private func judge(_ entry: Preempted, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let place = Int(entry.popup)
    let wish = state.catalog.specs[Int(state.popups[place].spec)].onHigher
    let why: String
    switch wish {
    case .stay: why = "it must not be preempted at all"
    case .requeue:
      if entry.isBack || entry.isOver { return }
      why = entry.isDropped ? "it was dropped in place of being queued again" : "it was not queued again"
    case .drop:
      if entry.isDropped || entry.isOver { return }
      why = "it was not dropped"
    }
    findings.append(
      Finding(
        .preemptLost, popup: PopupID(entry.popup), page: state.popups[place].shownPage, time: state.now,
        witness: [state.popups[place].shown, entry.hidden],
        because: "\(state.text(popup: place)) (onHigher \(wish.wireName)) was hidden (preempted), and \(why)"))
  }

  /// Notes what became of a popup; false where it was not preempted in this step.
  @discardableResult
  private mutating func mark(_ event: Event, _ note: (inout Preempted) -> Void) -> Bool {
    guard let entry = preempted.lastIndex(where: { $0.popup == event.popup.rawValue }) else { return false }
    note(&preempted[entry])
    return true
  }
}
