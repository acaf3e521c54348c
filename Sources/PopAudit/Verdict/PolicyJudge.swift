import PopReplay
public import PopTrace

/// Judges candidates on one session after another: against the recording, or against another policy's run.
///
/// ```swift
/// var judge = PolicyJudge([Evaluator(candidate: OurPolicy())], checker: checker)
/// judge.begin(session)
/// let verdict = judge.verdict(on: session)
/// ```
///
/// What the candidates have in common is worked out once for a session: its plan, its identity and what they are compared with.
public struct PolicyJudge {
  private var candidates: [any SessionRunner]
  private var other: (any SessionRunner)?
  private var checker: IdentityChecker
  private var planner = SessionPlanner()
  private var reference = Reference()

  /// Makes a judge.
  ///
  /// - Parameter other: What runs the policy to compare with; nil to compare with the recordings.
  public init(_ candidates: [any SessionRunner], against other: (any SessionRunner)? = nil, checker: IdentityChecker) {
    self.candidates = candidates
    self.other = other
    self.checker = checker
  }

  /// Begins a session.
  ///
  /// - Parameter options: How policies are replayed on it and what is done beyond the verdict; nil for what the last session had.
  public mutating func begin(_ session: Session, options: EvaluationOptions? = nil) {
    if let options {
      other?.options = options
      for index in candidates.indices { candidates[index].options = options }
    }
    let plan = planner.plan(session, checker.limits)
    let identity = checker.check(session, plan: plan)
    if other != nil {
      other?.play(session, as: &reference, identity: identity, plan: plan)
    } else {
      reference.read(session, identity: identity, plan: plan)
    }
  }

  /// What a candidate comes to on the session that was begun.
  ///
  /// - Parameter isShown: Whether the events around a finding are cut out; see ``SessionRunner/evaluate(_:against:excerptsOf:)``.
  public mutating func verdict(
    on session: Session, of index: Int = 0, excerptsOf isShown: (ComparedFinding) -> Bool = { _ in true }
  ) -> SessionVerdict {
    candidates[index].evaluate(session, against: reference, excerptsOf: isShown)
  }
}
