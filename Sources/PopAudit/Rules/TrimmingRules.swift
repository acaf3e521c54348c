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

  struct Cover: ~Copyable {
    struct Stack {
      var count: Int32 = 0
      /// The `cover.removed` of this turn; negative for none.
      var removed: Int32 = -1
      var isLeftOver = false
    }

    /// A cover that is there, or was since there was none in any scene.
    struct Layer {
      var popup: PopupID
      var scene: Int32
      /// Its `cover.added`.
      var added: Int32
    }

    /// By scene.
    var stacks = OwnedArray<Stack>()
    var layers = OwnedArray<Layer>()
    /// Those that are there, of every scene and of every popup, in the order in which they were added.
    var ofScene = IndexLists()
    var ofPopup = IndexLists()
    /// The scenes in which a cover was added or removed in this turn.
    var touched = OwnedArray<Int32>()
    /// The scenes that are looked at again at the end of the next turn.
    var postponed = OwnedArray<Int32>()

    mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let sceneOfEvent = state.sceneOfEvent
      let scene = Int(sceneOfEvent)
      while stacks.count <= scene { stacks.append(Stack()) }
      if touched.last != sceneOfEvent { touched.append(sceneOfEvent) }
      let popup = state.event.popup.isNone ? output.unowned : state.subject
      if state.event.kind == .coverAdded {
        ofScene.append(layers.count, to: scene)
        ofPopup.append(layers.count, to: popup)
        layers.append(Layer(popup: state.event.popup, scene: sceneOfEvent, added: state.event.sequence))
        stacks[scene].count += 1
      } else if stacks[scene].count > 0 {
        remove(of: popup, scene, state)
      } else {
        let popup = state.event.popup.isNone ? "" : " for \(state.text(popup: state.subject))"
        output.reportOnce(
          .cover, state, state.subject, on: state.scenes[scene].current, [state.event.sequence],
          "a cover was removed\(popup), and there is none")
      }
    }

    /// Takes away the popup's own cover; the one added last where it has none, as one cover may serve several popups in turn.
    private mutating func remove(of popup: Int, _ scene: Int, _ state: borrowing AuditState) {
      var index = ofPopup.last(of: popup)
      while index >= 0, Int(layers[index].scene) != scene { index = ofPopup.previous(before: index) }
      if index < 0 { index = ofScene.last(of: scene) }
      ofScene.remove(index)
      ofPopup.remove(index)
      stacks[scene].count -= 1
      stacks[scene].removed = state.event.sequence
      if ofScene.isEmpty { layers.removeAll() }
    }

    func isTouched(_ state: borrowing AuditState) -> Bool {
      !stacks.isEmpty && (!touched.isEmpty || !state.slotScenes.isEmpty)
    }

    /// Judges the scenes in which a cover was added or removed, or a popup took the slot or left it.
    mutating func judgeTouched(_ state: borrowing AuditState, _ output: inout RuleOutput, mayContinue: Bool) {
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
        let top = layers[ofScene.last(of: scene)]
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

  struct InputLock: ~Copyable {
    /// Those of one popup, or of none.
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

    /// The popups whose locks may be leaked by now, because something happened to the locks or to their popup.
    var touched = OwnedArray<Int32>()
    /// A popup whose show animation ran when it was last looked at; negative for none. While it does, a lock without a popup is not leaked.
    var running: Int32 = -1

    /// Something happened to a popup.
    @inline(__always)
    mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      if !state.event.popup.isNone { touch(state.subject, &output) }
    }

    mutating func finished(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard !state.event.popup.isNone, state.event.phase == .show else { return }
      if state.event.generation == state.popups[state.subject].generation {
        output.memories[state.subject].locks.finished = state.popups[state.subject].shownSequence
      }
      touch(state.subject, &output)
    }

    func mayBeLeaked(_ output: borrowing RuleOutput) -> Bool {
      !touched.isEmpty || output.memories[output.unowned].locks.mayBeLeaked
    }

    mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      findLeaks(state, &output)
      // A lock without a popup is leaked once no show animation of any popup runs.
      if output.memories[output.unowned].locks.mayBeLeaked { output.wantsNextTurnEnd = true }
    }

    mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      touch(Int(deadline.subject), &output)
      findLeaks(state, &output)
    }

    /// Nothing comes any more in the instant in which the session ends.
    mutating func endOfSession(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      for scene in state.scenes.indices {
        for index in state.scenes[scene].visible.indices { touch(state.visible(index, in: scene), &output) }
      }
      findLeaks(state, &output, isToBeGivenBack: false)
    }

    @inline(__always)
    private mutating func touch(_ index: Int, _ output: inout RuleOutput) {
      guard output.memories[index].locks.mayBeLeaked else { return }
      touched.append(Int32(truncatingIfNeeded: index))
      output.wantsTurnEnd = true
    }

    mutating func change(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.event.popup.isNone || state.isPopupKnown else { return }
      let position = state.event.popup.isNone ? output.unowned : state.subject
      if state.event.kind == .inputUnlocked { return unlock(position, state, &output) }
      output.memories[position].locks.count += 1
      output.memories[position].locks.last = state.event.sequence
      touch(position, &output)
      // The lock must be given back when the grace of the animation runs out: of any animation, if the lock is for no popup.
      guard position == output.unowned else { return remind(position, state, &output) }
      for scene in state.scenes.indices {
        for index in state.scenes[scene].visible.indices { remind(state.visible(index, in: scene), state, &output) }
      }
    }

    private func remind(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard runs(index, state, output) else { return }
      output.deadlines.add(
        .showGrace, at: graceEnd(index, state) + Ticks(1), index, stamp: Int64(state.popups[index].shownSequence))
    }

    private mutating func unlock(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      var locks = output.memories[index].locks
      guard locks.count > 0 else {
        return report(index, state, &output, [state.event.sequence], "was unlocked for", ", which holds no lock")
      }
      locks.count -= 1
      locks.leaked = min(locks.leaked, locks.count)
      output.memories[index].locks = locks
      guard isAnyRunning(for: index, state, output) else { return }
      let whose = index == output.unowned ? "a" : "its"
      report(
        index, state, &output, [locks.last, state.event.sequence], "was unlocked for",
        " while \(whose) show animation runs")
    }

    private mutating func findLeaks(
      _ state: borrowing AuditState, _ output: inout RuleOutput, isToBeGivenBack: Bool = true
    ) {
      let unowned = output.unowned
      if output.memories[unowned].locks.mayBeLeaked { findLeak(unowned, state, &output, isToBeGivenBack) }
      for index in touched.indices {
        let position = Int(touched[index])
        guard position != unowned, output.memories[position].locks.mayBeLeaked else { continue }
        findLeak(position, state, &output, isToBeGivenBack)
      }
      touched.removeAll()
    }

    private mutating func findLeak(
      _ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ isToBeGivenBack: Bool
    ) {
      guard !isAnyRunning(for: index, state, output, isToBeGivenBack: isToBeGivenBack) else { return }
      output.memories[index].locks.leaked = output.memories[index].locks.count
      let whose = index == output.unowned ? "any popup" : "it"
      report(
        index, state, &output, [output.memories[index].locks.last], "is still locked for",
        ", and no show animation of \(whose) runs")
    }

    /// Whether the show animation runs that a lock is for: the popup's own, or any popup's for a lock without a popup.
    private mutating func isAnyRunning(
      for position: Int, _ state: borrowing AuditState, _ output: borrowing RuleOutput, isToBeGivenBack: Bool = false
    ) -> Bool {
      if position != output.unowned { return runs(position, state, output, isToBeGivenBack: isToBeGivenBack) }
      if running >= 0, runs(Int(running), state, output, isToBeGivenBack: isToBeGivenBack) { return true }
      for scene in state.scenes.indices {
        for index in state.scenes[scene].visible.indices {
          let popup = state.visible(index, in: scene)
          guard runs(popup, state, output, isToBeGivenBack: isToBeGivenBack) else { continue }
          running = Int32(truncatingIfNeeded: popup)
          return true
        }
      }
      running = -1
      return false
    }

    /// RUNS. In the very instant in which its grace runs out, the lock is to be given back, in whatever order things come in that instant.
    private func runs(
      _ index: Int, _ state: borrowing AuditState, _ output: borrowing RuleOutput, isToBeGivenBack: Bool = false
    ) -> Bool {
      guard state.popups[index].isUp, state.popups[index].spec >= 0,
        output.memories[index].locks.finished != state.popups[index].shownSequence
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
      let isUnowned = index == output.unowned
      let subject = isUnowned ? "nobody in particular" : state.text(popup: index)
      output.report(
        .inputLock, state, isUnowned ? -1 : index, witness, "input \(what) \(subject)\(why)")
    }
  }
}
