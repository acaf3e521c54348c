import PopupScheduling

extension Rule {
  public static let cover = Rule(
    number: 23, id: "cover", severity: .error,
    userWords: "left the screen dimmed with nothing on it, or was not dimmed under",
    definition: """
      The dimming view under popups does not fit them: it is there though nobody is up, gone though somebody is, \
      or removed though there was none. A scheduler that never adds one is judged only beside a recording, or \
      another policy's run, that does: then this is found once, at the first popup of such a kind.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"cover.added","popup":1}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      cover: the cover stayed when popup 1 was gone
      """)

  struct Cover: ~Copyable, AuditRule, Replaceable {
    static var watchedAfter: AuditSignals { .coverAdded | .coverRemoved }
    static var watchedAtEnd: AuditSignals { .coverAdded | .coverRemoved | .slotChanged | .turnEnd }

    struct Stack {
      var count: Int32 = 0
      /// The one added last of those that are there, as an index; negative for none.
      var top: Int32 = -1
      /// The `cover.removed` of this turn; negative for none.
      var removed: Int32 = -1
      var isLeftOver = false
    }

    /// A cover that is there, or was since there was none in any scene.
    struct Layer {
      var popup: PopupID
      /// Its `cover.added`.
      var added: Int32
      var isThere = true
      /// The one in the same scene, and the one of the same popup, that was added before it; negative for none.
      var below: Int32
      var sameBefore: Int32
    }

    /// By scene.
    private var stacks = OwnedArray<Stack>()
    private var layers = OwnedArray<Layer>()
    /// By scene and popup: its cover added last, as an index.
    private var latest = IndexTable()
    /// The scenes in which a cover was added or removed in this turn.
    private var touched = OwnedArray<Int32>()
    /// The scenes that are looked at again at the end of the next turn.
    private var postponed = OwnedArray<Int32>()

    mutating func copy(from other: borrowing Self) {
      stacks.copy(from: other.stacks)
      layers.copy(from: other.layers)
      latest.copy(from: other.latest)
      touched.copy(from: other.touched)
      postponed.copy(from: other.postponed)
    }

    private mutating func forgetLayers() {
      layers.removeAll()
      latest.removeAll()
    }

    mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let scene = Int(state.sceneOfEvent)
      while stacks.count <= scene { stacks.append(Stack()) }
      if touched.last != state.sceneOfEvent { touched.append(state.sceneOfEvent) }
      let ofPopup = IndexTable.Key(state.sceneOfEvent, state.event.popup.rawValue)
      if state.event.kind == .coverAdded {
        layers.append(
          Layer(
            popup: state.event.popup, added: state.event.sequence, below: stacks[scene].top,
            sameBefore: latest[ofPopup]))
        stacks[scene].top = Int32(truncatingIfNeeded: layers.count - 1)
        latest[ofPopup] = stacks[scene].top
        stacks[scene].count += 1
      } else if stacks[scene].count > 0 {
        remove(ofPopup, scene, state)
      } else {
        let popup = state.event.popup.isNone ? "" : " for \(state.text(popup: state.subject))"
        output.reportOnce(
          .cover, state, state.subject, on: state.scenes[scene].current, [state.event.sequence],
          "a cover was removed\(popup), and there is none")
      }
    }

    /// Takes away the popup's own cover; the one added last where it has none, as one cover may serve several popups in turn.
    private mutating func remove(_ ofPopup: IndexTable.Key, _ scene: Int, _ state: borrowing AuditState) {
      var index = latest[ofPopup]
      while index >= 0, !layers[Int(index)].isThere { index = layers[Int(index)].sameBefore }
      latest[ofPopup] = index < 0 ? -1 : layers[Int(index)].sameBefore
      layers[Int(index < 0 ? stacks[scene].top : index)].isThere = false
      while stacks[scene].top >= 0, !layers[Int(stacks[scene].top)].isThere {
        stacks[scene].top = layers[Int(stacks[scene].top)].below
      }
      stacks[scene].count -= 1
      stacks[scene].removed = state.event.sequence
      if stacks.indices.allSatisfy({ stacks[$0].count == 0 }) { forgetLayers() }
    }

    mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      judgeTouched(state, &output, mayContinue: true)
    }

    mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      if isFinished { judgeTouched(state, &output, mayContinue: false) }
    }

    /// Judges the scenes in which a cover was added or removed, or a popup took the slot or left it.
    private mutating func judgeTouched(_ state: borrowing AuditState, _ output: inout RuleOutput, mayContinue: Bool) {
      guard !stacks.isEmpty else { return }
      for index in state.slotScenes.indices where Int(state.slotScenes[index]) < stacks.count {
        judge(Int(state.slotScenes[index]), state, &output, mayContinue)
      }
      for index in touched.indices { judge(Int(touched[index]), state, &output, mayContinue) }
      touched.removeAll()
      if !postponed.isEmpty {
        swap(&touched, &postponed)
        output.wantsNextTurnEnd = true
      }
    }

    private mutating func judge(
      _ scene: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ mayContinue: Bool
    ) {
      let stack = stacks[scene]
      stacks[scene].removed = -1
      let isFree = state.scenes[scene].isSlotFree
      // In the very instant in which an exit's grace runs out the cover is to go, in whatever order things come in that instant.
      if stack.count > 0, isFree, mayContinue, state.scenes[scene].graceEnd == state.now {
        postponed.append(Int32(truncatingIfNeeded: scene))
        return
      }
      stacks[scene].isLeftOver = stack.count > 0 && isFree
      if stack.count > 0 {
        guard isFree, !stack.isLeftOver else { return }
        let top = layers[Int(stack.top)]
        let popup = top.popup.isNone ? "" : ", added for \(state.text(popup: top.popup.index)),"
        return output.reportOnce(
          .cover, state, top.popup.index, on: state.scenes[scene].current, [top.added],
          "a cover\(popup) is left over: no popup that takes a slot is visible")
      }
      guard stack.removed >= 0, !isFree else { return }
      for position in state.scenes[scene].visible.indices {
        let bare = state.visible(position, in: scene)
        guard state.popups[bare].isUp, !state.popups[bare].isExempt else { continue }
        return output.reportOnce(
          .cover, state, bare, on: state.scenes[scene].current,
          witness(state.popups[bare].shownSequence, stack.removed),
          "the last cover was removed while \(state.text(popup: bare)) is up")
      }
    }
  }

  public static let inputLock = Rule(
    number: 22, id: "input-lock", severity: .error,
    userWords: "left the screen deaf to touches for too long, or not long enough",
    definition: """
      Touches are ignored for too long or not long enough: a lock outlives the entry animation it was taken for, \
      is given back while that animation still runs, or is given back for a popup that never took one. A scheduler \
      that never takes one is judged only beside a recording, or another policy's run, that does.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us","showMs":300}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":100,"event":"input.locked","popup":1}
      {"t":200,"event":"idle"}
      {"t":200,"event":"input.unlocked","popup":1}
      input-lock: popup 1 gave the lock back 200 ms before the end of its animation
      """)

  struct InputLock: ~Copyable, AuditRule {
    static var watchedAfter: AuditSignals {
      .popupShown | .popupHidden | .popupViewLost | .animationFinished | .inputLocked | .inputUnlocked
    }
    static var watchedAtEnd: AuditSignals { .turnEnd }
    static var stage: TurnStage { .pages }
    static func isDue(_ kind: Deadline.Kind) -> Bool { kind == .showGrace }

    struct Locks {
      var count: Int32 = 0
      /// How many of them are known to be leaked.
      var leaked: Int32 = 0
      /// The last `input.locked`.
      var last: Int32 = -1
      /// The `popup.shown` whose entry animation has finished.
      var finished: Int32 = -1

      var mayBeLeaked: Bool { count > leaked }
    }

    /// By popup; the last entry is for locks without a popup.
    private var locks = OwnedArray<Locks>()
    /// The entries of ``locks`` that may be leaked by now, because something happened to the locks or to their popup.
    private var touched = OwnedArray<Int32>()
    /// A popup whose show animation ran when it was last looked at; negative for none. While it does, a lock without a popup is not leaked.
    private var running: Int32 = -1

    private var unowned: Int { locks.count - 1 }

    mutating func copy(from other: borrowing Self) {
      locks.copy(from: other.locks)
      touched.copy(from: other.touched)
      running = other.running
    }

    mutating func begin(_ state: borrowing AuditState) {
      locks.fill(with: Locks(), count: state.popups.count + 1)
      touched.removeAll()
      running = -1
    }

    @inline(__always)
    mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      switch state.event.kind {
      case .animationFinished:
        guard !state.event.popup.isNone, state.event.phase == .show else { return }
        if state.event.generation == state.popups[state.subject].generation {
          locks[state.subject].finished = state.popups[state.subject].shownSequence
        }
        touch(state.subject, &output)
      case .inputLocked, .inputUnlocked: change(state, &output)
      default: if !state.event.popup.isNone { touch(state.subject, &output) }
      }
    }

    mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      findLeaks(state, &output)
      // A lock without a popup is leaked once no show animation of any popup runs.
      if locks[unowned].mayBeLeaked { output.wantsNextTurnEnd = true }
    }

    mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      touch(Int(deadline.subject), &output)
      findLeaks(state, &output)
    }

    /// Nothing comes any more in the instant in which the session ends.
    mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard isFinished else { return }
      for scene in state.scenes.indices {
        for index in state.scenes[scene].visible.indices { touch(state.visible(index, in: scene), &output) }
      }
      findLeaks(state, &output, isToBeGivenBack: false)
    }

    @inline(__always)
    private mutating func touch(_ index: Int, _ output: inout RuleOutput) {
      guard locks[index].mayBeLeaked else { return }
      touched.append(Int32(truncatingIfNeeded: index))
      output.wantsTurnEnd = true
    }

    @inline(never)
    private mutating func change(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.event.popup.isNone || state.isPopupKnown else { return }
      let position = state.event.popup.isNone ? unowned : state.subject
      if state.event.kind == .inputUnlocked { return unlock(position, state, &output) }
      locks[position].count += 1
      locks[position].last = state.event.sequence
      touch(position, &output)
      // The lock must be given back when the grace of the animation runs out: of any animation, if the lock is for no popup.
      guard position == unowned else { return remind(position, state, &output) }
      for scene in state.scenes.indices {
        for index in state.scenes[scene].visible.indices { remind(state.visible(index, in: scene), state, &output) }
      }
    }

    private func remind(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard runs(index, state) else { return }
      output.deadlines.add(
        .showGrace, at: graceEnd(index, state) + Ticks(1), index, stamp: Int64(state.popups[index].shownSequence))
    }

    private mutating func unlock(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard locks[index].count > 0 else {
        return report(index, state, &output, [state.event.sequence], "was unlocked for", ", which holds no lock")
      }
      let locked = locks[index].last
      locks[index].count -= 1
      locks[index].leaked = min(locks[index].leaked, locks[index].count)
      guard isAnyRunning(for: index, state) else { return }
      let whose = index == unowned ? "a" : "its"
      report(
        index, state, &output, [locked, state.event.sequence], "was unlocked for",
        " while \(whose) show animation runs")
    }

    private mutating func findLeaks(
      _ state: borrowing AuditState, _ output: inout RuleOutput, isToBeGivenBack: Bool = true
    ) {
      if locks[unowned].mayBeLeaked { findLeak(unowned, state, &output, isToBeGivenBack) }
      for index in touched.indices {
        let position = Int(touched[index])
        guard position != unowned, locks[position].mayBeLeaked else { continue }
        findLeak(position, state, &output, isToBeGivenBack)
      }
      touched.removeAll()
    }

    private mutating func findLeak(
      _ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ isToBeGivenBack: Bool
    ) {
      guard !isAnyRunning(for: index, state, isToBeGivenBack: isToBeGivenBack) else { return }
      locks[index].leaked = locks[index].count
      let whose = index == unowned ? "any popup" : "it"
      report(
        index, state, &output, [locks[index].last], "is still locked for", ", and no show animation of \(whose) runs")
    }

    /// Whether the show animation runs that a lock is for: the popup's own, or any popup's for a lock without a popup.
    private mutating func isAnyRunning(
      for position: Int, _ state: borrowing AuditState, isToBeGivenBack: Bool = false
    ) -> Bool {
      if position != unowned { return runs(position, state, isToBeGivenBack: isToBeGivenBack) }
      if running >= 0, runs(Int(running), state, isToBeGivenBack: isToBeGivenBack) { return true }
      for scene in state.scenes.indices {
        for index in state.scenes[scene].visible.indices {
          let popup = state.visible(index, in: scene)
          guard runs(popup, state, isToBeGivenBack: isToBeGivenBack) else { continue }
          running = Int32(truncatingIfNeeded: popup)
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
      return state.spec(of: index).showLength > .zero
        && (state.now < graceEnd(index, state) || (isToBeGivenBack && state.now == graceEnd(index, state)))
    }

    private func graceEnd(_ index: Int, _ state: borrowing AuditState) -> Ticks {
      state.popups[index].shownAt + state.spec(of: index).showLength + state.second
    }

    private func report(
      _ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ witness: [Int32], _ what: String,
      _ why: String
    ) {
      let subject = index == unowned ? "nobody in particular" : state.text(popup: index)
      output.report(
        .inputLock, state, index == unowned ? -1 : index, witness, "input \(what) \(subject)\(why)")
    }
  }
}
