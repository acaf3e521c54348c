#if Tool
import ArgumentParser
import PopAudit
import PopGate
import PopReport

/// `poptrace bless`: accepts what a gate fails for.
struct BlessCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "bless",
    abstract: "Accepts the findings that a gate fails for, with a reason, and takes out what is gone.",
    discussion: """
      Judges as poptrace gate does, and writes the findings that fail into the baseline file, each with the share of sessions that have it: a \
      finding that later is in more of them fails again. What was accepted before keeps its reason. In CI it refuses, for nobody there can \
      answer for it. Limits on metrics are no findings; they are changed in the configuration.

      Example:
        poptrace bless Fixtures/field --policy Fixtures/policies/tidier.yml --reason "sheets no longer wait, #1234" \
      --baseline accepted.jsonl
      """)

  /// Where acceptances go where nobody says.
  static let file = ".poptrace-baseline.jsonl"

  @OptionGroup var input: CorpusInputOptions
  @OptionGroup var names: NamesOption
  @OptionGroup var gate: GateOptions

  @Option(help: "Why it is accepted.")
  var reason: String

  @Option(help: "Who answers for it.")
  var owner = ""

  @Option(
    help: ArgumentHelp("The last day on which it is accepted; by default it is for good.", valueName: "yyyy-mm-dd"),
    transform: GateOptions.day)
  var expires: CalendarDay?

  @Option(
    help: ArgumentHelp(
      "Accept this finding only; may be given several times. By default all that fail.", valueName: "fingerprint"))
  var finding: [String] = []

  @Flag(help: "Accept although this runs in CI.")
  var inCi = false

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error; errors are still said.")
  var quiet = false

  @OptionGroup var jobs: JobOptions

  func validate() throws {
    guard reason.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("--reason says why it is accepted; it cannot be empty.")
    }
    guard input.shard == nil, !input.stdinPaths else {
      throw ValidationError("What is accepted is in a share of all sessions; bless takes all traces at once.")
    }
    guard input.corpus.session.isEmpty, input.corpus.popup.isEmpty, input.corpus.failFast == nil else {
      throw ValidationError(
        "bless takes out what is gone, so it looks at everything; give no --session, --popup or --fail-fast, but --finding."
      )
    }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    guard inCi || !SurroundingCI(Platform.environment).isUnattended else {
      throw .usage(
        "this runs in CI, where nobody can answer for what is accepted; run bless at a desk and commit the file, or give --in-ci"
      )
    }
    var setting = try GateSetting(gate, in: context, mayLackBaseline: true)
    setting.blames = false
    if let expires, expires < setting.asOf {
      throw .usage("--expires \(expires) is before \(setting.asOf), the day on which it is judged; give a later day")
    }
    if setting.baselinePath.isEmpty { setting.baselinePath = Self.file }
    let known = setting.baseline ?? BaselineFile()
    let run = try GateRun(
      setting, input, names, ReportWishes(requests: [], isQuiet: quiet), jobs: jobs.count, premises: gate.premises,
      in: context)
    let report = try run.judge()
    input.complain(ofMissing: run.inputs.popups, in: context)
    guard report.summary.verdict == .worse || report.summary.verdict == .fine || report.summary.verdict == .incomplete
    else {
      throw CommandFailure("too much could not be judged, so nothing was accepted; see poptrace gate")
    }
    let failing = try chosen(report.failures.map { $0 })
    let rest = report.findings.filter { !$0.judgement.isFailure }
    let file = known.blessing(
      failing + rest, judgedSessions: report.summary.judgedSessions,
      excuse: Excuse(reason: reason, owner: owner, expires: expires))
    try write(file, to: setting.baselinePath)
    let gone = known.entries.count { file[$0.fingerprint.description] == nil }
    let shown = printable(PathText.shown(setting.baselinePath))
    context.remark(
      "\(shown): \(counted(failing.count, "finding")) accepted, \(grouping(file.entries.count - failing.count)) kept, \(grouping(gone)) taken out",
      isQuiet: quiet)
    let left = report.failures.reduce(0) { count, finding in count + (file[finding.fingerprint] == nil ? 1 : 0) }
    if left > 0 { context.remark("\(counted(left, "finding")) still fail", isQuiet: quiet) }
    let broken = report.gate?.thresholds.count(where: \.isFailure) ?? 0
    if broken > 0 {
      context.remark(
        "\(counted(broken, "limit")) broken; limits are changed in the configuration, not accepted", isQuiet: quiet)
    }
    return .fine
  }

  /// The findings that are accepted of those that fail.
  private func chosen(_ failing: [JudgedFinding]) throws(CommandFailure) -> [JudgedFinding] {
    guard !finding.isEmpty else { return failing }
    for fingerprint in finding where !failing.contains(where: { $0.fingerprint == fingerprint }) {
      throw CommandFailure(
        "no finding that fails has the fingerprint \"\(printable(fingerprint))\"; see poptrace gate --all")
    }
    return failing.filter { finding.contains($0.fingerprint) }
  }

  private func write(_ file: BaselineFile, to path: String) throws(CommandFailure) {
    let stream = try OutputStream.file(path, color: .never)
    do {
      try stream.write(file.bytes)
      try stream.finish()
    } catch {
      stream.discard()
      throw error
    }
  }
}
#endif
