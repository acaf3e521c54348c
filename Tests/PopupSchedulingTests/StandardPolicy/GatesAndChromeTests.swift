import PopupScheduling
import Testing

@Suite("Gates, exempt popups, input lock, keyboard and cover")
struct GatesAndChromeTests {
  private func stage(_ configuration: PolicyConfiguration = .v6) -> Play<StandardPolicy> {
    var play = Play(configuration)
    play.know(1, "Home")
    play.know(2, "Detail")
    play.know(3, "Sheet", as: .sheet)
    play.appear(1, at: 0)
    return play
  }

  private func type(_ play: inout Play<StandardPolicy>, _ responder: String, at time: Int64) {
    let name = play.catalog.names.intern(responder)
    play.happen(.editBegan, at: time) { $0.name = name }
  }

  private static let gates: [(EventKind, EventKind)] = [
    (.scrollBegan, .scrollEnded), (.appBackground, .appForeground), (.schedulerSuspended, .schedulerResumed),
    (.editBegan, .editEnded),
  ]

  @Test("A gate keeps from showing, hides nothing, and lets go when it opens", arguments: gates.indices)
  func gate(index: Int) {
    let (begin, end) = Self.gates[index]
    var play = stage()
    play.submit(1, at: 1) { spec, _ in spec.kind = .message }
    #expect(play.happen(begin, at: 2) == [])
    #expect(play.submit(2, at: 3) { spec, _ in spec.kind = .campaign } == ["popup.queued 2 gate"])
    #expect(play.dismiss(1, at: 4).last == "callback closed 1 dismissed")
    #expect(play.happen(end, at: 5).contains("popup.shown 2 page=1 gen=1"))
    var old = stage(.v5)
    old.happen(begin, at: 2)
    #expect(old.submit(1, at: 3) { spec, _ in spec.kind = .campaign }.first == "popup.shown 1 page=1 gen=1")
  }

  @Test("Suspensions are counted for each kind and for all, and never fall below none")
  func suspensions() {
    var play = stage()
    for kind in [PopupKind.campaign, nil] { play.happen(.schedulerResumed, at: 1) { $0.popupKind = kind } }
    play.happen(.schedulerSuspended, at: 1)
    #expect(play.submit(9, at: 1) == ["popup.queued 9 gate"], "what was resumed too often is suspended at once")
    #expect(play.happen(.schedulerResumed, at: 1).contains("popup.shown 9 page=1 gen=1"))
    play.dismiss(9, at: 1)
    play.happen(.schedulerSuspended, at: 1) { $0.popupKind = .campaign }
    play.happen(.schedulerSuspended, at: 1) { $0.popupKind = .campaign }
    #expect(play.submit(1, at: 2) { spec, _ in spec.kind = .campaign } == ["popup.queued 1 gate"])
    #expect(play.submit(2, at: 2).contains("popup.shown 2 page=1 gen=1"))
    play.dismiss(2, at: 3)
    play.happen(.schedulerResumed, at: 4)
    #expect(play.last == [], "resuming all lowers only the count of all")
    play.happen(.schedulerResumed, at: 4) { $0.popupKind = .campaign }
    #expect(play.last == [])
    play.happen(.schedulerResumed, at: 5) { $0.popupKind = .campaign }
    #expect(play.last.contains("popup.shown 1 page=1 gen=1"))
  }

