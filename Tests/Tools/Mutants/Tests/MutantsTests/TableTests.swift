import Foundation
import Testing

@testable import Mutants

@Suite("What is printed")
struct TableTests {
  private static let source = "struct S {\n  func f() {\n    if a < b { g() }\n    x = nil\n  }\n}\n"
  private static let candidates = Candidate.all(in: source, path: "Sources/PopAudit/F.swift")

  private func tried(_ module: String, _ outcomes: [Outcome]) -> [(Mutant, Outcome)] {
    outcomes.map { (Mutant(1, Scope.all.first { $0.module == module } ?? Scope.all[0], Self.candidates[0]), $0) }
  }

  @Test("a row for each module, and one for all")
  func table() {
    let table = Table(
      tried(
        "PopAudit", [.noticed(by: "PopAuditTests", test: "x()"), .endless("PopGateTests"), .survived(isReached: true)])
        + tried("PopGate", [.noticed(by: "PopGateTests", test: "x()")]), equivalents: [("PopGate", 2)])
    #expect(
      table.text == """
        module    drawn  noticed  by its own  not ending  survived  equivalent    %
        PopAudit      3        2           1           1         1           0   66
        PopGate       1        1           1           0         0           2  100
        all           4        3           2           1         1           2   75
        """)
    #expect(!table.isEnough)
  }

  @Test("nine of ten are enough, where four of five of each module are")
  func enough() {
    let seen = Outcome.noticed(by: "PopGateTests", test: "x()")
    func many(_ count: Int, _ survived: Int) -> [Outcome] {
      [Outcome](repeating: seen, count: count - survived)
        + [Outcome](repeating: .survived(isReached: true), count: survived)
    }
    #expect(Table(tried("PopGate", many(10, 1))).isEnough)
    #expect(!Table(tried("PopGate", many(10, 2))).isEnough)
    #expect(Table(tried("PopGate", many(5, 1)) + tried("PopAudit", many(20, 0))).isEnough)
    #expect(!Table(tried("PopGate", many(4, 1)) + tried("PopAudit", many(20, 0))).isEnough)
  }

  @Test("a survivor has its line before and after, and its name, by which it is tried again")
  func survivor() throws {
    let relation = Self.candidates[0]
    #expect(
      relation.text(in: Self.source) == """
        Sources/PopAudit/F.swift:3: S.f(): relation: < becomes <=
          -     if a < b { g() }
          +     if a <= b { g() }
          id \(relation.id)
        """)
    let reset = try #require(Self.candidates.last)
    #expect(
      reset.text(in: Self.source) == """
        Sources/PopAudit/F.swift:4: S.f(): reset: removed
          -     x = nil
          +
          id \(reset.id)
        """)
    let output = "Noticed by tests that did not end:\n\n\(relation.text(in: Self.source))\n\nSurvived:\n\n"
    #expect(
      Selection.survivors(in: output + reset.text(in: Self.source) + "\n  no test runs this code\n") == [reset.id])
  }

  @Test(
    "a line of a test run says that a test failed",
    arguments: [
      ("✘ Test \"says so\" recorded an issue at A.swift:4:5: Expectation failed", "\"says so\""),
      ("\u{1B}[91m✘\u{1B}[0m Test words(a:) recorded an issue with 1 argument a → 2 at A.swift:4:5", "words(a:)"),
      ("M/A.swift:4: Fatal error: Index out of range", "Fatal error: Index out of range"),
    ])
  func failures(line: String, test: String) {
    #expect(Trials.failure(in: line) == test)
  }

  @Test("other lines do not", arguments: ["✔ Test x() passed after 0.1 seconds.", "◇ Test y() started.", ""])
  func noFailure(line: String) {
    #expect(Trials.failure(in: line) == nil)
  }
}
