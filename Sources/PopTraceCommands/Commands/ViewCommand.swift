#if Tool
import ArgumentParser
import PopDocument
import PopReport
import PopTrace

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

  @OptionGroup var input: InputOptions
  @OptionGroup var names: NamesOption

  @Option(
    help: ArgumentHelp(
      "Only this session, by name or place in its input; may be given several times.", valueName: "name"))
  var session: [String] = []

  @Option(help: ArgumentHelp("Show this policy's run beneath the recording.", valueName: "policy"))
  var policy: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"))
  var output = "view.html"

  @Option(
    help: ArgumentHelp(
      "How many bytes of sessions the page may hold, those with the worst findings first.", valueName: "bytes"))
  var pageBytes = ReportPage.usualBytes

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error; errors are still said.")
  var quiet = false

  @OptionGroup var replay: ReplayFlags
  @OptionGroup var jobs: JobOptions

  func validate() throws { try ReportWishes.check(pageBytes: pageBytes) }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let candidate: PolicyEntry? = if let policy { try context.policies.resolve(policy) } else { nil }
    var inputs = input.expanded(in: context, isQuiet: quiet, names: try names.table())
    inputs.alsoRead([candidate?.file, names.names, replay.premises])
    if !session.isEmpty { inputs.filter = SessionFilter(conditions: [], names: Set(session)) }
    let wishes = ReportWishes(requests: [ReportRequest(.html, to: output)], isQuiet: quiet, pageBytes: pageBytes)
    try wishes.refuse(inputs)
    let premises = try ReplayPremises(
      replay, isEstimating: false, of: candidate == nil ? InputList([]) : inputs, jobs: jobs.count, isQuiet: quiet,
      in: context)
    var run = ReportRun(
      head: head(candidate, inputs, premises), inputs: inputs, jobs: jobs.count, gate: .none(.none), wishes: wishes,
      context: context)
    run.isViewed = true
    let (policies, flags, limits) = (context.policies, replay, inputs.limits)
    let report = try run.run {
      guard let candidate else { return RecordingEvaluator(checker: policies.makeIdentityChecker(limits)) }
      return ReplayEvaluator(
        candidates: [candidate], against: nil, policies: policies, flags: flags, premises: premises, limits: limits,
        showsAll: false)
    }
    return try say(report)
  }

  private func head(_ candidate: PolicyEntry?, _ inputs: InputList, _ premises: ReplayPremises) -> ReportHead {
    guard let candidate else {
      let name = inputs.paths.count == 1 ? inputs.shown(inputs.paths[0]) : counted(inputs.paths.count, "trace")
      return ReportHead(policy: name, reference: "none", purpose: .recording)
    }
    var head = ReportHead(policy: candidate.name, reference: "recorded", premises: premises.report)
    head.provenance = ReportProvenance(tool: RootCommand.version)
    head.provenance?.policyFile = ReportNames().name(of: candidate.file)
    return head
  }

  /// Says where the page is, and how much of what was asked for it shows.
  private func say(_ report: ReportDocument) throws(CommandFailure) -> ExitStatus {
    let (summary, shown) = (report.summary, report.windows.count)
    if output != "-" {
      let stream = OutputStream.standard(1, color: .never)
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
#endif
