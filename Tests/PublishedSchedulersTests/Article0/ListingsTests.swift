import PopupScheduling
import PublishedSchedulers
import Testing

@Suite("Article 0, the listings without pages")
struct ListingsTests {
  @Test("as printed nothing waits, and a dismissal takes nothing away", arguments: ["printed", "second"])
  func printed(_ variant: String) throws {
    let stage = try #require(Stage("article-0-\(variant)"))
    _ = stage.open(1, "Home")
    #expect(stage.act(stage.submission(1)) == ["popup.shown 1 #1 on 1"])
    #expect(stage.act(stage.submission(2)) == ["popup.shown 2 #1 on 1"])
    #expect(stage.act(stage.about(.popupDismissed, 1)) == [])
    #expect(stage.act(stage.about(.popupWithdrawn, 2)) == [])
    #expect(stage.act(Event(.appSignedOut)) == [])
  }

  @Test("with the current view stored, a dismissal brings the dismissed view back, once for each that waits")
  func mendedOnce() throws {
    let stage = try #require(Stage("article-0-mended-1"))
    #expect(stage.act(stage.submission(1)) == ["popup.shown 1 #1"])
    #expect(stage.act(stage.submission(2)) == ["popup.queued 2 slot"])
    #expect(stage.act(stage.submission(3)) == ["popup.queued 3 slot"])
    #expect(
      stage.act(stage.about(.popupDismissed, 1)) == [
        "popup.hidden 1 dismissed", "popup.shown 1 #2", "popup.shown 1 #3",
      ])
    #expect(stage.act(stage.about(.popupWithdrawn, 2)) == ["popup.dropped 2 withdrawn"])
    #expect(
      stage.act(Event(.appSignedOut)) == ["popup.dropped 3 signed-out", "popup.hidden 1 signed-out"])
  }

  @Test("with the entry's view added, all who wait come at once, stay in the array, and come again")
  func mendedTwice() throws {
    let stage = try #require(Stage("article-0-mended-2"))
    _ = stage.act(stage.submission(1))
    _ = stage.act(stage.submission(2))
    _ = stage.act(stage.submission(3))
    #expect(
      stage.act(stage.about(.popupDismissed, 1)) == [
        "popup.hidden 1 dismissed", "popup.shown 2 #1", "popup.shown 3 #1",
      ])
    #expect(
      stage.act(stage.about(.popupDismissed, 3)) == [
        "popup.hidden 3 dismissed", "popup.shown 2 #2", "popup.shown 3 #2",
      ])
    // Taken for one that waits: it leaves the array and stays on the window.
    #expect(stage.act(stage.about(.popupDismissed, 2)) == [])
    #expect(stage.act(stage.about(.popupDismissed, 3)) == ["popup.hidden 3 dismissed", "popup.shown 3 #3"])
  }

  @Test("of two neighbouring entries of one view, a removal overlooks the second")
  func skippedNeighbour() throws {
    let stage = try #require(Stage("article-0-mended-2"))
    _ = stage.act(stage.submission(1))
    for number in [Int64(2), 3] {
      _ = stage.act(stage.submission(number) { spec, _ in spec.object = 7 })
    }
    #expect(stage.act(stage.about(.popupWithdrawn, 2)) == ["popup.dropped 2 withdrawn"])
    #expect(stage.act(stage.about(.popupDismissed, 1)) == ["popup.hidden 1 dismissed", "popup.shown 3 #1"])
  }

  @Test("what the operating system shows comes and goes without its scheduler")
  func system() throws {
    let stage = try #require(Stage("article-0-mended-1"))
    _ = stage.act(stage.submission(1))
    #expect(stage.act(stage.submission(2) { spec, _ in spec.kind = .system }) == ["popup.shown 2 #1"])
    #expect(stage.act(stage.about(.popupWithdrawn, 2)) == [])
    #expect(stage.act(stage.about(.popupDismissed, 2)) == ["popup.hidden 2 dismissed"])
  }

  @Test(
    "a view that dismisses itself as it is added never lets the loop end: the stack is full",
    arguments: ["mended-1", "mended-2", "pages"])
  func selfDismissing(_ variant: String) throws {
    let stage = try #require(Stage("article-0-\(variant)"))
    if variant == "pages" { _ = stage.open(1, "Home") }
    let pages = variant == "pages" ? "Shop" : "Home"
    _ = stage.act(stage.submission(1, on: "Home"))
    for popup in [Int64(2), 3] { _ = stage.act(stage.submission(popup, on: pages)) }
    for popup in [Int64(1), 2, 3] { stage.insideEvery(.popupShown, popup, stage.about(.popupDismissed, popup, .code)) }
    let decisions = stage.act(stage.about(.popupDismissed, 1))
    #expect(decisions.count { $0.hasPrefix("fault the call never returns") } == 1)
    #expect(decisions.count < 400)
    #expect(stage.act(stage.about(.popupDismissed, 3, .code)).count { $0.hasPrefix("popup.shown") } == 0)
  }

  @Test("a user cannot dismiss what is not there, code can")
  func unreachable() throws {
    let stage = try #require(Stage("article-0-mended-1"))
    _ = stage.act(stage.submission(1))
    _ = stage.act(stage.submission(2))
    #expect(stage.act(stage.about(.popupDismissed, 2, .swipe)) == [])
    #expect(stage.act(stage.about(.popupDismissed, 2, .code)) == ["popup.dropped 2 withdrawn"])
  }
}
