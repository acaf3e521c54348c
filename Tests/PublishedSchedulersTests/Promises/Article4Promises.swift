import PopupScheduling
import Testing

@Suite("What article 4 promises, v6 keeps")
struct Article4Promises {
  @Test("Nothing can be tapped until a popup is fully shown")
  func lock() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Alert", #""showMs":300"#, at: 10)
    story.answers(1, after: 100)
    let telling = try story.told()
    let order = telling.decisions.filter {
      ["input.locked Alert", "input.unlocked Alert", "popup.hidden Alert dismissed"].contains($0)
    }
    #expect(order == ["input.locked Alert", "input.unlocked Alert", "popup.hidden Alert dismissed"])
    #expect(telling.findings == [])
  }

  @Test("The keyboard is folded before, and brought back after removal")
  func keyboard() throws {
    var story = Story()
    story.opens(1, "Home")
    story.happens("edit.began", at: 100, #""responder":"search""#)
    story.submits(1, "Discard?", at: 200)
    story.answers(1, after: 800)
    let telling = try story.told()
    let order = telling.decisions.filter {
      $0.hasPrefix("keyboard") || $0.hasPrefix("popup.shown") || $0.hasPrefix("popup.hidden")
    }
    #expect(
      order == [
        "keyboard.resigned Discard? search", "popup.shown Discard?", "popup.hidden Discard? dismissed",
        "keyboard.restored Discard? search",
      ])
    #expect(telling.findings == [])
  }

  @Test("The keyboard comes back on the page it was folded on, and nowhere else")
  func keyboardElsewhere() throws {
    var story = Story()
    story.opens(1, "Home")
    story.happens("edit.began", at: 100, #""responder":"search""#)
    story.submits(1, "Discard?", at: 200)
    story.goes(from: 1, to: 2, "Detail", at: 1000)
    story.answers(1, after: 3000)
    let telling = try story.told()
    #expect(!telling.decisions.contains { $0.hasPrefix("keyboard.restored") })
    #expect(telling.findings == [])
  }

  @Test("Cover and popup come and go together, and every show has its hide")
  func cover() throws {
    var story = Story()
    story.opens(1, "Home")
    for popup in 1...3 {
      story.submits(popup, "P\(popup)", #""showMs":200,"hideMs":200"#, at: 10)
      story.answers(popup, after: 600)
    }
    let telling = try story.told()
    let covers = telling.decisions.filter { $0.hasPrefix("cover") }
    #expect(
      covers.filter { $0.hasPrefix("cover.added") }.count == covers.filter { $0.hasPrefix("cover.removed") }.count)
    #expect(telling.decisions.filter { $0.hasPrefix("popup.shown") }.count == 3)
    #expect(telling.decisions.filter { $0.hasPrefix("popup.hidden") }.count == 3)
    #expect(telling.findings == [])
  }

  @Test("Dismissing twice is harmless")
  func twice() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Alert", at: 10)
    story.answers(1, after: 500)
    story.line(
      #""event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.hidden","popup":1},"delay":40"#)
    story.submits(2, "Next", at: 20)
    story.answers(2, after: 500)
    let telling = try story.told()
    #expect(telling.presentations == ["Alert", "Next"])
    #expect(telling.count("popup.hidden Alert dismissed") == 1)
    #expect(telling.findings == [])
  }
}
