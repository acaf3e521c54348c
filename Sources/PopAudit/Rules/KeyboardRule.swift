import PopupScheduling

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
    story: """
      {"t":100,"event":"edit.began","responder":"search"}
      {"t":200,"event":"popup.submitted","popup":1,"name":"offline"}
      {"t":200,"event":"popup.shown","popup":1,"page":1,"generation":1}
      keyboard: popup 1 was shown while the keyboard was up
      """)

  struct Keyboard: ~Copyable {
    struct OfScene {
      /// What it is up for since an event that brought it up, which is negative while it is down.
      var up = Typing()
      /// The `keyboard.restored` of this turn; negative for none.
      var restored: Int32 = -1
      /// Likewise of the `keyboard.resigned` that nothing has answered yet; negative for none.
      var resigned = Typing()
      var resignedPopup = PopupID.none
      /// Whether it has to be brought back.
      var isOwed = false
      /// Since when nothing keeps it down; negative while a popup does.
      var owedSince = Ticks(-1)
    }

    struct Typing {
      var event: Int32 = -1
      var page = PageID.none
      var responder = Symbol.none
    }

    /// By scene.
    var keyboards = OwnedArray<OfScene>()
    /// The scenes in which the keyboard was folded or brought back in this turn.
    var touched = OwnedArray<Int32>()

    /// Another user is there: nothing is owed to the one before.
    mutating func changeUser(_ state: borrowing AuditState) {
      guard state.epochBegan == state.event.sequence else { return }
      for scene in keyboards.indices { keyboards[scene].isOwed = false }
    }

    mutating func type(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let scene = Int(state.sceneOfEvent)
      while keyboards.count <= scene { keyboards.append(OfScene()) }
      switch state.event.kind {
      case .editBegan:
        keyboards[scene].up = Typing(
          event: state.event.sequence, page: state.scenes[scene].current, responder: state.event.name)
        keyboards[scene].isOwed = false
      case .editEnded:
        // The end of typing that folding the keyboard brought about settles nothing.
        keyboards[scene].up.event = -1
        let resigned = keyboards[scene].resigned.event
        if resigned < 0 || state.event.cause != resigned {
          keyboards[scene].isOwed = false
          keyboards[scene].resigned.event = -1
        }
      case .keyboardResigned: resign(scene, state)
      default: restore(scene, state, &output)
      }
    }

    private mutating func resign(_ scene: Int, _ state: borrowing AuditState) {
      var keyboard = keyboards[scene]
      let page = keyboard.up.event >= 0 && !keyboard.up.page.isNone ? keyboard.up.page : state.scenes[scene].current
      keyboard.up.event = -1
      keyboard.resigned = Typing(
        event: state.event.sequence, page: state.event.page.isNone ? page : state.event.page,
        responder: state.event.name.isNone ? keyboard.up.responder : state.event.name)
      keyboard.resignedPopup = state.event.popup
      keyboard.isOwed = true
      keyboard.owedSince = Ticks(-1)
      keyboards[scene] = keyboard
      touched.append(Int32(truncatingIfNeeded: scene))
    }

    private mutating func restore(_ scene: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let resigned = keyboards[scene].resigned
      let page = state.event.page.isNone ? resigned.page : state.event.page
      let responder = state.event.name.isNone ? resigned.responder : state.event.name
      var why = ""
      if resigned.event < 0 {
        why = "and nothing was resigned"
      } else if responder != resigned.responder {
        why = "for \(state.text(name: responder)), and \(state.text(name: resigned.responder)) was resigned"
      } else if page != resigned.page {
        why = "on \(state.text(page: page)), and was resigned on \(state.text(page: resigned.page))"
      } else if !page.isNone, !state.isInLineage(page, of: state.scenes[scene].current) {
        why = "on \(state.text(page: page)), which is not the current page"
      }
      if !why.isEmpty {
        output.reportOnce(
          .keyboard, state, state.event.popup.index, on: page, witness(resigned.event, state.event.sequence),
          "the keyboard was restored \(why)")
      }
      keyboards[scene].up = Typing(event: state.event.sequence, page: page, responder: responder)
      keyboards[scene].restored = state.event.sequence
      touched.append(Int32(truncatingIfNeeded: scene))
      keyboards[scene].resigned.event = -1
      keyboards[scene].isOwed = false
    }

    /// A page that goes takes with it what was typed on it, and what is owed there.
    mutating func leave(_ state: borrowing AuditState) {
      guard !keyboards.isEmpty, !state.event.page.isNone else { return }
      let scene = Int(state.pages[state.event.page.index].scene)
      guard scene < keyboards.count else { return }
      if keyboards[scene].isOwed, state.isInLineage(state.event.page, of: keyboards[scene].resigned.page) {
        keyboards[scene].isOwed = false
      }
      // Typing that began while no page was current belongs to the first that was.
      let page = keyboards[scene].up.page.isNone ? state.scenes[scene].typingPage : keyboards[scene].up.page
      if state.event.kind != .pageWillDisappear, keyboards[scene].up.event >= 0,
        state.isInLineage(state.event.page, of: page)
      {
        keyboards[scene].up.event = -1
      }
    }

    func isTouched(_ state: borrowing AuditState) -> Bool {
      !keyboards.isEmpty && !(touched.isEmpty && state.presentations.isEmpty && state.slotScenes.isEmpty)
    }

    mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      for position in state.presentations.indices where state.isUpSince(state.presentations[position]) {
        let index = Int(state.presentations[position].popup)
        let scene = Int(state.popups[index].scene)
        guard scene < keyboards.count, keyboards[scene].up.event >= 0 else { continue }
        judge(index, with: keyboards[scene].up.event, state, &output)
      }
      // Where it was brought back in this turn, those that are LEAVING count, too.
      for index in touched.indices {
        let scene = Int(touched[index])
        let restored = keyboards[scene].restored
        guard restored >= 0, keyboards[scene].up.event >= 0 else { continue }
        for position in state.scenes[scene].visible.indices {
          judge(state.visible(position, in: scene), with: restored, state, &output)
        }
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

    mutating func exitIsOver(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let scene = Int(state.popups[Int(deadline.subject)].scene)
      if scene < keyboards.count { settle(scene, state, &output) }
    }

    mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let keyboard = keyboards[Int(deadline.subject)]
      guard keyboard.isOwed, keyboard.owedSince + state.second == deadline.time,
        Int64(keyboard.resigned.event) == deadline.stamp
      else { return }
      let when = "\(state.text(state.second)) after the last popup was gone"
      reportDebt(Int(deadline.subject), state, &output, when)
    }

    mutating func endOfSession(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      for scene in keyboards.indices where keyboards[scene].isOwed && keyboards[scene].owedSince >= .zero {
        reportDebt(scene, state, &output, "to the end")
      }
    }

    /// The keyboard must not be up together with a popup, unless that needs it, or typing was to hold it back: gate-bypass reports that.
    private func judge(_ index: Int, with up: Int32, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let popup = state.popups[index]
      guard popup.isKnown, !popup.isExempt, !popup.isSystem, !state.spec(of: index).needsKeyboard,
        popup.shownSequence < state.turn.start || !popup.flags.contains(.heldByTyping)
      else { return }
      let how = popup.isUp ? "up" : "still on its way out"
      output.reportOnce(
        .keyboard, state, index, on: popup.shownPage, witness(up, popup.shownSequence),
        "\(state.text(popup: index)) is \(how) together with the keyboard")
    }

    /// From when on what is owed is due: the last popup is gone, and the page it is owed on is current then.
    private mutating func settle(_ scene: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard keyboards[scene].isOwed else { return }
      guard state.scenes[scene].isSlotFree else {
        keyboards[scene].owedSince = Ticks(-1)
        return
      }
      guard keyboards[scene].owedSince < .zero else { return }
      let page = keyboards[scene].resigned.page
      guard page.isNone || state.isInLineage(page, of: state.scenes[scene].current) else {
        keyboards[scene].isOwed = false
        return
      }
      keyboards[scene].owedSince = state.now
      output.deadlines.add(
        .keyboardOwed, at: state.now + state.second, scene, stamp: Int64(keyboards[scene].resigned.event))
    }

    private mutating func reportDebt(
      _ scene: Int, _ state: borrowing AuditState, _ output: inout RuleOutput, _ when: String
    ) {
      let keyboard = keyboards[scene]
      keyboards[scene].isOwed = false
      let resigned = keyboard.resigned
      let responder = resigned.responder.isNone ? "" : " for \(state.text(name: resigned.responder))"
      output.reportOnce(
        .keyboard, state, keyboard.resignedPopup.index, on: resigned.page, [resigned.event],
        "the keyboard was resigned\(responder), and not restored \(when)")
    }
  }
}
