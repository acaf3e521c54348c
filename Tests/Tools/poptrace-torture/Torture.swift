import Foundation
import PopTraceFuzzing

/// `make torture`: does to recordings what the field does to them, and prints what came of it as rows of a table.
///
/// ```sh
/// swift run -c release poptrace-torture          # everything
/// swift run -c release poptrace-torture files    # damaged files only
/// ```
@main
struct Torture {
  /// What can be asked for, in the order of the table. Each prints its rows and says whether all is as it must be.
  ///
  /// `POPTRACE_TRIALS=20` makes fewer of each, for a look.
  private static let parts: [(name: String, run: @Sendable () throws -> Bool)] = [
    ("kill", { try RecordingRows.runKilled(trials: trials ?? 1000) }),
    ("full", { try RecordingRows.runFull(trials: trials ?? 100) }),
    ("power", { try PowerCutRows.run(trials: trials ?? 300) }),
    ("files", { try FileRows.run(isQuick: trials != nil) }),
    ("fuzz", { try FuzzRows.run(changes: trials ?? 200) }),
  ]

  /// How many trials were asked for; nil for those of the README.
  private static let trials = ProcessInfo.processInfo.environment["POPTRACE_TRIALS"].flatMap(Int.init)

  static func main() throws {
    let names = Array(CommandLine.arguments.dropFirst())
    // What the parts below start as processes of their own.
    if names.count == 5, names[0] == "victim", let events = Int(names[4]) {
      return try Victim.run(directory: names[1], list: names[2], fileLimit: Int(names[3]), events: events)
    }
    if names.count == 3, names[0] == "cut" { return try PowerCutRows.record(directory: names[1], copies: names[2]) }
    for name in names where !parts.contains(where: { $0.name == name }) {
      print("usage: poptrace-torture [\(parts.map(\.name).joined(separator: " | "))]…, at the top of the repository")
      exit(64)
    }
    print("| what | trials | what came of it |")
    print("| --- | ---: | --- |")
    var isWell = true
    for part in parts where names.isEmpty || names.contains(part.name) { isWell = try part.run() && isWell }
    exit(isWell ? 0 : 1)
  }
}
