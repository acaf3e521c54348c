import PopupScheduling

/// `keyboard`: it is in a popup's way, or not brought back where it was.
struct KeyboardRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.keyboard] }
  static var watchedAfter: AuditSignals {
    .pageWillDisappear | .pageDidDisappear | .pageRemoved | .editBegan | .editEnded | .keyboardResigned
      | .keyboardRestored | .appSignedOut | .appSignedIn
  }
  static var watchedAtEnd: AuditSignals { .popupShown | .keyboardResigned | .keyboardRestored | .slotChanged }
  static var deadlines: Deadline.Kinds { [.exitGrace, .keyboardOwed] }

  /// The keyboard of one scene.
  // Not private, as in ``TimerTable/Entry``.
  struct Keyboard {
    /// The event that brought it up; negative while it is down.
    var up: Int32 = -1
    /// The page it is up on.
    var page = PageID.none
    var responder = Symbol.none
    /// The `keyboard.restored` of this turn; negative for none.
    var restored: Int32 = -1
    /// The `keyboard.resigned` that nothing has answered yet; negative for none.
    var resigned: Int32 = -1
    var resignedPage = PageID.none
    var resignedResponder = Symbol.none
    var resignedPopup = PopupID.none
    /// Whether it has to be brought back.
    var isOwed = false
    /// Since when nothing keeps it down; negative while a popup does.
    var owedSince = Ticks(-1)
  }

  /// By scene.
  private var keyboards = OwnedArray<Keyboard>()
  /// The scenes in which the keyboard was folded or brought back in this turn.
  private var touched = OwnedArray<Int32>()
  private var reported = ReportedPresentations()

  mutating func begin(_ state: borrowing AuditState) {
    keyboards.removeAll()
    touched.removeAll()
    reported.removeAll()
  }

  @inline(__always)
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    switch state.event.kind {
    case .editBegan, .editEnded, .keyboardResigned, .keyboardRestored: type(state, &output)
    case .pageWillDisappear, .pageDidDisappear, .pageRemoved: if !keyboards.isEmpty { leave(state) }
    case .appSignedOut, .appSignedIn:
      guard state.turn.epochChange == state.event.sequence else { return }
      for scene in keyboards.indices { keyboards[scene].isOwed = false }
    default: break
    }
  }

  @inline(never)
  private mutating func type(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let scene = Int(state.sceneOfEvent)
    while keyboards.count <= scene { keyboards.append(Keyboard()) }
    switch state.event.kind {
    case .editBegan: beginEditing(scene, state)
    case .editEnded: endEditing(scene, state)
    case .keyboardResigned: resign(scene, state)
    default: restore(scene, state, &output)
    }
  }

  private mutating func beginEditing(_ scene: Int, _ state: borrowing AuditState) {
    keyboards[scene].up = state.event.sequence
    keyboards[scene].page = state.scenes[scene].current
    keyboards[scene].responder = state.event.name
    keyboards[scene].isOwed = false
  }

  /// The end of typing that folding the keyboard brought about settles nothing.
  private mutating func endEditing(_ scene: Int, _ state: borrowing AuditState) {
    keyboards[scene].up = -1
    let resigned = keyboards[scene].resigned
    if resigned < 0 || state.event.cause != resigned {
      keyboards[scene].isOwed = false
      keyboards[scene].resigned = -1
    }
  }

  private mutating func resign(_ scene: Int, _ state: borrowing AuditState) {
    let keyboard = keyboards[scene]
    keyboards[scene].up = -1
    keyboards[scene].resigned = state.event.sequence
    keyboards[scene].resignedPopup = state.event.popup
    keyboards[scene].resignedResponder = state.event.name.isNone ? keyboard.responder : state.event.name
    let page = keyboard.up >= 0 && !keyboard.page.isNone ? keyboard.page : state.scenes[scene].current
    keyboards[scene].resignedPage = state.event.page.isNone ? page : state.event.page
    keyboards[scene].isOwed = true
    keyboards[scene].owedSince = Ticks(-1)
    touched.append(Int32(truncatingIfNeeded: scene))
  }

  private mutating func restore(
    _ scene: Int, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    let keyboard = keyboards[scene]
    let page = state.event.page.isNone ? keyboard.resignedPage : state.event.page
    var why = ""
    if keyboard.resigned < 0 {
      why = "and nothing was resigned"
    } else if !state.event.name.isNone, state.event.name != keyboard.resignedResponder {
      why =
        "for \(state.text(name: state.event.name)), and \(state.text(name: keyboard.resignedResponder)) was resigned"
    } else if page != keyboard.resignedPage {
      why = "on \(state.text(page: page)), and was resigned on \(state.text(page: keyboard.resignedPage))"
    } else if !page.isNone, !state.isInLineage(page, of: state.scenes[scene].current) {
      why = "on \(state.text(page: page)), which is not the current page"
    }
    if !why.isEmpty {
      let witness = keyboard.resigned < 0 ? [state.event.sequence] : [keyboard.resigned, state.event.sequence]
      report(state.event.popup, page, state, &output, witness, "the keyboard was restored \(why)")
    }
    keyboards[scene].up = state.event.sequence
    keyboards[scene].page = page
    keyboards[scene].responder = state.event.name.isNone ? keyboard.resignedResponder : state.event.name
    keyboards[scene].restored = state.event.sequence
    touched.append(Int32(truncatingIfNeeded: scene))
    keyboards[scene].resigned = -1
    keyboards[scene].isOwed = false
  }

  /// A page that goes takes with it what was typed on it, and what is owed there.
  private mutating func leave(_ state: borrowing AuditState) {
    guard !state.event.page.isNone else { return }
    let scene = Int(state.pages[state.event.page.index].scene)
    guard scene < keyboards.count else { return }
    if keyboards[scene].isOwed, state.isInLineage(state.event.page, of: keyboards[scene].resignedPage) {
      keyboards[scene].isOwed = false
    }
    // Typing that began while no page was current belongs to the first that was.
    let page = keyboards[scene].page.isNone ? state.scenes[scene].typingPage : keyboards[scene].page
    if state.event.kind != .pageWillDisappear, keyboards[scene].up >= 0, state.isInLineage(state.event.page, of: page) {
      keyboards[scene].up = -1
    }
  }

  @inline(__always)
  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if !keyboards.isEmpty { judgeTurn(state, &output) }
  }

  @inline(never)
  private mutating func judgeTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.turn.presentations.indices where state.isUpSince(state.turn.presentations[index]) {
      judge(state.turn.presentations[index], state, &output)
    }
    for index in touched.indices where keyboards[Int(touched[index])].restored >= 0 {
      judgeRestored(Int(touched[index]), state, &output)
    }
    for index in touched.indices {
      keyboards[Int(touched[index])].restored = -1
      settle(Int(touched[index]), state, &output)
    }
    touched.removeAll()
    for index in state.slotScenes.indices where Int(state.slotScenes[index]) < keyboards.count {
      settle(Int(state.slotScenes[index]), state, &output)
    }
  }

  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    switch deadline.kind {
    case .exitGrace:
      let scene = Int(state.popups[Int(deadline.subject)].scene)
      if scene < keyboards.count { settle(scene, state, &output) }
    case .keyboardOwed:
      let scene = Int(deadline.subject)
      let keyboard = keyboards[scene]
      guard keyboard.isOwed, keyboard.owedSince + state.second == deadline.time,
        Int64(keyboard.resigned) == deadline.stamp
      else { return }
      reportDebt(scene, state, &output, "\(state.text(state.second)) after the last popup was gone")
    default: break
    }
  }

  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard isFinished else { return }
    for scene in keyboards.indices where keyboards[scene].isOwed && keyboards[scene].owedSince >= .zero {
      reportDebt(scene, state, &output, "to the end")
    }
  }

  /// Judges a presentation that began in this turn and is still UP.
  private mutating func judge(
    _ presentation: AuditTurn.Presentation, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    let index = Int(presentation.popup)
    let scene = Int(state.popups[index].scene)
    guard scene < keyboards.count, keyboards[scene].up >= 0, mustBeFree(index, state),
      !state.popups[index].flags.contains(.heldByTyping)
    else { return }
    reportOverlap(index, [keyboards[scene].up, presentation.shownSequence].sorted(), state, &output)
  }

  /// The keyboard was brought back in this turn: judges the popups that are VISIBLE, those that are LEAVING too.
  private mutating func judgeRestored(_ scene: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard keyboards[scene].up >= 0 else { return }
    let visible = state.scenes[scene].visible
    for index in visible.indices {
      let popup = state.numberLists[visible, index]
      guard mustBeFree(Int(popup), state) else { continue }
      let shown = state.popups[Int(popup)].shownSequence
      if shown >= state.turn.start, state.popups[Int(popup)].flags.contains(.heldByTyping) { continue }
      reportOverlap(Int(popup), [shown, keyboards[scene].restored].sorted(), state, &output)
    }
  }

  /// Whether the keyboard must not be up together with a popup.
  private func mustBeFree(_ index: Int, _ state: borrowing AuditState) -> Bool {
    guard state.popups[index].isKnown, !state.popups[index].isExempt, !state.popups[index].isSystem else {
      return false
    }
    return !state.catalog.specs[Int(state.popups[index].spec)].needsKeyboard
  }

  /// From when on what is owed is due: the last popup is gone, and the page it is owed on is current then.
  private mutating func settle(_ scene: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard keyboards[scene].isOwed else { return }
    guard state.scenes[scene].isSlotFree else {
      keyboards[scene].owedSince = Ticks(-1)
      return
    }
    guard keyboards[scene].owedSince < .zero else { return }
    let page = keyboards[scene].resignedPage
    guard page.isNone || state.isInLineage(page, of: state.scenes[scene].current) else {
      keyboards[scene].isOwed = false
      return
    }
    keyboards[scene].owedSince = state.now
    output.deadlines.add(
      Deadline(
        time: state.now + state.second, kind: .keyboardOwed, subject: Int32(truncatingIfNeeded: scene),
        stamp: Int64(keyboards[scene].resigned)))
  }

  private mutating func reportDebt(
    _ scene: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ when: String
  ) {
    let keyboard = keyboards[scene]
    keyboards[scene].isOwed = false
    let responder = keyboard.resignedResponder.isNone ? "" : " for \(state.text(name: keyboard.resignedResponder))"
    report(
      keyboard.resignedPopup, keyboard.resignedPage, state, &output, [keyboard.resigned],
      "the keyboard was resigned\(responder), and not restored \(when)")
  }

  private mutating func reportOverlap(
    _ index: Int, _ witness: [Int32], _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    let how = state.popups[index].isUp ? "up" : "still on its way out"
    report(
      PopupID(index), state.popups[index].shownPage, state, &output, witness,
      "\(state.text(popup: index)) is \(how) together with the keyboard")
  }

  private mutating func report(
    _ popup: PopupID, _ page: PageID, _ state: borrowing AuditState, _ output: inout RuleOutput, _ witness: [Int32],
    _ because: String
  ) {
    guard reported.insert(popup, state) else { return }
    output.report(.keyboard, popup: popup, page: page, time: state.now, witness: witness, because: because)
  }
}

extension Rule {
  public static let keyboard = Rule(
    number: 24, id: "keyboard", severity: .warning,
    userWords: "was covered by the keyboard, or the keyboard did not come back after it",
    definition: """
      A popup came up under the keyboard, or the keyboard came back under one that was still on screen; the \
      keyboard was folded for a popup and not brought back within a second of its end, with the user still on the \
      page where they had been typing; or it was brought back somewhere else. Of kinds that typing holds back, one \
      that is shown meanwhile is `gate-bypass`, and not reported here.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"edit.began","responder":"search"}
      {"t":200,"event":"popup.submitted","popup":1,"name":"offline"}
      {"t":200,"event":"popup.shown","popup":1,"page":1,"generation":1}
      keyboard: popup 1 was shown while the keyboard was up
      """)
}
