#if Tool
import ArgumentParser
import PopGate
import PopReport

/// `poptrace gate`: judges a policy change in CI.
struct GateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Judges a policy change: what it breaks that nobody accepted, and which limits it breaks.",
    discussion: """
      Replays the traces as poptrace replay does, and judges what comes of it by .poptrace.yml: which rules count, what is ignored and until \
      when, which limits metrics have. What poptrace bless accepted does not fail the build again. In GitHub Actions and in Xcode the report \
      is shown where they show such; elsewhere --format says in which forms it is wanted.

      Example:
        poptrace gate Fixtures/field --policy Fixtures/policies/tidier.yml
      """)

  @OptionGroup var input: CorpusInputOptions
  @OptionGroup var names: NamesOption
  @OptionGroup var gate: GateOptions

  @Flag(help: "Print the configuration that is in force, and where each value comes from, and judge nothing.")
  var printConfig = false

  @OptionGroup var reporting: GateReportOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let setting = try GateSetting(gate, in: context)
    guard !printConfig else { return try printConfiguration(setting) }
    let output = reporting.output
    let isSilent = output.format.isEmpty && output.output == "-"
    let requests =
      isSilent
      ? SurroundingCI(Platform.environment).requests(summary: Platform.environment("GITHUB_STEP_SUMMARY"))
      : output.requests
    let wishes = ReportWishes(
      requests: requests, color: output.color, isQuiet: output.quiet, showsAll: reporting.all,
      saveTrace: reporting.saveTrace, pageBytes: output.pageBytes)
    let run = try GateRun(
      setting, input, names, wishes, jobs: reporting.jobs.count, premises: gate.premises, in: context)
    let report = try run.judge()
    input.complain(ofMissing: run.inputs.popups, in: context)
    return input.isPart ? .fine : ExitStatus(report.summary.verdict)
  }

  private func printConfiguration(_ setting: GateSetting) throws(CommandFailure) -> ExitStatus {
    let stream = OutputStream.standard(1, color: reporting.output.color)
    // Where a value comes from stands in a column of its own, but behind what is longer.
    let room = 36
    for line in setting.configuration.lines {
      var origin = line.origin.words
      if case .file = line.origin { origin = "\(setting.path) \(origin)" }
      let text = printable(line.text)
      let gap = String(repeating: " ", count: max(2, room - displayWidth(text)))
      try stream.write(text + gap + stream.style.dress("# " + printable(origin), .faint) + "\n")
    }
    try stream.flush()
    return .fine
  }
}

/// How a gate reports.
struct GateReportOptions: ParsableArguments {
  @Flag(help: "Show every finding and outcome, not only the worst and most frequent.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Write the policy's runs as traces into this directory, so that poptrace cat shows the events that findings name.",
      valueName: "directory"))
  var saveTrace: String?

  @OptionGroup var output: ReportOutputOptions
  @OptionGroup var jobs: JobOptions
}
#endif
