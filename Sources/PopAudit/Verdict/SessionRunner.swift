public import PopReplay
public import PopTrace
import PopupScheduling

/// What runs one policy over one session after another, whichever policy that is: ``Evaluator`` is one of any type of policy.
///
/// Used as an existential once a session, never once an event: what runs inside is specialised for the policy.
public protocol SessionRunner {
  /// How the policy is replayed, and what is done beyond a verdict.
  var options: EvaluationOptions { get set }

  /// What an instrumented scheduler with this policy would have recorded of a session's stimuli.
  ///
  /// - Throws: Where the run goes beyond a limit.
  mutating func record(_ session: Session) throws(TraceError) -> Session

  /// Whether the policy gives a recording back.
  ///
  /// - `plan`: What a planner made of the session; nil to have it planned here, where it is replayed only once.
  mutating func identity(
    of session: Session, plan: SessionPlan?, timing: ReplayOptions.Timing?, limits: ResourceLimits
  ) -> Identity

  /// How many of the first events of the recording that was checked last are of turns that are all there.
  var judgedCount: Int { get }

  /// A recording whose holes are filled with what the policy decided there; nil where that is not known.
  mutating func filled(_ session: Session, limits: ResourceLimits) -> Session?

  /// The events that a replay gives around an index in the recording, by plain playback.
  mutating func excerpt(of session: Session, around position: Int, context: Int) -> Excerpt

  /// Makes the policy's own run the reference of a session.
  mutating func play(_ session: Session, as reference: inout Reference, identity: SessionIdentity, plan: SessionPlan?)

  /// Judges the policy on a session, and cuts the events around its findings out for those alone that are shown.
  ///
  /// - `isShown`: Asked of each finding that ``EvaluationOptions/excerpts`` selects, in order.
  mutating func evaluate(
    _ session: Session, against reference: Reference, excerptsOf isShown: (ComparedFinding) -> Bool
  ) -> SessionVerdict
}

extension SessionRunner {
  /// Judges the policy on a session.
  public mutating func evaluate(_ session: Session, against reference: Reference) -> SessionVerdict {
    evaluate(session, against: reference) { _ in true }
  }
}

extension Evaluator: SessionRunner {
  public mutating func record(_ session: Session) throws(TraceError) -> Session {
    var recording = Session(header: session.header)
    replayer.begin(session, options: options.replay)
    while replayer.nextTurn() {}
    if let failure = replayer.failure { throw failure }
    recording.log = replayer.log
    recording.catalog = replayer.catalog
    recording.header.ended = replayer.end
    recording.header.marksReentrantStimuli = true
    return recording
  }

  public mutating func identity(
    of session: Session, plan: SessionPlan?, timing: ReplayOptions.Timing?, limits: ResourceLimits
  ) -> Identity {
    replayer.identity(of: session, plan: plan, timing: timing, limits: limits)
  }

  public var judgedCount: Int { replayer.judgedCount }

  public mutating func filled(_ session: Session, limits: ResourceLimits) -> Session? {
    replayer.filled(session, limits: limits)
  }

  public mutating func excerpt(of session: Session, around position: Int, context: Int) -> Excerpt {
    var options = ReplayOptions()
    options.timing = .recorded
    replayer.begin(session, options: options)
    while replayer.turn.upperBound <= position + context, replayer.nextTurn() {}
    return Excerpt(of: replayer.log, at: position, context: context)
  }

  public mutating func play(
    _ session: Session, as reference: inout Reference, identity: SessionIdentity, plan: SessionPlan?
  ) {
    reference.play(
      session, with: &continuer, identity: identity, plan: plan, options: options.replay,
      continuations: options.continuations, reactions: options.reactions)
  }
}
