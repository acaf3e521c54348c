#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopReplay
import PopGate

struct ReplayCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", _superCommandName: RootCommand.name,
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

  @Option(
    help: .text(
      "Write what the policy is expected to do into this file, for poptrace audit --forecast to compare with what came.",
      value: "file"))
  var forecast: String?

  @OptionGroup var judging: JudgingOptions

  func validate() throws {
    guard forecast != nil, !input.takesAll || !input.popup.isEmpty else { return }
    throw ValidationError(
      "A forecast rests on all sessions; give --forecast no --shard, --stdin-paths, --fail-fast or --popup.")
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let candidates = try context.policies.resolveList(policy)
    guard forecast == nil || candidates.count == 1 else {
      throw .usage("a forecast is of one policy, not \(candidates.count); give --forecast with each of them")
    }
    let baseline = try context.policies.resolve(against)
    let popups = try input.popups(isEstimating: judging.isEstimating)
    var all = try input.expanded(in: context, isQuiet: judging.isQuiet)
    all.alsoRead(candidates.map(\.file) + [baseline?.file, input.names, judging.replay.premises])
    let replays = try judging.setting(
      of: all, areReadOnce: input.stdinPaths, areJudged: input.takesAll, isEstimating: forecast != nil,
      in: context)
    let setting = judging.gate
    let heads = candidates.map { ReportHead($0, against: baseline, replays, setting, part: input) }
    let inputs = try all.part(input.shard)
    if let forecast { try inputs.refuse(output: forecast) }
    var run = judging.run(heads, inputs, isPart: input.isPart, in: context)
    run.setting.isForecasting = forecast != nil
    let reports = try run.run(replays) {
      ReplayJudge.each(
        candidates, against: baseline, $0, showsAll: judging.reporting.all, popups: popups, listsAll: forecast != nil)
    }
    if let forecast, let made = reports[0].forecast {
      try OutputStream.to(forecast).whole { stream throws(CommandFailure) in try stream.write(made.text) }
    }
    input.complain(ofMissing: inputs.popups, in: context)
    return input.isPart ? .fine : ExitStatus(of: reports)
  }
}

extension ExitStatus {
  init(of reports: [ReportDocument]) {
    self = reports.reduce(.fine) { $0.combined(with: ExitStatus($1.summary.verdict)) }
  }
}

extension ReportHead {
  /// Says what a replay is made with, as far as that decides what its report says.
  init(
    _ candidate: PolicyEntry, against baseline: PolicyEntry?, _ replays: ReplaySetting, _ setting: GateSetting,
    part: CorpusInputOptions
  ) {
    self.init(policy: candidate.name, reference: baseline?.name ?? "recorded", premises: replays.premises)
    var made = ReportProvenance(tool: RootCommand.version)
    made.policyFile = ReportNames().name(of: candidate.file)
    made.policyText = candidate.configuration
    made.referenceText = baseline?.configuration ?? ""
    made.options =
      replays.flags.named + setting.configuration.named(estimates: setting.estimates) + part.named
    if setting.isGate { made.options += setting.named }
    made.shards = part.shard
    provenance = made
  }
}

struct VerifyCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", _superCommandName: RootCommand.name,
    abstract: "Checks that traces are whole, and that every recording gives itself back.",
    discussion: """
      Every byte's checksum is verified; then each recording's own policy is replayed on it, by the recorded clock and by its causes, and must \
      give the recorded events back, one for one.

      Example:
        poptrace verify Fixtures/field
      """)

  @OptionGroup var input: NamedInputOptions
  @OptionGroup var output: OutputOptions

  @Option(help: .tolerance, transform: ArgumentReading.share)
  var tolerateUnreadable: Share?

  @OptionGroup var jobs: JobOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = try input.expanded(in: context, isQuiet: output.quiet)
    var setting = GateSetting()
    setting.configuration.tolerateUnreadable = tolerateUnreadable ?? .none
    let run = ReportRun(
      heads: [ReportHead(policy: "recorded", reference: "recorded", purpose: .verification)], inputs: inputs,
      jobs: jobs.count, setting: setting, options: ReportOptions(output), context: context)
    let policies = context.policies
    let reports = try run.run {
      var judge = IdentityJudge(checker: policies.makeIdentityChecker(inputs.limits))
      return SessionJudge { judge.judge($0, $1) }
    }
    return ExitStatus(of: reports)
  }
}

struct IdentityJudge {
  fileprivate var checker: IdentityChecker
  fileprivate var planner = SessionPlanner()

  mutating func judge(_ origin: SessionOrigin, _ request: JudgeRequest) -> [JudgedSession] {
    var report = origin.report
    let plan = planner.plan(origin.session, checker.limits)
    // By the clock first: where that fails, the causes have nothing to add.
    var identity = checker.check(origin.session, plan: plan, timing: .recorded)
    switch identity {
    case .ok, .cut: identity = checker.check(origin.session, plan: plan, timing: .causal)
    case .mismatch, .overLimit, .lossy, .none, .unknownPolicy, .observed: break
    }
    report.add(identity, session: origin.session)
    return [JudgedSession(report, for: request)]
  }
}
#endif
