import ArgumentParser
import PopReport
import PopTrace
import PopupScheduling

/// `poptrace recover`: what is left of a damaged trace.
struct RecoverCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Reads every whole chunk of a damaged trace, says what is missing, and writes the rest as a trace.",
    discussion: """
      Exits with 3 where something is missing.

      Example:
        poptrace recover damaged.poptrace --output rest.poptrace
      """)

  @Argument(help: ArgumentHelp("A trace file, or - for standard input.", valueName: "trace"))
  var trace: String

  @OptionGroup var output: TraceOutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let bytes = try InputList([trace]).contents(of: trace)
    var reader = TraceReader(recovering: bytes)
    var file = try SessionFile(output.output)
    var session = Session()
    var sessions = 0
    var events = 0
    do {
      while try reader.next(&session) {
        sessions += 1
        events += session.events.count
        try file.append(session)
      }
    } catch let error as TraceError {
      throw CommandFailure(error, input: trace)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure("\(error)", input: trace)
    }
    for damage in reader.damage { context.remark(words(for: damage), isQuiet: output.quiet) }
    guard sessions > 0 else { throw CommandFailure("not one whole chunk of a trace is in it", input: trace) }
    try file.finish()
    context.remark(
      "\(printable(output.output)): \(counted(sessions, "session")), \(counted(events, "event")) recovered",
      isQuiet: output.quiet)
    return reader.damage.isEmpty ? .fine : .incomplete
  }

  private func words(for damage: TraceDamage) -> String {
    var text = "\(printable(trace)): \(printable(damage.error.description))"
    if let sequences = damage.sequences {
      text += " Events \(sequences.lowerBound) to \(sequences.upperBound - 1) are missing."
    }
    return text
  }
}
