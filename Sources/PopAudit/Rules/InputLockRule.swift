import PopupScheduling

/// `input-lock`: touches are ignored for longer than a popup's entry, or for a shorter time, or are given back for a popup that took no
/// lock.
struct InputLockRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.inputLock] }
  static var watchedAfter: AuditSignals {
    .popupShown | .popupHidden | .popupViewLost | .animationFinished | .inputLocked | .inputUnlocked
  }
  static var watchedAtEnd: AuditSignals { .turnEnd }
  static var stage: TurnStage { .pages }
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

  /// By popup; the last entry is for locks without a popup.
  private var locks = OwnedArray<Locks>()
  /// The entries of ``locks`` that may be leaked by now, because something happened to the locks or to their popup.
  private var touched = OwnedArray<Int32>()
  /// A popup whose show animation ran when it was last looked at; negative for none. While it does, a lock without a popup is not leaked.
  private var running: Int32 = -1

  private var unowned: Int { locks.count - 1 }

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
      let index = state.event.popup.index
      if state.event.generation == state.popups[index].generation {
        locks[state.event.popup.index].finished = state.popups[index].shownSequence
      }
      touch(index, &output)
    case .inputLocked: lock(state, &output)
    case .inputUnlocked: unlock(state, &output)
    case .popupHidden, .popupShown, .popupViewLost:
      if !state.event.popup.isNone { touch(state.event.popup.index, &output) }
    default: break
    }
  }

  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    findLeaks(state, &output)
    // A lock without a popup is leaked once no show animation of any popup runs.
    if locks[unowned].count > locks[unowned].leaked { output.wantsNextTurnEnd = true }
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
  private mutating func touch(_ index: Int, _ output: inout RuleOutput) {
    guard locks[index].count > locks[index].leaked else { return }
    touched.append(Int32(truncatingIfNeeded: index))
    output.wantsTurnEnd = true
  }

  @inline(never)
  private mutating func lock(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.event.popup.isNone || state.popups[state.event.popup.index].isKnown else { return }
    let position = state.event.popup.isNone ? unowned : state.event.popup.index
    locks[position].count += 1
    locks[position].last = state.event.sequence
    touch(position, &output)
    // The lock must be given back when the grace of the animation runs out: of any animation, if the lock is for no popup.
    if position == unowned {
      for scene in 0..<state.sceneCount {
        let visible = state.scenes[scene].visible
        for index in visible.indices { remind(Int(state.numberLists[visible, index]), state, &output) }
      }
    } else {
      remind(position, state, &output)
    }
  }

  private func remind(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard runs(index, state) else { return }
    output.deadlines.add(
      Deadline(
        time: graceEnd(index, state) + Ticks(1), kind: .showGrace, subject: Int32(truncatingIfNeeded: index),
        stamp: Int64(state.popups[index].shownSequence)))
  }

  @inline(never)
  private mutating func unlock(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.event.popup.isNone || state.popups[state.event.popup.index].isKnown else { return }
    let index = state.event.popup.isNone ? unowned : state.event.popup.index
    guard locks[index].count > 0 else {
      report(
        state.event.popup, index, state, &output, [state.event.sequence],
        "was unlocked for \(name(index, state)), which holds no lock")
      return
    }
    let locked = locks[index].last
    locks[index].count -= 1
    if locks[index].leaked > locks[index].count { locks[index].leaked = locks[index].count }
    if isAnyRunning(for: index, state) {
      report(
        state.event.popup, index, state, &output, [locked, state.event.sequence],
        "was unlocked for \(name(index, state)) while \(index == unowned ? "a" : "its") show animation runs")
    }
  }

  private mutating func findLeaks(
    _ state: borrowing AuditState, _ output: inout RuleOutput, isToBeGivenBack: Bool = true
  ) {
    if locks[unowned].count > locks[unowned].leaked { findLeak(unowned, state, &output, isToBeGivenBack) }
    guard !touched.isEmpty else { return }
    for index in touched.indices {
      let position = Int(touched[index])
      guard position != unowned, locks[position].count > locks[position].leaked else { continue }
      findLeak(position, state, &output, isToBeGivenBack)
    }
    touched.removeAll()
  }

  private mutating func findLeak(
    _ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ isToBeGivenBack: Bool
  ) {
    guard !isAnyRunning(for: index, state, isToBeGivenBack: isToBeGivenBack) else { return }
    locks[index].leaked = locks[index].count
    report(
      index == unowned ? .none : PopupID(index), index, state, &output, [locks[index].last],
      "is still locked for \(name(index, state)), and no show animation of \(index == unowned ? "any popup" : "it") runs"
    )
  }

  /// Whether the show animation runs that a lock is for: the popup's own, or any popup's for a lock without a popup.
  private mutating func isAnyRunning(
    for position: Int, _ state: borrowing AuditState, isToBeGivenBack: Bool = false
  ) -> Bool {
    if position != unowned { return runs(position, state, isToBeGivenBack: isToBeGivenBack) }
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
  private func runs(_ index: Int, _ state: borrowing AuditState, isToBeGivenBack: Bool = false) -> Bool {
    guard state.popups[index].isUp, state.popups[index].spec >= 0,
      locks[index].finished != state.popups[index].shownSequence
    else { return false }
    return state.catalog.specs[Int(state.popups[index].spec)].showLength > .zero
      && (state.now < graceEnd(index, state) || (isToBeGivenBack && state.now == graceEnd(index, state)))
  }

  private func graceEnd(_ index: Int, _ state: borrowing AuditState) -> Ticks {
    return state.popups[index].shownAt + state.catalog.specs[Int(state.popups[index].spec)].showLength + state.second
  }

  private func name(_ index: Int, _ state: borrowing AuditState) -> String {
    index == unowned ? "nobody in particular" : state.text(popup: index)
  }

  private func report(
    _ popup: PopupID, _ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ witness: [Int32],
    _ why: String
  ) {
    output.report(
      .inputLock, popup: popup, page: index == unowned ? .none : state.popups[index].shownPage, time: state.now,
      witness: witness, because: "input \(why)")
  }
}

extension Rule {
  public static let inputLock = Rule(
    number: 22, id: "input-lock", severity: .error,
    userWords: "left the screen deaf to touches for too long, or not long enough",
    definition: """
      Touches are ignored for too long or not long enough: a lock outlives the entry animation it was taken for, \
      is given back while that animation still runs, or is given back for a popup that never took one. A scheduler \
      that never takes one is judged only beside a recording, or another policy's run, that does.
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
