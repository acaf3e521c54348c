import PopupScheduling
import PublishedSchedulers
import Testing

@Suite("What the operating system shows, in published schedulers")
struct SystemPopupTests {
  private func system(_ spec: inout PopupSpec, _ catalog: Catalog) {
    spec.kind = .system
    spec.condition = false
    spec.content = .async
    spec.object = 1
    spec.hideLength = Ticks(300)
  }

  @Test(
    "comes at once, whatever it says, and goes with its dismissal alone", arguments: PublishedSchedulers.all.map(\.name)
  )
  func comesAndGoes(_ name: String) throws {
    let stage = try #require(Stage(name))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1, on: "Home") { spec, _ in spec.object = 1 })
    #expect(stage.act(stage.submission(2, on: "Nowhere", as: system)) == ["popup.shown 2 #1 on 1"])
    let others = [
      stage.about(.popupWithdrawn, 2), stage.about(.contentLoaded, 2), Event(.schedulerCleared), Event(.appSignedOut),
      stage.about(.popupDismissed, 1),
    ]
    for stimulus in others { #expect(!stage.act(stimulus).contains { $0.hasPrefix("popup.hidden 2") }) }
    #expect(stage.act(stage.about(.popupDismissed, 2)) == ["popup.hidden 2 dismissed"])
    var end = stage.about(.animationFinished, 2)
    end.phase = .hide
    end.generation = 1
    #expect(stage.act(end) == [])
    #expect(stage.act(stage.about(.popupDismissed, 2)) == [])
  }

  @Test("a suspension or clearing of one kind is no call they offer", arguments: PublishedSchedulers.all.map(\.name))
  func kinds(_ name: String) throws {
    let stage = try #require(Stage(name))
    _ = stage.open(1, "Home")
    var suspension = Event(.schedulerSuspended)
    suspension.popupKind = .campaign
    #expect(stage.act(suspension) == [])
    let shown = stage.act(stage.submission(1, on: "Home"))
    #expect(shown.contains("popup.shown 1 #1 on 1") == (name != "fg-0.6-fifo-lifo"))
    _ = stage.act(stage.submission(2, on: "Home"))
    var clearing = Event(.schedulerCleared)
    clearing.popupKind = .campaign
    #expect(stage.act(clearing) == [])
  }
}
