import PopupScheduling
import PublishedSchedulers
import Testing

@Suite("Article 4")
struct Article4Tests {
  private func animated(_ spec: inout PopupSpec, _ catalog: Catalog) { spec.showLength = Ticks(300) }

  private func animationEnd(_ stage: Stage, _ popup: Int64, _ phase: AnimationPhase) -> Event {
    var event = stage.about(.animationFinished, popup)
    event.phase = phase
    event.generation = 1
    return event
  }

  @Test("the first animation to end lets touches through, whoever had them ignored")
  func lock() throws {
    let stage = try #require(Stage("article-4"))
    #expect(stage.act(stage.submission(1, as: animated)) == ["input.locked", "cover.added 1", "popup.shown 1 #1"])
    #expect(stage.act(stage.submission(2, as: animated)) == ["popup.shown 2 #1"])
    #expect(stage.act(animationEnd(stage, 1, .show)) == ["input.unlocked", "callback 1 finished"])
    #expect(stage.act(animationEnd(stage, 2, .show)) == ["callback 2 finished"])
  }

  @Test("the keyboard is folded before, and comes back when the exit begins")
  func keyboard() throws {
    let stage = try #require(Stage("article-4"))
    _ = stage.act(Event(.editBegan))
    _ = stage.open(1, "Home")
    var editing = Event(.editBegan)
    editing.name = Symbol(Int32(0))
    _ = stage.act(editing)
    #expect(stage.act(stage.submission(1)).contains { $0.hasPrefix("keyboard.resigned 1 on 1") })
    let hidden = stage.act(stage.about(.popupDismissed, 1))
    #expect(hidden.first?.hasPrefix("keyboard.restored 1 on 1") == true)
    #expect(hidden.suffix(2) == ["cover.removed 1", "callback 1 finished"])
  }

  @Test("a second tap during the exit animation hides and calls back a second time")
  func doubleTap() throws {
    let stage = try #require(Stage("article-4"))
    _ = stage.act(stage.submission(1) { spec, _ in spec.hideLength = Ticks(300) })
    #expect(stage.act(stage.about(.popupDismissed, 1)) == ["popup.hidden 1 dismissed"])
    #expect(
      stage.act(stage.about(.popupDismissed, 1)) == [
        "popup.hidden 1 dismissed", "cover.removed 1", "callback 1 finished",
      ])
    #expect(stage.act(animationEnd(stage, 1, .hide)) == ["callback 1 finished"])
    #expect(stage.act(stage.about(.popupDismissed, 1)) == [])
  }

  @Test("two on one host share one cover, and the first to go takes it")
  func cover() throws {
    let stage = try #require(Stage("article-4"))
    _ = stage.act(stage.submission(1))
    #expect(!stage.act(stage.submission(2)).contains { $0.hasPrefix("cover.added") })
    #expect(stage.act(stage.about(.popupDismissed, 1)).contains("cover.removed 1"))
    #expect(stage.act(stage.about(.popupDismissed, 2)) == ["popup.hidden 2 dismissed", "callback 2 finished"])
  }

  @Test("every host view has a cover of its own")
  func hosts() throws {
    let stage = try #require(Stage("article-4"))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1))
    let elsewhere = stage.submission(2) { spec, _ in spec.host = Symbol(Int32(0)) }
    #expect(stage.act(elsewhere).contains("cover.added 2"))
  }
}
