import Dispatch
import PopSystem
import PopTrace

/// Damages a file in every way of one kind, and counts what the strict reader says.
///
/// Damage is noticed by an error, or by the reader saying that the file is without its end. It is *unnoticed* where neither is said and what is
/// handed out is not what the file held before; no trial may end so.
package struct FileTorture: Sendable {
  /// How a file is damaged.
  package enum Damage: String, CaseIterable, Sendable {
    /// It ends after so many bytes.
    case truncation = "cut off at every byte"
    /// One bit is the other one.
    case bitFlip = "every single bit flipped"
  }

  /// What came of all trials of a kind.
  package struct Counts: Hashable, Sendable {
    /// How many there were.
    package var trials = 0
    /// An error was thrown.
    package var refused = 0
    /// The file was said to be without its end, and a part of what it held was handed out, or all of it.
    package var unfinished = 0
    /// Nothing was said, and nothing was lost.
    package var harmless = 0
    /// What was left is a whole trace: the file was two, one behind the other, and was cut between them.
    package var whole = 0
    /// The first of the trials, by offset, that handed out something else without a word.
    package var unnoticed: [Int] = []

    /// Makes the counts of no trial.
    package init() {}

    /// Adds the counts of other trials.
    package mutating func add(_ other: Counts) {
      trials += other.trials
      refused += other.refused
      unfinished += other.unfinished
      harmless += other.harmless
      whole += other.whole
      unnoticed += other.unnoticed
    }
  }

  private let file: [UInt8]
  private let whole: FileReading
  private let read: @Sendable ([UInt8]) -> FileReading

  /// Prepares to damage a file that is sound.
  ///
  /// - Parameter read: What reads it; another than the library's own shows whether these checks see anything.
  package init(_ file: [UInt8], read: @escaping @Sendable ([UInt8]) -> FileReading = { FileReading($0) }) {
    self.file = file
    self.read = read
    whole = FileReading(file)
    precondition(!whole.hasFailed && !whole.lines.isEmpty, "only a sound file can be damaged")
  }

  /// Damages the file in every way of a kind, on several threads.
  package func run(_ damage: Damage, threads: Int) -> Counts {
    let trials = damage == .truncation ? file.count : file.count * 8
    let results = Tally()
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      var counts = Counts()
      // By turns, because the first places are refused soonest.
      for offset in stride(from: thread, to: trials, by: threads) { run(damage, at: offset, &counts) }
      results.add(counts)
    }
    var counts = results.counts
    counts.unnoticed.sort()
    return counts
  }

  private func run(_ damage: Damage, at offset: Int, _ counts: inout Counts) {
    var bytes = file
    switch damage {
    case .truncation: bytes.removeLast(file.count - offset)
    case .bitFlip: bytes[offset / 8] ^= 1 << UInt8(offset % 8)
    }
    let reading = read(bytes)
    counts.trials += 1
    if reading.hasFailed {
      counts.refused += 1
    } else if reading.lines == whole.lines, reading.isUnfinished == whole.isUnfinished, damage == .bitFlip {
      counts.harmless += 1
    } else if isSaid(reading, damage), whole.events.starts(with: reading.events) {
      counts.unfinished += 1
    } else if damage == .truncation, isBetweenTraces(offset) {
      counts.whole += 1
    } else {
      counts.unnoticed.append(offset)
    }
  }

  /// Whether what stands on each side of an offset is a sound trace that has its end: that there was another one behind it cannot be told.
  private func isBetweenTraces(_ offset: Int) -> Bool {
    [file[..<offset], file[offset...]].allSatisfy { part in
      let reading = FileReading(Array(part))
      return !reading.hasFailed && !reading.isUnfinished && !reading.hasRemarks && !reading.lines.isEmpty
    }
  }

  /// Whether it was said that something is missing: of a file that had its end, that it has none.
  private func isSaid(_ reading: FileReading, _ damage: Damage) -> Bool {
    if damage == .truncation { return reading.isUnfinished }
    return reading.isUnfinished && (reading.hasRemarks || reading.events == whole.events)
  }

  /// The counts of several threads.
  private final class Tally: @unchecked Sendable {
    private let mutex = Mutex()
    private(set) var counts = Counts()

    func add(_ other: Counts) { mutex.withLock { counts.add(other) } }
  }
}
