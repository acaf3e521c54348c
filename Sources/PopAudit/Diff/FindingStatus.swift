/// Whether a finding is there in the baseline, in the candidate, or in both (<doc:Diff#Findings>).
@frozen
package enum FindingStatus: String, CaseIterable, Hashable, Sendable {
  /// Only the candidate has it.
  case new
  /// Only the baseline has it.
  case fixed
  /// Both have it.
  case same
}
