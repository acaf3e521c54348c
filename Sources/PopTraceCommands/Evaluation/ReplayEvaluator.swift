#if Tool
import PopAudit
import PopReplay
import PopDocument
import PopReport
import PopTrace
import PopupScheduling

/// Judges candidates on one session after another, and puts the verdicts into words.
///
/// Of each session the recorded side is worked out once, identity and audit, and then compared with every candidate.
struct ReplayEvaluator: SessionEvaluator {
  /// Of how many sessions of an input the mended findings are shown with the events around them.
  private static let shownInFull = 1000

  private let entries: [PolicyEntry]
  private var candidates: [any PolicyEvaluator]
  private var against: (any PolicyEvaluator)?
  private let baselineName: String?
  private var checker: IdentityChecker
  private var planner = SessionPlanner()
  private var baseline = Reference()
  /// Which findings of each candidate are shown with the events around them.
  private var choosers: [ExampleChooser]
  private let flags: ReplayFlags
  private let premises: ReplayPremises
  private let limits: ResourceLimits
  private let showsAll: Bool
  /// The popups that are judged; nil for all.
  private let popups: PopupSelection?

  init(
    candidates: [PolicyEntry], against: PolicyEntry?, policies: PolicyRegistry, flags: ReplayFlags,
    premises: ReplayPremises, limits: ResourceLimits, showsAll: Bool, popups: PopupSelection? = nil
  ) {
    self.popups = popups
    entries = candidates
    self.candidates = candidates.map { $0.makeEvaluator() }
    choosers = candidates.map { _ in ExampleChooser() }
    self.against = against?.makeEvaluator()
    baselineName = against?.name
    self.flags = flags
    self.premises = premises
    self.showsAll = showsAll
    self.limits = limits
    checker = policies.makeIdentityChecker(limits)
  }

  mutating func reports(on origin: SessionOrigin, for form: EvaluationForm) -> [SessionReport] {
    let session = origin.session
    let plan = planner.plan(session, limits)
    let identity = checker.check(session, plan: plan)
    let options = options(for: origin, form)
    if against != nil {
      against?.play(session, as: &baseline, identity: identity, plan: plan, options: options)
    } else {
      baseline.read(session, identity: identity, plan: plan)
    }
    let remarks = SessionRemarks.neverHappens(in: session)
    var reports: [SessionReport] = []
    var words: EventDescriber?
    for index in candidates.indices {
      // Taken out and put back, for a copy of it would grow with what was found so far.
      var chooser = ExampleChooser()
      swap(&chooser, &choosers[index])
      // What a session shows must not depend on the thread's others, where each is written out.
      if case .neutral = form { chooser = ExampleChooser() }
      let verdict = candidates[index].evaluate(session, against: baseline, options: options) { [showsAll] finding in
        guard !showsAll else { return true }
        let known = words ?? EventDescriber(log: session.log, catalog: session.catalog, tick: session.header.tick)
        words = known
        return chooser.chooses(finding, words: known)
      }
      swap(&chooser, &choosers[index])
      reports.append(SessionReport(verdict, on: origin))
      reports[index].remarks += remarks
      if let popups { keep(popups.numbers(in: session), in: &reports[index], for: form) }
    }
    return reports
  }

  private func keep(_ popups: Set<Int64>, in report: inout SessionReport, for form: EvaluationForm) {
    report.keepOnly(popups: popups)
    if !form.listsAllOutcomes { report.outcomes.removeAll { $0.change == .same } }
  }

  mutating func run(of origin: SessionOrigin) -> Session? {
    let options = options(for: origin, .json).replay
    let session = judgedPart(of: origin.session)
    guard let entry = entries.first, !candidates.isEmpty,
      var run = try? candidates[0].record(session, options: options)
    else { return nil }
    run.header.policy = entry.name
    run.header.configuration = entry.configuration
    return run
  }

  mutating func baselineRun(of origin: SessionOrigin) -> Session? {
    let session = judgedPart(of: origin.session)
    guard against != nil else { return session.isScenario ? nil : session }
    let options = options(for: origin, .json).replay
    guard let name = baselineName, var run = try? against?.record(session, options: options) else { return nil }
    run.header.policy = name
    return run
  }

  private mutating func judgedPart(of session: Session) -> Session { checker.check(session).judgedPart(of: session) }

  private func options(for origin: SessionOrigin, _ form: EvaluationForm) -> EvaluationOptions {
    var options = EvaluationOptions()
    options.replay = flags.options(tick: origin.session.header.tick)
    options.replay.limits = limits
    premises.apply(to: &options.replay)
    options.reactions = premises.reactions
    options.continuations = flags.continuations
    options.listsAllOutcomes = form.listsAllOutcomes || popups != nil
    guard form.showsEvents else { return options }
    // By index and not by thread, so that any number of jobs gives the same.
    options.excerpts = showsAll || origin.index <= Self.shownInFull ? .all : .new
    if case .text = form { options.keepsNotes = false }
    if showsAll {
      options.excerptsPerSession = .max
      options.excerptLimit = .max
    }
    return options
  }
}
#endif
