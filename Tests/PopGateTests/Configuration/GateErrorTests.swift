import Testing

@testable import PopGate

struct GateErrorTests {
  @Test func everyCodeHasAWordOfItsOwn() {
    #expect(Set(GateError.Code.allCases.map(\.rawValue)).count == GateError.Code.allCases.count)
  }
}
