import PopupScheduling
import Testing

@Suite("Preemption and chains")
struct PreemptionAndChainTests {
  /// One page, on which everything can be shown.
  private func stage(_ configuration: PolicyConfiguration = .v6) -> Play<StandardPolicy> {
    var play = Play(configuration)
    play.know(1, "Home")
    play.know(2, "Detail")
    play.appear(1, at: 0)
    return play
  }

  @Test("A more urgent popup takes the place of one that lets itself be put back")
  func requeue() {
    var play = stage()
    play.submit(1, at: 1) { spec, _ in
      spec.level = 5
      spec.onHigher = .requeue
    }
    #expect(
      play.submit(2, at: 2) == [
        "popup.hidden 1 gen=1 preempted", "cover.removed 1", "popup.queued 1 preempted", "cover.added 2",
        "popup.shown 2 page=1 gen=1 over=1", "callback shown 2",
      ])
    play.dismiss(2, at: 3)
    #expect(play.visible.last == "popup.shown 1 page=1 gen=2 restored")
  }

  @Test("One that asks for it is dropped, one that stays stays, and equals do not preempt")
  func dropAndStay() {
    var play = stage()
    play.submit(1, at: 1) { spec, _ in
      spec.level = 5
      spec.onHigher = .drop
    }
    #expect(play.submit(2, at: 2) { spec, _ in spec.level = 5 } == ["popup.queued 2 slot"])
    #expect(
      play.submit(3, at: 2) { spec, _ in spec.level = 4 }.prefix(4) == [
        "popup.hidden 1 gen=1 preempted over=2", "cover.removed 1", "popup.dropped 1 preempted",
        "callback closed 1 preempted",
      ])
    #expect(play.submit(4, at: 3) == ["popup.queued 4 slot"])
  }

  @Test("Preemption waits for the exit animation and then chooses afresh")
  func afterTheExit() {
    var play = stage()
    play.submit(1, at: 1) { spec, _ in
      spec.level = 5
      spec.onHigher = .requeue
      spec.showLength = Ticks(100)
      spec.hideLength = Ticks(200)
    }
    #expect(
      play.submit(2, at: 50) == [
        "popup.hidden 1 gen=1 preempted", "input.unlocked 1", "popup.queued 1 preempted", "popup.queued 2 slot",
      ])
    #expect(play.submit(3, at: 60) { spec, _ in spec.level = -1 } == ["popup.queued 3 slot"])
    play.finish(1, .hide, at: 250)
    #expect(play.visible == ["cover.removed 1", "cover.added 3", "popup.shown 3 page=1 gen=1 over=2,1"])
  }

  @Test("Who cannot be shown cannot preempt, and does so when it can")
  func eligible() {
    var play = stage()
    play.submit(1, at: 1) { spec, _ in
      spec.level = 5
      spec.onHigher = .requeue
    }
    #expect(play.submit(2, at: 2) { spec, _ in spec.condition = false } == ["popup.queued 2 condition"])
    play.condition(2, true, at: 3)
    #expect(play.visible.first == "popup.hidden 1 gen=1 preempted")
  }

  /// A popup that was preempted twice, the first time it came up at 0.
  private func restless() -> Play<StandardPolicy> {
    var play = stage()
    play.submit(1, at: 0) { spec, _ in
      spec.level = 5
      spec.onHigher = .requeue
    }
    for round in 1...2 {
      play.submit(Int64(10 + round), at: Int64(round * 100))
      play.dismiss(Int64(10 + round), at: Int64(round * 100 + 50))
    }
    return play
  }

  @Test("A popup that came up three times in ten seconds is left alone until they are over, and that wakes the choice")
  func leftAlone() {
    var play = restless()
    #expect(play.submit(20, at: 400) == ["timer.set 1 preemption at=10000", "popup.queued 20 slot"])
    #expect(play.submit(21, at: 500) == ["popup.queued 21 slot"], "one timer will do")
    #expect(play.happen(.idle, at: 9_999) == [])
    #expect(
      play.fire(0, at: 10_000) == [
        "popup.hidden 1 gen=3 preempted over=21", "cover.removed 1", "popup.queued 1 preempted", "cover.added 20",
        "popup.shown 20 page=1 gen=1 over=21,1", "callback shown 20",
      ])
  }

  @Test("Who is no more urgent, or cannot be shown, is held back by nothing and sets no timer")
  func leftAloneByOthers() {
    var play = restless()
    #expect(play.submit(20, at: 400) { spec, _ in spec.level = 5 } == ["popup.queued 20 slot"])
    #expect(play.submit(21, at: 400) { spec, _ in spec.condition = false } == ["popup.queued 21 condition"])
    #expect(play.condition(21, true, at: 500) == ["timer.set 1 preemption at=10000"])
  }

  @Test("The timer of a popup that is left alone is cancelled as it is hidden")
  func leftAloneUntilItGoes() {
    var play = restless()
    play.submit(20, at: 400)
    #expect(
      play.dismiss(1, at: 500).prefix(4) == [
        "popup.hidden 1 gen=3 dismissed", "timer.cancelled 1", "cover.removed 1", "callback closed 1 dismissed",
      ])
  }

  @Test("Presentations that the leaving of a page ended, and what was before them, are no flicker")
  func leavingIsNoFlicker() {
    var play = stage()
    play.submit(1, at: 0) { spec, catalog in
      spec.level = 5
      spec.onHigher = .requeue
      spec.bind(to: "Home", in: &catalog)
    }
    play.submit(11, at: 100)
    play.dismiss(11, at: 150)
    play.page(.pageWillDisappear, 1, at: 200)
    play.page(.pageDidAppear, 1, at: 250)
    #expect(play.visible.last == "popup.shown 1 page=1 gen=3 restored")
    #expect(play.submit(12, at: 300).first == "popup.hidden 1 gen=3 preempted")
    play.dismiss(12, at: 350)
    play.submit(13, at: 400)
    play.dismiss(13, at: 450)
    #expect(play.submit(14, at: 500) == ["timer.set 1 preemption at=10250", "popup.queued 14 slot"])
  }

  @Test("After a drop the choice begins again from the front")
  func dropWhileChoosing() {
    for hasFourth in [false, true] {
      var play = stage()
      play.submit(1, at: 100) { spec, catalog in spec.chain = catalog.names.intern("h") }
      play.submit(2, at: 200) { spec, catalog in
        spec.chain = catalog.names.intern("h")
        spec.condition = false
        spec.whenBarred = .drop
      }
      play.submit(3, at: 300) { spec, _ in spec.level = -1 }
      if hasFourth { play.submit(4, at: 400) }
      play.dismiss(1, at: 1_000)
      #expect(
        play.visible.suffix(3) == [
          "popup.dropped 2 barred", "cover.added 3", "popup.shown 3 page=1 gen=1" + (hasFourth ? " over=4" : ""),
        ])
    }
  }

  @Test("Of several chains that would hold, the one that opened first does; two never lock each other")
  func twoChains() {
    var play = stage(.v3)
    for (number, name, page) in [(1, "g", "Home"), (2, "g", "Detail"), (3, "h", "Home"), (4, "h", "Detail")] {
      play.submit(Int64(number), at: 1) { spec, catalog in
        spec.chain = catalog.names.intern(name)
        spec.bind(to: page, in: &catalog)
      }
    }
    play.submit(5, at: 2) { spec, _ in spec.level = 9 }
    #expect(play.dismiss(1, at: 3).contains("popup.shown 3 page=1 gen=1 over=5"))
    #expect(play.dismiss(3, at: 4).contains("popup.shown 5 page=1 gen=1"))
    play.dismiss(5, at: 5)
    #expect(play.move(from: 1, to: 2, at: 6).contains("popup.shown 2 page=2 gen=1"))
    #expect(play.submit(6, at: 7) == ["popup.queued 6 chain"])
    #expect(play.dismiss(2, at: 8).contains("popup.shown 4 page=2 gen=1"))
    #expect(play.dismiss(4, at: 9).contains("popup.shown 6 page=2 gen=1"))
  }

  @Test("A chain whose next member is parked holds where that one is parked for a page the user is on, nowhere else")
  func parkedMember() {
    var play = stage(.v4)
    play.know(3, "Home")
    for number: Int64 in [1, 2] {
      play.submit(number, at: 1) { spec, catalog in
        spec.chain = catalog.names.intern("tour")
        spec.bind(to: "Home", in: &catalog)
        spec.keepAlive = true
      }
    }
    play.move(from: 1, to: 3, at: 2)
    #expect(play.submit(4, at: 3).contains("popup.shown 4 page=3 gen=1"), "1 is parked for another Home")
    #expect(play.submit(5, at: 4) == ["popup.queued 5 slot"])
    play.move(from: 3, to: 1, at: 5)
    #expect(play.submit(6, at: 6) == ["popup.queued 6 chain"])
    #expect(play.dismiss(4, at: 7).contains("popup.shown 1 page=1 gen=2 restored"))
  }

  @Test("A member on screen, or on its way off it, keeps others out wherever the next one belongs")
  func visibleMember() {
    var play = stage(.v3)
    play.submit(1, at: 1) { spec, catalog in
      spec.chain = catalog.names.intern("tour")
      spec.hideLength = Ticks(200)
    }
    play.submit(2, at: 1) { spec, catalog in
      spec.chain = catalog.names.intern("tour")
      spec.bind(to: "Detail", in: &catalog)
    }
    play.dismiss(1, at: 2)
    #expect(play.submit(3, at: 3) == ["popup.queued 3 chain"])
    #expect(play.finish(1, .hide, at: 202).first == "popup.shown 3 page=1 gen=1")
    #expect(play.submit(4, at: 203) == ["popup.queued 4 slot"])
  }

  @Test("A HUD is in no chain, whatever it says, and holds nobody back")
  func chainOfAHUD() {
    var play = stage()
    func inChain(_ spec: inout PopupSpec, _ catalog: inout Catalog) { spec.chain = catalog.names.intern("g") }
    play.submit(1, at: 1) {
      inChain(&$0, &$1)
      $0.kind = .hud
    }
    #expect(play.visible == ["popup.shown 1 page=1 gen=1"])
    #expect(play.submit(2, at: 2).contains("popup.shown 2 page=1 gen=1"))
    play.dismiss(2, at: 3)
    play.submit(3, at: 4, inChain)
    #expect(play.visible.last == "popup.shown 3 page=1 gen=1")
    #expect(
      play.submit(4, at: 5) {
        inChain(&$0, &$1)
        $0.kind = .hud
      }.contains("popup.shown 4 page=1 gen=1"), "it waits for no other member")
    var old = stage(.v5)
    old.submit(1, at: 1) {
      inChain(&$0, &$1)
      $0.kind = .hud
    }
    #expect(old.submit(2, at: 2) == ["popup.queued 2 chain"])
  }

  @Test("A HUD is more urgent than nobody: it takes no slot away")
  func urgentHUD() {
    var play = stage()
    play.submit(1, at: 1) { spec, _ in spec.onHigher = .requeue }
    play.submit(2, at: 2) { spec, _ in
      spec.kind = .hud
      spec.level = -9
    }
    #expect(play.visible == ["popup.shown 2 page=1 gen=1"])
  }

  @Test("A chain keeps others out from its first presentation to its last member, the most urgent included")
  func chain() {
    var play = stage(.v3)
    for number: Int64 in 1...3 {
      play.submit(number, at: 1) { spec, catalog in
        spec.level = 5
        spec.chain = catalog.names.intern("tour")
      }
    }
    #expect(play.last == ["popup.queued 3 chain"])
    #expect(play.submit(4, at: 2) == ["popup.queued 4 chain"])
    #expect(play.dismiss(1, at: 3).contains("popup.shown 2 page=1 gen=1"))
    #expect(play.withdraw(3, at: 4).first == "popup.dropped 3 withdrawn")
    #expect(play.dismiss(2, at: 5).contains("popup.shown 4 page=1 gen=1"))
  }

  @Test("A chain whose next member belongs on another page keeps nobody out")
  func chainElsewhere() {
    var play = stage(.v3)
    play.submit(1, at: 1) { spec, catalog in spec.chain = catalog.names.intern("tour") }
    play.submit(2, at: 1) { spec, catalog in
      spec.chain = catalog.names.intern("tour")
      spec.bind(to: "Detail", in: &catalog)
    }
    play.submit(3, at: 2)
    #expect(play.dismiss(1, at: 3).contains("popup.shown 3 page=1 gen=1"))
    play.submit(4, at: 4)
    play.move(from: 1, to: 2, at: 5)
    #expect(play.dismiss(3, at: 6).contains("popup.shown 2 page=2 gen=1"))
  }

  @Test("Before its first presentation a chain competes at its first member's level")
  func chainLevel() {
    var play = stage(.v3)
    play.submit(1, at: 1)
    play.submit(2, at: 1) { spec, catalog in
      spec.level = 5
      spec.chain = catalog.names.intern("tour")
    }
    play.submit(3, at: 1) { spec, catalog in
      spec.level = -5
      spec.chain = catalog.names.intern("tour")
    }
    play.submit(4, at: 1) { spec, _ in spec.level = 3 }
    #expect(play.dismiss(1, at: 2).contains("popup.shown 4 page=1 gen=1 over=2"))
  }

  @Test("A member submitted while the last one closes carries the chain on; a later one begins it anew")
  func chainGoesOn() {
    var play = stage(.v3)
    play.submit(1, at: 1) { spec, catalog in
      spec.level = 5
      spec.chain = catalog.names.intern("tour")
    }
    play.submit(2, at: 2)
    let next = play.submission(3) { spec, catalog in
      spec.level = 5
      spec.chain = catalog.names.intern("tour")
    }
    play.world.answer = { $0.reason == .dismissed && $0.kind == .callback && $0.popup == PopupID(0) ? [next] : [] }
    #expect(play.dismiss(1, at: 3).contains("popup.shown 3 page=1 gen=1"))
    #expect(play.dismiss(3, at: 4).contains("popup.shown 2 page=1 gen=1"))
    #expect(
      play.submit(4, at: 5) { spec, catalog in
        spec.level = 5
        spec.chain = catalog.names.intern("tour")
      } == ["popup.queued 4 slot"])
    play.submit(5, at: 6)
    #expect(play.dismiss(2, at: 7).contains("popup.shown 5 page=1 gen=1 over=4"))
  }

  @Test("A visible member of a chain is never preempted")
  func chainIsNotPreempted() {
    var play = stage()
    play.submit(1, at: 1) { spec, catalog in
      spec.level = 5
      spec.onHigher = .requeue
      spec.chain = catalog.names.intern("tour")
    }
    #expect(play.submit(2, at: 2) == ["popup.queued 2 chain"])
  }

  @Test("Whatever happened since, equals go in the order of their submission")
  func oldPlace() {
    var play = stage()
    play.submit(1, at: 1) { spec, _ in
      spec.level = 5
      spec.onHigher = .requeue
    }
    play.submit(2, at: 2) { spec, _ in spec.level = 5 }
    play.submit(3, at: 3)
    #expect(play.visible.last == "popup.shown 3 page=1 gen=1 over=1,2")
    play.dismiss(3, at: 4)
    #expect(play.visible.last == "popup.shown 1 page=1 gen=2 restored over=2")
  }
}
