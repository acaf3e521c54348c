package import PopAudit

/// How bad findings of a rule are, as a configuration has it.
package enum RuleLevel: String, CaseIterable, Hashable, Sendable {
  /// A new one fails the build.
  case error
  /// A new one is told, and fails nothing.
  case warning
  /// Nothing is made of it.
  case off
}

/// How bad findings are, rule by rule: as the rules have it, but where a configuration has it otherwise.
package struct RuleLevels: Hashable, Sendable {
  /// Those that are otherwise than the rule has it.
  private var levels: [Rule: RuleLevel] = [:]

  package init() {}

  /// What was set for a rule; nil where nothing was.
  package subscript(rule: Rule) -> RuleLevel? {
    get { levels[rule] }
    set { levels[rule] = newValue }
  }

  /// How bad a finding of a rule is; the mildest where the rule is off.
  package func severity(of rule: Rule) -> Severity {
    switch self[rule] {
    case .error: .error
    case .warning: .warning
    case .off: .info
    case nil: rule.severity
    }
  }

  init(_ node: ConfigurationNode, of key: String) throws(GateError) {
    // A name that is no rule's is found first, so that the error can say so.
    if case .map(let entries, _) = node {
      for entry in entries {
        _ = try ConfigurationReader.rule(entry.key, line: entry.line > 0 ? entry.line : nil)
      }
    }
    for entry in try ConfigurationReader.entries(node, of: key, among: Rule.allCases.map(\.id)) {
      let rule = try ConfigurationReader.rule(entry.key, line: entry.line)
      self[rule] = try ConfigurationReader.choice(entry.value, of: entry.key, as: RuleLevel.self)
    }
  }

  /// What was set, in the order of ``PopAudit/Rule``.
  package var set: [(rule: Rule, level: RuleLevel)] {
    Rule.allCases.compactMap { rule in self[rule].map { (rule, $0) } }
  }
}
