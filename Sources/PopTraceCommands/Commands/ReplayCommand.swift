#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopGate
import PopReplay
import PopTrace
import PopupScheduling

/// `poptrace replay`: runs other policies over what was recorded, and says what users would have met.
struct ReplayCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays traces against other policies, and says what that breaks and mends.",
    discussion: """
      First the recorded policy is replayed and must give the recording back; where it does not, nothing is judged. A scenario has no \
      recording: the policy is judged by itself, unless --against names one to compare with.

      Example:
        poptrace replay Fixtures/field --policy v5,v6
      """)

  @OptionGroup var input: CorpusInputOptions

  @Option(
    help: .text(
      "The policies to judge, separated by commas: names (see poptrace policies), or YAML files.", value: "policies"))
  var policy: String

  @Option(help: .text("Compare with this policy's run, not with the recording.", value: "policy"))
  var against: String?

  @OptionGroup var judging: JudgingOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let candidates = try context.policies.resolveList(policy)
    let baseline = try context.policies.resolve(against)
    let popups = try input.corpus.popups(isEstimating: judging.isEstimating)
    var all = try input.expanded(in: context, isQuiet: judging.isQuiet)
    all.alsoRead(candidates.map(\.file) + [baseline?.file, input.names.names, judging.replay.premises])
    let replays = try judging.setting(of: all, areReadOnce: input.stdinPaths, in: context)
    let heads = candidates.map { candidate in
      var head = ReportHead(policy: candidate.name, reference: baseline?.name ?? "recorded", premises: replays.premises)
      head.provenance = ReportProvenance(
        of: candidate, against: baseline, judging.replay, judging.gate.setting, part: input)
      return head
    }
    let inputs = try all.part(input.shard)
    let run = judging.run(heads, inputs, isPart: input.isPart, in: context)
    let showsAll = judging.reporting.all
    let reports = try run.run {
      var judge = ReplayJudge(candidates, against: baseline, replays, showsAll: showsAll, popups: popups)
      return { judge.judge($0, $1) }
    }
    input.complain(ofMissing: inputs.popups, in: context)
    return input.isPart ? .fine : ExitStatus(of: reports)
  }
}

/// The options of the commands that compare runs: how they are replayed, what fails a build, and how much is shown where.
struct JudgingOptions: ParsableArguments {
  @OptionGroup var replay: ReplayFlags
  @OptionGroup var gate: GateFlags
  @OptionGroup var reporting: ReportingOptions

  func validate() throws { try ArgumentReading.checkEstimate(isEstimating, continuations: replay.continuations) }

  var isEstimating: Bool { gate.setting.isEstimating }
  var isQuiet: Bool { reporting.output.quiet }

  /// How runs are made, for which the inputs may have to be read.
  ///
  /// - Parameter areReadOnce: Whether nobody can know all of them beforehand.
  func setting(
    of inputs: InputList, areReadOnce: Bool = false, in context: ToolContext
  ) throws(CommandFailure) -> ReplaySetting {
    // What is wrong with the output is said before anything is read.
    for request in reporting.output.requests { try inputs.refuse(output: request.path ?? "-") }
    return try ReplaySetting(
      replay, isEstimating: isEstimating, of: inputs, areReadOnce: areReadOnce, jobs: reporting.jobs.count,
      isQuiet: isQuiet, in: context)
  }

  /// What judges the inputs, and reports.
  ///
  /// - Parameter isPart: Whether this is a part of something larger, so that nothing is judged by it yet.
  func run(_ heads: [ReportHead], _ inputs: InputList, isPart: Bool = false, in context: ToolContext) -> ReportRun {
    var reportOptions = ReportOptions(reporting.output, all: reporting.all, saveTrace: reporting.saveTrace)
    if !isPart, reportOptions.saveTrace == nil, inputs.failFast == nil {
      reportOptions.single = reporting.output.single?.format
    }
    return ReportRun(
      heads: heads, inputs: inputs, jobs: reporting.jobs.count, setting: gate.setting, options: reportOptions,
      context: context)
  }
}

extension ExitStatus {
  init(of reports: [ReportDocument]) {
    self = reports.reduce(.fine) { $0.combined(with: ExitStatus($1.summary.verdict)) }
  }
}

