import PopupScheduling
import PublishedSchedulers
import Testing

@Suite("Article 0, the page listings")
struct PagesTests {
  @Test("as printed, leaving a page takes nothing away and a waiting one comes over what is up")
  func printed() throws {
    let stage = try #require(Stage("article-0-pages"))
    _ = stage.open(1, "Home")
    #expect(stage.act(stage.submission(1, on: "Home")) == ["popup.shown 1 #1 on 1"])
    #expect(
      stage.act(stage.submission(2, on: "Shop")) == ["popup.queued 2 page", "observing.began page.will-appear"])
    #expect(stage.go(from: 1, to: 2, "Shop") == ["popup.shown 2 #1 on 2"])
  }

  @Test("as printed, a dismissal adds the dismissed view once for each that waits")
  func printedDismissal() throws {
    let stage = try #require(Stage("article-0-pages"))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1, on: "Home"))
    _ = stage.act(stage.submission(2, on: "Shop"))
    #expect(stage.act(stage.about(.popupDismissed, 1)) == ["popup.shown 1 #2 on 1"])
  }

  @Test("mended, a kept-alive popup goes with its page and comes back on that instance")
  func keptAlive() throws {
    let stage = try #require(Stage("article-0-pages-mended"))
    _ = stage.open(1, "Home")
    #expect(
      stage.act(stage.submission(1, on: "Home") { spec, _ in spec.keepAlive = true }) == [
        "popup.shown 1 #1 on 1", "observing.began page.will-disappear", "callback 1 shown",
      ])
    #expect(
      stage.go(from: 1, to: 2, "Detail") == [
        "popup.hidden 1 page-left", "popup.parked 1 on 1", "observing.began page.will-appear",
      ])
    #expect(
      stage.go(from: 2, to: 1) == ["popup.restored 1 on 1", "popup.shown 1 #2 on 1", "callback 1 shown"])
  }

  @Test("mended, what is kept for a page without navigation is thrown away when any page is gone")
  func tabPage() throws {
    let stage = try #require(Stage("article-0-pages-mended"))
    _ = stage.page(.pageWillAppear, 1, "Home") { $0.navigation = false }
    _ = stage.page(.pageDidAppear, 1)
    _ = stage.act(stage.submission(1, on: "Home") { spec, _ in spec.keepAlive = true })
    #expect(
      stage.go(from: 1, to: 2, "Shop") == [
        "popup.hidden 1 page-left", "popup.parked 1 on 1", "observing.began page.will-appear",
        "popup.dropped 1 page-removed", "observing.ended page.will-appear", "observing.ended page.will-disappear",
      ])
  }

  @Test("mended, a dismissal shows all who wait, whatever their page")
  func dismissal() throws {
    let stage = try #require(Stage("article-0-pages-mended"))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1, on: "Home"))
    _ = stage.act(stage.submission(2, on: "Home"))
    _ = stage.act(stage.submission(3, on: "Shop"))
    #expect(
      stage.act(stage.about(.popupDismissed, 1)) == [
        "popup.hidden 1 dismissed", "popup.shown 2 #1 on 1", "callback 2 shown", "popup.shown 3 #1 on 1",
        "callback 3 shown",
      ])
  }

  @Test("mended, a callback that dismisses its own popup brings it back from the array it has not left yet")
  func reentrantDismissal() throws {
    let stage = try #require(Stage("article-0-pages-mended"))
    _ = stage.act(stage.submission(1, on: "Home"))
    stage.inside(.callback, 1, stage.about(.popupDismissed, 1, .code))
    #expect(
      stage.open(1, "Home") == [
        "popup.shown 1 #1 on 1", "observing.began page.will-disappear", "callback 1 shown", "- popup.dismissed 1",
        "popup.hidden 1 dismissed", "popup.shown 1 #2 on 1", "callback 1 shown",
      ])
  }

  @Test("mended, a callback that always dismisses ends in a stack overflow, and the app goes on empty")
  func overflow() throws {
    let stage = try #require(Stage("article-0-pages-mended"))
    _ = stage.act(stage.submission(1, on: "Home"))
    stage.insideEvery(.callback, 1, stage.about(.popupDismissed, 1, .code))
    let decisions = stage.open(1, "Home")
    #expect(decisions.filter { $0.hasPrefix("fault") }.count == 1)
    #expect(stage.act(stage.submission(2, on: "Home")).contains("popup.shown 2 #1 on 1"))
  }

  @Test("unsigned levels put splash and launch ad last")
  func unsigned() throws {
    let stage = try #require(Stage("article-0-unsigned"))
    _ = stage.open(1, "Start")
    for (number, level) in [(Int64(1), Int32(-100)), (2, 0), (3, 100)] {
      _ = stage.act(stage.submission(number, on: "Home") { spec, _ in spec.level = level })
    }
    #expect(stage.go(from: 1, to: 2, "Home").first == "popup.shown 2 #1 on 2")
  }

  @Test("sign-out clears current, waiting and kept, and ends the observation")
  func signOut() throws {
    let stage = try #require(Stage("article-0-pages-mended"))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1, on: "Home"))
    _ = stage.act(stage.submission(2, on: "Home"))
    #expect(
      stage.act(Event(.appSignedOut)) == [
        "popup.dropped 2 signed-out", "popup.hidden 1 signed-out", "observing.ended page.will-appear",
        "observing.ended page.will-disappear",
      ])
  }
}
