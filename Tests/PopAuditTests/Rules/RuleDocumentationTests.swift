import PopTrace
import Testing

@testable import PopAudit

@Suite struct RuleDocumentationTests {
  @Test(arguments: Rule.allCases)
  func theExampleGivesTheFindingItIsAbout(_ rule: Rule) throws {
    let lines = rule.example.split(separator: "\n")
    let last = try #require(lines.last)
    #expect(last.hasPrefix("\(rule.id): "))
    let text = "{\"poptrace\":1}\n" + lines.dropLast().joined(separator: "\n") + "\n"
    let session = try #require(try JSONLines.sessions(in: Array(text.utf8)).first)
    var auditor = Auditor()
    auditor.begin(
      catalog: session.catalog, tick: session.header.tick, marksReentrantStimuli: session.header.marksReentrantStimuli)
    for event in session.events { auditor.take(event) }
    auditor.end(at: session.end, isFinished: session.isFinished)
    #expect(auditor.findings.contains { $0.rule == rule }, "it gives \(auditor.findings.map(\.rule))")
  }

  @Test func numbersGoFromOneOnAndNamesAreOfOneRule() {
    #expect(Rule.allCases.map(\.number) == Array(1...Rule.allCases.count))
    #expect(Set(Rule.allCases.map(\.id)).count == Rule.allCases.count)
    for rule in Rule.allCases { #expect(Rule(rawValue: rule.id) == rule && "\(rule)" == rule.rawValue) }
    #expect(Rule(rawValue: "overlaps") == nil)
  }

  @Test func underV6ThereAreRemarksAndWhatUsersDo() {
    let mayReport = Rule.allCases.filter(\.mayReportUnderV6)
    #expect(mayReport == Rule.allCases.filter { $0.severity == .info || $0 == .slotHeld })
    #expect(Rule.allCases.filter { !$0.isOfPolicy } == [.appMisuse, .traceGap])
  }

  @Test func everyDefinitionIsAParagraphOfItsOwn() {
    #expect(Set(Rule.allCases.map(\.definition)).count == Rule.allCases.count)
    for rule in Rule.allCases {
      #expect(rule.definition.hasSuffix(".") && !rule.definition.contains("\n"), "\(rule.id)")
    }
  }
}
