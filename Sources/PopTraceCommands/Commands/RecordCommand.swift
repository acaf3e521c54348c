#if Tool
import ArgumentParser
import PopDocument
import PopSimulation
import PopSystem
import PopTrace
import PopAudit
import PopReplay

struct RecordCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", _superCommandName: RootCommand.name,
    abstract: "Runs scenarios through the instrumented scheduler and records them.",
    discussion: """
      Example:
        poptrace record Fixtures/scenarios --policy v4 --output today.poptrace
      """)

  @OptionGroup var input: InputOptions

  @Option(help: .text("The policy at work: a name, or a YAML file.", value: "policy"))
  var policy: String

  @OptionGroup var output: TraceOutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let entry = try context.policies.resolve(policy)
    var runner = entry.makeRunner()
    var inputs = input.expanded(in: context, isQuiet: output.quiet)
    inputs.alsoRead([entry.file])
    runner.options.replay.limits = inputs.limits
    var copy = try output.makeCopy(of: inputs, in: context)
    let read = try inputs.forEachSession(in: context, isQuiet: output.quiet) { origin throws(CommandFailure) in
      guard origin.session.isScenario else {
        throw CommandFailure(
          "session \(origin.label) is a recording; record takes scenarios, replay takes both",
          input: origin.input)
      }
      var recording: Session
      do throws(TraceError) { recording = try runner.record(origin.session) } catch {
        throw CommandFailure("session \(origin.label): \(error.description)", input: origin.input)
      }
      for remark in origin.session.impossibilities {
        context.remark(
          "\(printable(origin.input)), session \(printable(origin.label)): \(printable(remark))", isQuiet: output.quiet)
      }
      recording.header.policy = entry.name
      recording.header.configuration = entry.configuration
      try copy.add(recording)
    }
    let status = try copy.end(read)
    guard status == .fine else { return status }
    context.remark(copy.summary, isQuiet: output.quiet)
    return .fine
  }
}

struct GenerateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", _superCommandName: RootCommand.name,
    abstract: "Makes traces of a simulated app and its users, the same for the same seed.",
    discussion: """
      What users do there is invented, nothing in it was measured.

      Example:
        poptrace generate --seed 7 --sessions 100 --policy v3 --output simulated.poptrace
      """)

  @Option(help: .text("What the sessions are drawn from.", value: "number"))
  var seed: UInt64

  @Option(help: .text("How many sessions.", value: "count"))
  var sessions = 100

  @Option(help: .text("The policy at work in the app: a name, or a YAML file.", value: "policy"))
  var policy = "v4"

  @Option(
    help: .text(
      """
      field: everything at once; visible-time-only: a world in which a replay has to be right; adversarial: short \
      sessions in which everything comes at the worst moment; adaptive, modal, sparse: as field, with users who answer \
      sooner with every popup seen, with users who go nowhere under a popup, with few popups.
      """, value: "world"),
    transform: { try ArgumentReading.word($0, "world") })
  var flavour = WorldFlavour.field

  @OptionGroup var output: TraceOutputOptions

  func validate() throws {
    if sessions < 1 || sessions > 10_000_000 {
      throw ValidationError("--sessions takes a number from 1 to 10000000, not \(sessions).")
    }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let entry = try context.policies.resolve(policy)
    let progress = ProgressBar(isQuiet: output.quiet)
    var file = try SessionFile(output.output)
    var events = 0
    for index in 0..<sessions {
      progress.update("sessions", done: index, of: sessions)
      let script = ScriptMaker.script(seed: seed, session: index, flavour: flavour)
      let session = entry.live(script)
      events += session.events.count
      try file.append(session)
    }
    progress.clear()
    try file.finish()
    context.remark(
      "\(printable(PathText.shown(output.output))): \(counted(sessions, "session")), \(counted(events, "event"))",
      isQuiet: output.quiet
    )
    return .fine
  }
}
#endif
