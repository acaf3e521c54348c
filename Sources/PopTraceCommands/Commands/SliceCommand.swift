#if Tool
import ArgumentParser
import PopReport
import PopTrace
import PopupScheduling

/// `poptrace slice`: some sessions of many, or parts of sessions.
struct SliceCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "slice",
    abstract: "Takes some sessions out of traces, whole or from and up to a time or an event.",
    discussion: """
      What came before decides what a policy does. So --from goes back to the last moment at which nothing was open, no popup and no timer, and \
      keeps, as a marked prefix, what still counts from before: the pages that are up, who is signed in, what is suspended, scrolled or typed. \
      The rest can be replayed, and verified, like the whole; its events are counted anew, its times stay. A session without such a moment \
      keeps its beginning.

      Example:
        poptrace slice field.poptrace --session a1 --until 5000 --output a1.poptrace
        poptrace slice field.poptrace --session a1 --until '#1200' --output a1.poptrace
        poptrace slice field.poptrace --session a1 --from 60000 --until 90000 --output a1.poptrace
      """)

  @OptionGroup var input: InputOptions

  @Option(
    help: ArgumentHelp(
      "A session to keep, by name or place; may be given several times. All by default.", valueName: "name"))
  var session: [String] = []

  @Option(
    help: ArgumentHelp(
      "Keep only what happened from this time in ms on, or from this event on, and what it takes to replay that.",
      valueName: "place"), transform: SessionPosition.init(text:))
  var from: SessionPosition?

  @Option(
    help: ArgumentHelp(
      "Keep only what happened up to this time in ms, or up to this event: 41975, 41975ms or '#1200'.",
      valueName: "place"), transform: SessionPosition.init(text:))
  var until: SessionPosition?

  @OptionGroup var output: TraceOutputOptions

  func validate() throws {
    if let from, let until, from.isBehind(until) {
      throw ValidationError(
        "--from is behind --until, so that nothing would be kept; write the earlier place for --from.")
    }
  }

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = input.expanded(in: context, isQuiet: output.quiet)
    var copy = SessionCopy(
      to: try SessionFile(output.output, from: inputs), in: context, isQuiet: output.quiet)
    var selection = SessionSelection(session)
    var late = from.map { LateBeginning(at: $0, context.policies, inputs.limits) }
    let status = try inputs.forEachSession(in: context, isQuiet: output.quiet) { origin throws(CommandFailure) in
      guard selection.takes(origin) else { return }
      // Positions are those of the session as it was given: its end is cut off first.
      let early = until.map { Self.cut(origin.session, behind: $0) } ?? origin.session
      try copy.add(late?.cut(early) ?? early)
    }
    if let remark = late?.remark { context.remark(remark, isQuiet: output.quiet) }
    do throws(CommandFailure) {
      try selection.check()
    } catch {
      // Half of what was asked for is not written.
      _ = try copy.end(.failed, path: output.output)
      throw error
    }
    return try copy.end(status, path: output.output)
  }

  /// A recording up to a position, as if the app had been killed then; a scenario stays as it is, its times are not known before it runs.
  private static func cut(_ session: Session, behind position: SessionPosition) -> Session {
    let count = position.count(in: session)
    guard !session.isScenario, count < session.log.events.count || position.isBefore(session.end, of: session) else {
      return session
    }
    return session.first(count)
  }
}
#endif
