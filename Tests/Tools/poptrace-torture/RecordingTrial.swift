import Foundation
import PopTrace
import PopupScheduling

/// One process that records and is stopped, and what can be had of its session afterwards.
struct RecordingTrial {
  /// What came of the events of one or many trials.
  struct Counts {
    var trials = 0
    var acknowledged = 0
    var refused = 0
    var recovered = 0
    /// Acknowledged and not in the trace.
    var lost = 0
    /// In the trace more than once.
    var duplicated = 0
    /// In the trace, and neither acknowledged nor being recorded as the process was stopped.
    var madeUp = 0
    /// Refused, and missing in the trace by another number.
    var gapErrors = 0
    /// Traces that their strict reader does not take, or processes that did not work.
    var broken = 0

    mutating func add(_ other: Counts) {
      trials += other.trials
      acknowledged += other.acknowledged
      refused += other.refused
      recovered += other.recovered
      lost += other.lost
      duplicated += other.duplicated
      madeUp += other.madeUp
      gapErrors += other.gapErrors
      broken += other.broken
    }

    var isWell: Bool { lost + duplicated + madeUp + gapErrors + broken == 0 }
  }

  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("poptrace-torture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  var recordings: String { directory.appendingPathComponent("recordings").path }
  private var list: String { directory.appendingPathComponent("list").path }

  /// Has a process record, and kills it after a time; one without a time ends by itself.
  func run(killedAfter microseconds: UInt32?, fileLimit: Int? = nil, events: Int) throws {
    try FileManager.default.createDirectory(atPath: recordings, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["victim", recordings, list, fileLimit.map(String.init) ?? "-", String(events)]
    try process.run()
    if let microseconds {
      while process.isRunning, !isStarted { usleep(200) }
      usleep(microseconds)
      kill(process.processIdentifier, SIGKILL)
    }
    process.waitUntilExit()
  }

  private var isStarted: Bool {
    guard let file = FileHandle(forReadingAtPath: list) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 1)) == Data([1])
  }

  /// Recovers the session and compares it with what the process had been told.
  func judge() throws -> Counts {
    defer { try? FileManager.default.removeItem(at: directory) }
    var counts = Counts()
    counts.trials = 1
    let told = try AcknowledgementMap.read(list)
    counts.acknowledged = told.taken.reduce(0) { $0 + $1.count }
    counts.refused = told.refused
    let recovered = try TraceRecording.recover(in: recordings)
    let path = recordings + "/victim.poptrace"
    guard FileManager.default.fileExists(atPath: path) else {
      counts.lost = counts.acknowledged
      counts.broken = recovered.contains { $0.error != nil && counts.acknowledged > 0 } ? 1 : 0
      return counts
    }
    var session = Session()
    guard var reader = try? TraceReader([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))),
      (try? reader.next(&session)) == true
    else {
      counts.broken = 1
      return counts
    }
    var found: [Set<Int32>] = Array(repeating: [], count: Victim.threadCount)
    for event in session.events {
      if found[event.popup.index].insert(event.generation).inserted {
        counts.recovered += 1
      } else {
        counts.duplicated += 1
      }
    }
    for (told, found) in zip(told.taken, found) {
      counts.lost += told.subtracting(found).count
      // The one whose answer the process did not live to note.
      counts.madeUp += max(0, found.subtracting(told).count - 1)
    }
    let missing = Int((session.events.last?.sequence ?? -1) + 1) - session.events.count
    let dropped = Int(session.header.droppedEvents)
    // Refusals that the process did not live to note, one a thread, are in the trace's count only.
    if dropped < told.refused || dropped > told.refused + Victim.threadCount || missing > dropped {
      counts.gapErrors = 1
      let words = "\(told.refused) refused, \(dropped) dropped, \(missing) missing; \(recovered)\n"
      FileHandle.standardError.write(Data(words.utf8))
    }
    return counts
  }
}
