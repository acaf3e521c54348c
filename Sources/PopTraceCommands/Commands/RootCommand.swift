#if Tool
import ArgumentParser
import PopReplay
import PopReport
import PopSystem

struct RootCommand: ParsableCommand {
  static let version = "0.1.0"
  /// Commands name it as the one above them, so that the argument parser does not look for a wish for completions in each of them.
  static let name = "poptrace"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Replays traces of popup schedulers against other policies, and says what users would have met.",
    discussion: """
      Exit codes, the same for every command:
        0   nothing wrong
        1   the job could not be done: nothing readable, identity failed, more
            unreadable input than --tolerate-unreadable allows, I/O
        2   regressions or error findings, even where some input was unreadable
        3   judged, but on lossy input, with unreadable input within the tolerance,
            or below the coverage asked for
        64  wrong usage
      The first that applies: 64, 2, 1, 3, 0. How far findings can be relied on: poptrace help grades. What input may \
      ask for: poptrace help limits.

      Example:
        poptrace replay Fixtures/field --policy v6
      """,
    version: version, subcommands: commands)

  static let commands: [any ToolCommand.Type] = [
    AuditCommand.self, RecordCommand.self, ReplayCommand.self, GateCommand.self, BlessCommand.self, ExplainCommand.self,
    ViewCommand.self, DiffCommand.self, VerifyCommand.self, InfoCommand.self, CatCommand.self, ImportCommand.self,
    ExportCommand.self, MergeCommand.self, MergeReportsCommand.self, PackCommand.self, RecoverCommand.self,
    SliceCommand.self, ScrubCommand.self, PremisesCommand.self, GenerateCommand.self, PoliciesCommand.self,
    RulesCommand.self, PublishedCommand.self,
  ]

  static func command(named name: String?) -> (any ToolCommand.Type)? {
    commands.first { $0.configuration.commandName == name }
  }
}

/// Looks at the name of a command before its options are, so that a mistyped one is what is complained about.
enum CommandName {
  private static let topics = ["grades", "limits"]

  private static var names: [String] { RootCommand.commands.map { $0.configuration.commandName ?? "" } }

  /// The text that answers arguments which ask for the version or one of our topics; nil where the argument parser has to answer.
  ///
  /// - Throws: Wrong usage, where there is no such command.
  static func answer(to arguments: [String]) throws(CommandFailure) -> ((Style) -> String)? {
    // Scripts ask for it at every turn, and the argument parser takes longer to get ready than all the rest.
    if arguments == ["--version"] { return { _ in RootCommand.version + "\n" } }
    guard let first = arguments.first, !first.hasPrefix("-"), RootCommand.command(named: first) == nil else {
      return nil
    }
    try check(first, among: names + ["help"])
    let subjects = arguments.dropFirst().filter { !$0.hasPrefix("-") }
    guard let subject = subjects.first else { return nil }
    try check(subject, among: names + topics + ["help"])
    if subjects.count > 1 {
      throw .usage("help takes one command, not \(subjects.count); there are none within \"\(subject)\"")
    }
    switch subject {
    case "grades": return { GradeExplanation.text(style: $0) }
    case "limits": return { LimitOptions.explanation(style: $0) }
    default: return nil
    }
  }

  private static func check(_ name: String, among known: [String]) throws(CommandFailure) {
    guard !known.contains(name) else { return }
    throw .usage("there is no command \"\(name)\"\(suggestion(for: name, among: known)) (see poptrace --help)")
  }
}

enum GradeExplanation {
  static func text(style: Style) -> String {
    var lines = [
      "A replay cannot know what users would have done that no recording shows. So every",
      "outcome and finding has a grade:", "",
    ]
    let room = 60
    for grade in Grade.allCases {
      let name = grade.rawValue
      for (index, line) in wrapped(meaning(of: grade), to: room).enumerated() {
        let head = index == 0 ? style.dress(name, .strong) : String(repeating: " ", count: name.count)
        lines.append("  " + head + String(repeating: " ", count: 10 - name.count) + line)
      }
    }
    lines += [
      "", "Certain means exact or derived. New errors that are certain or robust fail a build",
      "(--fail-on certain: certain ones alone; --strict: assumed ones too). Of how many ways to",
      "go on a finding is in, the report says: \"in 7 of 11 runs\".", "",
      "Example:", "  poptrace replay Fixtures/field --policy v6 --fail-on certain", "",
    ]
    return lines.joined(separator: "\n")
  }

  private static func meaning(of grade: Grade) -> String {
    switch grade {
    case .exact:
      "Settled before anything a user or app could notice differs from the recording. It is what happened."
    case .derived:
      "Settled after that, before anything had to be assumed. It follows from recorded causes, delays and dwells."
    case .robust:
      "Rests on an assumption, and comes out the same whether users answer at once, never, or in between. It can fail a build."
    case .assumed:
      "Rests on an assumption, and comes out otherwise under another one. It is a likelihood and never fails a build by itself."
    }
  }
}

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
  public init(policies: [PolicyEntry] = .standard) { self.policies = PolicyRegistry(policies) }

  /// Runs the command that the program's arguments name, and ends the program with its exit status.
  public func run() -> Never { CurrentProcess.end(status(of: Array(CurrentProcess.arguments.dropFirst()))) }

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
      let context = ToolContext(policies: policies, errors: errors)
      // From the root the argument parser gets every command ready before it looks at the one that is named. So that one is asked by itself first;
      // help, and what is wrong with the arguments, comes from the root.
      let named = try? RootCommand.command(named: arguments.first)?.parse(Array(arguments.dropFirst()))
      if let named { return try named.run(in: context).rawValue }
      var command = try RootCommand.parseAsRoot(arguments)
      if let command = command as? any ToolCommand { return try command.run(in: context).rawValue }
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

  private func answer(to error: any Error, errors: OutputStream) -> Int32 {
    let code = RootCommand.exitCode(for: error)
    let message = RootCommand.fullMessage(for: error)
    let stream = code.isSuccess ? OutputStream.standard(1, color: .never) : errors
    if !message.isEmpty { try? stream.write(message + "\n") }
    try? stream.flush()
    return code.isSuccess ? ExitStatus.fine.rawValue : ExitStatus.usage.rawValue
  }
}
#endif
