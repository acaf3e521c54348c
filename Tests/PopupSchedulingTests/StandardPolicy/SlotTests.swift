import PopupScheduling
import Testing

@Suite("The slot and the queue")
struct SlotTests {
  @Test("Without a scheduler everything is shown at once")
  func v0() {
    var play = Play(.v0)
    #expect(play.submit(1, at: 0) == ["popup.shown 1 gen=1", "callback shown 1"])
    #expect(play.submit(2, at: 5) == ["popup.shown 2 gen=1", "callback shown 2"])
    #expect(play.dismiss(1, at: 9) == ["popup.hidden 1 gen=1 dismissed", "callback closed 1 dismissed"])
  }

  @Test("One at a time, in order of arrival")
  func v1() {
    var play = Play(.v1)
    play.submit(1, at: 0)
    #expect(play.submit(2, at: 1) { spec, _ in spec.level = -5 } == ["popup.queued 2 slot"])
    #expect(play.submit(3, at: 2) == ["popup.queued 3 slot"])
    #expect(
      play.dismiss(1, at: 3) == [
        "popup.hidden 1 gen=1 dismissed", "callback closed 1 dismissed", "popup.shown 2 gen=1 over=3",
        "callback shown 2",
      ])
    #expect(play.withdraw(3, at: 4) == ["popup.dropped 3 withdrawn", "callback closed 3 withdrawn"])
    #expect(play.dismiss(2, at: 5) == ["popup.hidden 2 gen=1 dismissed", "callback closed 2 dismissed"])
  }

  @Test("The slot is free when the exit animation is over, not before")
  func exitAnimation() {
    var play = Play(.v1)
    play.submit(1, at: 0) { spec, _ in spec.hideLength = Ticks(200) }
    play.submit(2, at: 1)
    #expect(play.dismiss(1, at: 10) == ["popup.hidden 1 gen=1 dismissed", "callback closed 1 dismissed"])
    #expect(play.finish(1, .show, at: 20) == [])
    #expect(play.finish(1, .hide, generation: 2, at: 30) == [])
    #expect(play.finish(1, .hide, at: 210) == ["popup.shown 2 gen=1", "callback shown 2"])
    #expect(play.finish(1, .hide, at: 220) == [])
  }

  @Test("Urgent ones go first from v3 on, equal ones in order of arrival")
  func levels() {
    var play = Play(.v3)
    play.know(1, "Home")
    play.appear(1, at: 0)
    play.submit(1, at: 1)
    play.submit(2, at: 2) { spec, _ in spec.level = 3 }
    play.submit(3, at: 3) { spec, _ in spec.level = 1 }
    play.submit(4, at: 4) { spec, _ in spec.level = 1 }
    #expect(play.dismiss(1, at: 5).contains("popup.shown 3 page=1 gen=1 over=4,2"))
    #expect(play.dismiss(3, at: 6).contains("popup.shown 4 page=1 gen=1 over=2"))
    #expect(play.dismiss(4, at: 7).contains("popup.shown 2 page=1 gen=1"))
  }

  @Test("The user's dismissal of what is not on screen is ignored, by code it is a withdrawal")
  func dismissalOfWaiting() {
    var play = Play(.v1)
    play.submit(1, at: 0)
    play.submit(2, at: 0)
    #expect(play.dismiss(2, at: 1) == [])
    #expect(play.dismiss(2, at: 2, by: .code) == ["popup.dropped 2 withdrawn", "callback closed 2 withdrawn"])
    #expect(play.dismiss(1, at: 3, by: .code) == ["popup.hidden 1 gen=1 dismissed", "callback closed 1 dismissed"])
  }

  @Test("Last in, first out, where so configured; a popup that goes next is in front of its equals")
  func lifo() {
    var configuration = PolicyConfiguration.v1
    configuration.order = .lifo
    var play = Play(configuration)
    play.submit(1, at: 0)
    play.submit(2, at: 0)
    play.submit(3, at: 0)
    #expect(play.dismiss(1, at: 1).contains("popup.shown 3 gen=1 over=2"))
    var next = Play(.v1)
    next.submit(1, at: 0)
    next.submit(2, at: 0)
    next.submit(3, at: 0) { spec, _ in spec.next = true }
    next.submit(4, at: 0) { spec, _ in spec.next = true }
    #expect(next.dismiss(1, at: 1).contains("popup.shown 4 gen=1 over=3,2"))
  }

  @Test("At most eight of those passed over are named")
  func over() {
    var play = Play(.v1)
    for number in 1...12 { play.submit(Int64(number), at: 0) }
    #expect(play.dismiss(1, at: 1).contains("popup.shown 2 gen=1 over=3,4,5,6,7,8,9,10"))
  }

  @Test("What the app submits while its popup closes competes with those who wait")
  func reentrant() {
    var play = Play(.v3)
    play.know(1, "Home")
    play.appear(1, at: 0)
    play.submit(1, at: 0)
    play.submit(2, at: 0) { spec, _ in spec.level = 1 }
    let followUp = play.submission(3)
    play.world.answer = { decision in
      decision.kind == .callback && decision.reason == .dismissed ? [followUp] : []
    }
    #expect(
      play.dismiss(1, at: 1) == [
        "popup.hidden 1 gen=1 dismissed", "callback closed 1 dismissed", "popup.shown 3 page=1 gen=1 over=2",
        "callback shown 3",
      ])
  }

  @Test("A popup that is shown later in its own turn was never queued")
  func queuedAtTheEndOfTheTurn() {
    var play = Play(.v1)
    let second = play.submission(2)
    let withdrawal = play.popup(.popupWithdrawn, 1)
    play.world.answer = { [first = play.catalog.popup(numbered: 1)] decision in
      guard decision.kind == .popupShown, decision.popup == first else { return [] }
      var withdrawal = withdrawal
      withdrawal.popup = first
      return [second, withdrawal]
    }
    #expect(
      play.submit(1, at: 0) == [
        "popup.shown 1 gen=1", "callback shown 1", "popup.hidden 1 gen=1 withdrawn", "callback closed 1 withdrawn",
        "popup.shown 2 gen=1", "callback shown 2",
      ])
  }

  @Test("Nonsense is ignored")
  func nonsense() {
    var play = Play(.v6)
    for kind in EventKind.allCases where kind.isStimulus {
      var event = Event(kind)
      event.popup = PopupID(7)
      event.page = PageID(9)
      event.timer = TimerID(3)
      event.attributes = 44
      #expect(play.run(event, at: 0) == [])
      event.popup = PopupID(Int32.max)
      event.page = PageID(Int32.max)
      event.timer = TimerID(Int32.max)
      event.attributes = -7
      #expect(play.run(event, at: 0) == [])
    }
  }
}
