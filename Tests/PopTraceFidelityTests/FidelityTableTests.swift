import Testing

@testable import PopTraceFidelity

@Suite("The table of figures")
struct FidelityTableTests {
  @Test("rounds shares down, so that 100.0 % means all, and says where there is nothing")
  func percent() {
    #expect(FidelityTable.percent(1_999, of: 2_000) == "99.9 %")
    #expect(FidelityTable.percent(2_000, of: 2_000) == "100.0 %")
    #expect(FidelityTable.percent(1, of: 3) == "33.3 %")
    #expect(FidelityTable.percent(0, of: 0) == "–")
  }

  @Test("groups digits by three")
  func grouped() {
    #expect(FidelityTable.grouped(0) == "0")
    #expect(FidelityTable.grouped(999) == "999")
    #expect(FidelityTable.grouped(1_005) == "1,005")
    #expect(FidelityTable.grouped(12_345_678) == "12,345,678")
  }

  @Test("has lines of the same length")
  func aligned() {
    var table = FidelityTable()
    table.add(Fidelity(), world: "field", candidates: "one change")
    table.addAspects(Fidelity())
    let lengths = Set(table.description.split(separator: "\n").map(\.count))
    #expect(lengths.count == 1)
  }
}
