package import PopAudit
import PopReplay
package import PopTrace
package import PopupScheduling

/// Which rules each policy breaks on each of several scenarios.
///
/// ```swift
/// var matrix = ScenarioMatrix(columns: [.init("v0", StandardPolicy(.v0)), .init("v6", StandardPolicy(.v6))])
/// matrix.add("launch-overlap", session)
/// print(matrix.markdown)
/// ```
package struct ScenarioMatrix: Sendable {
  /// The policies, in the order of the columns.
  package let columns: [Column]
  /// The scenarios, in the order in which they were added.
  package private(set) var rows: [Row] = []

  /// A policy under a name.
  package struct Column: Sendable {
    /// What the policy is called.
    package let name: String
    let rules: @Sendable (Session) -> [Rule]

    /// Makes a column; every scenario is run with a policy that is made for it.
    package init<Policy: SchedulingPolicy>(_ name: String, _ make: @autoclosure @escaping @Sendable () -> Policy) {
      self.name = name
      rules = { session in ScenarioMatrix.rules(brokenBy: make(), in: session) }
    }
  }

  /// A scenario and what each policy breaks on it.
  package struct Row: Hashable, Sendable {
    /// The scenario's name.
    package let scenario: String
    /// For each column the rules of its findings, each once, in the order of ``Rule``; infos left out.
    package let cells: [[Rule]]
  }

  /// Makes a matrix without scenarios.
  package init(columns: [Column]) { self.columns = columns }

  /// Runs a scenario under every policy.
  package mutating func add(_ scenario: String, _ session: Session) {
    rows.append(Row(scenario: scenario, cells: columns.map { $0.rules(session) }))
  }

  /// The errors and warnings that a run of a policy over a session has, each rule once.
  package static func rules(brokenBy policy: some SchedulingPolicy, in session: Session) -> [Rule] {
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
