import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

/// A replayer and an auditor, used for one session after another.
struct ReplayLoop {
  private var replayer: Replayer<StandardPolicy>
  private var auditor = Auditor()
  /// How many events the runs had.
  private(set) var events = 0

  init(_ configuration: PolicyConfiguration) { replayer = Replayer(policy: StandardPolicy(configuration)) }

  mutating func replay(_ session: Session, audits: Bool) {
    replayer.begin(session, options: ReplayOptions())
    if audits { auditor.begin(catalog: session.catalog, tick: session.header.tick) }
    var names = replayer.nameCount
    while replayer.nextTurn() {
      events += replayer.turn.count
      guard audits else { continue }
      if replayer.nameCount != names {
        names = replayer.nameCount
        auditor.learn(replayer.catalog)
      }
      auditor.take(replayer.log.events[replayer.turn])
    }
    if audits { auditor.end(at: replayer.end, isFinished: session.isFinished) }
  }
}

/// What the tool does with every session, used for one after another.
struct EvaluationLoop {
  private var checker = IdentityChecker { _, text in
    (try? PolicyConfiguration(text: text)).map { Evaluator(candidate: StandardPolicy($0)) }
  }
  private var evaluator: Evaluator<StandardPolicy>
  private var baseline = Reference()
  private var planner = SessionPlanner()
  /// How much was found: findings, and sessions that do not give themselves back.
  private(set) var found = 0

  init(_ configuration: PolicyConfiguration) {
    // Budgets are for one run of each session.
    var options = EvaluationOptions()
    options.continuations = 0
    evaluator = Evaluator(candidate: StandardPolicy(configuration), options: options)
  }

  /// Plans the session.
  mutating func plan(_ session: Session) { _ = planner.plan(session, ResourceLimits()) }

  /// Whether the session gives itself back.
  mutating func check(_ session: Session) { if checker.check(session) != .ok { found += 1 } }

  /// Audits the recording.
  mutating func audit(_ session: Session) { baseline.read(session, identity: .ok) }

  /// Does all of it.
  mutating func evaluate(_ session: Session) {
    let plan = planner.plan(session, ResourceLimits())
    baseline.read(session, identity: checker.check(session, plan: plan), plan: plan)
    found += evaluator.evaluate(session, against: baseline).findings.count
  }
}
