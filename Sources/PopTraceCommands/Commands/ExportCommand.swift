#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopReport
import PopSystem
import PopTrace

struct ExportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", _superCommandName: RootCommand.name,
    abstract: "Makes of traces what other tools read: JSON Lines, Perfetto, tables.",
    discussion: """
      jsonl is the text form of a trace, without loss; import reads it. perfetto shows sessions in ui.perfetto.dev: a track a popup, page, \
      slot and gate, every event on it, flows from causes. csv and ndjson have a row a popup, for spreadsheets and notebooks: how long it \
      waited, how often and how long it was on screen, how it ended.

      Example:
        poptrace export field.poptrace --output field.jsonl
        poptrace export field.poptrace --session 3 --format perfetto --output field.pftrace
        poptrace export Fixtures/field --format csv --output popups.csv
      """)

  @OptionGroup var input: NamedInputOptions
  @OptionGroup var sessions: SessionOption

  @Option(help: "The form: \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = ExportFormat.jsonl

  @Option(name: .shortAndLong, help: .text("The file to write; - is standard output.", value: "file"))
  var output = "-"

  @Flag(name: .shortAndLong, help: "No remarks on standard error; errors are still said.")
  var quiet = false

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    var inputs = try input.expanded(in: context, isQuiet: quiet)
    inputs.alsoRead([input.names])
    guard format == .jsonl, sessions.session.isEmpty else { return try export(inputs, in: context) }
    var copy = try SessionCopy(to: output, from: inputs, isText: true, in: context, isQuiet: quiet)
    return try copy.copyAll(inputs)
  }

  private func export(_ inputs: InputList, in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    try inputs.refuse(output: output)
    if format == .perfetto, output == "-", SystemFile.standard(error: false).isTerminal {
      throw .usage("a trace for Perfetto is no text for a terminal; name a file with --output")
    }
    let stream = try OutputStream.to(output)
    do {
      let status = try write(inputs, to: stream, in: context)
      // What is there of a file stands for all of it only where all could be read.
      if status == .fine || output == "-" { try stream.finish() } else { stream.discard() }
      return status
    } catch {
      stream.discard()
      throw error
    }
  }

  private func write(
    _ inputs: InputList, to stream: OutputStream, in context: ToolContext
  ) throws(CommandFailure) -> ExitStatus {
    var selection = SessionSelection(sessions.session)
    var perfetto = PerfettoTrace()
    if format == .csv { try stream.write(PopupRow.header) }
    let status = try inputs.forEachSession(in: context, isQuiet: quiet) { origin throws(CommandFailure) in
      guard selection.takes(origin) else { return }
      guard !origin.session.isScenario || format == .jsonl else {
        throw CommandFailure(
          "\(PathText.shown(origin.input)) is a scenario, which has no times before it runs; record it with a policy first (see poptrace record)"
        )
      }
      try stream.write(bytes(of: origin, &perfetto))
    }
    try selection.check()
    return status
  }

  private func bytes(of origin: SessionOrigin, _ perfetto: inout PerfettoTrace) -> [UInt8] {
    let (session, label) = (origin.session, origin.label)
    switch format {
    case .jsonl:
      var text: [UInt8] = []
      JSONLines.write(session, into: &text)
      return text
    case .perfetto: return perfetto.add(session, title: "\(origin.input), session \(label)")
    case .csv: return PopupRow.rows(of: session, trace: origin.input, label: label).flatMap(\.csv)
    case .ndjson: return PopupRow.rows(of: session, trace: origin.input, label: label).flatMap(\.json)
    }
  }
}

enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case jsonl, perfetto, csv, ndjson
}

struct ViewCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", _superCommandName: RootCommand.name,
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
    inputs.alsoRead([candidate?.file, input.names, replay.premises])
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
    let ofRecording: @Sendable () -> SessionJudge = {
      var judge = RecordingJudge(checker: replays.makeIdentityChecker())
      return SessionJudge { judge.judge($0, $1) }
    }
    return try say(
      run.run(judgedBy: candidate.map { ReplayJudge.each([$0], against: nil, replays) } ?? ofRecording)[0])
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
#endif
