#if Tool
import ArgumentParser
import PopSystem
import PopTrace

/// The inputs of a command.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Traces (.poptrace) and scenarios (.jsonl), directories of them, or - for standard input.", valueName: "trace"))
  var traces: [String]

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if traces.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
  }

  /// The inputs, directories walked; what counts once is remarked on.
  func expanded(in context: ToolContext, isQuiet: Bool = false, names: NameTable? = nil) -> InputList {
    var inputs = InputList(traces, limits: limits.limits)
    inputs.names = names
    for remark in inputs.remarks { context.remark(remark, isQuiet: isQuiet) }
    return inputs
  }
}

extension InputList {
  /// Gives every session of every input to the body, in order; what cannot be read is said, and the rest goes on.
  ///
  /// - Parameter end: Told of every input that could be read to its end.
  /// - Returns: Whether everything could be read.
  func forEachSession(
    in context: ToolContext, isQuiet: Bool = false, end: (SessionSource) -> Void = { _ in },
    _ body: (SessionOrigin) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> ExitStatus {
    var status = ExitStatus.fine
    for path in paths {
      do {
        var source = try SessionSource(path, of: self)
        while let session = try source.next() {
          try body(SessionOrigin(input: PathText.shown(path), index: source.count, session: session))
        }
        end(source)
        for remark in source.remarks { context.remark(remark, isQuiet: isQuiet) }
      } catch {
        // What went wrong elsewhere, in writing, ends the command.
        guard error.input == path else { throw error }
        context.complain(error.line)
        status = .failed
      }
    }
    return status
  }
}
#endif
