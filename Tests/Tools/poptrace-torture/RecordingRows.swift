import Foundation
import PopSimulation
import PopSystem

/// The rows of processes that are killed, and of disks that are full, while they record.
enum RecordingRows {
  /// Kills a process at random moments.
  static func runKilled(trials: Int) throws -> Bool {
    let counts = try run(trials: trials, seed: 1) { random in
      let trial = try RecordingTrial()
      try trial.run(killedAfter: UInt32(random.next() % 25_000), events: Victim.eventLimit - 1)
      return try trial.judge()
    }
    print(
      "| SIGKILL at random moments, recording at full speed from \(Victim.threadCount) threads | "
        + "\(counts.trials.formatted()) | \(text(counts)) |")
    return counts.isWell && counts.acknowledged > (trials < 1000 ? 0 : 1_000_000)
  }

  /// Has a process meet a disk that is full at random points.
  static func runFull(trials: Int) throws -> Bool {
    let counts = try run(trials: trials, seed: 2) { random in
      let trial = try RecordingTrial()
      // From no room for the journal to room for some dozen chunks beside it, fewer than the events make.
      try trial.run(killedAfter: nil, fileLimit: Int(random.next() % 900_000), events: 130_000)
      return try trial.judge()
    }
    print("| disk full at random points (`RLIMIT_FSIZE`) | \(counts.trials.formatted()) | \(text(counts)) |")
    // Few trials may all meet disks with room enough.
    return counts.isWell && (counts.refused > 0 || trials < 100)
  }

  private static func text(_ counts: RecordingTrial.Counts) -> String {
    "\(counts.acknowledged.formatted()) events acknowledged, \(counts.refused.formatted()) refused because both halves were full, "
      + "\(counts.recovered.formatted()) recovered, **\(counts.lost) lost**, **\(counts.duplicated) duplicated**, "
      + "**\(counts.madeUp) made up**, **\(counts.gapErrors) gaps of another size**"
      + (counts.broken > 0 ? ", \(counts.broken) BROKEN" : "")
  }

  /// Runs trials, two at a time, each with random numbers of its own.
  private static func run(
    trials: Int, seed: UInt64, _ trial: @escaping @Sendable (inout SeededRandom) throws -> RecordingTrial.Counts
  ) throws -> RecordingTrial.Counts {
    let lock = NSLock()
    nonisolated(unsafe) var counts = RecordingTrial.Counts()
    nonisolated(unsafe) var failure: (any Error)?
    DispatchQueue.concurrentPerform(iterations: trials) { number in
      var random = SeededRandom(seed: seed &* 1_000_003 &+ UInt64(number))
      let result = Result { try trial(&random) }
      lock.lock()
      defer { lock.unlock() }
      switch result {
      case .success(let one):
        unsafe counts.add(one)
        if !one.isWell { FileHandle.standardError.write(Data("seed \(seed), trial \(number): \(one)\n".utf8)) }
      case .failure(let error): unsafe failure = error
      }
    }
    if let failure = unsafe failure { throw failure }
    return unsafe counts
  }
}
