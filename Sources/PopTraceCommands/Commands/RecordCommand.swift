import ArgumentParser
import PopReplay
import PopReport
import PopTrace
import PopupScheduling

/// `poptrace record`: runs scenarios through the instrumented scheduler.
struct RecordCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Runs scenarios through the instrumented scheduler and records them.",
    discussion: """
      Example:
        poptrace record Fixtures/scenarios --policy v4 --output today.poptrace
      """)

  @OptionGroup var input: InputOptions

  @Option(help: ArgumentHelp("The policy at work: a name, or a YAML file.", valueName: "policy"))
  var policy: String

  @OptionGroup var output: TraceOutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let entry = try context.policies.resolve(policy)
    var bench = entry.makeBench()
    var file = try SessionFile(output.output)
    var events = 0
    var sessions = 0
    let status = try input.forEachSession(in: context) { origin throws(CommandFailure) in
      guard origin.session.isScenario else {
        throw CommandFailure(
          "session \(origin.session.label(place: origin.place)) is a recording; record takes scenarios, replay takes both",
          input: origin.input)
      }
      var recording = bench.record(origin.session, options: ReplayOptions())
      recording.header.policy = entry.name
      recording.header.configuration = entry.configuration
      events += recording.events.count
      sessions += 1
      try file.append(recording)
    }
    guard status == .fine else { return status }
    try file.finish()
    context.remark(
      "\(printable(output.output)): \(counted(sessions, "session")), \(counted(events, "event"))",
      isQuiet: output.quiet)
    return .fine
  }
}
