#if Tool
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
  @OptionGroup var limits: LimitOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = InputList([trace], limits: limits.limits)
    if let failure = inputs.failure(of: trace) { throw failure }
    var copy = SessionCopy(
      to: try SessionFile(output.output, from: inputs), in: context, isQuiet: output.quiet)
    var reader = TraceReader(recovering: try contents(limits.limits), limits: limits.limits)
    var session = Session()
    while try next(&session, of: &reader) { try copy.add(session) }
    let name = printable(PathText.shown(trace))
    for remark in reader.remarks { context.remark("\(name): \(remark.message)", isQuiet: output.quiet) }
    for damage in reader.damage { context.remark(words(for: damage), isQuiet: output.quiet) }
    guard copy.sessions > 0 else { throw CommandFailure("not one whole chunk of a trace is in it", input: trace) }
    let status = try copy.end(.fine, path: output.output)
    let count = "\(counted(copy.sessions, "session")), \(counted(copy.events, "event"))"
    context.remark("\(printable(PathText.shown(output.output))): \(count) recovered", isQuiet: output.quiet)
    return reader.damage.isEmpty ? status : .incomplete
  }

  private func next(_ session: inout Session, of reader: inout TraceReader) throws(CommandFailure) -> Bool {
    do { return try reader.next(&session) } catch { throw CommandFailure(error, input: trace) }
  }

  /// All of the file, whatever it begins with: that may be what is damaged. What has no end is not read.
  private func contents(_ limits: ResourceLimits) throws(CommandFailure) -> [UInt8] {
    let source = try ByteSource(trace, limits: limits)
    guard !source.head.isEmpty else { throw CommandFailure("the file is empty", input: trace) }
    guard source.isFile || source.head.contains(0x50) else {
      throw CommandFailure(
        "no chunk of a trace begins in the first \(source.head.count) bytes; save it in a file if it is a trace",
        input: trace)
    }
    return try source.contents()
  }

  private func words(for damage: TraceDamage) -> String {
    var text = "\(printable(PathText.shown(trace))): \(printable(Self.withoutAdvice(damage.error.description)))"
    if let sequences = damage.sequences {
      text += " Events \(sequences.lowerBound) to \(sequences.upperBound - 1) are missing."
    }
    return text
  }

  /// What is wrong, without the advice to use the command that is saying it.
  private static func withoutAdvice(_ text: String) -> String {
    var text = text
    if let advice = text.ranges(of: ", or save what is whole with 'poptrace recover'").first {
      text.removeSubrange(advice)
    }
    return text
  }
}
#endif
