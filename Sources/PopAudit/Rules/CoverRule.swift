import PopupScheduling

/// `cover`: the dimmed layer behind popups is there without a popup, or missing behind one.
struct CoverRule: AuditRule {
  /// The covers of one scene.
  private struct Covers {
    var count: Int32 = 0
    /// The last `cover.added` and its popup.
    var added: Int32 = -1
    var popup = PopupID.none
    /// The `cover.removed` of this step; negative for none.
    var removed: Int32 = -1
    var isLeftOver = false
  }

  /// By scene.
  private var covers: [Covers] = []
  /// The scenes in which a cover was added or removed in this step.
  private var touched: [Int32] = []
  /// The scenes that are looked at again at the end of the next step.
  private var postponed: [Int32] = []
  private var once = OncePerPresentation()

  mutating func begin(_ state: borrowing AuditState) {
    covers.removeAll(keepingCapacity: true)
    touched.removeAll(keepingCapacity: true)
    postponed.removeAll(keepingCapacity: true)
    once.begin(state)
  }

  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard event.kind == .coverAdded || event.kind == .coverRemoved else { return }
    let scene = Int(state.sceneOfEvent)
    while covers.count <= scene { covers.append(Covers()) }
    if touched.last != Int32(truncatingIfNeeded: scene) { touched.append(Int32(truncatingIfNeeded: scene)) }
    if event.kind == .coverAdded {
      covers[scene].count += 1
      covers[scene].added = event.sequence
      covers[scene].popup = event.popup
    } else if covers[scene].count > 0 {
      covers[scene].count -= 1
      covers[scene].removed = event.sequence
    } else {
      let popup = event.popup.isNone ? "" : " for \(state.text(popup: event.popup.index))"
      report(event.popup, scene, state, &findings, [event.sequence], "a cover was removed\(popup), and there is none")
    }
  }

  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    judgeTouched(state, &findings, mayGoOn: true)
  }

  mutating func endOfSession(isFinished: Bool, _ state: inout AuditState, _ findings: inout [Finding]) {
    if isFinished { judgeTouched(state, &findings, mayGoOn: false) }
  }

  /// Judges the scenes in which a cover, or whoever takes the slot, came or went.
  private mutating func judgeTouched(_ state: borrowing AuditState, _ findings: inout [Finding], mayGoOn: Bool) {
    guard !covers.isEmpty else { return }
    for index in state.slotScenes.indices where Int(state.slotScenes[index]) < covers.count {
      judge(Int(state.slotScenes[index]), state, &findings, mayGoOn)
    }
    for scene in touched { judge(Int(scene), state, &findings, mayGoOn) }
    if !touched.isEmpty { touched.removeAll(keepingCapacity: true) }
    if !postponed.isEmpty { swap(&touched, &postponed) }
  }

  private mutating func judge(
    _ scene: Int, _ state: borrowing AuditState, _ findings: inout [Finding], _ mayGoOn: Bool
  ) {
    let cover = covers[scene]
    covers[scene].removed = -1
    if cover.count > 0 {
      let isLeftOver = state.scenes[scene].isSlotFree
      // In the very instant in which an exit's grace runs out the cover is to go, in whatever order things come in that instant.
      if isLeftOver, mayGoOn, state.scenes[scene].graceEnd == state.now {
        postponed.append(Int32(truncatingIfNeeded: scene))
        return
      }
      covers[scene].isLeftOver = isLeftOver
      guard isLeftOver, !cover.isLeftOver else { return }
      let popup = cover.popup.isNone ? "" : ", added for \(state.text(popup: cover.popup.index)),"
      report(
        cover.popup, scene, state, &findings, [cover.added],
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
        PopupID(bare), scene, state, &findings, [state.popups[bare].shown, cover.removed].sorted(),
        "the last cover was removed while \(state.text(popup: bare)) is up")
      return
    }
  }

  private mutating func report(
    _ popup: PopupID, _ scene: Int, _ state: borrowing AuditState, _ findings: inout [Finding], _ witness: [Int32],
    _ because: String
  ) {
    guard once.claim(popup, state) else { return }
    findings.append(
      Finding(
        .cover, popup: popup, page: state.scenes[scene].current, time: state.now, witness: witness, because: because))
  }
}