extension ReportProvenance {
  /// What a replay is made with, as far as that decides what its report says.
  init(
    of candidate: PolicyEntry, against baseline: PolicyEntry?, _ replay: ReplayFlags, _ setting: GateSetting,
    part: CorpusInputOptions
  ) {
    self.init(tool: RootCommand.version)
    policyFile = ReportNames().name(of: candidate.file)
    policyText = candidate.configuration
    referenceText = baseline?.configuration ?? ""
    options = replay.named + setting.configuration.named(estimates: setting.estimates) + part.corpus.named
    if setting.isGate { options += setting.named }
    shards = part.shard
  }
}

/// `poptrace verify`: integrity and identity.
struct VerifyCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks that traces are whole, and that every recording gives itself back.",
    discussion: """
      Every byte's checksum is verified; then each recording's own policy is replayed on it, by the recorded clock and by its causes, and must \
      give the recorded events back, one for one.

      Example:
        poptrace verify Fixtures/field
      """)

  @OptionGroup var input: NamedInputOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var tolerance: ToleranceFlags
  @OptionGroup var jobs: JobOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = try input.expanded(in: context, isQuiet: output.quiet)
    var setting = GateSetting()
    setting.configuration.tolerateUnreadable = tolerance.tolerateUnreadable
    let run = ReportRun(
      heads: [ReportHead(policy: "recorded", reference: "recorded", purpose: .verification)], inputs: inputs,
      jobs: jobs.count, setting: setting, options: ReportOptions(output), context: context)
    let policies = context.policies
    let reports = try run.run {
      var judge = IdentityJudge(checker: policies.makeIdentityChecker(inputs.limits))
      return { origin, _ in judge.judge(origin) }
    }
    return ExitStatus(of: reports)
  }
}

/// Checks recordings for giving themselves back.
struct IdentityJudge {
  private var checker: IdentityChecker
  private var planner = SessionPlanner()

  init(checker: IdentityChecker) { self.checker = checker }

  mutating func judge(_ origin: SessionOrigin) -> [JudgedSession] {
    var judged = JudgedSession(report: SessionReport(origin))
    let plan = planner.plan(origin.session, checker.limits)
    // By the clock first: where that fails, the causes have nothing to add.
    var identity = checker.check(origin.session, plan: plan, timing: .recorded)
    switch identity {
    case .ok, .cut: identity = checker.check(origin.session, plan: plan, timing: .causal)
    case .mismatch, .overLimit, .lossy, .none, .unknownPolicy: break
    }
    judged.report.add(identity, session: origin.session)
    return [judged]
  }
}

/// What fails a build.
struct GateFlags: ParsableArguments {
  @Option(
    help: .text(
      """
      Which new errors fail a build: certain ones (exact or derived: no assumption has part in them), or robust ones too (the same whatever \
      is assumed of users).
      """, value: "certain|robust"))
  var failOn = FirmGrade.robust

  @Flag(help: "Count new errors that rest on an assumption as regressions, too.")
  var strict = false

  @Option(
    help: .text("Exit with 3 where less than this share of the recorded reactions was reached.", value: "share"),
    transform: ArgumentReading.share)
  var minCoverage: Share?

  @Flag(
    help: ArgumentHelp(
      """
      Estimate how many sessions are affected: those in which the continuations leave open whether there is a new error are played 16 more \
      times with answers drawn from what the app's users do. For reading, never for a grade.
      """))
  var estimate = false

  @Option(
    help: .text(
      "Exit with 2 where the estimate says that more than this share of sessions has a new error, even at its lower end.",
      value: "share"),
    transform: ArgumentReading.share)
  var maxAffected: Share?

  var isEstimating: Bool { estimate || maxAffected != nil }

  @OptionGroup var tolerance: ToleranceFlags

  /// What a replay is judged by.
  var setting: GateSetting {
    var configuration = GateConfiguration()
    configuration.failOn = failOn.failOn
    configuration.isStrict = strict
    configuration.minCoverage = minCoverage
    configuration.maxAffected = maxAffected
    configuration.tolerateUnreadable = tolerance.tolerateUnreadable
    return GateSetting(configuration, estimates: estimate)
  }
}
#endif
