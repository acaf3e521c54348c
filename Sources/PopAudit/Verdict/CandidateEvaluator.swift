package import PopTrace

/// A judge of some candidate, whichever policy that is. Used as an existential once a session, never once an event.
package protocol CandidateEvaluator {
  /// Judges the candidate on a session.
  mutating func evaluate(_ session: Session, against baseline: Baseline) -> SessionVerdict
}
