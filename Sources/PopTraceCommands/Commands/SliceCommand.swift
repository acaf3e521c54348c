#if Tool
import ArgumentParser
import PopReport
import PopTrace
import PopupScheduling

/// `poptrace slice`: some sessions of many, or the beginnings of sessions.
struct SliceCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "slice",
    abstract: "Takes some sessions out of traces, whole or up to a time.",
    discussion: """
      A session is cut at its end only: what came before decides what a policy does, so a session without its beginning could not be replayed.

      Example:
        poptrace slice field.poptrace --session a1 --until 5000 --output a1.poptrace
      """)

  @OptionGroup var input: InputOptions

  @Option(
    help: ArgumentHelp(
      "A session to keep, by name or place; may be given several times. All by default.", valueName: "name"))
  var session: [String] = []

  @Option(help: ArgumentHelp("Keep only what happened up to this time.", valueName: "ms"))
  var until: Int64?

  @OptionGroup var output: TraceOutputOptions

  func validate() throws {
    if let until, until < 0 { throw ValidationError("--until takes a time from 0 on, not \(until).") }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = input.expanded(in: context, isQuiet: output.quiet)
    var copy = SessionCopy(
      to: try SessionFile(output.output, from: inputs), in: context, isQuiet: output.quiet)
    var missing = session
    let status = try inputs.forEachSession(in: context, isQuiet: output.quiet) { origin throws(CommandFailure) in
      let label = origin.session.label(place: origin.place)
      guard session.isEmpty || session.contains(label) else { return }
      missing.removeAll { $0 == label }
      try copy.add(until.map { Self.cut(origin.session, atMilliseconds: $0) } ?? origin.session)
    }
    guard let name = missing.first else { return try copy.end(status, path: output.output) }
    _ = try copy.end(.failed, path: output.output)
    throw CommandFailure("there is no session \"\(name)\" in what was given")
  }

  /// A recording up to a time, as if the app had been killed then; a scenario stays as it is, its times are not known before it runs.
  private static func cut(_ session: Session, atMilliseconds milliseconds: Int64) -> Session {
    let limit = session.header.tick.ticks(ceilingMilliseconds: milliseconds)
    guard !session.isScenario, session.end > limit else { return session }
    var result = session
    result.header.ended = nil
    let count = session.log.events.firstIndex { $0.time > limit } ?? session.log.events.count
    result.log.events.removeLast(session.log.events.count - count)
    result.gaps.removeAll { $0 >= count }
    return result
  }
}
#endif
