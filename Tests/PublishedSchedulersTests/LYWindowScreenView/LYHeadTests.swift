import PopupScheduling
import PublishedSchedulers
import Testing

@Suite("LYWindowScreenView at its head")
struct LYHeadTests {
  @Test("the queue is examined when the page did appear, by the page's own class")
  func didAppear() throws {
    let stage = try #require(Stage("ly-head"))
    #expect(
      stage.act(stage.submission(1, on: "Home", "Shop")) == ["popup.queued 1 page", "observing.began page.did-appear"])
    #expect(stage.page(.pageWillAppear, 1, "Shop") == [])
    #expect(
      stage.page(.pageDidAppear, 1) == [
        "popup.shown 1 #1 on 1", "observing.began page.will-disappear", "callback 1 shown",
      ])
  }

  @Test(
    "a submission without a page class is swallowed, and one whose controller is another instance of the top's class")
  func swallowed() throws {
    let stage = try #require(Stage("ly-head"))
    _ = stage.open(1, "Home")
    _ = stage.go(from: 1, to: 2, "Home")
    #expect(stage.act(stage.submission(1)) == [])
    #expect(
      stage.act(stage.submission(2, on: "Home") { spec, catalog in spec.instance = catalog.knownPage(numbered: 1) })
        == [])
  }

  @Test("the switch that hides everything holds the queue, not a submission, and nothing comes when it is turned back")
  func hideAll() throws {
    let stage = try #require(Stage("ly-head"))
    _ = stage.act(stage.submission(1, on: "Home"))
    _ = stage.act(Event(.schedulerSuspended))
    #expect(stage.open(1, "Home") == [])
    #expect(stage.act(Event(.schedulerResumed)) == [])
    #expect(stage.act(stage.submission(2, on: "Home")).first == "popup.shown 2 #1 on 1")
  }

  @Test("a kept-alive popup comes back as the most urgent one, and its callback runs again")
  func keptAlive() throws {
    let stage = try #require(Stage("ly-head"))
    _ = stage.open(1, "Home")
    _ = stage.act(
      stage.submission(1, on: "Home") { spec, _ in
        spec.keepAlive = true
        spec.level = 100
      })
    #expect(
      stage.go(from: 1, to: 2, "Shop") == [
        "observing.began page.did-appear", "popup.hidden 1 page-left", "popup.parked 1 on 1",
      ])
    _ = stage.act(stage.submission(2, on: "Home"))
    #expect(stage.go(from: 2, to: 1) == ["popup.restored 1 on 1", "popup.shown 1 #2 on 1", "callback 1 shown"])
  }

  @Test("a page of another instance of the class takes the popup away, and keeps it for itself")
  func otherInstance() throws {
    let stage = try #require(Stage("ly-head"))
    _ = stage.open(1, "Home")
    _ = stage.open(2, "Home")
    _ = stage.act(stage.submission(1, on: "Home") { spec, _ in spec.keepAlive = true })
    #expect(
      stage.page(.pageWillDisappear, 1) == [
        "observing.began page.did-appear", "popup.hidden 1 page-left", "popup.parked 1 on 1",
      ])
  }

  @Test("bound entries of another instance are thrown away as soon as a page of their class is examined")
  func bound() throws {
    let stage = try #require(Stage("ly-head"))
    _ = stage.open(1, "Home")
    _ = stage.go(from: 1, to: 2, "Shop")
    _ = stage.act(
      stage.submission(1, on: "Home") { spec, catalog in spec.instance = catalog.knownPage(numbered: 1) })
    #expect(stage.go(from: 2, to: 3, "Home") == ["popup.dropped 1 page-removed", "observing.ended page.did-appear"])
  }

  @Test("what waits for a destroyed controller goes when any page is gone, once something has been up")
  func destroyed() throws {
    let stage = try #require(Stage("ly-head"))
    _ = stage.open(1, "Home")
    _ = stage.go(from: 1, to: 2, "Shop")
    _ = stage.act(stage.submission(1, on: "Shop"))
    _ = stage.act(
      stage.submission(2, on: "Home") { spec, catalog in spec.instance = catalog.knownPage(numbered: 1) })
    #expect(stage.page(.pageRemoved, 1) == [])
    #expect(
      stage.go(from: 2, to: 3, "Detail") == [
        "popup.hidden 1 page-left", "popup.dropped 2 page-removed", "observing.ended page.did-appear",
        "observing.ended page.will-disappear",
      ])
  }

  @Test("a sheet is presented full screen, so the page under it is left and comes back")
  func sheet() throws {
    let stage = try #require(Stage("ly-head"))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1, on: "Home") { spec, _ in spec.keepAlive = true })
    #expect(
      stage.page(.pageWillAppear, 2, "Sheet") { $0.presentation = .sheet } == [
        "observing.began page.did-appear", "popup.hidden 1 page-left", "popup.parked 1 on 1",
      ])
    _ = stage.page(.pageDidAppear, 2)
    _ = stage.page(.pageWillDisappear, 2)
    #expect(
      stage.page(.pageDidDisappear, 2) == ["popup.restored 1 on 1", "popup.shown 1 #2 on 1", "callback 1 shown"])
  }

  @Test("a custom page covers without being noticed")
  func custom() throws {
    let stage = try #require(Stage("ly-head"))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1, on: "Home"))
    #expect(stage.page(.pageWillAppear, 2, "Card") { $0.presentation = .custom } == [])
  }

  @Test("a callback that dismisses its own popup is shown again out of the array it has not left yet")
  func reentrantDismissal() throws {
    let stage = try #require(Stage("ly-head"))
    _ = stage.act(stage.submission(1, on: "Home"))
    stage.inside(.callback, 1, stage.about(.popupDismissed, 1, .code))
    _ = stage.page(.pageWillAppear, 1, "Home")
    stage.inside(.callback, 1, stage.about(.popupDismissed, 1, .code))
    #expect(
      stage.page(.pageDidAppear, 1) == [
        "popup.shown 1 #1 on 1", "observing.began page.will-disappear", "callback 1 shown", "- popup.dismissed 1",
        "popup.hidden 1 dismissed", "popup.shown 1 #2 on 1", "callback 1 shown",
      ])
  }

  @Test("a popup whose view somebody else took away stays the current one")
  func viewLost() throws {
    let stage = try #require(Stage("ly-head"))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1, on: "Home"))
    #expect(stage.act(stage.about(.popupViewLost, 1)) == [])
    #expect(stage.act(stage.submission(2, on: "Home")).first == "popup.queued 2 slot")
  }
}
