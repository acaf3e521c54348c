#if Tool
import ArgumentParser
import PopDocument
import PopGate
import PopSystem

struct AuditCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Says what users met in recordings, with no other policy to compare with.",
    discussion: """
      Every rule is checked over what was recorded. No policy is needed, and none is replayed: what happened, happened. So it takes the \
      recordings of any scheduler, and of an app that only reports what its own does (see the article Recording from any app).

      With --gate the recordings are judged by .poptrace.yml, as poptrace gate judges a policy, so that a nightly job can watch the field; \
      poptrace bless --audit accepts what is known.

      Example:
        poptrace audit Fixtures/field
      """)

  @OptionGroup var input: CorpusInputOptions

  @Option(help: .text("Whether an error in a recording gives exit code 2, or nothing does.", value: "error|none"))
  var failOn = FailingErrors.error

  @Flag(help: "Judge by .poptrace.yml: levels of rules, what is ignored and accepted, absolute limits of metrics.")
  var gate = false

  @Option(
    help: .text(
      """
      Say what the sessions of each group met, separated by commas: build, app, policy (the recorded one), page, popup, os, device, locale, \
      arm:NAME, metadata:NAME. The newest group is compared with the one before, and arms with the first.
      """, value: "what"))
  var by: String?

  @Option(
    help: .text("Say whether a forecast came true, as poptrace replay --forecast wrote it.", value: "file"))
  var forecast: String?

  @OptionGroup var judging: AuditGateOptions
  @OptionGroup var reporting: ReportingOptions

  private static let longestForecast = 1 << 24

  enum FailingErrors: String, CaseIterable, ExpressibleByArgument { case error, none }

  func validate() throws {
    guard !gate else {
      guard failOn == .error else {
        throw ValidationError("What fails a gate is in its configuration; give no --fail-on.")
      }
      return
    }
    if judging.config != nil || judging.baseline != nil || judging.strictBaseline || judging.asOf != nil {
      throw ValidationError("--config, --baseline, --strict-baseline and --as-of say how a gate judges; give --gate.")
    }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    var setting = try setting
    if let by {
      do { setting.groupsBy = try Dimension.list(parsing: by) } catch { throw .usage("--by: \(error.message)") }
    }
    if let forecast {
      guard FileSystem.kind(of: forecast) != .missing else {
        throw .usage("there is no such file; poptrace replay --forecast makes one", in: forecast)
      }
      setting.forecast = try GateSetting.forecast(
        try ByteSource.contents(of: forecast, atMost: Self.longestForecast, "a forecast"), in: forecast)
    }
    var options = ReportOptions(reporting.output, all: reporting.all, saveTrace: reporting.saveTrace)
    if !setting.isGate, !input.isPart, options.saveTrace == nil, input.corpus.failFast == nil {
      options.single = reporting.output.single?.format
    }
    let run = try GateRun(ofRecordings: setting, input, options, jobs: reporting.jobs.count, in: context)
    let report = try run.judge()
    input.complain(ofMissing: run.inputs.popups, in: context)
    return input.isPart ? .fine : ExitStatus(report.summary.verdict)
  }

  private var setting: GateSetting {
    get throws(CommandFailure) {
      guard gate else {
        var setting = GateSetting()
        setting.configuration.tolerateUnreadable = judging.tolerateUnreadable ?? .none
        setting.failsNothing = failOn == .none
        return setting
      }
      return try GateSetting(judging.options, mayLackBaseline: false)
    }
  }
}

/// The options of a gate that make sense where nothing is replayed.
struct AuditGateOptions: ParsableArguments {
  @Option(
    help: .text(
      "The configuration; by default the nearest .poptrace.yml from the working directory upwards.", value: "file"))
  var config: String?

  @Option(help: .text("What is accepted, as poptrace bless --audit wrote it.", value: "file"))
  var baseline: String?

  @Flag(help: "Fail where an accepted finding is gone, so that the baseline file is kept up to date.")
  var strictBaseline = false

  @Option(
    help: .text("The day on which it is judged what has expired; by default today, in UTC.", value: "yyyy-mm-dd"),
    transform: ArgumentReading.day)
  var asOf: CalendarDay?

  @Option(
    help: .text("Exit with 3 and not with 1 where at most this share could not be judged.", value: "share"),
    transform: ArgumentReading.share)
  var tolerateUnreadable: Share?

  /// No initializer: in one, what is assigned would become the default of an option, which nobody can read.
  fileprivate var options: GateOptions {
    var options = GateOptions()
    (options.policy, options.against, options.failOn, options.minCoverage, options.maxAffected) = (
      nil, nil, nil, nil, nil
    )
    (options.strict, options.estimate, options.observed, options.blame) = (false, false, false, true)
    (options.continuations, options.visits, options.premises, options.by) = (nil, nil, nil, nil)
    (options.config, options.baseline, options.strictBaseline) = (config, baseline, strictBaseline)
    (options.asOf, options.tolerateUnreadable) = (asOf, tolerateUnreadable)
    return options
  }
}

extension ReportHead {
  /// Says what recordings are judged by.
  init(ofRecordings setting: GateSetting, part: CorpusInputOptions) {
    self.init(policy: "recorded", reference: "none", purpose: .recording)
    var made = ReportProvenance(tool: RootCommand.version)
    made.options = setting.namedOfAudit + part.corpus.named
    made.shards = part.shard
    provenance = made
  }
}
#endif
