#if Tool
import ArgumentParser
import PopReplay
import PopDocument
import PopReport
import PopSystem
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
    var bench = entry.makeEvaluator()
    var inputs = input.expanded(in: context, isQuiet: output.quiet)
    inputs.alsoRead([entry.file])
    var copy = SessionCopy(
      to: try SessionFile(output.output, from: inputs), in: context, isQuiet: output.quiet)
    let read = try inputs.forEachSession(in: context, isQuiet: output.quiet) { origin throws(CommandFailure) in
      guard origin.session.isScenario else {
        throw CommandFailure(
          "session \(origin.session.label(index: origin.index)) is a recording; record takes scenarios, replay takes both",
          input: origin.input)
      }
      var options = ReplayOptions()
      options.limits = inputs.limits
      var recording = try record(origin, with: &bench, options)
      for remark in SessionRemarks.neverHappens(in: origin.session) {
        let session = printable(origin.session.label(index: origin.index))
        context.remark(
          "\(printable(origin.input)), session \(session): \(printable(remark))", isQuiet: output.quiet)
      }
      recording.header.policy = entry.name
      recording.header.configuration = entry.configuration
      try copy.add(recording)
    }
    let status = try copy.end(read, path: output.output)
    guard status == .fine else { return status }
    context.remark(
      "\(printable(PathText.shown(output.output))): \(counted(copy.sessions, "session")), \(counted(copy.events, "event"))",
      isQuiet: output.quiet)
    return .fine
  }
  private func record(
    _ origin: SessionOrigin, with bench: inout any PolicyEvaluator, _ options: ReplayOptions
  ) throws(CommandFailure) -> Session {
    do { return try bench.record(origin.session, options: options) } catch {
      let session = origin.session.label(index: origin.index)
      throw CommandFailure("session \(session): \(error.description)", input: origin.input)
    }
  }
}
#endif
