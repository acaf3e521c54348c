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
        1   the job could not be done: unreadable or corrupt input, identity failed, I/O
        2   regressions or error findings
        3   judged, but on lossy input or below the coverage asked for
        64  wrong usage

      Example:
        poptrace replay Fixtures/field --policy v6
      """,
    version: version,
    subcommands: [
      RecordCommand.self, ReplayCommand.self, DiffCommand.self, VerifyCommand.self, InfoCommand.self, CatCommand.self,
      ImportCommand.self, ExportCommand.self,
      MergeCommand.self, PackCommand.self, RecoverCommand.self, SliceCommand.self, GenerateCommand.self,
      PoliciesCommand.self, RulesCommand.self, PublishedCommand.self,
    ])
}
