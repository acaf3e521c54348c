import PopupScheduling
import Testing

@Suite("What article 3 promises, the standard policy keeps")
struct Article3Promises {
  /// Three wait behind one, and come in the order of a configuration.
  private func order(_ configuration: PolicyConfiguration) throws -> [String] {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Up", at: 10)
    story.submits(2, "A", #""level":5"#, at: 20)
    story.submits(3, "B", #""level":1"#, at: 30)
    story.submits(4, "C", #""level":1"#, at: 40)
    for popup in 1...4 { story.answers(popup, after: 300) }
    return Array(try story.told(under: configuration).presentations.dropFirst())
  }

  @Test("First in first out, last in first out, by priority with either order of equals")
  func strategies() throws {
    var fifo = PolicyConfiguration.v1
    #expect(try order(fifo) == ["A", "B", "C"])
    fifo.order = .lifo
    #expect(try order(fifo) == ["C", "B", "A"])
    var priority = PolicyConfiguration.v3
    #expect(try order(priority) == ["B", "C", "A"])
    priority.ties = .lifo
    #expect(try order(priority) == ["C", "B", "A"])
  }

  @Test("Whatever kind of thing it is, it can be a popup")
  func anyKind() throws {
    for kind in PopupKind.allCases {
      var story = Story()
      story.opens(1, "Home")
      story.submits(1, "It", "\"kind\":\"\(kind.wireName)\"", at: 10)
      story.answers(1, after: 300)
      let telling = try story.told()
      #expect(telling.presentations == ["It"], "\(kind)")
      #expect(telling.findings == [], "\(kind)")
    }
  }

  @Test("A condition is asked when its turn comes, not before")
  func condition() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Up", at: 10)
    story.submits(2, "Coupon", #""condition":false"#, at: 20)
    story.submits(3, "Other", #""condition":true,"level":1"#, at: 30)
    story.happens("popup.condition", at: 400, #""popup":2,"holds":true"#)
    story.happens("popup.condition", at: 410, #""popup":3,"holds":false"#)
    for popup in 1...3 { story.answers(popup, after: 500) }
    let telling = try story.told()
    #expect(telling.presentations == ["Up", "Coupon"])
    #expect(telling.findings == [])
  }

  @Test("Inserting in front, removing and clearing")
  func listOperations() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Up", at: 10)
    story.submits(2, "Second", at: 20)
    story.submits(3, "Removed", at: 30)
    story.submits(4, "In front", #""next":true"#, at: 40)
    story.happens("popup.withdrawn", at: 50, #""popup":3"#)
    for popup in [1, 2, 4] { story.answers(popup, after: 300) }
    story.submits(5, "Late", at: 5000)
    story.submits(6, "Later", at: 5010)
    story.happens("scheduler.cleared", at: 5100)
    let telling = try story.told()
    #expect(telling.presentations == ["Up", "In front", "Second", "Late"])
    #expect(telling.decisions.contains("popup.dropped Later withdrawn"))
  }

  @Test("Suspending keeps what is shown, and holds the next until resumed")
  func suspension() throws {
    var story = Story()
    story.opens(1, "Home")
    story.submits(1, "Up", at: 10)
    story.submits(2, "Next", at: 20)
    story.happens("scheduler.suspended", at: 100)
    story.answers(1, after: 1000)
    story.happens("scheduler.resumed", at: 3000)
    story.answers(2, after: 500)
    let telling = try story.told()
    #expect(telling.presentations == ["Up", "Next"])
    #expect(!telling.decisions.prefix { $0 != "popup.hidden Up dismissed" }.contains("popup.hidden Up preempted"))
    #expect(telling.findings == [])
  }
}
