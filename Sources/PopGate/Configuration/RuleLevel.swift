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

  /// Leaves everything as the rules have it.
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

  /// The names of all rules.
  static var names: [String] { Rule.allCases.map(\.id) }

  /// What was set, in the order of ``PopAudit/Rule``.
  package var set: [(rule: Rule, level: RuleLevel)] {
    Rule.allCases.compactMap { rule in self[rule].map { (rule, $0) } }
  }
}
