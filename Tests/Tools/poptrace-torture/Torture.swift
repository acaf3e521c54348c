import Foundation
import PopTraceFuzzing

#if Tool
  import PopTraceCommands
#endif

/// `make torture`: does to recordings what the field does to them, and prints what came of it as rows of a table.
///
/// ```sh
/// swift run -c release poptrace-torture                                  # everything
/// swift run -c release poptrace-torture --rows killed,first-50ms --seed 2
/// ```
///
/// `POPTRACE_TRIALS=20` makes fewer trials of each, for a look; `POPTRACE_KEEP=1` leaves the files of those that went wrong.
@main
struct Torture {
  /// What can be asked for, in the order of the table. Each prints its rows and says whether all is as it must be.
  private static let rows: [(name: String, run: @Sendable (_ seed: UInt64) throws -> Bool)] = [
    ("killed", { try AppRows.runKilled(trials: trials ?? 1000, seed: $0) }),
    ("first-50ms", { try AppRows.runFirst(trials: trials ?? 500, seed: $0) }),
    ("recovery", { try AppRows.runRecovery(trials: trials ?? 300, seed: $0) }),
    ("sharing", { try AppRows.runSharing(trials: trials ?? 300, seed: $0) }),
    ("side-by-side", { try AppRows.runSideBySide(trials: trials ?? 300, seed: $0) }),
    ("launch", { try AppRows.runLaunch(trials: trials ?? 1000, seed: $0) }),
    ("refuses", { try RefusalRows.run(trials: trials ?? .max, seed: $0) }),
    ("memory", { _ in try MemoryRows.run(popups: trials.map { $0 * 1000 } ?? 1_000_000) }),
    ("recorder-killed", { _ in try RecordingRows.runKilled(trials: trials ?? 1000) }),
    ("recorder-full", { _ in try RecordingRows.runFull(trials: trials ?? 100) }),
    ("power", { _ in try PowerCutRows.run(trials: trials ?? 300) }),
    ("files", { _ in try FileRows.run(isQuick: trials != nil) }),
    ("fuzz", { _ in try FuzzRows.run(changes: trials ?? 200) }),
  ]

  /// How many trials were asked for; nil for those of Recording.
  private static let trials = ProcessInfo.processInfo.environment["POPTRACE_TRIALS"].flatMap(Int.init)

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if try await runPart(arguments) { return }
    guard let (names, seed) = chosen(arguments) else {
      print(
        "usage: poptrace-torture [--rows \(rows.map(\.name).joined(separator: ","))] [--seed N], at the top of the repository"
      )
      exit(64)
    }
    print("| what | trials | what came of it |")
    print("| --- | ---: | --- |")
    var isWell = true
    for row in rows where names.isEmpty || names.contains(row.name) {
      if try !row.run(seed) {
        isWell = false
        let failure = "The row \(row.name) failed: a count is not 0, or nothing was tried.\n"
        FileHandle.standardError.write(Data(failure.utf8))
      }
      // Who waits sees each row as it comes.
      fflush(nil)
    }
    exit(isWell ? 0 : 1)
  }

  /// Runs what the rows start as processes of their own; false where it is none of that.
  private static func runPart(_ arguments: [String]) async throws -> Bool {
    func job<Job: Decodable>(_ type: Job.Type) throws -> Job {
      try JSONDecoder().decode(type, from: Data(arguments[1].utf8))
    }
    switch (arguments.first, arguments.count) {
    #if Tool
      case ("tool", _): exit(PopTraceTool().status(of: Array(arguments.dropFirst())))
    #endif
    case ("launch", 2): try await job(Launch.self).run()
    case ("refusal", 2): try await job(Refusal.self).run()
    case ("memory", 2): try await job(LongLife.self).run()
    case ("victim", 5):
      guard let events = Int(arguments[4]) else { return false }
      try Victim.run(directory: arguments[1], list: arguments[2], fileLimit: Int(arguments[3]), events: events)
    case ("cut", 3): try PowerCutRows.record(directory: arguments[1], copies: arguments[2])
    default: return false
    }
    return true
  }

  /// The rows and the seed that were asked for; nil where that is wrong usage.
  private static func chosen(_ arguments: [String]) -> (rows: [String], seed: UInt64)? {
    var (names, seed) = ([String](), UInt64(1))
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch option {
      case "--rows":
        names += value.split(separator: ",").map(String.init)
        guard names.allSatisfy({ name in rows.contains { $0.name == name } }) else { return nil }
      case "--seed":
        guard let number = UInt64(value) else { return nil }
        seed = number
      default: return nil
      }
    }
    return (names, seed)
  }
}
