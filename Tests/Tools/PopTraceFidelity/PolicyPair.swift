package import PopupScheduling

/// A policy that was at work in a recording, and one that is to take its place.
package struct PolicyPair: Hashable, Sendable, CustomStringConvertible {
  /// What was at work.
  package let recorded: PolicyConfiguration
  /// What is to take its place.
  package let candidate: PolicyConfiguration
  /// What the two are called: `v4 against v6`.
  package let description: String

  /// Pairs two versions.
  package init(_ recorded: Int, _ candidate: Int) {
    let versions = PolicyConfiguration.versions
    self.recorded = versions[recorded].configuration
    self.candidate = versions[candidate].configuration
    description = "\(versions[recorded].name) against \(versions[candidate].name)"
  }

  /// Pairs a version with itself, one key changed.
  init(_ version: Int, _ name: String, _ change: (inout PolicyConfiguration) -> Void) {
    recorded = PolicyConfiguration.versions[version].configuration
    var candidate = recorded
    change(&candidate)
    self.candidate = candidate
    description = "\(PolicyConfiguration.versions[version].name) with \(name)"
  }

  /// Versions that differ in much: steps forwards, steps back, and from one end to the other.
  package static let versions: [PolicyPair] = [
    PolicyPair(2, 4), PolicyPair(4, 6), PolicyPair(5, 3), PolicyPair(6, 1), PolicyPair(0, 6), PolicyPair(6, 5),
  ]

  /// What a change in an app mostly is: one key of a version.
  package static let oneChange: [PolicyPair] = [
    PolicyPair(4, "leaving: hide") { $0.leaving = .hide },
    PolicyPair(4, "gates: [suspend]") { $0.gates = .suspend },
    PolicyPair(5, "content: ignore") { $0.content = .ignore },
    PolicyPair(5, "keys: false") { $0.keys = false },
    PolicyPair(5, "expiry: false") { $0.expiry = false },
    PolicyPair(5, "order: fifo") { $0.order = .fifo },
    PolicyPair(6, "preemption: false") { $0.preemption = false },
    PolicyPair(6, "gates: [suspend, background, condition]") { $0.gates = [.suspend, .background, .condition] },
    PolicyPair(6, "ties: lifo") { $0.ties = .lifo },
  ]

  /// All of them.
  package static let all = versions + oneChange
}
