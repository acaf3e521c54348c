import PopupScheduling
import PublishedSchedulers
import Testing

@Suite("Article 3")
struct Article3Tests {
  @Test(
    "the strategy decides who is next; the smaller level is the more urgent",
    arguments: [
      ("article-3-fifo", "2"), ("article-3-lifo", "4"), ("article-3-priority", "2"), ("article-3-priority-lifo", "3"),
    ])
  func order(name: String, expected: String) throws {
    let stage = try #require(Stage(name))
    _ = stage.open(1, "Home")
    _ = stage.act(stage.submission(1))
    for (popup, level) in [(2, -5), (3, -5), (4, -1)] {
      _ = stage.act(stage.submission(Int64(popup)) { spec, _ in spec.level = Int32(level) })
    }
    _ = stage.act(stage.about(.popupDismissed, 1))
    #expect(stage.act(Event(.idle)).contains("popup.shown \(expected) #1 on 1"))
  }

  @Test("an idle run loop finds an empty list and reads its first element all the same")
  func emptyList() throws {
    let stage = try #require(Stage("article-3-fifo"))
    #expect(stage.act(Event(.idle)) == ["fault the first element of an empty list is read"])
  }

  @Test("a condition that comes back to the scheduler waits for itself")
  func deadlock() throws {
    let stage = try #require(Stage("article-3-fifo"))
    stage.inside(.callback, 1, stage.submission(2))
    let decisions = stage.act(stage.submission(1))
    #expect(decisions.contains { $0.hasPrefix("fault 2 deadlock") })
  }

  @Test("suspended, it shows nothing, keeps what is up, and resuming alone shows nothing either")
  func suspension() throws {
    let stage = try #require(Stage("article-3-fifo"))
    _ = stage.open(1, "Home")
    _ = stage.act(Event(.schedulerSuspended))
    #expect(stage.act(stage.submission(1)) == ["popup.queued 1 gate"])
    #expect(stage.act(Event(.schedulerResumed)) == [])
    #expect(stage.act(Event(.idle)) == ["callback 1 condition", "popup.shown 1 #1 on 1"])
  }
}
