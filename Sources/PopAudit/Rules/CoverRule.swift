import PopupScheduling

/// `cover`: the dimmed layer behind popups is there without a popup, or missing behind one.
struct CoverRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.cover] }
  static var watchedAfter: AuditSignals { .coverAdded | .coverRemoved }
  static var watchedAtEnd: AuditSignals { .coverAdded | .coverRemoved | .slotChanged | .turnEnd }

  /// The covers of one scene.
  // Not private, as in ``TimerTable/Entry``.
  struct Covers {
    var count: Int32 = 0
    /// The one added last of those that are there, as an index; negative for none.
    var top: Int32 = -1
    /// The `cover.removed` of this turn; negative for none.
    var removed: Int32 = -1
    var isLeftOver = false
  }

  /// A cover: one that is there, or was since there was none in any scene.
  struct Cover {
    var popup: PopupID
    /// Its `cover.added`.
    var added: Int32
    var isThere = true
    /// The one in the same scene, and the one of the same popup, that was added before it; negative for none.
    var below: Int32
    var sameBefore: Int32
  }

  /// By scene.
  private var covers = OwnedArray<Covers>()
  private var all = OwnedArray<Cover>()
  /// By scene and popup: its cover added last, as an index.
  private var latest = IndexTable()
  /// The scenes in which a cover was added or removed in this turn.
  private var touched = OwnedArray<Int32>()
  /// The scenes that are looked at again at the end of the next turn.
  private var postponed = OwnedArray<Int32>()
  private var reported = ReportedPresentations()

  mutating func begin(_ state: borrowing AuditState) {
    covers.removeAll()
    forgetCovers()
    touched.removeAll()
    postponed.removeAll()
    reported.removeAll()
  }

  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let scene = Int(state.sceneOfEvent)
    while covers.count <= scene { covers.append(Covers()) }
    if touched.last != Int32(truncatingIfNeeded: scene) { touched.append(Int32(truncatingIfNeeded: scene)) }
    if state.event.kind == .coverAdded {
      add(scene, state)
    } else if covers[scene].count > 0 {
      remove(scene, state)
    } else {
      let popup = state.event.popup.isNone ? "" : " for \(state.text(popup: state.event.popup.index))"
      report(
        state.event.popup, scene, state, &output, [state.event.sequence],
        "a cover was removed\(popup), and there is none")
    }
  }

  private mutating func add(_ scene: Int, _ state: borrowing AuditState) {
    let ofPopup = IndexTable.Key(Int32(truncatingIfNeeded: scene), state.event.popup.rawValue)
    let index = Int32(truncatingIfNeeded: all.count)
    all.append(
      Cover(
        popup: state.event.popup, added: state.event.sequence, below: covers[scene].top, sameBefore: latest[ofPopup]))
    latest[ofPopup] = index
    covers[scene].top = index
    covers[scene].count += 1
  }

  /// Takes away the popup's own cover; the one added last where it has none, as one cover may serve several popups in turn.
  private mutating func remove(_ scene: Int, _ state: borrowing AuditState) {
    let ofPopup = IndexTable.Key(Int32(truncatingIfNeeded: scene), state.event.popup.rawValue)
    var index = latest[ofPopup]
    while index >= 0, !all[Int(index)].isThere { index = all[Int(index)].sameBefore }
    latest[ofPopup] = index < 0 ? -1 : all[Int(index)].sameBefore
    all[Int(index < 0 ? covers[scene].top : index)].isThere = false
    while covers[scene].top >= 0, !all[Int(covers[scene].top)].isThere {
      covers[scene].top = all[Int(covers[scene].top)].below
    }
    covers[scene].count -= 1
    covers[scene].removed = state.event.sequence
    if covers.indices.allSatisfy({ covers[$0].count == 0 }) { forgetCovers() }
  }

  private mutating func forgetCovers() {
    all.removeAll()
    latest.removeAll()
  }

  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
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
      output.wantsNextTurnEnd = true
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
      let top = all[Int(cover.top)]
      let popup = top.popup.isNone ? "" : ", added for \(state.text(popup: top.popup.index)),"
      report(
        top.popup, scene, state, &output, [top.added],
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
        PopupID(bare), scene, state, &output, [state.popups[bare].shownSequence, cover.removed].sorted(),
        "the last cover was removed while \(state.text(popup: bare)) is up")
      return
    }
  }

  private mutating func report(
    _ popup: PopupID, _ scene: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ witness: [Int32],
    _ because: String
  ) {
    guard reported.insert(popup, state) else { return }
    output.report(
      .cover, popup: popup, page: state.scenes[scene].current, time: state.now, witness: witness, because: because)
  }
}

extension Rule {
  public static let cover = Rule(
    number: 23, id: "cover", severity: .error,
    userWords: "left the screen dimmed with nothing on it, or was not dimmed under",
    definition: """
      The dimming view under popups does not fit them: it is there though nobody is up, gone though somebody is, \
      or removed though there was none. A scheduler that never adds one is judged only beside a recording, or \
      another policy's run, that does: then this is found once, at the first popup of such a kind.
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
