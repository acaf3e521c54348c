import PopTrace
import PopupScheduling
import Testing

@testable import PopReplay

/// What a plan knows of pages and scenes besides where pages stand.
struct PlannedPlacesTests {
  private func session(_ names: [String]) -> Session {
    var session = Session()
    for (number, name) in names.enumerated() {
      var spec = PageSpec()
      spec.classes = session.catalog.names.intern([session.catalog.names.intern(name)])
      session.catalog.appendPage(numbered: Int64(number), spec)
    }
    return session
  }

  @Test func pagesOfOneClassAreOnePlaceAndPagesOfTwoAreTwo() {
    var plan = Plan()
    plan.compile(session(["Home", "Shop", "Home"]), ResourceLimits())
    let places = (0..<3).map { plan.classBit(of: PageID($0)) }
    #expect(places[0] == places[2] && places[0] != places[1])
    // Each is one bit, and none is that of no page.
    #expect(places.allSatisfy { $0.nonzeroBitCount == 1 && $0 != plan.classBit(of: .none) })
    #expect(plan.classBit(of: .none) == 1 && plan.classBit(of: PageID(4)) == 1)
    // A plan that is made again knows nothing of what it knew before.
    plan.compile(session([]), ResourceLimits())
    #expect(plan.forest.count == 0 && plan.forest.depth == 0 && plan.classBit(of: PageID(0)) == 1)
  }

  @Test func scenesAreNumberedInTheOrderInWhichTheyAreMet() {
    var table = Plan.SceneTable()
    #expect(table.count == 0 && table.index(of: 9) == 0)
    #expect([5, 2, 5, 9, 2].map { table.insert($0) } == [0, 1, 0, 2, 1])
    #expect(table.count == 3)
    #expect([5, 2, 9].map { table.index(of: $0) } == [0, 1, 2])
    // One that is not known counts as the first, be it within those that are or beyond.
    #expect([0, 3, 10, 65_535].map { table.index(of: $0) } == [0, 0, 0, 0])
    table.removeAll()
    #expect(table.count == 0)
    #expect([9, 65_535, 5].map { table.insert($0) } == [0, 1, 2])
    #expect([2, 5, 9, 65_535].map { table.index(of: $0) } == [0, 2, 0, 1])
  }
}
