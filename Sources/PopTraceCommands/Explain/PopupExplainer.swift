#if Tool
import PopAudit
import PopReplay
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

/// Explains popups of sessions, under the policy that was recorded and under another.
struct PopupExplainer {
  private let policies: PolicyRegistry
  /// The policy that is compared with; nil where the recording alone is explained.
  private let candidate: PolicyEntry?
  private let flags: ReplayFlags
  private let premises: ReplayPremises
  private let limits: ResourceLimits

  init(
    _ policies: PolicyRegistry, candidate: PolicyEntry?, flags: ReplayFlags, premises: ReplayPremises,
    limits: ResourceLimits
  ) {
    self.policies = policies
    self.candidate = candidate
    self.flags = flags
    self.premises = premises
    self.limits = limits
  }

  /// How sessions are replayed, by the length of their ticks.
  func options(_ tick: TickLength) -> ReplayOptions {
    var options = flags.options(tick: tick)
    options.limits = limits
    premises.apply(to: &options)
    return options
  }

  /// A run of a session, and what its policy takes notice of.
  struct Run {
    var session: Session
    var policy: PolicyEntry?
    var name: String
    var isRecorded: Bool
    /// Whether it ends where events of the recording are missing: nothing is told of what comes behind.
    var endsAtHole = false

    /// What its policy takes notice of.
    var heeded: HeededObstacles {
      let text = policy?.configuration ?? session.header.configuration
      return (try? PolicyConfiguration(text: text)).map { HeededObstacles($0) } ?? .all
    }
  }

  /// The run of a session that is told of first: what was recorded, or for a scenario what the candidate makes of it.
  func firstRun(of origin: SessionOrigin) throws(CommandFailure) -> Run {
    let header = origin.session.header
    guard origin.session.isScenario else {
      let name = header.policy.isEmpty ? "a policy that its header does not name" : header.policy
      let known = known(origin.session)
      return Run(
        session: known.session, policy: policies.recorded(header.policy, header.configuration), name: name,
        isRecorded: true, endsAtHole: known.endsAtHole)
    }
    guard let candidate else {
      throw .usage(
        "\(PathText.shown(origin.input)) is a scenario, which has no run of its own to explain; name a policy to run it with: --policy v6"
      )
    }
    return try run(of: origin, under: candidate)
  }

  /// All runs of a session that are told of: the recording, and the candidate's.
  func runs(of origin: SessionOrigin) throws(CommandFailure) -> [Run] {
    let first = try firstRun(of: origin)
    guard first.isRecorded, let candidate else { return [first] }
    var origin = origin
    origin.session = first.session
    var second = try run(of: origin, under: candidate)
    second.endsAtHole = first.endsAtHole
    return [first, second]
  }

  /// What is known of a recording: where it has a hole that cannot be filled, what comes before it.
  private func known(_ session: Session) -> (session: Session, endsAtHole: Bool) {
    guard !session.gaps.isEmpty else { return (session, false) }
    var checker = policies.makeIdentityChecker(limits)
    let part = checker.check(session).judgedPart(of: session)
    return (part, part.log.events.last?.sequence != session.log.events.last?.sequence)
  }

  private func run(of origin: SessionOrigin, under policy: PolicyEntry) throws(CommandFailure) -> Run {
    var evaluator = policy.makeEvaluator()
    do {
      let run = try evaluator.record(origin.session, options: options(origin.session.header.tick))
      return Run(session: run, policy: policy, name: policy.name, isRecorded: false)
    } catch {
      throw CommandFailure(error, input: origin.input)
    }
  }

