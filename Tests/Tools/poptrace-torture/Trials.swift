import Foundation
import PopSimulation
import PopSystem

/// Trials of one row, made two at a time, each with random numbers of its own.
struct Trials {
  let row: String
  let count: Int
  let seed: UInt64

  /// Makes them, and adds up what came of them; what went wrong is said on standard error.
  func run(_ trial: @escaping @Sendable (Int, inout SeededRandom) throws -> AppCounts) throws -> AppCounts {
    let lock = NSLock()
    nonisolated(unsafe) var counts = AppCounts()
    nonisolated(unsafe) var failure: (any Error)?
    DispatchQueue.concurrentPerform(iterations: count) { number in
      var random = SeededRandom(seed: seed ^ part, part: UInt64(number))
      let result = Result { try trial(number, &random) }
      lock.lock()
      defer { lock.unlock() }
      switch result {
      case .success(let one):
        unsafe counts.add(one)
        for note in one.notes.prefix(6) {
          FileHandle.standardError.write(Data("\(row), seed \(seed), trial \(number): \(note)\n".utf8))
        }
      case .failure(let error): unsafe failure = error
      }
    }
    if let failure = unsafe failure { throw failure }
    return unsafe counts
  }

  /// The row as a number, so that rows do not repeat one another.
  private var part: UInt64 { row.utf8.reduce(0) { ($0 &* 31) &+ UInt64($1) } << 16 }

  /// The row's line of the table.
  static func line(_ what: String, _ counts: AppCounts, and more: String = "") -> String {
    "| \(what) | \(counts.trials.formatted()) | \(counts.acknowledged.formatted()) events acknowledged, "
      + "\(counts.recovered.formatted()) recovered, **\(counts.lost.formatted()) lost**, "
      + "**\(counts.invented.formatted()) invented**, **\(counts.reordered.formatted()) reordered**, "
      + "**\(counts.unreadable.formatted()) unreadable traces**, **\(counts.dead.formatted()) dead apps**, "
      + "\(counts.answers.formatted()) answers, **\(counts.wrong.formatted()) wrong**" + more + " |"
  }
}
