import PopupScheduling
import Testing

@testable import PopAudit

/// The words that *because* sentences are made of.
@Suite struct AuditWordsTests {
  private func text(_ ticks: Int64, microseconds: Int64) throws -> String {
    var state = AuditState()
    state.begin(
      catalog: Catalog(), tick: try #require(TickLength(microseconds: microseconds)), marksReentrantStimuli: true)
    return state.text(Ticks(ticks))
  }

  @Test(arguments: [
    (0, 1000, "0 ms"), (1250, 1000, "1250 ms"), (-4, 1000, "-4 ms"), (10, 100, "1 ms"), (12_345, 100, "1234.5 ms"),
    (5, 100, "0.5 ms"), (-5, 100, "-0.5 ms"), (-15, 100, "-1.5 ms"), (1001, 1, "1.001 ms"), (1010, 1, "1.01 ms"),
    (1100, 1, "1.1 ms"), (-1, 1, "-0.001 ms"), (2000, 1, "2 ms"),
  ])
  func aLengthIsSaidInMillisecondsWithWhatIsLeft(ticks: Int64, microseconds: Int64, expected: String) throws {
    #expect(try text(ticks, microseconds: microseconds) == expected)
  }

  @Test func popupsPagesAndNamesAreSaidAsTheTraceHasThem() {
    var script = EventScript()
    try? script.add("0 page.will-appear 7 class=Child,Home")
    try? script.add("0 page.will-appear 8")
    try? script.add("1 popup.submitted 5 name=rate level=2 pages=Home,Detail")
    try? script.add("1 popup.dropped 6")
    var engine = AuditEngine()
    engine.begin(catalog: script.catalog, tick: .millisecond, marksReentrantStimuli: true)
    for event in script.events { engine.take(event) }
    #expect(engine.state.text(popup: 0) == "popup 5 \"rate\"" && engine.state.text(popup: 1) == "popup 6")
    #expect(engine.state.text(popup: 2) == "popup 2" && engine.state.text(popup: -1) == "popup -1")
    #expect(engine.state.text(page: PageID(0)) == "page 7 (Child)" && engine.state.text(page: PageID(1)) == "page 8")
    #expect(engine.state.text(page: .none) == "no page" && engine.state.text(page: PageID(2)) == "no page")
    #expect(engine.state.text(pagesOf: 0) == "Home or Detail" && engine.state.text(at: Ticks(9)) == "at 9 ms")
    let count = script.catalog.names.texts.count
    #expect(engine.state.text(name: .none) == "" && engine.state.text(name: Symbol(Int32(count))) == "")
    #expect(engine.state.text(name: Symbol(Int32(count - 1))) == script.catalog.names.texts.last)
    #expect(engine.state.sentence() == "" && engine.state.sentence("a", "", "é", "b") == "aéb")
  }
}
