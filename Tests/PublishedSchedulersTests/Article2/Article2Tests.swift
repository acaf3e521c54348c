import PopupScheduling
import PublishedSchedulers
import Testing

@Suite("Article 2")
struct Article2Tests {
  /// Three equals, of which the first is up and then goes: what comes next.
  private func nextOfThree(_ name: String) throws -> [String] {
    let stage = try #require(Stage(name))
    _ = stage.open(1, "Home")
    for popup in 1...3 { _ = stage.act(stage.submission(Int64(popup))) }
    _ = stage.act(stage.about(.popupDismissed, 1))
    var tick = Event(.timerFired)
    tick.timer = TimerID(Int32(0))
    return stage.act(tick)
  }

  @Test("as printed the counter never counts, and the newest of equals comes first")
  func printedOrder() throws {
    #expect(try nextOfThree("article-2-printed") == ["popup.shown 3 #1 on 1"])
  }

  @Test("with its precedence mended, equals come in order of arrival")
  func mendedOrder() throws {
    #expect(try nextOfThree("article-2-mended") == ["popup.shown 2 #1 on 1"])
  }

  @Test("a dismissal sets the timer to the next full second since launch, and only if something waits")
  func timer() throws {
    let stage = try #require(Stage("article-2-printed"))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1))
    #expect(stage.act(stage.about(.popupDismissed, 1)) == ["popup.hidden 1 dismissed"])
    _ = stage.act(stage.submission(2))
    _ = stage.act(stage.submission(3))
    #expect(stage.act(stage.about(.popupDismissed, 2)) == ["popup.hidden 2 dismissed", "timer.set"])
  }

  @Test("alerts that are values never tell of their end")
  func valueTypes() throws {
    let stage = try #require(Stage("article-2-struct"))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1))
    #expect(
      stage.act(stage.about(.popupDismissed, 1)) == ["popup.hidden 1 dismissed", "callback 1 closed dismissed"])
    #expect(stage.act(stage.submission(2)) == ["popup.queued 2 slot"])
  }

  @Test("the business hears of an end inside show(), and of none after the manager has put its own didHide in place")
  func overwritten() throws {
    let stage = try #require(Stage("article-2-printed"))
    stage.inside(.popupShown, 1, stage.about(.popupDismissed, 1, .code))
    #expect(stage.act(stage.submission(1)).last == "callback 1 closed dismissed")
    let other = try #require(Stage("article-2-printed"))
    _ = other.act(other.submission(1))
    #expect(other.act(other.about(.popupDismissed, 1)) == ["popup.hidden 1 dismissed"])
  }

  @Test("alerts that submit a more urgent one from within show() end the app, and it starts again with nothing up")
  func nested() throws {
    let stage = try #require(Stage("article-2-printed"))
    for popup in Int64(1)...80 {
      stage.inside(.popupShown, popup, stage.submission(popup + 1) { spec, _ in spec.level = -Int32(popup) })
    }
    let decisions = stage.act(stage.submission(1))
    #expect(decisions.count { $0.hasPrefix("fault the call never returns") } == 1)
    #expect(stage.act(stage.submission(90)).last == "popup.shown 90 #1")
  }

  @Test("a HUD belongs to nobody, and nobody is told of its end")
  func hud() throws {
    let stage = try #require(Stage("article-2-printed"))
    _ = stage.act(stage.submission(1) { spec, _ in spec.kind = .hud })
    #expect(stage.act(stage.about(.popupDismissed, 1, .code)) == ["popup.hidden 1 dismissed"])
  }

  @Test("a tick while the user scrolls waits for the end of the scrolling")
  func scrolling() throws {
    let stage = try #require(Stage("article-2-mended"))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1))
    _ = stage.act(stage.submission(2))
    _ = stage.act(stage.about(.popupDismissed, 1))
    _ = stage.act(Event(.scrollBegan))
    var tick = Event(.timerFired)
    tick.timer = TimerID(Int32(0))
    #expect(stage.act(tick) == [])
    #expect(stage.act(Event(.scrollEnded)) == ["popup.shown 2 #1 on 1"])
  }

  @Test("what show() submits, less urgent, has the first alert shown again and is thrown away itself")
  func submittedInside() throws {
    let stage = try #require(Stage("article-2-printed"))
    _ = stage.open(1, "Home")
    stage.inside(.popupShown, 1, stage.submission(2) { spec, _ in spec.level = 5 })
    let decisions = stage.act(stage.submission(1))
    #expect(decisions.filter { $0.hasPrefix("popup.shown") } == ["popup.shown 1 #1 on 1", "popup.shown 1 #2 on 1"])
    #expect(stage.act(stage.about(.popupDismissed, 1)) == ["popup.hidden 1 dismissed"])
  }

  @Test("a priority that has been multiplied too often ends the app")
  func overflow() throws {
    let stage = try #require(Stage("article-2-printed"))
    var decisions: [String] = []
    for popup in 1...10 {
      decisions = stage.act(
        stage.submission(Int64(popup)) { spec, _ in
          spec.level = 7
          spec.object = 1
        })
    }
    #expect(decisions.first?.hasPrefix("fault 10 arithmetic overflow") == true)
  }
}
