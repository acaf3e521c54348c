#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopReplay
import PopReport
import PopTrace
import PopupScheduling

/// `poptrace view`: recordings to look at.
struct ViewCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Makes a page of recordings, to look at in a browser: pages, popups, gates and causes on one time axis.",
    discussion: """
      The page is one file that needs no network: it can be sent, attached and opened anywhere. With --policy that policy's run stands beneath \
      the recording. replay and gate write the same page of what they find, with --format html=FILE.

      Example:
        poptrace view Fixtures/field --session simulated-75-22
        poptrace view Fixtures/field --session simulated-75-22 --policy v6 --output coupon.html
      """)

  @OptionGroup var input: NamedInputOptions
  @OptionGroup var sessions: SessionOption

  @Option(help: .text("Show this policy's run beneath the recording.", value: "policy"))
  var policy: String?

  @Option(name: .shortAndLong, help: .text("The file to write; - is standard output.", value: "file"))
  var output = "view.html"

  @Option(
    help: .text("How many bytes of sessions the page may hold, those with the worst findings first.", value: "bytes"))
  var pageBytes = ReportPage.usualBytes

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error; errors are still said.")
  var quiet = false

  @OptionGroup var replay: ReplayFlags
  @OptionGroup var jobs: JobOptions

  func validate() throws { try ReportOptions.check(pageBytes: pageBytes) }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let candidate = try context.policies.resolve(policy)
    var inputs = try input.expanded(in: context, isQuiet: quiet)
    inputs.alsoRead([candidate?.file, input.names.names, replay.premises])
    if !sessions.session.isEmpty { inputs.filter = SessionFilter(names: Set(sessions.session)) }
    let reportOptions = ReportOptions(
      requests: [ReportRequest(.html, to: output)], isQuiet: quiet, pageBytes: pageBytes)
    try reportOptions.refuse(inputs)
    // What is taken for granted matters only where something is replayed.
    var surveyed = inputs
    if candidate == nil { surveyed.paths = [] }
    let replays = try ReplaySetting(replay, of: surveyed, jobs: jobs.count, isQuiet: quiet, in: context)
    var run = ReportRun(
      heads: [head(candidate, inputs, replays)], inputs: inputs, jobs: jobs.count, setting: GateSetting(),
      options: reportOptions, context: context)
    run.isViewed = true
    let reports = try run.run {
      guard let candidate else {
        var judge = RecordingJudge(checker: replays.makeIdentityChecker())
        return { judge.judge($0, $1) }
      }
      var judge = ReplayJudge([candidate], against: nil, replays)
      return { judge.judge($0, $1) }
    }
    return try say(reports[0])
  }

  private func head(_ candidate: PolicyEntry?, _ inputs: InputList, _ replays: ReplaySetting) -> ReportHead {
    guard let candidate else {
      let name = inputs.paths.count == 1 ? inputs.shown(inputs.paths[0]) : counted(inputs.paths.count, "trace")
      return ReportHead(policy: name, reference: "none", purpose: .recording)
    }
    var head = ReportHead(policy: candidate.name, reference: "recorded", premises: replays.premises)
    head.provenance = ReportProvenance(tool: RootCommand.version)
    head.provenance?.policyFile = ReportNames().name(of: candidate.file)
    return head
  }

  private func say(_ report: ReportDocument) throws(CommandFailure) -> ExitStatus {
    let (summary, shown) = (report.summary, report.windows.count)
    if output != "-" {
      let stream = OutputStream.standard(1)
      let sessions = counted(summary.judgedSessions, "session")
      let what =
        shown == summary.judgedSessions
        ? "\(sessions), \(counted(summary.events, "event"))"
        : "\(grouping(shown)) of \(sessions), the others have no room (--page-bytes, --session)"
      try stream.write("\(printable(output)): \(what); open it in a browser\n")
      try stream.flush()
    }
    return summary.unread.isEmpty ? .fine : .incomplete
  }
}

/// Says what is found in recordings by themselves.
struct RecordingJudge {
  private var recording = RecordedRun()
  private var checker: IdentityChecker

  init(checker: IdentityChecker) { self.checker = checker }

  mutating func judge(_ origin: SessionOrigin, _ request: JudgeRequest) -> [JudgedSession] {
    var judged = JudgedSession(report: SessionReport(origin))
    guard !origin.session.isScenario else {
      judged.report.failure =
        "This is a scenario, which has no times before it runs; name a policy to run it with: --policy v6."
      return [judged]
    }
    let identity = checker.check(origin.session)
    recording.read(origin.session, of: identity)
    judged.report.addAudited(identity, of: origin.session)
    judged.report.findings = recording.findings.indices.map { recording.report($0, .new, request.form) }
    if request.runs == .both { judged.reference = origin.session }
    return [judged]
  }
}
#endif
