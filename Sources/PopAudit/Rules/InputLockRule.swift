import PopupScheduling

/// `input-lock`: touches are ignored for longer than a popup's entry, or for a shorter time, or given back by somebody else.
struct InputLockRule: AuditRule {
  /// The locks that one popup holds.
  private struct Locks {
    var count: Int32 = 0
    /// How many of them are known to be leaked.
    var leaked: Int32 = 0
    /// The last `input.locked`.
    var last: Int32 = -1
    /// The `popup.shown` whose entry animation has finished.
    var finished: Int32 = -1
  }

  /// By popup, and one more for nobody.
  private var locks: [Locks] = []
  /// Whose locks may be leaked by now: something happened to them, or to their popup.
  private var touched: [Int32] = []
  /// A popup whose show animation ran when it was last looked at; negative for none. While it does, nobody's lock is not leaked.
  private var running: Int32 = -1

  private var nobody: Int { locks.count - 1 }

  mutating func begin(_ state: borrowing AuditState) {
    locks.removeAll(keepingCapacity: true)
    locks.append(contentsOf: repeatElement(Locks(), count: state.popups.count + 1))
    touched.removeAll(keepingCapacity: true)
    running = -1
  }

  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    switch event.kind {
    case .animationFinished:
      guard !event.popup.isNone, event.phase == .show else { return }
      let place = event.popup.index
      if event.generation == state.popups[place].generation {
        locks[event.popup.index].finished = state.popups[place].shown
      }
      touch(place)
    case .inputLocked: lock(event, &state)
    case .inputUnlocked: unlock(event, state, &findings)
    case .popupHidden, .popupShown, .popupViewLost: if !event.popup.isNone { touch(event.popup.index) }
    default: break
    }
  }

  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    findLeaks(state, &findings)
  }

  mutating func deadline(_ deadline: Deadline, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard deadline.kind == .showGrace else { return }
    touch(Int(deadline.subject))
    findLeaks(state, &findings)
  }

  /// Nothing comes any more in the instant in which the session ends.
  mutating func endOfSession(_ state: borrowing AuditState, _ findings: inout [Finding]) {
    for scene in state.scenes.indices {
      let visible = state.scenes[scene].visible
      for index in visible.indices { touch(Int(state.numberLists[visible, index])) }
    }
    findLeaks(state, &findings, isToBeGivenBack: false)
  }

  private mutating func touch(_ place: Int) {
    if locks[place].count > locks[place].leaked { touched.append(Int32(truncatingIfNeeded: place)) }
  }

  private mutating func lock(_ event: Event, _ state: inout AuditState) {
    guard event.popup.isNone || state.popups[event.popup.index].isKnown else { return }
    let place = event.popup.isNone ? nobody : event.popup.index
    locks[place].count += 1
    locks[place].last = event.sequence
    touch(place)
    // Whoever holds it, it must be given back when the animation's grace runs out.
    if place == nobody {
      for scene in 0..<state.sceneCount {
        let visible = state.scenes[scene].visible
        for index in visible.indices { remind(Int(state.numberLists[visible, index]), &state) }
      }
    } else {
      remind(place, &state)
    }
  }

  private func remind(_ place: Int, _ state: inout AuditState) {
    guard runs(place, state) else { return }
    state.deadlines.add(
      Deadline(
        time: graceEnd(place, state) + Ticks(1), kind: .showGrace, subject: Int32(truncatingIfNeeded: place),
        stamp: Int64(state.popups[place].shown)))
  }

  private mutating func unlock(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    guard event.popup.isNone || state.popups[event.popup.index].isKnown else { return }
    let place = event.popup.isNone ? nobody : event.popup.index
    guard locks[place].count > 0 else {
      report(
        event, place, state, &findings, [event.sequence], "was unlocked for \(name(place, state)), which holds no lock")
      return
    }
    let locked = locks[place].last
    locks[place].count -= 1
    if locks[place].leaked > locks[place].count { locks[place].leaked = locks[place].count }
    if isAnyRunning(for: place, state) {
      report(
        event, place, state, &findings, [locked, event.sequence],
        "was unlocked for \(name(place, state)) while \(place == nobody ? "a" : "its") show animation runs")
    }
  }

  private mutating func findLeaks(
    _ state: borrowing AuditState, _ findings: inout [Finding], isToBeGivenBack: Bool = true
  ) {
    if locks[nobody].count > locks[nobody].leaked { findLeak(nobody, state, &findings, isToBeGivenBack) }
    guard !touched.isEmpty else { return }
    for place in touched where Int(place) != nobody && locks[Int(place)].count > locks[Int(place)].leaked {
      findLeak(Int(place), state, &findings, isToBeGivenBack)
    }
    touched.removeAll(keepingCapacity: true)
  }

  private mutating func findLeak(
    _ place: Int, _ state: borrowing AuditState, _ findings: inout [Finding], _ isToBeGivenBack: Bool
  ) {
    guard !isAnyRunning(for: place, state, isToBeGivenBack: isToBeGivenBack) else { return }
    locks[place].leaked = locks[place].count
    var event = Event(.inputLocked)
    event.popup = place == nobody ? .none : PopupID(place)
    report(
      event, place, state, &findings, [locks[place].last],
      "is still locked for \(name(place, state)), and no show animation of \(place == nobody ? "any popup" : "it") runs"
    )
  }

  /// Whether the show animation runs that a lock is for: the popup's own, or anybody's where nobody took it.
  private mutating func isAnyRunning(
    for place: Int, _ state: borrowing AuditState, isToBeGivenBack: Bool = false
  ) -> Bool {
    if place != nobody { return runs(place, state, isToBeGivenBack: isToBeGivenBack) }
    if running >= 0, runs(Int(running), state, isToBeGivenBack: isToBeGivenBack) { return true }
    for scene in 0..<state.sceneCount {
      let visible = state.scenes[scene].visible
      for index in visible.indices {
        let popup = state.numberLists[visible, index]
        guard runs(Int(popup), state, isToBeGivenBack: isToBeGivenBack) else { continue }
        running = popup
        return true
      }
    }
    running = -1
    return false
  }

  /// RUNS. In the very instant in which its grace runs out, the lock is to be given back, in whatever order things come in that instant.
  private func runs(_ place: Int, _ state: borrowing AuditState, isToBeGivenBack: Bool = false) -> Bool {
    guard state.popups[place].isUp, state.popups[place].spec >= 0, locks[place].finished != state.popups[place].shown
    else { return false }
    return state.catalog.specs[Int(state.popups[place].spec)].showLength > .zero
      && (state.now < graceEnd(place, state) || (isToBeGivenBack && state.now == graceEnd(place, state)))
  }

  private func graceEnd(_ place: Int, _ state: borrowing AuditState) -> Ticks {
    return state.popups[place].shownAt + state.catalog.specs[Int(state.popups[place].spec)].showLength + state.second
  }

  private func name(_ place: Int, _ state: borrowing AuditState) -> String {
    place == nobody ? "nobody in particular" : state.text(popup: place)
  }

  private func report(
    _ event: Event, _ place: Int, _ state: borrowing AuditState, _ findings: inout [Finding], _ witness: [Int32],
    _ why: String
  ) {
    findings.append(
      Finding(
        .inputLock, popup: event.popup, page: place == nobody ? .none : state.popups[place].shownPage, time: state.now,
        witness: witness, because: "input \(why)"))
  }
}
