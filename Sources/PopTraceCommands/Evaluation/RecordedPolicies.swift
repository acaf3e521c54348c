#if Tool
import PopAudit
import PopTrace
import PopupScheduling

extension PolicyRegistry {
  /// What checks recordings against the policies they were made with.
  func makeIdentityChecker(_ limits: ResourceLimits) -> IdentityChecker {
    var checker = IdentityChecker { name, configuration in self.recorded(name, configuration)?.makeEvaluator().recorded
    }
    checker.limits = limits
    return checker
  }

  /// The policy as it was when a recording was made: of its configuration where it has one, for its name may have moved on; else by its name.
  func recorded(_ name: String, _ configuration: String) -> PolicyEntry? {
    if let entry = entry(named: name), configuration.isEmpty || entry.configuration == configuration { return entry }
    guard !configuration.isEmpty, let standard = try? PolicyConfiguration(text: configuration) else { return nil }
    return PolicyEntry(name, summary: "", configuration: configuration) { StandardPolicy(standard) }
  }
}
#endif
