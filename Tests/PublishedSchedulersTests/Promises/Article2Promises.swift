import PopupScheduling
import Testing

@Suite("What article 2 promises, v6 keeps")
struct Article2Promises {
  @Test("HUDs never wait, may be several, and may change their state")
  func huds() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Alert", at: 10)
    story.submits(2, "Loading", #""kind":"hud""#, at: 20)
    story.submits(3, "Saved", #""kind":"hud","autoDismiss":500"#, at: 30)
    story.happens("popup.updated", at: 300, #""popup":2,"state":"success""#)
    story.happens("popup.dismissed", at: 900, #""popup":2,"by":"code""#)
    story.answers(1, after: 2000)
    let telling = try story.told()
    #expect(telling.presentations == ["Alert", "Loading", "Saved"])
    #expect(telling.count("popup.hidden Loading dismissed") == 1)
    #expect(telling.findings == [])
  }

  @Test("Alert, sheet, permission, campaign and message never overlap")
  func neverOverlap() throws {
    var story = Story()
    story.opens(1, "Home")
    let kinds = ["alert", "sheet", "permission", "campaign", "message"]
    for (place, kind) in kinds.enumerated() {
      story.submits(place + 1, kind, #""kind":"\#(kind)","showMs":250,"hideMs":200"#, at: 10)
      story.answers(place + 1, after: 700)
    }
    let telling = try story.told()
    #expect(telling.presentations == kinds)
    #expect(telling.findings == [])
  }

  @Test("The smaller number first, equals in order of arrival, also after the hundredth")
  func hundreds() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Holder", #""level":-1"#, at: 10)
    for popup in 2...130 { story.submits(popup, "Tip \(popup)", #""level":0"#, at: 20) }
    story.submits(131, "Rate us", #""level":1"#, at: 20)
    for popup in 1...131 { story.answers(popup, after: 20) }
    let telling = try story.told()
    #expect(telling.presentations == ["Holder"] + (2...130).map { "Tip \($0)" } + ["Rate us"])
    #expect(telling.findings == [])
  }

  @Test("Nothing comes while the user scrolls, and something at once afterwards")
  func scrolling() throws {
    var story = Story()
    story.opens(1, "Home")
    story.happens("scroll.began", at: 100)
    story.submits(1, "Message", #""kind":"message""#, at: 200)
    story.happens("scroll.ended", at: 900)
    story.answers(1, after: 500)
    let telling = try story.told()
    #expect(telling.presentations == ["Message"])
    #expect(telling.decisions.first == "popup.queued Message gate")
    #expect(telling.findings == [])
  }

  @Test("Nothing of the app's own accord comes while the user types, and something at once afterwards")
  func typing() throws {
    var story = Story()
    story.opens(1, "Home")
    story.happens("edit.began", at: 100, #""responder":"search""#)
    story.submits(1, "Sale", #""kind":"campaign""#, at: 200)
    story.happens("edit.ended", at: 900)
    story.answers(1, after: 500)
    let telling = try story.told()
    #expect(telling.presentations == ["Sale"])
    #expect(telling.decisions.first == "popup.queued Sale gate")
    #expect(telling.findings == [])
  }
}
