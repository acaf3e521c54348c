#if Tool
import ArgumentParser
import PopDocument
import PopGate
import PopReport
import PopSystem

struct GateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate", _superCommandName: RootCommand.name,
    abstract: "Judges a policy change: what it breaks that nobody accepted, and which limits it breaks.",
    discussion: """
      Replays the traces as poptrace replay does, and judges what comes of it by .poptrace.yml: which rules count, what is ignored and until \
      when, which limits metrics have. What poptrace bless accepted does not fail the build again. In GitHub Actions and in Xcode the report \
      is shown where they show such; elsewhere --format says in which forms it is wanted.

      A pull request is judged against the policy of its target branch, so that only what it brings itself is new: --against main:popups.yml \
      reads popups.yml as the git revision main has it, the path from the repository's root. Nothing is fetched.

      Example:
        poptrace gate Fixtures/field --policy Fixtures/policies/tidier.yml
      """)

  @OptionGroup var input: CorpusInputOptions
  @OptionGroup var gate: GateOptions

  @Flag(help: "Print the configuration that is in force, and where each value comes from, and judge nothing.")
  var printConfig = false

  @Option(
    help: .text(
      """
      Say what the gate is worth, and fail nothing: draw so many nights from the sessions given, half of them each, accept what the other half \
      brings, and say how often each part of the gate fails by chance, and how small a worsening it finds.
      """, value: "nights"))
  var rehearse: Int?

  @Option(help: .text("What the nights of --rehearse are drawn by.", value: "number"))
  var seed: UInt64 = 1

  @OptionGroup var reporting: ReportingOptions

  func validate() throws {
    guard let rehearse else { return }
    guard Rehearsal.nightsRange.contains(rehearse) else {
      throw ValidationError(
        "--rehearse draws from \(Rehearsal.nightsRange.lowerBound) to \(grouping(Rehearsal.nightsRange.upperBound)) nights, not \(rehearse)."
      )
    }
    guard input.takesAll, reporting.saveTrace == nil else {
      throw ValidationError(
        "Nights are drawn from all sessions; give --rehearse no --shard, --stdin-paths, --fail-fast or --save-trace.")
    }
    guard gate.blame else {
      throw ValidationError("What is accepted is what keys bring, so these must be found out; leave --no-blame out.")
    }
    guard reporting.output.single != nil else {
      throw ValidationError("What is rehearsed is said as text or json; give --rehearse one of these forms.")
    }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let setting = try GateSetting(gate, mayLackBaseline: rehearse != nil)
    guard !printConfig else { return try printConfiguration(setting) }
    if let rehearse { return try self.rehearse(rehearse, setting, in: context) }
    let output = reporting.output
    let isSilent = output.format.isEmpty && output.output == "-"
    let requests =
      isSilent
      ? SurroundingCI(CurrentProcess.environment).requests(summary: CurrentProcess.environment("GITHUB_STEP_SUMMARY"))
      : output.requests
    let reportOptions = ReportOptions(output, all: reporting.all, saveTrace: reporting.saveTrace, requests: requests)
    let run = try GateRun(
      setting, input, reportOptions, jobs: reporting.threads, premises: gate.premises, in: context)
    let report = try run.judge()
    input.complain(ofMissing: run.inputs.popups, in: context)
    return input.isPart ? .fine : ExitStatus(report.summary.verdict)
  }

  private func rehearse(
    _ nights: Int, _ setting: GateSetting, in context: ToolContext
  ) throws(CommandFailure) -> ExitStatus {
    var setting = setting
    // What is accepted is rehearsed, too.
    (setting.baseline, setting.baselinePath, setting.blamesAll) = (nil, "", true)
    guard let output = reporting.output.single else { return .usage }
    let run = try GateRun(
      setting, input, ReportOptions(isQuiet: output.quiet), jobs: reporting.threads, premises: gate.premises,
      in: context)
    return try output.write(from: run.inputs) { stream throws(CommandFailure) in
      let report = try run.rehearse(nights, seed: seed)
      input.complain(ofMissing: run.inputs.popups, in: context)
      try stream.write(output.format == .json ? report.json : Array(report.text(style: stream.style).utf8))
      return .fine
    }
  }

  private func printConfiguration(_ setting: GateSetting) throws(CommandFailure) -> ExitStatus {
    let stream = OutputStream.standard(1, color: reporting.output.color ?? .auto)
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
#endif
