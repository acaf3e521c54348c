import Foundation
import PopSimulation
import PopSystem

/// The row of storage that refuses itself to an app that records.
enum RefusalRows {
  /// Each kind once before a launch, and twice in the middle of a session: one that is killed, and one that is ended.
  private static let all: [(kind: Refusal.Kind, isBefore: Bool, ends: Bool)] =
    [(false, false), (true, false), (false, true)].flatMap { isBefore, ends in
      Refusal.Kind.allCases.map { ($0, isBefore, ends) }
    }

  static func run(trials: Int, seed: UInt64) throws -> Bool {
    let left = try LeftSessions(sets: 1, seed: seed)
    defer { left.clean() }
    let chosen = Array(all.prefix(trials))
    let counts = try Trials(row: "refuses", count: chosen.count, seed: seed).run { number, random in
      let (kind, isBefore, ends) = chosen[number]
      var counts = try refuse(kind, isBefore, ends, left, seed: random.next())
      let what = "\(kind.rawValue), \(isBefore ? "before" : ends ? "during, ended" : "during, killed")"
      counts.notes = counts.notes.map { "\(what): \($0)" }
      counts.skipped = counts.skipped.map { "\(what): \($0)" }
      return counts
    }
    for skipped in counts.skipped { FileHandle.standardError.write(Data("refuses: skipped: \(skipped)\n".utf8)) }
    let skipped = counts.skipped.isEmpty ? "" : ", \(counts.skipped.count) SKIPPED"
    print(
      Trials.line(
        "storage refuses: unreadable, read-only, no descriptors, no space, truncated, replaced", counts,
        and:
          ", \(counts.counted.formatted()) said to be missing, \(counts.stopped) stopped by a journal cut short, **\(counts.unsaid.formatted()) unsaid**"
          + skipped))
    return counts.isWell && counts.acknowledged > 0
  }

  private static func refuse(
    _ kind: Refusal.Kind, _ isBefore: Bool, _ ends: Bool, _ left: LeftSessions, seed: UInt64
  ) throws -> AppCounts {
    var trial = try AppTrial()
    var counts = AppCounts()
    if kind == .noSpace {
      guard try mount(trial.recordings) else {
        trial.clean(isWell: true)
        counts.skipped = ["a file system cannot be mounted here"]
        return counts
      }
    }
    defer { if kind == .noSpace { _ = try? run("/bin/umount", [trial.recordings]) } }
    // What others left is at stake as well, but for where it is taken away.
    if kind != .replaced { try left.copy(0, into: &trial) }
    let (path, log) = try trial.makeLog()
    if geteuid() == 0 { try trial.give(to: Refusal.nobody) }
    let app = try ChildProcess(
      "refusal",
      Refusal(kind: kind, isBefore: isBefore, ends: ends, directory: trial.recordings, log: path, seed: seed))
    let end = app.finish()
    let remarks = log.remarkLines
    if kind == .truncatedJournal, end == .died(SIGBUS) {
      counts.stopped = 1
    } else if end != .exited(0) || log.stage != .done {
      counts.dead = 1
      counts.notes.append("the app ended by itself: \(end), at stage \(log.stage)")
    }
    for remark in remarks where remark.hasPrefix("unsaid: ") {
      counts.unsaid += 1
      counts.notes.append(remark)
    }
    let terms = AppTrial.Terms(
      usesTool: true, mayMiss: !kind.losesNothing || isBefore,
      cut: remarks.first { $0.hasPrefix("cut: ") }.map { String($0.dropFirst(5)) })
    let judged = try trial.judge(terms)
    let named = remarks.contains { $0.hasPrefix("problem: ") && !$0.hasPrefix("problem: none") }
    if judged.counted > 0, !named, !isBefore, counts.stopped == 0 {
      counts.unsaid += 1
      counts.notes.append("\(judged.counted) events are missing, and no problem was named: \(remarks)")
    }
    counts.add(judged)
    if !counts.isWell { counts.notes.append("it said: \(remarks)") }
    trial.clean(isWell: counts.isWell)
    return counts
  }

  /// Puts a small file system in a directory's place; false where that is not allowed.
  private static func mount(_ directory: String) throws -> Bool {
    guard geteuid() == 0 else { return false }
    return try run("/bin/mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", directory]) == 0
  }

  private static func run(_ tool: String, _ arguments: [String]) throws -> Int32 {
    guard FileManager.default.isExecutableFile(atPath: tool) else { return -1 }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
