import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

/// Which rules each policy breaks on each of several scenarios.
///
/// ```swift
/// var matrix = ScenarioMatrix(columns: [.init("v0", StandardPolicy(.v0)), .init("v6", StandardPolicy(.v6))])
/// matrix.add("launch-overlap", session)
/// print(matrix.markdown)
/// ```
struct ScenarioMatrix: Sendable {
  /// The policies, in the order of the columns.
  let columns: [Column]
  /// The scenarios, in the order in which they were added.
  private(set) var rows: [Row] = []

  /// A policy under a name.
  struct Column: Sendable {
    /// What the policy is called.
    let name: String
    let rules: @Sendable (Session) -> [Rule]

    /// Makes a column; every scenario is run with a policy that is made for it.
    init<Policy: SchedulingPolicy>(_ name: String, _ make: @autoclosure @escaping @Sendable () -> Policy) {
      self.name = name
      rules = { session in ScenarioMatrix.rules(brokenBy: make(), in: session) }
    }
  }

  /// A scenario and what each policy breaks on it.
  struct Row: Hashable, Sendable {
    /// The scenario's name.
    let scenario: String
    /// For each column the rules of its findings, each once, in the order of ``Rule``; infos left out.
    let cells: [[Rule]]
  }

  /// Makes a matrix without scenarios.
  init(columns: [Column]) { self.columns = columns }

  /// Runs a scenario under every policy.
  mutating func add(_ scenario: String, _ session: Session) {
    rows.append(Row(scenario: scenario, cells: columns.map { $0.rules(session) }))
  }

  /// The errors and warnings that a run of a policy over a session has, each rule once.
  static func rules(brokenBy policy: some SchedulingPolicy, in session: Session) -> [Rule] {
    var replayer = Replayer(policy: policy)
    var auditor = Auditor()
    replayer.begin(session, options: ReplayOptions())
    auditor.begin(catalog: replayer.catalog, tick: session.header.tick)
    while replayer.nextTurn() {
      auditor.learn(replayer.catalog)
      for event in replayer.log.events[replayer.turn] { auditor.take(event) }
    }
    auditor.end(at: replayer.end, isFinished: session.isScenario || session.isFinished)
    return Rule.allCases.filter { rule in
      rule.severity != .info && auditor.findings.contains { $0.rule == rule }
    }
  }
}

extension ScenarioMatrix {
  /// The matrix as a table in Markdown: errors in bold, warnings plain, a dash where there is neither.
  var markdown: String {
    var lines = [line(["scenario"] + columns.map(\.name)), line(Array(repeating: "---", count: columns.count + 1))]
    for row in rows { lines.append(line(["`\(row.scenario)`"] + row.cells.map(Self.cell))) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private static func cell(_ rules: [Rule]) -> String {
    guard !rules.isEmpty else { return "–" }
    return rules.map { $0.severity == .error ? "**\($0.id)**" : $0.id }.joined(separator: "<br>")
  }

  /// A text with everything between two marker lines replaced; nil where the markers are missing.
  ///
  /// The markers are `<!-- NAME:begin -->` and `<!-- NAME:end -->`, each a line of its own.
  static func replacing(section name: String, of text: String, with content: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let begin = lines.firstIndex(of: "<!-- \(name):begin -->"),
      let end = lines.firstIndex(of: "<!-- \(name):end -->"),
      begin < end
    else { return nil }
    let body = content.hasSuffix("\n") ? String(content.dropLast()) : content
    return (lines[...begin] + [Substring(body)] + lines[end...]).joined(separator: "\n")
  }
}
