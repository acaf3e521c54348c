/// What a report is about.
package struct ReportHead: Hashable, Sendable {
  /// The candidate: the policy, or the trace, that was judged.
  package var policy: String
  /// What it was compared with: `recorded`, the name of a policy or trace, or `none`.
  package var baseline: String
  /// What was done.
  package var purpose: Purpose

  /// What a replay takes for granted of users; nil where nothing was replayed.
  package var premises: PremisesReport?

  /// What it was made with, for whoever wants to make it again; nil where that is of no use.
  package var provenance: ReportProvenance?

  /// What was done.
  package enum Purpose: String, CaseIterable, Hashable, Sendable {
    /// A policy was replayed.
    case replay
    /// Recordings were checked for giving themselves back.
    case verification
    /// Two traces were compared.
    case comparison
    /// Recordings were looked at by themselves.
    case recording
  }

  /// Makes the head of a report.
  package init(policy: String, baseline: String, purpose: Purpose = .replay, premises: PremisesReport? = nil) {
    self.policy = policy
    self.baseline = baseline
    self.purpose = purpose
    self.premises = premises
  }
}
