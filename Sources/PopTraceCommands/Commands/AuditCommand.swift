#if Tool
import ArgumentParser
import PopDocument
import PopGate
import PopSystem

struct AuditCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", _superCommandName: RootCommand.name,
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

  @OptionGroup var basis: GateBasis
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
    if basis.config != nil || basis.baseline != nil || basis.strictBaseline || basis.asOf != nil {
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
    if !setting.isGate, input.takesAll, options.saveTrace == nil {
      options.single = reporting.output.single?.format
    }
    let run = try GateRun(ofRecordings: setting, input, options, jobs: reporting.threads, in: context)
    let report = try run.judge()
    input.complain(ofMissing: run.inputs.popups, in: context)
    return input.isPart ? .fine : ExitStatus(report.summary.verdict)
  }

  private var setting: GateSetting {
    get throws(CommandFailure) {
      guard gate else {
        var setting = GateSetting()
        setting.configuration.tolerateUnreadable = basis.tolerateUnreadable ?? .none
        setting.failsNothing = failOn == .none
        return setting
      }
      return try GateSetting(basis)
    }
  }
}

extension ReportHead {
  /// Says what recordings are judged by.
  init(ofRecordings setting: GateSetting, part: CorpusInputOptions) {
    self.init(policy: "recorded", reference: "none", purpose: .recording)
    var made = ReportProvenance(tool: RootCommand.version)
    made.options = setting.namedOfAudit + part.named
    made.shards = part.shard
    provenance = made
  }
}
#endif
