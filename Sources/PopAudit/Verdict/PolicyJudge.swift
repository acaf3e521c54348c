public import PopReplay
public import PopTrace
import PopupScheduling

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
  /// - `other`: What runs the policy to compare with; nil to compare with the recordings.
  public init(_ candidates: [any SessionRunner], against other: (any SessionRunner)? = nil, checker: IdentityChecker) {
    self.candidates = candidates
    self.other = other
    self.checker = checker
  }

  /// Begins a session.
  ///
  /// - `options`: How policies are replayed on it and what is done beyond the verdict; nil for what the last session had.
  /// - Returns: The session's plan, for whoever else looks at it.
  @discardableResult
  public mutating func begin(_ session: Session, options: EvaluationOptions? = nil) -> SessionPlan {
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
    return plan
  }

  /// What a candidate comes to on the session that was begun.
  ///
  /// - `isShown`: Whether the events around a finding are cut out; see ``SessionRunner/evaluate(_:against:excerptsOf:)``.
  public mutating func verdict(
    on session: Session, of index: Int = 0, excerptsOf isShown: (ComparedFinding) -> Bool = { _ in true }
  ) -> SessionVerdict {
    candidates[index].evaluate(session, against: reference, excerptsOf: isShown)
  }
}

/// Checks recordings against the policies that were at work in them.
///
/// ```swift
/// var checker = IdentityChecker { policy, configuration in
///   (try? PolicyConfiguration(text: configuration)).map { Evaluator(candidate: StandardPolicy($0)) }
/// }
/// let identity = checker.check(session)
/// ```
///
/// Policies are looked up by name and configuration once; what replays them is used again for session after session.
public struct IdentityChecker {
  /// Finds a policy by the name and the configuration of a session's header; nil where no policy has them.
  public typealias Resolve = (_ policy: String, _ configuration: String) -> (any SessionRunner)?

  /// How many events on either side of a mismatch are kept.
  package static let context = 6
  /// How many policies are kept; a file that names more of them is served more slowly, and no more memory.
  private static let limit = 16

  /// How much a replay may take.
  public var limits = ResourceLimits()

  private let resolve: Resolve
  private var known: [(name: String, configuration: String, policy: (any SessionRunner)?)] = []
  private var auditor = Auditor()

  /// Makes a checker.
  public init(resolve: @escaping Resolve) { self.resolve = resolve }

  /// Whether a session gives itself back.
  ///
  /// - `plan`: What a planner made of the session; nil to have it planned here, where it is replayed only once.
  /// - `timing`: Plain playback, which shows whether trace and policy agree; or causal, which shows whether the causes are right as well
  ///   (CausalReplay, *Identity*: `verify` checks both). Nil, as `replay` has it, is the fastest way to the same answer as plain playback.
  public mutating func check(
    _ session: Session, plan: SessionPlan? = nil, timing: ReplayOptions.Timing? = nil
  ) -> SessionIdentity {
    guard !session.isScenario else { return .none }
    // The scheduler of an observed session cannot be replayed.
    guard !session.header.isObserved else {
      auditor.read(session)
      return .observed(session, firstContradiction: auditor.firstContradiction)
    }
    let index = index(of: session.header.policy, session.header.configuration)
    guard let identity = known[index].policy?.identity(of: session, plan: plan, timing: timing, limits: limits) else {
      return .unknownPolicy
    }
    switch identity {
    case .ok: return judgedCount(index) < session.log.events.count ? .cut(judged: judgedCount(index)) : .ok
    case .lossy: return lossy(session, index, timing)
    case .overLimit(let error): return .overLimit(error)
    case .mismatch(let difference):
      let replayed = known[index].policy?.excerpt(of: session, around: difference.position, context: Self.context)
      let recorded = Excerpt(of: session.log, at: difference.position, context: Self.context)
      return .mismatch(
        IdentityMismatch(difference: difference, recorded: recorded, replayed: replayed ?? Excerpt()))
    }
  }

  /// What is said of a recording with holes that its policy gives back as far as the first.
  private mutating func lossy(_ session: Session, _ index: Int, _ timing: ReplayOptions.Timing?) -> SessionIdentity {
    let judged = judgedCount(index)
    guard let filled = known[index].policy?.filled(session, limits: limits) else { return .lossy(judged: judged) }
    switch known[index].policy?.identity(of: filled, plan: nil, timing: timing, limits: limits) {
    case .ok, .lossy: return .lossy(judged: judgedCount(index), of: FilledSession(session: filled))
    case .mismatch, .overLimit, nil: return .lossy(judged: judged)
    }
  }

  private func judgedCount(_ index: Int) -> Int { known[index].policy?.judgedCount ?? 0 }

  private mutating func index(of name: String, _ configuration: String) -> Int {
    let found = known.firstIndex { $0.name == name && $0.configuration == configuration }
    if let found { return found }
    if known.count == Self.limit { known.removeFirst() }
    known.append((name, configuration, resolve(name, configuration)))
    return known.count - 1
  }
}
