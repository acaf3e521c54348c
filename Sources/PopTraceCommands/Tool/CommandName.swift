#if Tool
import ArgumentParser
import PopReport

/// Looks at the name of a command before its options are, so that a mistyped one is what is complained about.
enum CommandName {
  /// What `help` explains beside commands.
  private static let topics = ["grades", "limits"]

  private static var names: [String] {
    RootCommand.configuration.subcommands.map { $0.configuration.commandName ?? "" }
  }

  /// The text that answers arguments which ask for the version or one of our topics; nil where the argument parser has to answer.
  ///
  /// - Throws: Wrong usage, where there is no such command.
  static func answer(to arguments: [String]) throws(CommandFailure) -> ((Style) -> String)? {
    // Scripts ask for it at every turn, and the argument parser takes longer to get ready than all the rest.
    if arguments == ["--version"] { return { _ in RootCommand.version + "\n" } }
    guard let first = arguments.first, !first.hasPrefix("-") else { return nil }
    guard first == "help" else {
      try check(first, among: names + ["help"])
      return nil
    }
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
#endif
