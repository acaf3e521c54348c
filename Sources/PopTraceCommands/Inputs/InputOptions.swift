import ArgumentParser

/// The inputs of a command.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Traces (.poptrace) and scenarios (.jsonl), directories of them, or - for standard input.", valueName: "trace"))
  var traces: [String]

  func validate() throws {
    if traces.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
  }

  /// The inputs, directories walked.
  func expanded() throws(CommandFailure) -> InputList { try InputList(traces) }
}

extension InputOptions {
  /// Gives every session of every input to the body, in order; what cannot be read is said, and the rest goes on.
  ///
  /// - Returns: Whether everything could be read.
  func forEachSession(
    in context: ToolContext, _ body: (SessionOrigin) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> ExitStatus {
    var status = ExitStatus.fine
    let inputs = try expanded()
    for input in inputs.paths {
      do {
        var source = try SessionSource(input, of: inputs)
        while let session = try source.next() {
          try body(SessionOrigin(input: input, place: source.count, session: session))
        }
      } catch {
        // What went wrong elsewhere, in writing, ends the command.
        guard error.input == input else { throw error }
        context.complain(error.line)
        status = .failed
      }
    }
    return status
  }
}