  /// Explains a popup of a session.
  func explain(_ popup: PopupID, of origin: SessionOrigin, _ runs: [Run]) -> Explanation {
    let lives = runs.map { PopupLife.read([popup], in: $0.session, heeding: $0.heeded)[0] }
    let tellers = zip(lives, runs).map { Storyteller($0, in: $1.session, endsAtHole: $1.endsAtHole) }
    let words = EventDescriber(
      log: origin.session.log, catalog: origin.session.catalog, tick: origin.session.header.tick)
    var explanation = Explanation(
      trace: origin.input, session: origin.session.label(index: origin.index),
      popup: origin.session.catalog.number(of: popup), name: words.name(of: popup),
      attributes: tellers.map(\.attributes).first { !$0.isEmpty } ?? "")
    explanation.stories = zip(tellers, runs).map { $0.story(policy: $1.name, isRecorded: $1.isRecorded) }
    let verdict = verdict(on: origin.session)
    if runs.count == 2 {
      explanation.parting = RunParting.first(between: runs[0].session, and: runs[1].session)
      explanation.stories[1].grade = verdict.outcomes.first { $0.popup == popup }?.grades.worst
    }
    for (life, run) in zip(lives, runs) where !life.wasShown && !life.spec.isNone {
      if run.endsAtHole, life.outcome?.end.isOver != true {
        explanation.untried = "nothing was tried: what became of it behind the hole in the recording is not known"
      } else if verdict.identity.isJudgeable {
        search(life, verdict.identity.judgedPart(of: origin.session), run, &explanation)
      } else {
        explanation.untried = Self.unreliable(runs[0].name, verdict.identity)
      }
      break
    }
    return explanation
  }

  private static func unreliable(_ policy: String, _ identity: SessionIdentity) -> String {
    "nothing was tried: \(policy) does not give this recording back (\(identity.word.rawValue)), so that no replay of it can be "
      + "relied on; see poptrace verify"
  }

  /// What a judge says of the candidate on a session; without one, whether the recording gives itself back.
  private func verdict(on session: Session) -> SessionVerdict {
    var checker = policies.makeIdentityChecker(limits)
    var planner = SessionPlanner()
    let plan = planner.plan(session, limits)
    let identity = checker.check(session, plan: plan)
    guard !session.isScenario, let candidate else {
      return SessionVerdict(identity: identity, hasReference: false, isLossy: false)
    }
    var baseline = Reference()
    baseline.read(session, identity: identity, plan: plan)
    var evaluator = candidate.makeEvaluator()
    return evaluator.evaluate(session, against: baseline, options: evaluation(session.header.tick)) { _ in false }
  }

  private func evaluation(_ tick: TickLength) -> EvaluationOptions {
    var evaluation = EvaluationOptions()
    evaluation.replay = options(tick)
    evaluation.continuations = flags.continuations
    evaluation.listsAllOutcomes = true
    return evaluation
  }

  private func search(
    _ life: PopupLife, _ session: Session, _ run: Run, _ explanation: inout Explanation
  ) {
    guard let policy = run.policy else {
      explanation.untried =
        "what would have had it shown cannot be tried: the policy \"\(run.name)\" is not known here"
      return
    }
    let search = ChangeSearch(
      for: life, in: session, run: run.session, under: policy, evaluation(session.header.tick))
    explanation.changes = search.changes
    explanation.triedCount = search.triedCount
    explanation.untried = search.untried
    explanation.changedPolicy = run.name
  }
}

/// Where two runs of a session part.
enum RunParting {
  /// The first decision in which they differ; nil where all decisions are alike.
  static func first(between recorded: Session, and candidate: Session) -> Explanation.Parting? {
    let left = recorded.events.filter { isCompared($0) }
    let right = candidate.events.filter { isCompared($0) }
    for index in 0..<max(left.count, right.count) {
      let (own, other) = (index < left.count ? left[index] : nil, index < right.count ? right[index] : nil)
      if let own, let other, areSame(own, other) { continue }
      return Explanation.Parting(
        recorded: own.map { line($0, of: recorded) }, candidate: other.map { line($0, of: candidate) })
    }
    return nil
  }

  /// What a policy does to popups; what it does about timers, callbacks and trimmings follows from that.
  private static func isCompared(_ event: Event) -> Bool {
    switch event.kind {
    case .popupQueued, .popupShown, .popupHidden, .popupParked, .popupRestored, .popupDropped: true
    default: false
    }
  }

  private static func areSame(_ lhs: Event, _ rhs: Event) -> Bool {
    lhs.kind == rhs.kind && lhs.popup == rhs.popup && lhs.page == rhs.page && lhs.time == rhs.time
      && lhs.reason == rhs.reason && lhs.generation == rhs.generation
  }

  private static func line(_ event: Event, of run: Session) -> Explanation.Line {
    let words = EventDescriber(log: run.log, catalog: run.catalog, tick: run.header.tick)
    return Explanation.Line(
      time: words.time(event.time), event: event.sequence,
      event.kind.wireName + " " + words.detail(of: event, in: run.log))
  }
}
#endif
