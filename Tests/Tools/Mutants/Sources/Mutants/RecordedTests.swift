/// The tests that compare with something that was recorded, and would be recorded anew: what only they notice, nobody is told of.
///
/// Those that take a recorded file as input, and say what is to come of it, are no such tests.
enum RecordedTests {
  /// Each is a suite, or a test of one, of a target, and why it does not count.
  static let all: [(test: String, why: String)] = [
    ("CommandLineTests.DocumentationTests", "the outputs that pages show"),
    ("CommandLineTests.OutputHashTests", "hashes of outputs"),
    ("PopAuditTests.RulesPageTests", "the rulebook's page"),
    ("PopDocumentTests.SchemaFileTests", "the schemas"),
    ("PopGateTests.GatePageTests/keys", "the gate's page"),
    ("PopReportTests.ExplanationSchemaTests", "the schemas of explanations"),
    ("PopReportTests.ReportFormatTests/documented", "the table of forms"),
    ("PopReportTests.ScenarioFileTests/isWrittenAsItWouldBeExported", "texts of scenarios"),
    ("PopReportTests.ScenarioMatrixTests/theFileIsUpToDate", "the matrix of scenarios"),
    ("PopReportTests.TraceFixtureTests/theTraceOfAScenarioIsUpToDate", "recordings of scenarios"),
    ("PopReportTests.TraceFixtureTests/theTraceOfAllScenariosIsUpToDate", "recordings of scenarios"),
    ("PopTraceTests.CorruptFileTests/isMadeFromTheSoundOne", "the bytes of damaged files"),
    ("PopTraceTests.FormatPageTests/tables", "the format's page"),
    ("PopTraceTests.FormatVersionTests/isReadAsItAlwaysWas", "texts of files of earlier versions"),
    ("PopTraceTests.GoldenTraceTests/written", "the bytes of a file"),
    ("PopupSchedulingTests.ConfigurationPageTests/keys", "the page of configuration keys"),
    ("PopupSchedulingTests.DecisionTableTests/documentation", "the rulebook's table"),
    ("PublishedSchedulersTests.DefectTests/table", "the page of defects"),
  ]

  /// What `--skip` of a test run takes.
  static var patterns: [String] {
    all.map { "^" + $0.test.replacing(".", with: "\\.") + ($0.test.contains("/") ? "\\(" : "/") }
  }

  /// Those of which there is none among some tests' names, as `--list-tests` prints them.
  static func unknown(among names: [String]) -> [String] {
    all.map(\.test).filter { test in
      !names.contains { $0.hasPrefix(test + (test.contains("/") ? "(" : "/")) }
    }
  }
}
