import PopupScheduling
import Testing

@Suite("What article 0 promises, v6 keeps")
struct Article0Promises {
  @Test("One popup is on the window at a time, however many come at launch")
  func oneAtATime() throws {
    var story = Story()
    story.opens(1, "Home")
    for popup in 1...3 {
      story.submits(popup, "P\(popup)", at: 10)
      story.answers(popup, after: 800)
    }
    let telling = try story.told()
    #expect(telling.presentations == ["P1", "P2", "P3"])
    #expect(telling.findings == [])
  }

  @Test("A popup of one page is never shown on another, however late its data")
  func lateData() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Sale", #""pages":["Home"],"content":"async""#, at: 100)
    story.content(1, after: 2000)
    story.goes(from: 1, to: 2, "Detail", at: 1000)
    story.goes(from: 2, to: 1, at: 5000)
    story.removes(2, at: 5300)
    story.answers(1, after: 500)
    let telling = try story.told()
    #expect(telling.places == ["Sale on 1"])
    #expect(telling.findings == [])
  }

  @Test("Splash comes before launch ad, ad before guide, guide before business; equals one after another")
  func levels() throws {
    var story = Story()
    story.opens(1, "Home")
    story.happens("scheduler.suspended", at: 5)
    let all = [("Order paid", 100), ("Coupon", 100), ("Guide", 0), ("Ad", -1), ("Splash", -100)]
    for (place, popup) in all.enumerated() {
      story.submits(place + 1, popup.0, "\"level\":\(popup.1)", at: 10 + place)
      story.answers(place + 1, after: 400)
    }
    story.happens("scheduler.resumed", at: 100)
    let telling = try story.told()
    #expect(telling.presentations == ["Splash", "Ad", "Guide", "Order paid", "Coupon"])
    #expect(telling.findings == [])
  }

  @Test("Guides 1, 2, 3 follow each other, whatever comes in between")
  func guides() throws {
    var story = Story()
    story.opens(1, "Home")
    for guide in 1...3 {
      story.submits(guide, "Guide \(guide)", #""kind":"guide","chain":"tour""#, at: 10)
      story.answers(guide, after: 600)
    }
    story.submits(4, "Urgent", #""level":-50"#, at: 300)
    story.answers(4, after: 600)
    let telling = try story.told()
    #expect(telling.presentations == ["Guide 1", "Guide 2", "Guide 3", "Urgent"])
    #expect(telling.findings == [])
  }

  @Test("A kept-alive popup goes with its page and comes back with it, without being submitted again")
  func keepAlive() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Activity", #""pages":["Home"],"keepAlive":true"#, at: 100)
    story.goes(from: 1, to: 2, "Detail", at: 1000)
    story.goes(from: 2, to: 1, at: 4000)
    story.removes(2, at: 4300)
    story.answers(1, after: 2500)
    let telling = try story.told()
    #expect(telling.places == ["Activity on 1", "Activity on 1"])
    #expect(telling.decisions.contains("popup.hidden Activity page-left"))
    #expect(telling.decisions.contains("popup.hidden Activity dismissed"))
    #expect(telling.findings == [])
  }

  @Test("What is kept belongs to the page instance, what waits to the page class")
  func instanceAndClass() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Kept", #""pages":["Home"],"keepAlive":true"#, at: 100)
    story.submits(2, "Waits", #""pages":["Home"]"#, at: 200)
    story.goes(from: 1, to: 2, "Home", at: 1000)
    story.answers(2, after: 500)
    story.goes(from: 2, to: 1, at: 4000)
    story.removes(2, at: 4300)
    story.answers(1, after: 2000)
    let telling = try story.told()
    #expect(telling.places == ["Kept on 1", "Waits on 2", "Kept on 1"])
    #expect(telling.findings == [])
  }

  @Test("A kept popup is dropped when its page leaves the stack, and a rebuilt page never gets it")
  func rebuiltPage() throws {
    var story = Story()
    story.opens(1, "Home")
    story.goes(from: 1, to: 2, "Shop", at: 500)
    story.submits(1, "Activity", #""pages":["Shop"],"keepAlive":true"#, at: 1000)
    story.goes(from: 2, to: 1, at: 2000)
    story.removes(2, at: 2300)
    story.goes(from: 1, to: 3, "Shop", at: 4000)
    let telling = try story.told()
    #expect(telling.places == ["Activity on 2"])
    #expect(telling.decisions.contains("popup.dropped Activity page-removed"))
    #expect(telling.findings == [])
  }

  @Test("Signing out removes what is up, what waits and what is kept")
  func signOut() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Kept", #""pages":["Home"],"keepAlive":true"#, at: 100)
    story.goes(from: 1, to: 2, "Detail", at: 1000)
    story.submits(2, "Up", at: 2000)
    story.submits(3, "Waiting", at: 2100)
    story.happens("app.signed-out", at: 3000)
    story.goes(from: 2, to: 1, at: 4000)
    let telling = try story.told()
    #expect(telling.presentations == ["Kept", "Up"])
    #expect(telling.decisions.contains("popup.hidden Up signed-out"))
    #expect(telling.decisions.contains("popup.dropped Waiting signed-out"))
    #expect(telling.decisions.contains("popup.dropped Kept signed-out"))
    #expect(telling.findings == [])
  }

  @Test("Leaving a page removes its popup")
  func leaving() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Sale", #""pages":["Home"]"#, at: 100)
    story.goes(from: 1, to: 2, "Detail", at: 1000)
    story.goes(from: 2, to: 1, at: 3000)
    let telling = try story.told()
    #expect(telling.presentations == ["Sale"])
    #expect(telling.decisions.contains("popup.dropped Sale page-left"))
    #expect(telling.findings == [])
  }

  @Test("A waiting popup can be withdrawn, or altered")
  func alterWaiting() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Up", at: 10)
    story.submits(2, "Withdrawn", at: 20)
    story.submits(3, "Altered", #""level":9"#, at: 30)
    story.submits(4, "Last", #""level":5"#, at: 40)
    story.happens("popup.withdrawn", at: 100, #""popup":2"#)
    story.happens("popup.changed", at: 110, #""popup":3,"level":1"#)
    for popup in [1, 3, 4] { story.answers(popup, after: 500) }
    let telling = try story.told()
    #expect(telling.presentations == ["Up", "Altered", "Last"])
    #expect(telling.decisions.contains("popup.dropped Withdrawn withdrawn"))
    #expect(telling.findings == [])
  }

  @Test("On a dismissal the next one for the current page comes, not the next one of all")
  func nextForThisPage() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Up", at: 10)
    story.submits(2, "Elsewhere", #""pages":["Detail"],"level":-5"#, at: 20)
    story.submits(3, "Here", #""pages":["Home"]"#, at: 30)
    story.answers(1, after: 500)
    story.answers(3, after: 500)
    let telling = try story.told()
    #expect(telling.presentations == ["Up", "Here"])
    #expect(telling.findings == [])
  }

  @Test("While nothing waits, page events cost nothing: no decision follows any of them")
  func idleCost() throws {
    var story = Story()
    story.opens(1, "Home")
    for visit in 1...5 { story.goes(from: visit, to: visit + 1, "Detail", at: visit * 1000) }
    #expect(try story.told().decisions == [])
  }

  @Test("A sheet sends no disappear event: the popup under it goes all the same, and is back when it closes")
  func sheet() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Sale", #""pages":["Home"]"#, at: 100)
    story.happens("page.will-appear", at: 1000, #""page":2,"class":"Share","presentation":"sheet""#)
    story.happens("page.did-appear", at: 1300, #""page":2"#)
    story.happens("page.will-disappear", at: 3000, #""page":2"#)
    story.happens("page.did-disappear", at: 3300, #""page":2"#)
    story.answers(1, after: 2000)
    let telling = try story.told()
    #expect(telling.places == ["Sale on 1", "Sale on 1"])
    #expect(telling.findings == [])
  }

  @Test("The completion callback comes once per submission, right after the first showing")
  func completion() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Activity", #""pages":["Home"],"keepAlive":true"#, at: 100)
    story.goes(from: 1, to: 2, "Detail", at: 1000)
    story.goes(from: 2, to: 1, at: 3000)
    story.answers(1, after: 2500)
    let telling = try story.told()
    #expect(telling.count("popup.shown Activity") == 2)
    #expect(telling.count("callback Activity shown") == 1)
    #expect(telling.findings == [])
  }

  @Test("What the system puts in front does not change where the next popup goes")
  func keyWindow() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Location", #""kind":"system""#, at: 10)
    story.submits(2, "Sale", at: 20)
    story.answers(1, after: 900)
    story.answers(2, after: 500)
    let telling = try story.told()
    #expect(telling.places.last == "Sale on 1")
    #expect(telling.findings == [])
  }
}
