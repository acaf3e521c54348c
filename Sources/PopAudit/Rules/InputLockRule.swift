import PopupScheduling

/// `input-lock`: touches are ignored for longer than a popup's entry, or for a shorter time, or given back by somebody else.
struct InputLockRule: ~Copyable, AuditRule {
  static var signalsAtEnd: AuditSignals { .wake }
  static var deadlines: Deadline.Kinds { .showGrace }

  /// The locks that one popup holds.
  // Not private, as in ``TimerTable/Entry``.
  struct Locks {
    var count: Int32 = 0
    /// How many of them are known to be leaked.
    var leaked: Int32 = 0
    /// The last `input.locked`.
    var last: Int32 = -1
    /// The `popup.shown` whose entry animation has finished.
    var finished: Int32 = -1
  }

  /// By popup, and one more for nobody.
  private var locks = OwnedArray<Locks>()
  /// Whose locks may be leaked by now: something happened to them, or to their popup.
  private var touched = OwnedArray<Int32>()
  /// A popup whose show animation ran when it was last looked at; negative for none. While it does, nobody's lock is not leaked.
  private var running: Int32 = -1

  private var nobody: Int { locks.count - 1 }

  mutating func begin(_ state: borrowing AuditState) {
    locks.removeAll()
    locks.append(repeating: Locks(), count: state.popups.count + 1)
    touched.removeAll()
    running = -1
  }

  @inline(__always)
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    switch state.event.kind {
    case .animationFinished:
      guard !state.event.popup.isNone, state.event.phase == .show else { return }
      let place = state.event.popup.index
      if state.event.generation == state.popups[place].generation {
        locks[state.event.popup.index].finished = state.popups[place].shown
      }
      touch(place, &output)
    case .inputLocked: lock(state, &output)
    case .inputUnlocked: unlock(state, &output)
    case .popupHidden, .popupShown, .popupViewLost:
      if !state.event.popup.isNone { touch(state.event.popup.index, &output) }
    default: break
    }
  }

  mutating func endOfStep(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    findLeaks(state, &output)
    // A lock without a popup is leaked once no show animation of any popup runs.
    if locks[nobody].count > locks[nobody].leaked { output.wakesNext = true }
  }

  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    touch(Int(deadline.subject), &output)
    findLeaks(state, &output)
  }

  /// Nothing comes any more in the instant in which the session ends.
  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard isFinished else { return }
    for scene in state.scenes.indices {
      let visible = state.scenes[scene].visible
      for index in visible.indices { touch(Int(state.numberLists[visible, index]), &output) }
    }
    findLeaks(state, &output, isToBeGivenBack: false)
  }

  @inline(__always)
  private mutating func touch(_ place: Int, _ output: inout RuleOutput) {
    guard locks[place].count > locks[place].leaked else { return }
    touched.append(Int32(truncatingIfNeeded: place))
    output.wakes = true
  }

  @inline(never)
  private mutating func lock(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.event.popup.isNone || state.popups[state.event.popup.index].isKnown else { return }
    let place = state.event.popup.isNone ? nobody : state.event.popup.index
    locks[place].count += 1
    locks[place].last = state.event.sequence
    touch(place, &output)
    // Whoever holds it, it must be given back when the animation's grace runs out.
    if place == nobody {
      for scene in 0..<state.sceneCount {
        let visible = state.scenes[scene].visible
        for index in visible.indices { remind(Int(state.numberLists[visible, index]), state, &output) }
      }
    } else {
      remind(place, state, &output)
    }
  }

  private func remind(_ place: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard runs(place, state) else { return }
    output.deadlines.add(
      Deadline(
        time: graceEnd(place, state) + Ticks(1), kind: .showGrace, subject: Int32(truncatingIfNeeded: place),
        stamp: Int64(state.popups[place].shown)))
  }

  @inline(never)
  private mutating func unlock(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.event.popup.isNone || state.popups[state.event.popup.index].isKnown else { return }
    let place = state.event.popup.isNone ? nobody : state.event.popup.index
    guard locks[place].count > 0 else {
      report(
        state.event.popup, place, state, &output, [state.event.sequence],
        "was unlocked for \(name(place, state)), which holds no lock")
      return
    }
    let locked = locks[place].last
    locks[place].count -= 1
    if locks[place].leaked > locks[place].count { locks[place].leaked = locks[place].count }
    if isAnyRunning(for: place, state) {
      report(
        state.event.popup, place, state, &output, [locked, state.event.sequence],
        "was unlocked for \(name(place, state)) while \(place == nobody ? "a" : "its") show animation runs")
    }
  }

  private mutating func findLeaks(
    _ state: borrowing AuditState, _ output: inout RuleOutput, isToBeGivenBack: Bool = true
  ) {
    if locks[nobody].count > locks[nobody].leaked { findLeak(nobody, state, &output, isToBeGivenBack) }
    guard !touched.isEmpty else { return }
    for index in touched.indices {
      let place = Int(touched[index])
      guard place != nobody, locks[place].count > locks[place].leaked else { continue }
      findLeak(place, state, &output, isToBeGivenBack)
    }
    touched.removeAll()
  }

  private mutating func findLeak(
    _ place: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ isToBeGivenBack: Bool
  ) {
    guard !isAnyRunning(for: place, state, isToBeGivenBack: isToBeGivenBack) else { return }
    locks[place].leaked = locks[place].count
    report(
      place == nobody ? .none : PopupID(place), place, state, &output, [locks[place].last],
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
    _ popup: PopupID, _ place: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ witness: [Int32],
    _ why: String
  ) {
    output.findings.append(
      Finding(
        .inputLock, popup: popup, page: place == nobody ? .none : state.popups[place].shownPage, time: state.now,
        witness: witness, because: "input \(why)"))
  }
}

extension InputLockRule {
  static let documentation = RuleDocumentation(
    severity: .error,
    definition: """
      Touches are ignored for too long or not long enough: a lock outlives the entry animation it was taken for, \
      is given back while that animation still runs, or is given back for a popup that never took one.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us","showMs":300}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":100,"event":"input.locked","popup":1}
      {"t":200,"event":"idle"}
      {"t":200,"event":"input.unlocked","popup":1}
      input-lock: popup 1 gave the lock back 200 ms before the end of its animation
      """)
}
