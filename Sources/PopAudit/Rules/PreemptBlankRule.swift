import PopupScheduling

/// `preempt-blank`: a popup makes way, and nothing comes in its place.
struct PreemptBlankRule: AuditRule {
  /// The popup of a line that made way last, until another one of the line is shown.
  private struct Pending {
    var popup: Int32 = -1
    var hidden: Int32 = -1
    /// When it was gone from the screen; negative before.
    var goneAt = Ticks(-1)
  }

  /// By line.
  private var pending: [Pending] = []
  /// The lines of which one is pending.
  private var active: [Int32] = []

  mutating func begin(_ state: borrowing AuditState) {
    pending.removeAll(keepingCapacity: true)
    active.removeAll(keepingCapacity: true)
  }

  mutating func before(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard !active.isEmpty else { return }
    switch event.kind {
    case .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      guard !event.page.isNone else { return }
      forget(scene: Int(state.pages[event.page.index].scene), state)
    case .scrollBegan, .editBegan:
      let scene = state.knownScene(numbered: event.scene)
      forget(scene: Int(scene), state)
    case .schedulerSuspended:
      let line = state.knownPlace(ofLine: event.line)
      if line >= 0, Int(line) < pending.count { forget(line: Int(line)) }
    case .appBackground, .appSignedOut: forget { _ in true }
    // What becomes of the one that made way is no reason for a blank.
    case .popupWithdrawn, .popupDropped, .popupChanged: forget { $0.popup != event.popup.rawValue }
    case .appSignedIn: if state.isSignedIn, state.user != event.name { forget { _ in true } }
    case .popupDismissed:
      guard !event.popup.isNone, event.act == .code || state.popups[event.popup.index].isUp else { return }
      forget { $0.popup != event.popup.rawValue }
    case .popupCondition: if !event.flags.contains(.holds) { forget { $0.popup != event.popup.rawValue } }
    case .popupShown: show(event, state, &findings)
    default: break
    }
  }

  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard !event.popup.isNone else { return }
    switch event.kind {
    case .popupHidden: if event.reason == .preempted { hide(event, state) }
    case .animationFinished: if !active.isEmpty { noteGone(event.popup.rawValue, at: state.now, state) }
    default: break
    }
  }

  mutating func deadline(_ deadline: Deadline, _ state: inout AuditState, _ findings: inout [Finding]) {
    if deadline.kind == .exitGrace, !active.isEmpty { noteGone(deadline.subject, at: deadline.time, state) }
  }

  mutating func endOfSession(isFinished: Bool, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard isFinished else { return }
    for line in pending.indices where pending[line].popup >= 0 {
      settleGone(line, state)
      guard pending[line].goneAt >= .zero else { continue }
      report(pending[line], state, &findings, witness: [], "nothing came in its place to the end")
    }
  }

  private mutating func hide(_ event: Event, _ state: borrowing AuditState) {
    guard state.popups[event.popup.index].isKnown, !state.popups[event.popup.index].isExempt,
      state.popups[event.popup.index].hidden == event.sequence
    else { return }
    // A suspension that hides closes the gate in the same breath.
    if state.isPutBackBySuspension(event.popup.index) { return }
    let line = Int(state.popups[event.popup.index].line)
    while pending.count <= line { pending.append(Pending()) }
    if pending[line].popup < 0 { active.append(Int32(truncatingIfNeeded: line)) }
    pending[line] = Pending(popup: event.popup.rawValue, hidden: event.sequence)
    noteGone(event.popup.rawValue, at: state.now, state)
  }

  private mutating func show(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    guard !event.popup.isNone else { return }
    let place = event.popup.index
    let line = Int(state.popups[place].line)
    guard state.popups[place].isKnown, !state.popups[place].isExempt, line < pending.count, pending[line].popup >= 0
    else { return }
    settleGone(line, state)
    let entry = pending[line]
    forget(line: line)
    if entry.popup == event.popup.rawValue {
      report(entry, state, &findings, witness: [event.sequence], "the next to be shown was itself")
    } else if entry.goneAt >= .zero, state.now - entry.goneAt > state.second {
      let blank = state.text(state.now - entry.goneAt)
      report(
        entry, state, &findings, witness: [event.sequence],
        "\(state.text(popup: event.popup.index)) came \(blank) after it was gone")
    }
  }

  private func report(
    _ entry: Pending, _ state: borrowing AuditState, _ findings: inout [Finding], witness: [Int32], _ why: String
  ) {
    let place = Int(entry.popup)
    findings.append(
      Finding(
        .preemptBlank, popup: PopupID(entry.popup), page: state.popups[place].shownPage, time: state.now,
        witness: [entry.hidden] + witness,
        because: "\(state.text(popup: place)) was hidden (preempted), and \(why)"))
  }

  private mutating func noteGone(_ popup: Int32, at time: Ticks, _ state: borrowing AuditState) {
    let line = Int(state.popups[Int(popup)].line)
    guard line < pending.count, pending[line].popup == popup, pending[line].goneAt < .zero,
      !state.popups[Int(popup)].flags.contains(.leaving)
    else { return }
    pending[line].goneAt = time
  }

  /// An exit whose grace ran out between the events of one step was not told of.
  private mutating func settleGone(_ line: Int, _ state: borrowing AuditState) {
    let place = Int(pending[line].popup)
    guard pending[line].goneAt < .zero, !state.popups[place].flags.contains(.leaving) else { return }
    pending[line].goneAt = state.popups[place].leavesBy
  }

  private mutating func forget(where isExcused: (Pending) -> Bool) {
    var kept = 0
    for line in active {
      if isExcused(pending[Int(line)]) {
        pending[Int(line)] = Pending()
      } else {
        active[kept] = line
        kept += 1
      }
    }
    active.removeLast(active.count - kept)
  }

  private mutating func forget(scene: Int, _ state: borrowing AuditState) {
    var kept = 0
    for line in active {
      if Int(state.lines[Int(line)].scene) == scene {
        pending[Int(line)] = Pending()
      } else {
        active[kept] = line
        kept += 1
      }
    }
    active.removeLast(active.count - kept)
  }

  private mutating func forget(line: Int) {
    guard pending[line].popup >= 0 else { return }
    pending[line] = Pending()
    active.removeAll { Int($0) == line }
  }
}
