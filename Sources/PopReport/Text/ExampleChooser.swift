package import PopAudit

/// Which findings a text report may show with the events around them: of those that are the same to a reader the first one, and the first
/// that rests on no assumption (``TextReport``).
///
/// Asked in the order of the sessions, it chooses all that the report takes for an example, also where each thread has one of its own and sees
/// a part of the sessions: whichever is the first of all is the first of its thread.
package struct ExampleChooser: Sendable {
  private var known: Set<FindingGroup.Key> = []
  private var certain: Set<FindingGroup.Key> = []

  /// Makes one that has seen nothing.
  package init() {}

  /// Whether the events around a finding may be shown.
  ///
  /// - Parameter words: The words of its session.
  package mutating func chooses(_ finding: ComparedFinding, words: EventDescriber) -> Bool {
    let key = FindingGroup.Key(finding, words: words)
    guard finding.isAssumed else {
      known.insert(key)
      return certain.insert(key).inserted
    }
    return known.insert(key).inserted
  }
}
