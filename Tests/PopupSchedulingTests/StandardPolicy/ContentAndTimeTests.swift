import PopupScheduling
import Testing

@Suite("Keys, content and time limits")
struct ContentAndTimeTests {
  private func stage(_ configuration: PolicyConfiguration = .v5) -> Play<StandardPolicy> {
    var play = Play(configuration)
    play.know(1, "Home")
    play.know(2, "Detail")
    play.appear(1, at: 0)
    return play
  }

  private func keyed(_ spec: inout PopupSpec, _ catalog: inout Catalog) { spec.key = catalog.names.intern("rate") }

  @Test(
    "A second popup of a key is dropped and requests nothing; the key is free with the decision that ends the first")
  func keys() {
    var play = stage()
    play.submit(1, at: 1) {
      keyed(&$0, &$1)
      $0.hideLength = Ticks(200)
    }
    #expect(
      play.submit(2, at: 2) {
        keyed(&$0, &$1)
        $0.content = .async
      } == ["popup.dropped 2 duplicate", "callback closed 2 duplicate"])
    play.dismiss(1, at: 3)
    #expect(play.submit(3, at: 4, keyed) == ["popup.queued 3 slot"])
    var old = stage(.v4)
    old.submit(1, at: 1, keyed)
    #expect(old.submit(2, at: 2, keyed) == ["popup.queued 2 slot"])
  }

  @Test("Content is requested at submission and others pass meanwhile; before v5 it is shown without")
  func content() {
    var play = stage()
    #expect(
      play.submit(1, at: 1) { spec, _ in spec.content = .async } == ["content.requested 1", "popup.queued 1 content"])
    #expect(play.submit(2, at: 2).first == "popup.shown 2 page=1 gen=1")
    #expect(play.submit(3, at: 2) == ["popup.queued 3 slot"])
    #expect(play.run(play.popup(.contentLoaded, 1), at: 3) == [])
    #expect(play.dismiss(2, at: 4).contains("popup.shown 1 page=1 gen=1 over=3"), "arrival is the submission")
    var old = stage(.v4)
    #expect(old.submit(1, at: 1) { spec, _ in spec.content = .async }.first == "popup.shown 1 page=1 gen=1")
  }

  @Test("Content that fails drops its popup; one that ends while loading cancels its request; late answers are ignored")
  func contentThatFails() {
    var play = stage()
    play.submit(1, at: 1) { spec, _ in spec.content = .async }
    play.submit(2, at: 1) { spec, _ in spec.content = .async }
    #expect(
      play.run(play.popup(.contentFailed, 1), at: 2) == [
        "popup.dropped 1 content-failed", "callback closed 1 content-failed",
      ])
    #expect(
      play.withdraw(2, at: 3) == ["popup.dropped 2 withdrawn", "content.cancelled 2", "callback closed 2 withdrawn"])
    #expect(play.run(play.popup(.contentLoaded, 1), at: 4) == [])
    #expect(play.run(play.popup(.contentLoaded, 2), at: 4) == [])
  }

  @Test("Content that is lost while its popup waits drops it")
  func contentLostLater() {
    var play = stage()
    play.submit(1, at: 1)
    play.submit(2, at: 1) { spec, _ in spec.content = .async }
    play.run(play.popup(.contentLoaded, 2), at: 2)
    #expect(play.run(play.popup(.contentFailed, 2), at: 3).first == "popup.dropped 2 content-failed")
  }

  @Test("Content that is lost while its popup is parked drops it at once, and not when its page is back")
  func contentLostWhileParked() {
    var play = stage()
    play.submit(1, at: 1) { spec, _ in
      spec.content = .async
      spec.keepAlive = true
    }
    #expect(play.run(play.popup(.contentLoaded, 1), at: 2).first == "popup.shown 1 page=1 gen=1")
    #expect(play.move(from: 1, to: 2, at: 3).contains("popup.parked 1 page=1"))
    #expect(
      play.run(play.popup(.contentFailed, 1), at: 4) == [
        "popup.dropped 1 content-failed", "callback closed 1 content-failed",
      ])
    #expect(play.move(from: 2, to: 1, at: 5) == [])
  }

  @Test("What waits longer than it may is dropped; what is up may stay")
  func expiry() {
    var play = stage()
    #expect(
      play.submit(1, at: 10) { spec, _ in spec.expires = Ticks(100) } == [
        "timer.set 1 expiry at=110", "popup.shown 1 page=1 gen=1", "callback shown 1",
      ])
    #expect(
      play.submit(2, at: 20) { spec, _ in spec.expires = Ticks(100) } == [
        "timer.set 2 expiry at=120", "popup.queued 2 slot",
      ])
    #expect(play.fire(0, at: 110) == [])
    #expect(play.fire(1, at: 120) == ["popup.dropped 2 expired", "callback closed 2 expired"])
    #expect(play.submit(3, at: 130) { spec, _ in spec.expires = .zero }.first == "popup.dropped 3 expired")
  }

  @Test("The limit itself is too late, whether its timer has come or not")
  func expiryWithoutTimer() {
    var play = stage()
    play.submit(1, at: 0)
    play.submit(2, at: 0) { spec, _ in spec.expires = Ticks(100) }
    play.submit(3, at: 0)
    #expect(
      play.dismiss(1, at: 100) == [
        "popup.hidden 1 gen=1 dismissed", "callback closed 1 dismissed", "popup.dropped 2 expired", "timer.cancelled 2",
        "callback closed 2 expired", "popup.shown 3 page=1 gen=1", "callback shown 3",
      ])
  }

  @Test("What is parked too long is dropped when its page is back, whether its timer has come or not, and not restored")
  func expiryWhileParked() {
    var play = stage()
    play.submit(1, at: 0) { spec, _ in
      spec.keepAlive = true
      spec.expires = Ticks(100)
    }
    #expect(play.move(from: 1, to: 2, at: 10).contains("popup.parked 1 page=1"))
    #expect(
      play.move(from: 2, to: 1, at: 100) == [
        "popup.dropped 1 expired", "timer.cancelled 1", "callback closed 1 expired",
      ])
  }

  @Test(
    "Before its timer comes, what is too late is dropped where it stands in front of the next, or none can be shown")
  func expiryInFrontOfTheNext() {
    var play = stage()
    play.submit(1, at: 0)
    play.submit(2, at: 0)
    play.submit(3, at: 0) { spec, _ in spec.expires = Ticks(100) }
    #expect(play.dismiss(1, at: 100).contains("popup.shown 2 page=1 gen=1"))
    #expect(!play.last.contains("popup.dropped 3 expired"))
    #expect(play.dismiss(2, at: 100).contains("popup.dropped 3 expired"))
  }

  @Test("A visible popup that is too late to be shown again is dropped in place of being parked")
  func expiredOnLeaving() {
    var play = stage()
    play.submit(1, at: 0) {
      $0.bind(to: "Home", in: &$1)
      $0.expires = Ticks(100)
      $0.keepAlive = true
    }
    #expect(
      play.page(.pageWillDisappear, 1, at: 100) == [
        "popup.hidden 1 gen=1 page-left", "popup.dropped 1 expired", "timer.cancelled 1", "callback closed 1 expired",
      ])
  }

  @Test("A popup goes by itself after its time on screen, which stands still in the background")
  func autoDismiss() {
    var play = stage()
    #expect(
      play.submit(1, at: 0) { spec, _ in spec.autoDismiss = Ticks(1000) } == [
        "popup.shown 1 page=1 gen=1", "timer.set 1 auto-dismiss at=1000", "callback shown 1",
      ])
    play.happen(.appBackground, at: 400)
    play.happen(.appForeground, at: 5_400)
    #expect(play.fire(0, at: 5_400) == ["timer.set 1 auto-dismiss at=6000"])
    #expect(play.fire(1, at: 6_000) == ["popup.hidden 1 gen=1 auto", "callback closed 1 auto"])
  }

  @Test("The time on screen is counted over all presentations")
  func autoDismissOverPresentations() {
    var play = stage()
    play.submit(1, at: 0) {
      $0.bind(to: "Home", in: &$1)
      $0.autoDismiss = Ticks(1000)
      $0.keepAlive = true
    }
    #expect(
      play.page(.pageWillDisappear, 1, at: 300) == [
        "popup.hidden 1 gen=1 page-left", "timer.cancelled 1", "popup.parked 1 page=1",
      ])
    #expect(
      play.page(.pageDidAppear, 1, at: 900) == [
        "popup.restored 1 page=1", "popup.shown 1 page=1 gen=2 restored", "timer.set 1 auto-dismiss at=1600",
      ])
    #expect(play.fire(0, at: 1_000) == [], "a timer that no longer matters")
    #expect(play.fire(1, at: 1_600).first == "popup.hidden 1 gen=2 auto")
  }

  @Test("A waiting popup is altered: its level, its pages, its limit")
  func changed() {
    var play = stage()
    play.submit(1, at: 0)
    play.submit(2, at: 0) { spec, _ in spec.level = 5 }
    play.submit(3, at: 0) { spec, _ in spec.level = 3 }
    play.submit(4, at: 0) { spec, _ in spec.level = 3 }
    play.catalog.changes = [PopupChange(), PopupChange(), PopupChange()]
    play.catalog.changes[0].level = 1
    let detail = play.catalog.names.intern("Detail")
    play.catalog.changes[1].pages = play.catalog.names.intern([detail])
    play.catalog.changes[2].expires = Ticks(50)
    #expect(play.run(play.popup(.popupChanged, 2) { $0.attributes = 0 }, at: 1) == [])
    #expect(play.run(play.popup(.popupChanged, 3) { $0.attributes = 1 }, at: 1) == [])
    #expect(play.run(play.popup(.popupChanged, 4) { $0.attributes = 2 }, at: 1) == ["timer.set 4 expiry at=50"])
    #expect(play.dismiss(1, at: 2).contains("popup.shown 2 page=1 gen=1 over=4"))
    #expect(
      play.run(play.popup(.popupChanged, 4) { $0.attributes = 2 }, at: 50).prefix(2) == [
        "timer.cancelled 4", "popup.dropped 4 expired",
      ])
  }

  @Test("A sign-out ends everything in every state, what the operating system shows aside")
  func signOut() {
    var play = stage()
    play.submit(1, at: 1)
    play.submit(2, at: 1)
    play.submit(3, at: 1) { spec, _ in spec.content = .async }
    play.submit(4, at: 1) { spec, _ in spec.kind = .system }
    play.submit(5, at: 1) { spec, _ in spec.kind = .hud }
    let next = play.submission(6)
    play.world.answer = { $0.reason == .signedOut && $0.kind == .popupHidden ? [next] : [] }
    #expect(
      play.happen(.appSignedOut, at: 2) == [
        "popup.hidden 1 gen=1 signed-out", "callback closed 1 signed-out", "popup.dropped 2 signed-out",
        "callback closed 2 signed-out", "popup.dropped 3 signed-out", "content.cancelled 3",
        "callback closed 3 signed-out", "popup.dropped 5 signed-out", "callback closed 5 signed-out",
        "popup.queued 6 slot",
      ])
    #expect(play.dismiss(4, at: 3).contains("popup.shown 6 page=1 gen=1"))
  }

  @Test("Another user's signing in implies it; the first one's, and the same one's again, ends nothing")
  func anotherUser() {
    var play = stage()
    let users = ["ann", "bob"].map { play.catalog.names.intern($0) }
    play.submit(1, at: 1)
    #expect(play.happen(.appSignedIn, at: 2) { $0.name = users[0] } == [])
    #expect(play.happen(.appSignedIn, at: 3) { $0.name = users[0] } == [])
    #expect(play.happen(.appSignedIn, at: 4) { $0.name = users[1] }.first == "popup.hidden 1 gen=1 signed-out")
    #expect(play.submit(2, at: 5) { spec, _ in spec.user = users[0] }.first == "popup.dropped 2 signed-out")
    #expect(play.submit(3, at: 5) { spec, _ in spec.user = users[1] }.first == "popup.shown 3 page=1 gen=1")
    var old = stage(.v4)
    old.submit(1, at: 1)
    #expect(old.happen(.appSignedOut, at: 2) == [])
  }

  @Test("Clearing ends everything, or a kind, and nothing is shown on the way")
  func cleared() {
    var play = stage(.v1)
    play.submit(1, at: 1)
    play.submit(2, at: 1) { spec, _ in spec.kind = .campaign }
    play.submit(3, at: 1)
    #expect(play.happen(.schedulerCleared, at: 2) { $0.popupKind = .campaign }.first == "popup.dropped 2 withdrawn")
    #expect(
      play.happen(.schedulerCleared, at: 3) == [
        "popup.hidden 1 gen=1 withdrawn", "callback closed 1 withdrawn", "popup.dropped 3 withdrawn",
        "callback closed 3 withdrawn",
      ])
  }

  @Test("Withdrawing means the object, however often it was submitted")
  func object() {
    var play = stage(.v1)
    play.submit(1, at: 1) { spec, _ in spec.object = 9 }
    play.submit(2, at: 1)
    play.submit(3, at: 1) { spec, _ in spec.object = 9 }
    #expect(play.dismiss(3, at: 2) == [], "the user cannot dismiss what is not on screen")
    #expect(
      play.withdraw(3, at: 3) == [
        "popup.dropped 3 withdrawn", "callback closed 3 withdrawn", "popup.hidden 1 gen=1 withdrawn",
        "callback closed 1 withdrawn", "popup.shown 2 page=1 gen=1", "callback shown 2",
      ])
    play.submit(4, at: 4) { spec, _ in spec.object = 7 }
    play.submit(5, at: 4) { spec, _ in spec.object = 7 }
    play.dismiss(2, at: 5)
    #expect(play.dismiss(5, at: 6, by: .code).first == "popup.hidden 4 gen=1 dismissed")
  }

  @Test("A lost view ends its popup without an animation, wherever it is in its life")
  func viewLost() {
    var play = stage(.v6)
    play.submit(1, at: 1) { spec, _ in
      spec.showLength = Ticks(100)
      spec.hideLength = Ticks(200)
    }
    play.submit(2, at: 1)
    play.submit(3, at: 1)
    #expect(play.run(play.popup(.popupViewLost, 3), at: 2).first == "popup.dropped 3 view-lost")
    #expect(
      play.run(play.popup(.popupViewLost, 1), at: 3) == [
        "popup.hidden 1 gen=1 view-lost", "input.unlocked 1", "cover.removed 1", "callback closed 1 view-lost",
        "cover.added 2", "popup.shown 2 page=1 gen=1", "callback shown 2",
      ])
    #expect(play.finish(1, .show, at: 101) == [])
  }

  @Test("A limit that was changed counts when the slot is free, even before its timer fires")
  func changedLimit() {
    var play = stage()
    play.submit(1, at: 1)
    play.submit(2, at: 1)
    play.catalog.changes = [PopupChange()]
    play.catalog.changes[0].expires = Ticks(50)
    play.run(play.popup(.popupChanged, 2) { $0.attributes = 0 }, at: 2)
    #expect(play.dismiss(1, at: 51).contains("popup.dropped 2 expired"))
  }
}