  @Test("A suspension that hides puts what is up back, HUD and system aside, until it is resumed")
  func hides() {
    var play = stage()
    play.submit(1, at: 1)
    play.submit(2, at: 1) { spec, _ in spec.kind = .hud }
    play.submit(3, at: 1)
    #expect(
      play.happen(.schedulerSuspended, at: 2) { $0.flags.insert(.hides) } == [
        "popup.hidden 1 gen=1 preempted", "cover.removed 1", "popup.queued 1 preempted",
      ])
    #expect(
      play.happen(.schedulerResumed, at: 3) == ["cover.added 1", "popup.shown 1 page=1 gen=2 restored over=3"])
  }

  @Test("Typing holds campaigns; an alert answers what the user did")
  func typing() {
    var play = stage()
    type(&play, "search", at: 1)
    for (number, kind) in [PopupKind.campaign, .message, .guide, .splash, .permission].enumerated() {
      #expect(play.submit(Int64(10 + number), at: 2) { spec, _ in spec.kind = kind }.last?.hasSuffix("gate") == true)
    }
    #expect(
      play.submit(1, at: 3) == [
        "keyboard.resigned 1 search page=1", "cover.added 1", "popup.shown 1 page=1 gen=1", "callback shown 1",
      ])
  }

  @Test("Scrolling and typing hold on their own page only, and end with it, not with one that covers it")
  func gatesOfAPage() {
    for begin in [EventKind.scrollBegan, .editBegan] {
      var play = stage()
      play.happen(begin, at: 1)
      play.submit(1, at: 2) { spec, catalog in
        spec.kind = .campaign
        spec.bind(to: "Home", "Detail", in: &catalog)
      }
      play.submit(2, at: 2) { spec, _ in spec.kind = .campaign }
      play.page(.pageWillAppear, 3, at: 3)
      #expect(play.page(.pageDidAppear, 3, at: 3).contains("popup.shown 2 page=3 gen=1"))
      play.dismiss(2, at: 3)
      play.page(.pageWillDisappear, 3, at: 4)
      #expect(play.page(.pageDidDisappear, 3, at: 4) == [], "back where it began")
      play.page(.pageWillDisappear, 1, at: 5)
      #expect(play.page(.pageDidAppear, 1, at: 5) == [], "a cancelled swipe ends nothing")
      play.move(from: 1, to: 2, at: 6)
      #expect(play.visible.last == "popup.shown 1 page=2 gen=1")
      play.dismiss(1, at: 7)
      play.move(from: 2, to: 1, at: 8)
      #expect(play.submit(3, at: 9) { spec, _ in spec.kind = .campaign }.contains("popup.shown 3 page=1 gen=1"))
    }
  }

  @Test("Scrolling and typing hold on the pages in their page, too")
  func gatesOfAContainer() {
    for begin in [EventKind.scrollBegan, .editBegan] {
      var play = stage()
      play.know(4, "Part", in: 1)
      play.happen(begin, at: 1)
      play.appear(4, at: 2)
      #expect(play.submit(1, at: 3) { spec, _ in spec.kind = .campaign } == ["popup.queued 1 gate"])
    }
  }

  @Test("What begins while no page is current belongs to the one that becomes current next, and ends with it")
  func gatesBeforeAPage() {
    for begin in [EventKind.scrollBegan, .editBegan] {
      var play = stage()
      play.page(.pageWillDisappear, 1, at: 1)
      play.page(.pageWillAppear, 2, at: 1)
      play.happen(begin, at: 2)
      play.page(.pageDidDisappear, 1, at: 3)
      play.page(.pageDidAppear, 2, at: 3)
      #expect(play.submit(1, at: 4) { spec, _ in spec.kind = .campaign } == ["popup.queued 1 gate"])
      #expect(play.move(from: 2, to: 1, at: 5).contains("popup.shown 1 page=1 gen=1"))
      play.dismiss(1, at: 6)
      play.move(from: 1, to: 2, at: 7)
      #expect(play.submit(2, at: 8) { spec, _ in spec.kind = .campaign }.contains("popup.shown 2 page=2 gen=1"))
    }
  }

  @Test("Where UIKit says nothing of the folded keyboard, forgetting it ends the typing")
  func typingEndsWithAForgottenKeyboard() {
    var play = stage()
    type(&play, "search", at: 1)
    play.submit(1, at: 2)
    play.page(.pageWillAppear, 3, at: 3)
    play.page(.pageDidAppear, 3, at: 3)
    play.dismiss(1, at: 4)
    play.page(.pageWillDisappear, 3, at: 5)
    play.page(.pageDidDisappear, 3, at: 5)
    #expect(play.submit(2, at: 6) { spec, _ in spec.kind = .campaign }.contains("popup.shown 2 page=1 gen=1"))
  }

  @Test("A popup whose condition fails waits, or is dropped when its turn comes")
  func conditions() {
    var play = stage()
    #expect(play.submit(1, at: 1) { spec, _ in spec.condition = false } == ["popup.queued 1 condition"])
    play.submit(2, at: 1)
    let third = play.submit(3, at: 1) { spec, _ in
      spec.condition = false
      spec.whenBarred = .drop
    }
    #expect(third == ["popup.queued 3 condition"], "its turn has not come while the slot is taken")
    #expect(
      play.dismiss(2, at: 2).suffix(2) == ["popup.dropped 3 barred", "callback closed 3 barred"])
    #expect(play.condition(1, true, at: 3).contains("popup.shown 1 page=1 gen=1"))
    #expect(play.condition(1, false, at: 4) == [], "a condition hides nothing")
    play.page(.pageWillDisappear, 1, at: 5)
    #expect(
      play.submit(4, at: 6) { spec, _ in
        spec.condition = false
        spec.whenBarred = .drop
      } == ["popup.queued 4 page"])
  }

  @Test("A HUD needs no slot, no gate and no chrome; its pages, key, condition and content count")
  func hud() {
    var play = stage()
    func isHUD(_ spec: inout PopupSpec, _ catalog: inout Catalog) {
      spec.kind = .hud
      spec.showLength = Ticks(100)
    }
    play.submit(1, at: 1)
    play.happen(.scrollBegan, at: 1)
    #expect(play.submit(2, at: 2, isHUD) == ["popup.shown 2 page=1 gen=1", "callback shown 2"])
    #expect(
      play.submit(3, at: 2) {
        isHUD(&$0, &$1)
        $0.bind(to: "Detail", in: &$1)
      } == ["popup.queued 3 page"])
    #expect(
      play.submit(4, at: 2) {
        isHUD(&$0, &$1)
        $0.condition = false
      } == ["popup.queued 4 condition"])
    #expect(
      play.submit(5, at: 2) {
        isHUD(&$0, &$1)
        $0.level = -9
        $0.content = .async
      } == ["content.requested 5", "popup.queued 5 content"])
    #expect(play.run(play.popup(.contentLoaded, 5), at: 3) == ["popup.shown 5 page=1 gen=1", "callback shown 5"])
    #expect(play.condition(4, true, at: 4).first == "popup.shown 4 page=1 gen=1")
    #expect(play.move(from: 1, to: 2, at: 5).contains("popup.shown 3 page=2 gen=1"))
    var old = stage(.v5)
    old.submit(1, at: 1)
    #expect(old.submit(2, at: 2, isHUD) == ["popup.queued 2 slot"])
  }

  @Test(
    "What the operating system shows is shown at once, fills the slot, and ends with its dismissal",
    arguments: PolicyConfiguration.versions.dropFirst())
  func system(version: PolicyVersion) {
    var play = stage(version.configuration)
    play.submit(1, at: 1)
    #expect(play.submit(2, at: 2) { spec, _ in spec.kind = .system }.contains("popup.shown 2 page=1 gen=1"))
    #expect(play.submit(3, at: 2).contains("popup.queued 3 slot"))
    #expect(!play.dismiss(1, at: 3).contains { $0.hasPrefix("popup.shown") })
    play.happen(.appSignedOut, at: 4)
    play.happen(.schedulerCleared, at: 4)
    play.submit(4, at: 5)
    play.page(.pageWillDisappear, 1, at: 6)
    play.page(.pageDidAppear, 1, at: 6)
    #expect(!play.all.contains { $0.kind == .popupHidden && $0.popup == PopupID(1) })
    #expect(play.dismiss(2, at: 7).contains("popup.shown 4 page=1 gen=1"))
  }

  @Test(
    "Whatever a prompt of the operating system says of itself, it is shown at once",
    arguments: PolicyConfiguration.versions)
  func systemSaysNothing(version: PolicyVersion) {
    var play = stage(version.configuration)
    func isPrompt(_ spec: inout PopupSpec, _ catalog: inout Catalog) {
      spec.kind = .system
      spec.bind(to: "Detail", in: &catalog)
      spec.instance = catalog.page(numbered: 2)
      spec.keepAlive = true
      spec.content = .async
      spec.condition = false
      spec.whenBarred = .drop
      spec.chain = catalog.names.intern("tour")
      spec.key = catalog.names.intern("prompt")
      spec.expires = .zero
      spec.autoDismiss = Ticks(10)
      spec.onHigher = .requeue
      spec.user = catalog.names.intern("somebody else")
    }
    for number: Int64 in [1, 2] {
      play.submit(number, at: 1, isPrompt)
      #expect(play.visible.last == "popup.shown \(number) page=1 gen=1")
    }
    play.submit(3, at: 2) { spec, catalog in
      spec.chain = catalog.names.intern("tour")
      spec.key = catalog.names.intern("prompt")
      spec.level = -1
    }
    if version.configuration.slots == 1 { #expect(play.last == ["popup.queued 3 slot"]) }
    let before = play.all.count
    play.move(from: 1, to: 2, at: 3)
    play.page(.pageRemoved, 2, at: 4)
    play.withdraw(1, at: 5)
    play.run(play.popup(.contentFailed, 2), at: 5)
    play.happen(.appSignedOut, at: 6)
    play.happen(.schedulerSuspended, at: 6) { $0.flags.insert(.hides) }
    play.happen(.schedulerCleared, at: 7)
    let prompts = play.all[before...].filter { $0.kind.isDecision && $0.popup < PopupID(2) }
    #expect(prompts.isEmpty, "\(prompts.map(play.text))")
    #expect(play.dismiss(1, at: 8).first == "popup.hidden 1 gen=1 dismissed")
    #expect(play.run(play.popup(.popupViewLost, 2), at: 8).first == "popup.hidden 2 gen=1 view-lost")
  }

  @Test("A prompt passes nobody over, is nobody's key and nobody's chain")
  func systemIsNobodys() {
    var play = stage()
    play.submit(1, at: 1)
    play.submit(2, at: 1)
    play.submit(3, at: 1) { spec, catalog in
      spec.kind = .system
      spec.key = catalog.names.intern("prompt")
      spec.object = 7
    }
    #expect(play.visible == ["cover.added 3", "popup.shown 3 page=1 gen=1"])
    play.dismiss(1, at: 2)
    #expect(
      play.submit(4, at: 3) { spec, catalog in
        spec.key = catalog.names.intern("prompt")
        spec.object = 7
      } == ["popup.queued 4 slot"])
    #expect(play.withdraw(4, at: 4) == ["popup.dropped 4 withdrawn", "callback closed 4 withdrawn"])
    #expect(play.dismiss(3, at: 5).contains("popup.shown 2 page=1 gen=1"))
  }

  @Test("Before any page, while scrolling and typing, what the operating system shows is there")
  func systemIsNotHeld() {
    var play = Play(.v6)
    play.happen(.scrollBegan, at: 1)
    play.happen(.schedulerSuspended, at: 1) { $0.flags.insert(.hides) }
    #expect(play.submit(1, at: 1) { spec, _ in spec.kind = .system }.contains("popup.shown 1 gen=1"))
    play.happen(.schedulerSuspended, at: 2) { $0.flags.insert(.hides) }
    #expect(play.last == [])
  }

  @Test("To show: cover, popup, lock, timer, callback; to hide: popup, unlock, timer, cover, callback, then the next")
  func order() {
    var play = stage()
    #expect(
      play.submit(1, at: 0) { spec, _ in
        spec.showLength = Ticks(250)
        spec.autoDismiss = Ticks(900)
        spec.expires = Ticks(5_000)
      } == [
        "timer.set 1 expiry at=5000", "cover.added 1", "popup.shown 1 page=1 gen=1", "input.locked 1",
        "timer.set 1 auto-dismiss at=900", "callback shown 1",
      ])
    play.submit(2, at: 0)
    #expect(
      play.dismiss(1, at: 100) == [
        "popup.hidden 1 gen=1 dismissed", "input.unlocked 1", "timer.cancelled 1", "timer.cancelled 1",
        "cover.removed 1", "callback closed 1 dismissed", "cover.added 2", "popup.shown 2 page=1 gen=1",
        "callback shown 2",
      ])
  }

  @Test("Input is locked for the length of a show animation, to the end of that very presentation")
  func lock() {
    var play = stage()
    play.submit(1, at: 0) { spec, _ in spec.showLength = Ticks(250) }
    // What never was unlocks nothing, but the right end is no longer counted on.
    #expect(play.finish(1, .show, generation: 7, at: 100) == ["timer.set 1 other at=1250"])
    #expect(play.finish(1, .show, at: 250) == ["input.unlocked 1", "timer.cancelled 1"])
    #expect(play.finish(1, .show, at: 260) == [])
    var old = stage(.v5)
    #expect(
      old.submit(1, at: 0) { spec, _ in spec.showLength = Ticks(250) } == [
        "popup.shown 1 page=1 gen=1", "callback shown 1",
      ])
  }

  @Test("The cover goes when its popup is gone from the screen")
  func cover() {
    var play = stage()
    play.submit(1, at: 0) { spec, _ in spec.hideLength = Ticks(200) }
    #expect(play.dismiss(1, at: 10) == ["popup.hidden 1 gen=1 dismissed", "callback closed 1 dismissed"])
    #expect(play.finish(1, .hide, at: 210) == ["cover.removed 1"])
  }

  @Test("An animation that is lost is taken for finished a second after it should have been")
  func lostAnimation() {
    var play = stage()
    play.submit(1, at: 0) { spec, _ in
      spec.showLength = Ticks(250)
      spec.hideLength = Ticks(200)
    }
    let lost: (AnimationPhase, inout Play<StandardPolicy>, Int64) -> [String] = { phase, play, time in
      play.run(play.popup(.animationLost, 1) { $0.phase = phase }, at: time)
    }
    #expect(lost(.show, &play, 10) == ["timer.set 1 other at=1250"])
    #expect(lost(.hide, &play, 10) == [])
    #expect(play.fire(0, at: 1_250) == ["input.unlocked 1"])
    play.submit(2, at: 1_300)
    #expect(
      play.dismiss(1, at: 2_000) == [
        "popup.hidden 1 gen=1 dismissed", "timer.set 1 other at=3200", "callback closed 1 dismissed",
      ])
    #expect(play.fire(1, at: 3_200).prefix(2) == ["cover.removed 1", "cover.added 2"])
  }

  @Test("The end of a presentation that never was leaves neither cover nor lock for good")
  func wrongGeneration() {
    for generation: Int32 in [2, 7] {
      var play = stage()
      play.submit(1, at: 0) { spec, _ in
        spec.showLength = Ticks(250)
        spec.hideLength = Ticks(200)
      }
      #expect(play.finish(1, .show, generation: generation, at: 250) == ["timer.set 1 other at=1250"])
      #expect(play.finish(1, .show, generation: generation, at: 260) == [])
      #expect(play.fire(0, at: 1_250) == ["input.unlocked 1"])
      play.submit(2, at: 1_300)
      play.dismiss(1, at: 2_000)
      #expect(play.finish(1, .hide, generation: generation, at: 2_200) == ["timer.set 1 other at=3200"])
      #expect(play.fire(1, at: 3_200).prefix(2) == ["cover.removed 1", "cover.added 2"])
    }
  }

  @Test("The right end that follows a wrong one counts; the late end of an entry that was cut short is no wrong one")
  func lateEnd() {
    var play = stage()
    play.submit(1, at: 0) { spec, catalog in
      spec.bind(to: "Home", in: &catalog)
      spec.keepAlive = true
      spec.showLength = Ticks(250)
      spec.hideLength = Ticks(200)
    }
    play.page(.pageWillDisappear, 1, at: 100)
    play.finish(1, .hide, at: 300)
    #expect(play.page(.pageDidAppear, 1, at: 400).contains("popup.shown 1 page=1 gen=2 restored"))
    #expect(play.finish(1, .show, at: 410) == [])
    // Once more it is none of a presentation that was cut short.
    #expect(play.finish(1, .show, at: 420) == ["timer.set 1 other at=1650"])
    #expect(play.finish(1, .show, generation: 2, at: 650) == ["input.unlocked 1", "timer.cancelled 1"])
    play.dismiss(1, at: 700)
    #expect(play.finish(1, .hide, at: 800) == ["timer.set 1 other at=1900"])
    #expect(play.finish(1, .hide, generation: 2, at: 900) == ["timer.cancelled 1", "cover.removed 1"])
  }

  /// What UIKit does about the keyboard while it is folded and brought back.
  private func answerAsUIKit(_ play: inout Play<StandardPolicy>) {
    play.world.answer = { decision in
      switch decision.kind {
      case .keyboardResigned: return [Event(.editEnded)]
      case .keyboardRestored:
        var event = Event(.editBegan)
        event.name = decision.name
        return [event]
      default: return []
      }
    }
  }

  @Test("The keyboard comes back after the last popup of a row, and folding it is no end of typing")
  func keyboard() {
    var play = stage()
    answerAsUIKit(&play)
    type(&play, "search", at: 1)
    play.submit(1, at: 2)
    play.submit(2, at: 3) { spec, _ in spec.kind = .sheet }
    #expect(play.submit(3, at: 3) { spec, _ in spec.kind = .campaign } == ["popup.queued 3 gate"])
    #expect(play.dismiss(1, at: 4).contains("popup.shown 2 page=1 gen=1"))
    #expect(!play.last.contains { $0.hasPrefix("keyboard") })
    #expect(play.dismiss(2, at: 5).last == "keyboard.restored 1 search page=1", "it names the popup it was folded for")
    play.happen(.editEnded, at: 6)
    #expect(play.visible.last == "popup.shown 3 page=1 gen=1")
  }

  @Test("The keyboard is forgotten when another page is current, and with it the typing")
  func keyboardForgotten() {
    var play = stage()
    answerAsUIKit(&play)
    type(&play, "search", at: 1)
    play.submit(1, at: 2)
    play.submit(2, at: 2) { spec, _ in spec.kind = .campaign }
    play.submit(3, at: 2) { spec, _ in spec.level = 5 }
    play.page(.pageWillAppear, 3, at: 3)
    play.page(.pageDidAppear, 3, at: 3)
    play.dismiss(1, at: 4)
    #expect(play.visible.suffix(2) == ["cover.added 2", "popup.shown 2 page=3 gen=1 over=3"])
    play.withdraw(3, at: 5)
    play.dismiss(2, at: 5)
    play.page(.pageWillDisappear, 3, at: 6)
    play.page(.pageDidDisappear, 3, at: 6)
    #expect(play.last == [], "forgotten is forgotten")
    #expect(play.submit(4, at: 7) { spec, _ in spec.kind = .campaign }.contains("popup.shown 4 page=1 gen=1"))
  }

  @Test("A cancelled swipe leaves the keyboard to be brought back")
  func keyboardAfterACancelledSwipe() {
    var play = stage()
    answerAsUIKit(&play)
    type(&play, "search", at: 1)
    play.submit(1, at: 2)
    play.page(.pageWillDisappear, 1, at: 3)
    play.page(.pageDidAppear, 1, at: 4)
    #expect(play.dismiss(1, at: 5).last == "keyboard.restored 1 search page=1")
  }

  @Test("The keyboard of a page that is gone is not in the way")
  func keyboardOfAnotherPage() {
    var play = stage()
    type(&play, "search", at: 1)
    play.move(from: 1, to: 2, at: 2)
    play.submit(1, at: 3)
    #expect(play.visible == ["cover.added 1", "popup.shown 1 page=2 gen=1"])
  }

  @Test("Who is done typing, or types elsewhere, wants no keyboard back")
  func keyboardNotOwed() {
    for isDone in [true, false] {
      var play = stage()
      type(&play, "search", at: 1)
      play.submit(1, at: 2)
      if isDone { play.happen(.editEnded, at: 3) } else { type(&play, "comment", at: 3) }
      play.dismiss(1, at: 4)
      #expect(!play.last.contains { $0.hasPrefix("keyboard") })
    }
  }

  @Test("A popup with a keyboard of its own, and a HUD, fold nothing")
  func keyboardStays() {
    var play = stage()
    type(&play, "search", at: 1)
    play.submit(1, at: 2) { spec, _ in spec.needsKeyboard = true }
    #expect(play.visible == ["cover.added 1", "popup.shown 1 page=1 gen=1"])
    play.submit(2, at: 2) { spec, _ in spec.kind = .hud }
    #expect(play.visible == ["popup.shown 2 page=1 gen=1"])
  }

  @Test("Typing that begins while a popup leaves goes on, though the keyboard it folded is forgotten")
  func typingAnew() {
    var play = stage()
    play.know(4, "Sheet", as: .sheet)
    type(&play, "search", at: 1)
    play.appear(4, at: 2)
    play.submit(1, at: 3) { spec, _ in spec.hideLength = Ticks(50) }
    play.dismiss(1, at: 10)
    type(&play, "search", at: 20)
    play.finish(1, .hide, at: 60)
    #expect(play.submit(2, at: 70) { spec, _ in spec.kind = .campaign } == ["popup.queued 2 gate"])
  }
}
