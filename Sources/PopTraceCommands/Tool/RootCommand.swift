#if Tool
import ArgumentParser

/// `poptrace`: what there is to do.
struct RootCommand: ParsableCommand {
  /// The version of the tool.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "poptrace",
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
    version: version,
    subcommands: [
      RecordCommand.self, ReplayCommand.self, GateCommand.self, BlessCommand.self, ExplainCommand.self,
      ViewCommand.self,
      DiffCommand.self, VerifyCommand.self,
      InfoCommand.self,
      CatCommand.self,
      ImportCommand.self, ExportCommand.self,
      MergeCommand.self, MergeReportsCommand.self, PackCommand.self, RecoverCommand.self, SliceCommand.self,
      ScrubCommand.self,
      PremisesCommand.self, GenerateCommand.self,
      PoliciesCommand.self, RulesCommand.self, PublishedCommand.self,
    ])
}
#endif
