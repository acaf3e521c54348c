import PopupScheduling

/// `keyboard`: it is in a popup's way, or not brought back where it was.
struct KeyboardRule: AuditRule {
  /// The keyboard of one scene.
  private struct Keyboard {
    /// The event that brought it up; negative while it is down.
    var up: Int32 = -1
    /// The page it is up on.
    var page = PageID.none
    var responder = Symbol.none
    /// The `keyboard.restored` of this step; negative for none.
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
  private var keyboards: [Keyboard] = []
  /// The scenes in which the keyboard was folded or brought back in this step.
  private var touched: [Int32] = []
  private var once = OncePerPresentation()

  mutating func begin(_ state: borrowing AuditState) {
    keyboards.removeAll(keepingCapacity: true)
    touched.removeAll(keepingCapacity: true)
    once.begin(state)
  }

  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    switch event.kind {
    case .editBegan, .editEnded, .keyboardResigned, .keyboardRestored:
      let scene = Int(state.sceneOfEvent)
      while keyboards.count <= scene { keyboards.append(Keyboard()) }
      switch event.kind {
      case .editBegan: beginEditing(event, scene, state)
      case .editEnded: endEditing(event, scene)
      case .keyboardResigned: resign(event, scene, state)
      default: restore(event, scene, state, &findings)
      }
    case .pageWillDisappear, .pageDidDisappear, .pageRemoved: if !keyboards.isEmpty { leave(event, state) }
    case .appSignedOut, .appSignedIn:
      guard state.step.epochChange == event.sequence else { return }
      for scene in keyboards.indices { keyboards[scene].isOwed = false }
    default: break
    }
  }

  private mutating func beginEditing(_ event: Event, _ scene: Int, _ state: borrowing AuditState) {
    keyboards[scene].up = event.sequence
    keyboards[scene].page = state.scenes[scene].current
    keyboards[scene].responder = event.name
    keyboards[scene].isOwed = false
  }

  /// The end of typing that folding the keyboard brought about settles nothing.
  private mutating func endEditing(_ event: Event, _ scene: Int) {
    keyboards[scene].up = -1
    let resigned = keyboards[scene].resigned
    if resigned < 0 || event.cause != resigned {
      keyboards[scene].isOwed = false
      keyboards[scene].resigned = -1
    }
  }

  private mutating func resign(_ event: Event, _ scene: Int, _ state: borrowing AuditState) {
    let keyboard = keyboards[scene]
    keyboards[scene].up = -1
    keyboards[scene].resigned = event.sequence
    keyboards[scene].resignedPopup = event.popup
    keyboards[scene].resignedResponder = event.name.isNone ? keyboard.responder : event.name
    let page = keyboard.up >= 0 && !keyboard.page.isNone ? keyboard.page : state.scenes[scene].current
    keyboards[scene].resignedPage = event.page.isNone ? page : event.page
    keyboards[scene].isOwed = true
    keyboards[scene].owedSince = Ticks(-1)
    touched.append(Int32(truncatingIfNeeded: scene))
  }

  private mutating func restore(
    _ event: Event, _ scene: Int, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    let keyboard = keyboards[scene]
    let page = event.page.isNone ? keyboard.resignedPage : event.page
    var why = ""
    if keyboard.resigned < 0 {
      why = "and nothing was resigned"
    } else if !event.name.isNone, event.name != keyboard.resignedResponder {
      why = "for \(state.text(name: event.name)), and \(state.text(name: keyboard.resignedResponder)) was resigned"
    } else if page != keyboard.resignedPage {
      why = "on \(state.text(page: page)), and was resigned on \(state.text(page: keyboard.resignedPage))"
    } else if !page.isNone, !state.isInLineage(page, of: state.scenes[scene].current) {
      why = "on \(state.text(page: page)), which is not the current page"
    }
    if !why.isEmpty {
      let witness = keyboard.resigned < 0 ? [event.sequence] : [keyboard.resigned, event.sequence]
      report(event.popup, page, state, &findings, witness, "the keyboard was restored \(why)")
    }
    keyboards[scene].up = event.sequence
    keyboards[scene].page = page
    keyboards[scene].responder = event.name.isNone ? keyboard.resignedResponder : event.name
    keyboards[scene].restored = event.sequence
    touched.append(Int32(truncatingIfNeeded: scene))
    keyboards[scene].resigned = -1
    keyboards[scene].isOwed = false
  }

