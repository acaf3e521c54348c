#if Tool
import PopAudit
import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling

/// A place where one policy is run over one session after another, for one thread.
///
/// The type of the policy is hidden behind it; a call is made for each session, so that what runs inside is specialised.
protocol PolicyEvaluator {
  /// Runs the policy over a scenario and gives back what an instrumented scheduler would have recorded.
  ///
  /// - Throws: Where the run goes beyond a limit.
  mutating func record(_ session: Session, options: ReplayOptions) throws(TraceError) -> Session

  /// What checks recordings of this policy for giving themselves back.
  var recorded: any SessionRunner { get }

  /// Makes the policy's own run the baseline of a session.
  mutating func play(
    _ session: Session, as baseline: inout Reference, identity: SessionIdentity, plan: SessionPlan,
    options: EvaluationOptions
  )

  /// Judges the policy on a session, and cuts the events around those findings out that are shown.
  mutating func evaluate(
    _ session: Session, against baseline: Reference, options: EvaluationOptions,
    excerptsOf isShown: (ComparedFinding) -> Bool
  ) -> SessionVerdict

  /// Lives through a script of a simulated world and gives the recording.
  func live(_ script: WorldScript, name: String, configuration: String) -> Session
}

/// The bench of one type of policy.
struct SpecializedEvaluator<Policy: SchedulingPolicy>: PolicyEvaluator {
  private let policy: Policy
  private var replayer: Replayer<Policy>
  private var evaluator: Evaluator<Policy>

  init(policy: Policy) {
    self.policy = policy
    replayer = Replayer(policy: policy)
    evaluator = Evaluator(candidate: policy)
  }

  mutating func record(_ session: Session, options: ReplayOptions) throws(TraceError) -> Session {
    var recording = Session(header: session.header)
    replayer.begin(session, options: options)
    while replayer.nextTurn() {}
    if let failure = replayer.failure { throw failure }
    recording.log = replayer.log
    recording.catalog = replayer.catalog
    recording.header.ended = replayer.end
    recording.header.marksReentrantStimuli = true
    return recording
  }

  var recorded: any SessionRunner { Evaluator(candidate: policy) }

  mutating func play(
    _ session: Session, as baseline: inout Reference, identity: SessionIdentity, plan: SessionPlan,
    options: EvaluationOptions
  ) {
    baseline.play(
      session, with: &replayer, identity: identity, plan: plan, options: options.replay,
      continuations: options.continuations, reactions: options.reactions)
  }

  mutating func evaluate(
    _ session: Session, against baseline: Reference, options: EvaluationOptions,
    excerptsOf isShown: (ComparedFinding) -> Bool
  ) -> SessionVerdict {
    evaluator.options = options
    return evaluator.evaluate(session, against: baseline, excerptsOf: isShown)
  }

  func live(_ script: WorldScript, name: String, configuration: String) -> Session {
    LiveWorld(policy: policy, name: name, configuration: configuration).run(script)
  }
}
#endif
