package import PopAudit
import PopReplay

/// What came of one session: what a replay foresaw of it, and what was true.
package struct JudgedSession: Sendable {
  /// The outcomes of all popups that the replay submitted, by popup.
  package var outcomes: [ForeseenOutcome] = []
  /// The new errors that it foresaw.
  package var errors: [ForeseenError] = []
  /// How many new errors there really were.
  package var realErrors = 0
  /// What the judge said.
  package var verdict: SessionVerdict

  /// Whether a gate fails that counts what does not depend on an assumption.
  package var failsGate: Bool { errors.contains { $0.grade <= .robust } }
}
