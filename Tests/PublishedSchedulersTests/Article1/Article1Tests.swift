import PopupScheduling
import PublishedSchedulers
import Testing

@Suite("Article 1")
struct Article1Tests {
  private func asynchronous(_ spec: inout PopupSpec, _ catalog: Catalog) { spec.content = .async }

  @Test("content is asked for on enqueue; when it is there its popup waits for the next page to appear")
  func content() throws {
    let stage = try #require(Stage("article-1"))
    _ = stage.open(1, "Home")
    #expect(
      stage.act(stage.submission(1, on: "Home", as: asynchronous)) == ["popup.queued 1 content", "content.requested 1"])
    #expect(stage.act(stage.about(.contentLoaded, 1)) == ["popup.queued 1 page"])
    #expect(stage.go(from: 1, to: 2, "Shop") + stage.go(from: 2, to: 1) == ["popup.shown 1 #1 on 1"])
  }

  @Test("content that fails is never heard of again")
  func failure() throws {
    let stage = try #require(Stage("article-1"))
    _ = stage.act(stage.submission(1, on: "Home", as: asynchronous))
    #expect(stage.act(stage.about(.contentFailed, 1)) == [])
    #expect(stage.act(Event(.appSignedOut)) == [])
  }

  @Test("a removal while content is loading is forgotten when it comes")
  func withdrawnWhileLoading() throws {
    let stage = try #require(Stage("article-1"))
    _ = stage.act(stage.submission(1, on: "Home", as: asynchronous))
    #expect(stage.act(stage.about(.popupWithdrawn, 1)) == [])
    _ = stage.act(stage.about(.contentLoaded, 1))
    #expect(stage.open(1, "Home") == ["popup.shown 1 #1 on 1"])
  }

  @Test("the calls believe the page they are given")
  func trust() throws {
    let stage = try #require(Stage("article-1"))
    _ = stage.open(1, "Home")
    _ = stage.go(from: 1, to: 2, "Shop")
    #expect(
      stage.act(
        stage.submission(1, on: "Home") { spec, catalog in spec.callerPage = catalog.knownPage(numbered: 1) })
        == ["popup.shown 1 #1 on 1"])
  }

  @Test("a kept-alive popup comes back behind equals that came meanwhile")
  func restored() throws {
    let stage = try #require(Stage("article-1"))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1, on: "Home") { spec, _ in spec.keepAlive = true })
    #expect(stage.go(from: 1, to: 2, "Shop") == ["popup.hidden 1 page-left", "popup.parked 1 on 1"])
    _ = stage.act(stage.submission(2, on: "Home"))
    #expect(stage.go(from: 2, to: 1) == ["popup.restored 1 on 1", "popup.shown 2 #1 on 1"])
  }

  @Test("a sign-out takes away what is up and those who wait for their turn, not those kept for a page")
  func signOut() throws {
    let stage = try #require(Stage("article-1"))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1, on: "Home") { spec, _ in spec.keepAlive = true })
    _ = stage.go(from: 1, to: 2, "Shop")
    _ = stage.act(stage.submission(2, on: "Shop"))
    _ = stage.act(stage.submission(3, on: "Shop"))
    #expect(stage.act(Event(.appSignedOut)) == ["popup.dropped 3 signed-out", "popup.hidden 2 signed-out"])
    #expect(stage.go(from: 2, to: 1) == ["popup.restored 1 on 1", "popup.shown 1 #2 on 1"])
  }

  @Test("more urgent ones come first, equal ones in the order of the queue")
  func order() throws {
    let stage = try #require(Stage("article-1"))
    for (number, level) in [(Int64(1), Int32(5)), (2, 0), (3, 0)] {
      _ = stage.act(stage.submission(number, on: "Home") { spec, _ in spec.level = level })
    }
    #expect(stage.open(1, "Home") == ["popup.shown 2 #1 on 1"])
    #expect(stage.act(stage.about(.popupDismissed, 2)) == ["popup.hidden 2 dismissed", "popup.shown 3 #1 on 1"])
  }
}
