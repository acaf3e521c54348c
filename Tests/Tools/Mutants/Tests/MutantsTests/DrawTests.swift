import Foundation
import Testing

@testable import Mutants

@Suite("Drawing")
struct DrawTests {
  private static let candidates = Candidate.all(
    in: (0..<40).map { "func f\($0)() {\n  if a < \($0) {\n    g()\n  }\n  x = nil\n  if b {\n  h = 1\n  }\n}\n" }
      .joined(),
    path: "Sources/M/F.swift")

  private func drawn(_ count: Int, seed: UInt64, scope: String = "audit", equivalents: Set<String> = []) -> [Candidate]
  {
    var draw = Draw(Self.candidates, seed: seed, scope: scope, equivalents: equivalents)
    var drawn: [Candidate] = []
    while drawn.count < count, let next = draw.draw(beside: drawn) { drawn.append(next) }
    return drawn
  }

  @Test("a seed draws the same each time, and another others")
  func seeds() {
    #expect(drawn(10, seed: 1) == drawn(10, seed: 1))
    #expect(drawn(10, seed: 1) != drawn(10, seed: 2))
    #expect(drawn(10, seed: 1) != drawn(10, seed: 1, scope: "gate"))
  }

  @Test("each kind is drawn as often")
  func kinds() {
    let counts = Dictionary(grouping: drawn(10, seed: 3), by: \.kind).mapValues(\.count)
    #expect(counts == [.relation: 2, .condition: 2, .statement: 2, .constant: 2, .reset: 2])
  }

  @Test("no two share a line, and all are drawn in the end")
  func lines() {
    let all = drawn(10_000, seed: 4)
    for (index, one) in all.enumerated() {
      #expect(!all[..<index].contains(where: one.touches))
    }
    #expect(Set(all.map(\.lines.lowerBound)).count == 40 * 5)
  }

  @Test("what changes nothing is passed over, and said")
  func equivalents() {
    let first = drawn(1, seed: 5)[0]
    var draw = Draw(Self.candidates, seed: 5, scope: "audit", equivalents: [first.id])
    #expect(draw.draw(beside: []) != first)
    #expect(draw.passedOver == [first])
  }

  @Test("as many are drawn of each module")
  func shares() {
    #expect(Scope.shares(of: Scope.all, count: 60) == [6, 6, 6, 6, 12, 12, 12])
    #expect(Scope.shares(of: Scope.all, count: 7) == [1, 1, 1, 1, 1, 1, 1])
    #expect(Scope.shares(of: [Scope.all[2]], count: 7) == [7])
  }

  @Test("a list of what changes nothing names code of today, with reasons")
  func list() throws {
    let id = Self.candidates[0].id
    let list = try Equivalents("# why\n\n\(id)  it is asked twice\n")
    #expect(list.reasons == [id: "it is asked twice"])
    try list.check(Self.candidates)
    #expect(throws: Equivalents.Failure.self) { try list.check(Array(Self.candidates.dropFirst())) }
    #expect(throws: Equivalents.Failure.self) { try Equivalents(id) }
    #expect(throws: Equivalents.Failure.self) { try Equivalents("\(id) a\n\(id) b") }
  }

  @Test("arguments are read")
  func options() throws {
    let today = DateComponents(year: 2031, month: 2, day: 9)
    #expect(try Options([], today: today).seed == 20_310_209)
    let options = try Options(["--seed", "7", "--count", "5", "--only", "PopAudit,facade", "--list"], today: today)
    #expect(options.seed == 7 && options.count == 5 && options.lists)
    #expect(options.scopes.map(\.name) == ["facade", "audit"])
    #expect(try Options(["--leave-out", "ATests,BTests"], today: today).leftOut == ["ATests", "BTests"])
    for wrong in [
      ["--seed"], ["--seed", "x"], ["--count", "0"], ["--only", "PopReport"], ["--quick"], ["--count", "9999"],
    ] {
      #expect(throws: Options.Failure.self) { try Options(wrong, today: today) }
    }
  }
}
