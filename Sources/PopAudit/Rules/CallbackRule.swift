import PopupScheduling

/// `callback`: whoever submitted a popup is not told that it was shown or that it is over, or is told twice.
struct CallbackRule: AuditRule {
  /// The calls about one popup: the sequence numbers of the first ones; negative for none.
  private struct Calls {
    var shown: Int32 = -1
    var closed: Int32 = -1
    var isJudged = false
  }

  /// A call that did not come, while it is not known whether the policy makes calls at all.
  private struct Missing {
    var popup: Int32
    var time: Ticks
    var isClosed: Bool
    /// The event that made it due.
    var due: Int32
  }

  private var calls: [Calls] = []
  /// The popups that something happened to in this step.
  private var touched: [Int32] = []
  private var withheld: [Missing] = []
  private var shownName = Symbol.none
  private var closedName = Symbol.none
  private var isPolicyCalling = false

  mutating func begin(_ state: borrowing AuditState) {
    calls.removeAll(keepingCapacity: true)
    calls.append(contentsOf: repeatElement(Calls(), count: state.popups.count))
    touched.removeAll(keepingCapacity: true)
    withheld.removeAll(keepingCapacity: true)
    isPolicyCalling = false
    learn(state)
  }

  /// The catalog has more names than it had.
  mutating func learn(_ state: borrowing AuditState) {
    shownName = state.catalog.names.symbol(of: "shown")
    closedName = state.catalog.names.symbol(of: "closed")
  }

  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard !event.popup.isNone else { return }
    if event.kind == .callback {
      call(event, state, &findings)
    } else if touched.last != event.popup.rawValue {
      touched.append(event.popup.rawValue)
    }
  }

  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    for popup in state.step.ended { judge(Int(popup), state, &findings) }
    guard !touched.isEmpty else { return }
    for popup in touched { judge(Int(popup), state, &findings) }
    touched.removeAll(keepingCapacity: true)
  }

  private mutating func call(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let place = event.popup.index
    let isClosed = event.name == closedName
    guard !event.name.isNone, isClosed || event.name == shownName else { return }
    if !isPolicyCalling {
      isPolicyCalling = true
      for missing in withheld { report(missing, state, &findings) }
      withheld.removeAll(keepingCapacity: true)
    }
    guard state.popups[place].isKnown else { return }
    let first = isClosed ? calls[place].closed : calls[place].shown
    guard first >= 0 else {
      if isClosed { calls[place].closed = event.sequence } else { calls[place].shown = event.sequence }
      return
    }
    findings.append(
      Finding(
        .callback, popup: event.popup, page: state.popups[place].shownPage, time: state.now,
        witness: [first, event.sequence],
        because: "\(state.text(name: event.name)) was called a second time for \(state.text(popup: place))"))
  }

  /// Both calls are due in the step in which a popup ended.
  private mutating func judge(_ place: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    guard state.popups[place].isKnown, state.popups[place].flags.contains(.ended), state.popups[place].end >= 0,
      !calls[place].isJudged
    else { return }
    calls[place].isJudged = true
    if state.popups[place].shown >= 0, calls[place].shown < 0 {
      note(
        Missing(popup: Int32(place), time: state.now, isClosed: false, due: state.popups[place].shown), state, &findings
      )
    }
    if calls[place].closed < 0 {
      note(
        Missing(popup: Int32(place), time: state.now, isClosed: true, due: state.popups[place].end), state, &findings)
    }
  }

  private mutating func note(_ missing: Missing, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    if isPolicyCalling { report(missing, state, &findings) } else { withheld.append(missing) }
  }

  private func report(_ missing: Missing, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let place = Int(missing.popup)
    findings.append(
      Finding(
        .callback, popup: PopupID(missing.popup), page: state.popups[place].shownPage, time: missing.time,
        witness: [missing.due],
        because: missing.isClosed
          ? "\(state.text(popup: place)) has ended, and closed was not called"
          : "\(state.text(popup: place)) was shown and has ended, and shown was not called"))
  }
}
