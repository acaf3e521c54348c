import Testing

@testable import PopupScheduling

@Suite("Which scheduler of which scene a stimulus is the business of")
struct RoutingTests {
  private static let schedulers = [
    SchedulerID(scene: 0), SchedulerID(scene: 1, scheduler: 1), SchedulerID(scene: 1), SchedulerID(scene: 3),
  ]

  private func play(_ schedulers: [SchedulerID] = schedulers) -> Play<StandardPolicy> {
    var play = Play(policy: StandardPolicy(.v6), schedulers: schedulers)
    play.know(1, "Window")
    play.catalog.pages[0].scene = 1
    play.know(2, "Tabs", in: 1)
    play.know(3, "Home", in: 2)
    play.know(4, "Home")
    return play
  }

  @Test("A page without a scene is in its container's, however deep it stands")
  func inheritedScene() {
    for schedulers in [Self.schedulers, [SchedulerID(scene: 1)]] {
      for appearing: Int64 in [3, 2] {
        var play = play(schedulers)
        play.appear(appearing, at: 1)
        play.submit(1, at: 2) { spec, _ in spec.scene = 1 }
        #expect(play.visible.last == "popup.shown 1 page=\(appearing) gen=1")
      }
    }
  }

  @Test("A page of another scene, or of none, is not this scene's page")
  func otherScene() {
    var play = play()
    play.appear(4, at: 1)
    #expect(play.submit(1, at: 2) { spec, _ in spec.scene = 1 } == ["popup.queued 1 page"])
    #expect(play.submit(2, at: 2).contains("popup.shown 2 page=4 gen=1"))
    #expect(play.submit(3, at: 2) { spec, _ in spec.scene = 3 } == ["popup.queued 3 page"])
  }

  @Test("All schedulers of a scene see its pages; each is told of its own popups, timers and suspensions only")
  func schedulers() {
    var play = play()
    play.appear(3, at: 1)
    for scheduler: UInt16 in [0, 1] {
      play.happen(.schedulerSuspended, at: 2) { $0.schedulerID = SchedulerID(scene: 1, scheduler: scheduler) }
      play.submit(Int64(1 + scheduler), at: 3) { spec, _ in
        spec.scene = 1
        spec.scheduler = scheduler
        spec.expires = Ticks(100)
      }
      #expect(play.last.last == "popup.queued \(1 + scheduler) gate")
    }
    #expect(
      play.happen(.schedulerResumed, at: 4) { $0.schedulerID = SchedulerID(scene: 1, scheduler: 1) }.contains(
        "popup.shown 2 page=3 gen=1"))
    #expect(play.fire(0, at: 103) == ["popup.dropped 1 expired", "callback closed 1 expired"])
  }

  @Test("A suspension of a scheduler that is not there is nobody's", arguments: [1, 4])
  func absentScheduler(count: Int) {
    var play = play(Array(Self.schedulers.prefix(count)))
    play.appear(4, at: 1)
    play.happen(.schedulerSuspended, at: 2) { $0.schedulerID = SchedulerID(scene: 0, scheduler: 7) }
    #expect(play.submit(1, at: 3).contains("popup.shown 1 page=4 gen=1"))
    play.happen(.schedulerCleared, at: 4) { $0.schedulerID = SchedulerID(scene: 0, scheduler: 7) }
    #expect(play.last == [])
    #expect(!play.happen(.schedulerCleared, at: 5).isEmpty)
  }

  @Test("Scrolling belongs to a scene, the background to all of them, in order")
  func scenes() {
    var play = play()
    play.appear(3, at: 1)
    play.appear(4, at: 1)
    play.happen(.scrollBegan, at: 2) { $0.scene = 1 }
    #expect(play.submit(1, at: 3) { spec, _ in spec.scene = 1 } == ["popup.queued 1 gate"])
    #expect(play.submit(2, at: 3).contains("popup.shown 2 page=4 gen=1"))
    play.submit(3, at: 3) { spec, _ in spec.content = .async }
    #expect(
      play.happen(.appSignedOut, at: 4).filter { $0.hasPrefix("callback") } == [
        "callback closed 2 signed-out", "callback closed 3 signed-out", "callback closed 1 signed-out",
      ])
  }

  @Test("What the choice of one scheduler brings about is taken before the next one chooses")
  func reentrantBetweenChoices() {
    var play = play([SchedulerID(), SchedulerID(scene: 0, scheduler: 1)])
    play.submit(1, at: 1)
    play.submit(2, at: 1) { spec, _ in spec.scheduler = 1 }
    let urgent = play.submission(3) { spec, _ in
      spec.scheduler = 1
      spec.level = -1
    }
    play.world.answer = { [first = play.catalog.knownPopup(numbered: 1)] decision in
      decision.kind == .popupShown && decision.popup == first ? [urgent] : []
    }
    play.appear(4, at: 2)
    let shown = play.last.filter { $0.hasPrefix("popup.shown") }
    #expect(shown == ["popup.shown 1 page=4 gen=1", "popup.shown 3 page=4 gen=1 over=2"])
  }

  @Test(
    "What is to be done comes out lowest first and once, however many schedulers there are", arguments: [1, 64, 300])
  func worklist(count: Int) {
    var dice = Dice(state: UInt64(count))
    var worklist = Worklist(count: count)
    var model: Set<Int> = []
    for step in 0..<500 {
      if dice.chance(60) {
        let index = dice.roll(count)
        worklist.insert(index)
        model.insert(index)
      } else {
        let least = model.min()
        if let least { model.remove(least) }
        #expect(worklist.removeFirst() == least, "step \(step)")
      }
    }
  }
}
