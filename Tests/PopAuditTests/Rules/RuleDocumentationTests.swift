import PopAudit
import PopTrace
import Testing

@Suite struct RuleDocumentationTests {
  @Test(arguments: Rule.allCases)
  func theExampleGivesJustTheFindingItIsAbout(_ rule: Rule) throws {
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
    #expect(auditor.findings.map(\.rule) == [rule])
  }

  @Test func everyDefinitionIsAParagraphOfItsOwn() {
    #expect(Set(Rule.allCases.map(\.definition)).count == Rule.allCases.count)
    for rule in Rule.allCases {
      #expect(rule.definition.hasSuffix(".") && !rule.definition.contains("\n"), "\(rule.id)")
    }
  }
}