  /// A page that goes takes with it what was typed on it, and what is owed there.
  private mutating func leave(_ event: Event, _ state: borrowing AuditState) {
    guard !event.page.isNone else { return }
    let scene = Int(state.pages[event.page.index].scene)
    guard scene < keyboards.count else { return }
    if keyboards[scene].isOwed, state.isInLineage(event.page, of: keyboards[scene].resignedPage) {
      keyboards[scene].isOwed = false
    }
    // Typing that began while no page was current belongs to the first that was.
    let page = keyboards[scene].page.isNone ? state.scenes[scene].typingPage : keyboards[scene].page
    if event.kind != .pageWillDisappear, keyboards[scene].up >= 0, state.isInLineage(event.page, of: page) {
      keyboards[scene].up = -1
    }
  }

  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    guard !keyboards.isEmpty else { return }
    for index in state.step.presentations.indices where state.isUpSince(state.step.presentations[index]) {
      judge(state.step.presentations[index], state, &findings)
    }
    for scene in touched {
      if keyboards[Int(scene)].restored >= 0 { judgeRestored(Int(scene), state, &findings) }
    }
    for scene in touched {
      keyboards[Int(scene)].restored = -1
      settle(Int(scene), &state)
    }
    if !touched.isEmpty { touched.removeAll(keepingCapacity: true) }
    for index in state.slotScenes.indices where Int(state.slotScenes[index]) < keyboards.count {
      settle(Int(state.slotScenes[index]), &state)
    }
  }

  mutating func deadline(_ deadline: Deadline, _ state: inout AuditState, _ findings: inout [Finding]) {
    switch deadline.kind {
    case .exitGrace:
      let scene = Int(state.popups[Int(deadline.subject)].scene)
      if scene < keyboards.count { settle(scene, &state) }
    case .keyboardOwed:
      let scene = Int(deadline.subject)
      let keyboard = keyboards[scene]
      guard keyboard.isOwed, keyboard.owedSince + state.second == deadline.time,
        Int64(keyboard.resigned) == deadline.stamp
      else { return }
      reportDebt(scene, state, &findings, "\(state.text(state.second)) after the last popup was gone")
    default: break
    }
  }

  mutating func endOfSession(isFinished: Bool, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard isFinished else { return }
    for scene in keyboards.indices where keyboards[scene].isOwed && keyboards[scene].owedSince >= .zero {
      reportDebt(scene, state, &findings, "to the end")
    }
  }

  /// Judges a presentation that began in this step and is still UP.
  private mutating func judge(
    _ presentation: AuditStep.Presentation, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    let place = Int(presentation.popup)
    let scene = Int(state.popups[place].scene)
    guard scene < keyboards.count, keyboards[scene].up >= 0, mustBeFree(place, state),
      !state.popups[place].flags.contains(.heldByTyping)
    else { return }
    reportOverlap(place, [keyboards[scene].up, presentation.shown].sorted(), state, &findings)
  }

  /// The keyboard was brought back in this step: judges whoever is UP. One who is LEAVING is not.
  private mutating func judgeRestored(_ scene: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    guard keyboards[scene].up >= 0 else { return }
    let visible = state.scenes[scene].visible
    for index in visible.indices {
      let popup = state.numberLists[visible, index]
      guard mustBeFree(Int(popup), state) else { continue }
      let shown = state.popups[Int(popup)].shown
      if shown >= state.step.start, state.popups[Int(popup)].flags.contains(.heldByTyping) { continue }
      reportOverlap(Int(popup), [shown, keyboards[scene].restored].sorted(), state, &findings)
    }
  }

  /// Whether the keyboard has no business being up together with a popup.
  private func mustBeFree(_ place: Int, _ state: borrowing AuditState) -> Bool {
    guard state.popups[place].isKnown, state.popups[place].isUp, !state.popups[place].isExempt,
      !state.popups[place].isSystem
    else { return false }
    return !state.catalog.specs[Int(state.popups[place].spec)].needsKeyboard
  }

  /// From when on what is owed is due: the last popup is gone, and the page it is owed on is current then.
  private mutating func settle(_ scene: Int, _ state: inout AuditState) {
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
    state.deadlines.add(
      Deadline(
        time: state.now + state.second, kind: .keyboardOwed, subject: Int32(truncatingIfNeeded: scene),
        stamp: Int64(keyboards[scene].resigned)))
  }

  private mutating func reportDebt(
    _ scene: Int, _ state: borrowing AuditState, _ findings: inout [Finding], _ when: String
  ) {
    let keyboard = keyboards[scene]
    keyboards[scene].isOwed = false
    let responder = keyboard.resignedResponder.isNone ? "" : " for \(state.text(name: keyboard.resignedResponder))"
    report(
      keyboard.resignedPopup, keyboard.resignedPage, state, &findings, [keyboard.resigned],
      "the keyboard was resigned\(responder), and not restored \(when)")
  }

  private mutating func reportOverlap(
    _ place: Int, _ witness: [Int32], _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    report(
      PopupID(place), state.popups[place].shownPage, state, &findings, witness,
      "\(state.text(popup: place)) is up together with the keyboard")
  }

  private mutating func report(
    _ popup: PopupID, _ page: PageID, _ state: borrowing AuditState, _ findings: inout [Finding], _ witness: [Int32],
    _ because: String
  ) {
    guard once.claim(popup, state) else { return }
    findings.append(
      Finding(.keyboard, popup: popup, page: page, time: state.now, witness: witness, because: because))
  }
}
