import PopupScheduling
import Testing

@Suite("What article 1 promises, v6 keeps")
struct Article1Promises {
  @Test("A popup for the second tab waits while the first is there")
  func tabs() throws {
    var story = Story()
    story.opens(1, "First tab")
    story.submits(1, "Welcome", #""pages":["Second tab"]"#, at: 10)
    story.goes(from: 1, to: 2, "Second tab", at: 5000)
    story.answers(1, after: 500)
    let telling = try story.told()
    #expect(telling.places == ["Welcome on 2"])
    #expect(telling.findings == [])
  }

  @Test("All are registered at launch: content is asked for at once, and each joins the queue when it is ready")
  func registeredAtLaunch() throws {
    var story = Story()
    story.opens(1, "Home")
    for (popup, delay) in [(1, 900), (2, 300), (3, 600)] {
      story.submits(popup, "P\(popup)", #""content":"async""#, at: 10)
      story.content(popup, after: delay)
      story.answers(popup, after: 1000)
    }
    let telling = try story.told()
    #expect(telling.decisions.filter { $0.hasPrefix("content.requested") }.count == 3)
    #expect(telling.presentations == ["P2", "P1", "P3"])
    #expect(telling.findings == [])
  }

  @Test("Entering and leaving quickly, many times, gives one request and one popup")
  func enterAndLeave() throws {
    var story = Story()
    story.opens(1, "Home")
    for visit in 0..<6 {
      story.goes(from: 1, to: 2, visit == 0 ? "Shop" : nil, at: 1000 + visit * 1200)
      story.submits(visit + 1, "Coupon", #""pages":["Shop"],"content":"async","key":"coupon""#, at: 1350 + visit * 1200)
      story.goes(from: 2, to: 1, at: 1600 + visit * 1200)
    }
    story.content(1, after: 20_000)
    story.goes(from: 1, to: 2, at: 25_000)
    story.answers(1, after: 500)
    let telling = try story.told()
    #expect(telling.count("content.requested Coupon") == 1)
    #expect(telling.presentations == ["Coupon"])
    #expect(telling.count("popup.dropped Coupon duplicate") == 5)
    #expect(telling.findings == [])
  }

  @Test("Who has moved on is not shown what was meant for the page before")
  func movedOn() throws {
    var story = Story()
    story.opens(1, "Home")
    story.goes(from: 1, to: 2, "Shop", at: 1000)
    story.submits(1, "Coupon", #""pages":["Shop"],"content":"async""#, at: 1500)
    story.content(1, after: 3000)
    story.goes(from: 2, to: 1, at: 2000)
    story.removes(2, at: 2300)
    #expect(try story.told().presentations == [])
  }

  @Test("Failure and time-out end the wait")
  func failure() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Fails", #""content":"async""#, at: 10)
    story.content(1, after: 500, fails: true)
    story.submits(2, "Never comes", #""content":"async","expires":3000"#, at: 20)
    let telling = try story.told()
    #expect(telling.presentations == [])
    #expect(telling.decisions.contains("popup.dropped Fails content-failed"))
    #expect(telling.decisions.contains("popup.dropped Never comes expired"))
    #expect(telling.findings == [])
  }
}
