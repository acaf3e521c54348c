#if Tool
import ArgumentParser
import PopSystem

/// The `poptrace` command line with the policies it knows.
///
/// A team that schedules its popups with code of its own builds a `poptrace` of its own, in a `main.swift` of one line:
///
/// ```swift
/// import PopTraceCommands
///
/// PopTraceTool(policies: .standard + [
///   PolicyEntry("ours", summary: "what ships today") { OurPolicy() }
/// ]).run()
/// ```
public struct PopTraceTool: Sendable {
  let policies: PolicyRegistry

  /// Makes a tool that knows these policies.
  ///
  /// - Precondition: No two of them have the same name.
  public init(policies: [PolicyEntry] = .standard) {
    self.policies = PolicyRegistry(policies)
  }

  /// Runs the command that the program's arguments name, and ends the program with its exit status.
  public func run() -> Never {
    CurrentProcess.end(status(of: Array(CurrentProcess.arguments.dropFirst())))
  }

  /// Runs a command, writing to standard output and standard error, and says how it ended.
  ///
  /// - Returns: 0, 1, 2, 3 or 64: see ``ExitStatus``.
  public func status(of arguments: [String]) -> Int32 {
    let errors = OutputStream.standard(2, color: .auto)
    do {
      if let answer = try CommandName.answer(to: arguments) {
        let stream = OutputStream.standard(1, color: .auto)
        try stream.write(answer(stream.style))
        try stream.flush()
        return ExitStatus.fine.rawValue
      }
      var command = try RootCommand.parseAsRoot(arguments)
      if let command = command as? any ToolCommand {
        return try command.run(in: ToolContext(policies: policies, errors: errors)).rawValue
      }
      try command.run()
      return ExitStatus.fine.rawValue
    } catch let failure as CommandFailure {
      try? errors.write(failure.line + "\n")
      try? errors.flush()
      return failure.status.rawValue
    } catch {
      return answer(to: error, errors: errors)
    }
  }

  /// Says what the argument parser has to say: help and version on standard output, wrong usage on standard error.
  private func answer(to error: any Error, errors: OutputStream) -> Int32 {
    let code = RootCommand.exitCode(for: error)
    let message = RootCommand.fullMessage(for: error)
    let stream = code.isSuccess ? OutputStream.standard(1, color: .never) : errors
    if !message.isEmpty { try? stream.write(message + "\n") }
    try? stream.flush()
    return code.isSuccess ? ExitStatus.fine.rawValue : ExitStatus.usage.rawValue
  }
}

/// What every command works with.
struct ToolContext {
  /// The policies there are.
  let policies: PolicyRegistry
  /// Standard error.
  let errors: OutputStream

  /// Says something that is not the answer, such as how long it took.
  func remark(_ text: String, isQuiet: Bool) {
    guard !isQuiet else { return }
    complain(text)
  }

  /// Says what went wrong.
  func complain(_ text: String) {
    try? errors.write(text + "\n")
    try? errors.flush()
  }
}

/// A command that can be run.
protocol ToolCommand: ParsableCommand {
  /// Does the job.
  ///
  /// - Throws: A ``CommandFailure`` where it could not be done at all.
  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus
}
#endif
