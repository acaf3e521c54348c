import PopupScheduling

/// `cover`: the dimmed layer behind popups is there without a popup, or missing behind one.
struct CoverRule: ~Copyable, AuditRule {
  static var watchedAfter: AuditSignals { .coverAdded | .coverRemoved }
  static var watchedAtEnd: AuditSignals { .coverAdded | .coverRemoved | .slotChanged | .stepEnd }

  /// The covers of one scene.
  // Not private, as in ``TimerTable/Entry``.
  struct Covers {
    var count: Int32 = 0
    /// The last `cover.added` and its popup.
    var added: Int32 = -1
    var popup = PopupID.none
    /// The `cover.removed` of this step; negative for none.
    var removed: Int32 = -1
    var isLeftOver = false
  }

  /// By scene.
  private var covers = OwnedArray<Covers>()
  /// The scenes in which a cover was added or removed in this step.
  private var touched = OwnedArray<Int32>()
  /// The scenes that are looked at again at the end of the next step.
  private var postponed = OwnedArray<Int32>()
  private var reported = ReportedPresentations()

  mutating func begin(_ state: borrowing AuditState) {
    covers.removeAll()
    touched.removeAll()
    postponed.removeAll()
    reported.removeAll()
  }

  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let scene = Int(state.sceneOfEvent)
    while covers.count <= scene { covers.append(Covers()) }
    if touched.last != Int32(truncatingIfNeeded: scene) { touched.append(Int32(truncatingIfNeeded: scene)) }
    if state.event.kind == .coverAdded {
      covers[scene].count += 1
      covers[scene].added = state.event.sequence
      covers[scene].popup = state.event.popup
    } else if covers[scene].count > 0 {
      covers[scene].count -= 1
      covers[scene].removed = state.event.sequence
    } else {
      let popup = state.event.popup.isNone ? "" : " for \(state.text(popup: state.event.popup.index))"
      report(
        state.event.popup, scene, state, &output, [state.event.sequence],
        "a cover was removed\(popup), and there is none")
    }
  }

  mutating func endOfStep(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    judgeTouched(state, &output, mayContinue: true)
  }

  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    if isFinished { judgeTouched(state, &output, mayContinue: false) }
  }

  /// Judges the scenes in which a cover was added or removed, or a popup took the slot or left it.
  private mutating func judgeTouched(_ state: borrowing AuditState, _ output: inout RuleOutput, mayContinue: Bool) {
    guard !covers.isEmpty else { return }
    for index in state.slotScenes.indices where Int(state.slotScenes[index]) < covers.count {
      judge(Int(state.slotScenes[index]), state, &output, mayContinue)
    }
    for index in touched.indices { judge(Int(touched[index]), state, &output, mayContinue) }
    touched.removeAll()
    if !postponed.isEmpty {
      swap(&touched, &postponed)
      output.wantsNextStepEnd = true
    }
  }

  private mutating func judge(
    _ scene: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ mayContinue: Bool
  ) {
    let cover = covers[scene]
    covers[scene].removed = -1
    if cover.count > 0 {
      let isLeftOver = state.scenes[scene].isSlotFree
      // In the very instant in which an exit's grace runs out the cover is to go, in whatever order things come in that instant.
      if isLeftOver, mayContinue, state.scenes[scene].graceEnd == state.now {
        postponed.append(Int32(truncatingIfNeeded: scene))
        return
      }
      covers[scene].isLeftOver = isLeftOver
      guard isLeftOver, !cover.isLeftOver else { return }
      let popup = cover.popup.isNone ? "" : ", added for \(state.text(popup: cover.popup.index)),"
      report(
        cover.popup, scene, state, &output, [cover.added],
        "a cover\(popup) is left over: no popup that takes a slot is visible")
      return
    }
    covers[scene].isLeftOver = false
    guard cover.removed >= 0, !state.scenes[scene].isSlotFree else { return }
    let visible = state.scenes[scene].visible
    for index in visible.indices {
      let bare = Int(state.numberLists[visible, index])
      guard state.popups[bare].isUp, !state.popups[bare].isExempt else { continue }
      report(
        PopupID(bare), scene, state, &output, [state.popups[bare].shown, cover.removed].sorted(),
        "the last cover was removed while \(state.text(popup: bare)) is up")
      return
    }
  }

  private mutating func report(
    _ popup: PopupID, _ scene: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ witness: [Int32],
    _ because: String
  ) {
    guard reported.insert(popup, state) else { return }
    output.findings.append(
      Finding(
        .cover, popup: popup, page: state.scenes[scene].current, time: state.now, witness: witness, because: because))
  }
}

extension CoverRule {
  static let documentation = RuleDocumentation(
    severity: .error,
    definition: """
      The dimming view under popups does not fit them: it is there though nobody is up, gone though somebody is, \
      or removed though there was none. A scheduler that never adds one is not judged.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"cover.added","popup":1}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      cover: the cover stayed when popup 1 was gone
      """)
}
