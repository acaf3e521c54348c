import Dispatch
import PopAudit
package import PopReplay
import PopSimulation
package import PopTrace
import PopupScheduling

/// A world that is run live under one policy and recorded, the recording replayed under another, and the world run live under that.
///
/// ```swift
/// var loop = ClosedLoop(PolicyPair(4, 6), in: FidelityWorld(.field))
/// let judged = loop.judge(seed: 11, session: 0)
/// print(judged.outcomes.count { $0.isRight })
/// ```
package struct ClosedLoop {
  /// The policies.
  package let pair: PolicyPair
  /// The world.
  package let world: FidelityWorld

  private var evaluator: Evaluator<StandardPolicy>
  private var checker = IdentityChecker { _, text in
    (try? PolicyConfiguration(text: text)).map { Evaluator(candidate: StandardPolicy($0)) }
  }
  private var baseline = Reference()
  private var before = LivedSession()
  private var after = LivedSession()

  /// Makes a loop.
  ///
  /// - Parameters:
  ///   - continuations: As in ``PopAudit/EvaluationOptions/continuations``.
  ///   - premises: What is known of the users, for how long a visit waits and for estimates.
  ///   - isEstimating: Whether sessions are estimated.
  package init(
    _ pair: PolicyPair, in world: FidelityWorld, continuations: Int = EvaluationOptions().continuations,
    premises: Premises? = nil, isEstimating: Bool = false
  ) {
    self.pair = pair
    self.world = world
    var options = EvaluationOptions()
    options.listsAllOutcomes = true
    options.continuations = continuations
    options.replay.visits = world.visits
    options.replay.visitReaction = premises?.reactions.visit?.visitReaction ?? 0
    options.reactions = isEstimating ? premises?.reactions : nil
    evaluator = Evaluator(candidate: StandardPolicy(pair.candidate), options: options)
  }

  /// Runs a session both ways and compares.
  package mutating func judge(seed: UInt64, session: Int) -> JudgedSession {
    let script = Self.script(world, seed, session)
    let recording = Self.reported(Self.live(script, pair.recorded, world, seed: seed, session), in: world)
    let lived = Self.live(script, pair.candidate, world, seed: seed, session)
    before.read(recording)
    after.read(lived, besides: before)
    baseline.read(recording, identity: checker.check(recording))
    var judged = JudgedSession(verdict: evaluator.evaluate(recording, against: baseline))
    for outcome in judged.verdict.outcomes {
      guard let foreseen = outcome.candidate else { continue }
      judged.outcomes.append(
        ForeseenOutcome(
          popup: outcome.popup, grades: outcome.grades, foreseen: foreseen,
          real: after.outcomes.outcome(of: outcome.popup)))
    }
    for finding in judged.verdict.findings where finding.status == .new && finding.finding.rule.severity == .error {
      judged.errors.append(
        ForeseenError(finding: finding, isTrue: after.fingerprints.contains(finding.fingerprint)))
    }
    judged.realErrors = after.newErrors(besides: before)
    return judged
  }

  /// A session as it is recorded, for what recordings tell of their users.
  package static func recording(of pair: PolicyPair, in world: FidelityWorld, seed: UInt64, session: Int) -> Session {
    reported(live(script(world, seed, session), pair.recorded, world, seed: seed, session), in: world)
  }

  /// A session as it is known of an app that only reports what its scheduler does, in a world of such apps.
  private static func reported(_ session: Session, in world: FidelityWorld) -> Session {
    guard world.isObserved else { return session }
    let report = { MainActor.assumeIsolated { ReportedSession.observed(session).session } }
    return DispatchQueue.getSpecific(key: onMain) == true ? report() : DispatchQueue.main.sync(execute: report)
  }

  /// Set for the main queue alone: to wait for it on itself would never end.
  private static let onMain: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private static func live(
    _ script: WorldScript, _ policy: PolicyConfiguration, _ world: FidelityWorld, seed: UInt64, _ number: Int
  ) -> Session {
    guard let strangers = world.strangers else {
      return LiveWorld(policy: StandardPolicy(policy), configuration: policy.text).run(script)
    }
    let turn = StrangersPhone.live(
      script, strangers, script.header.tick, seed: seed &* 1_000_003 &+ UInt64(number), under: StandardPolicy(policy))
    var session = Session(header: script.header)
    session.header.marksReentrantStimuli = true
    session.header.configuration = policy.text
    session.header.ended = script.end
    session.catalog = turn.catalog
    session.log = turn.log
    return session
  }

  private static func script(_ world: FidelityWorld, _ seed: UInt64, _ session: Int) -> WorldScript {
    var script = ScriptMaker.script(seed: seed, session: session, flavour: world.flavour)
    // A killed session says nothing of its end.
    script.isKilled = false
    return script
  }
}
