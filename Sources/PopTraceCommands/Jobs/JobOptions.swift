#if Tool
import ArgumentParser
import PopSystem

/// The options of every command that goes through sessions.
struct JobOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("How many threads work; by default, one for each processor.", valueName: "count"))
  var jobs: Int?

  func validate() throws {
    if let jobs, jobs < 1 || jobs > 256 { throw ValidationError("--jobs takes a number from 1 to 256, not \(jobs).") }
  }

  /// How many threads work.
  var count: Int { jobs ?? CurrentProcess.processors }
}
#endif
