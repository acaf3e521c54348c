import Foundation
import PopTrace
import PopupScheduling

/// What recording costs its caller, and what is stored.
enum RecordBenchmarks {
  static func measure() throws -> [Measurement] {
    let session = Workload.longSession(100_000, policy: .v5)
    let events = session.events
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("poptrace-bench-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A journal in a file, as in the field; the decisions carry the popups that lost.
    let given = try fastest(of: 15) { () -> Double in
      var recorder = try recorder(of: session, folder)
      let nanoseconds = fastestNanoseconds(of: 1) {
        for event in events {
          if event.overCount == 0 {
            recorder.record(event, at: event.time, in: session.catalog)
          } else {
            recorder.record(event, at: event.time, over: session.log.over(of: event), in: session.catalog)
          }
        }
      }
      // The next run is not to be measured beside the sealing of this one.
      let recording = recorder.recording
      recorder.end(at: .zero)
      recording.waitUntilOver()
      return nanoseconds
    }
    let clocked = try fastest(of: 15) { () -> Double in
      let recorder = SharedTraceRecorder(try recorder(of: session, folder))
      let nanoseconds = fastestNanoseconds(of: 1) {
        for event in events { recorder.record(event, in: session.catalog) }
      }
      recorder.end()
      recorder.recording.waitUntilOver()
      return nanoseconds
    }
    let count = Double(events.count)
    return [
      Measurement(
        name: "record one event, time given", value: given / count, unit: "ns", budget: "15 ns",
        isWithinBudget: given / count <= 15),
      Measurement(
        name: "record one event, with clock and lock", value: clocked / count, unit: "ns", budget: "50 ns",
        isWithinBudget: clocked / count <= 50),
      try storedSize(of: [session], "one session of \(events.count) events, as recorded", TraceWriter.Options()),
      try storedSize(of: [session], "the same, as an archive", .archive),
      try storedSize(
        of: Workload.shortSessions(2_000, policy: .v5), "2,000 sessions of 30 events, packed", .archive, budget: nil),
    ]
  }

  /// A recorder whose journal has room for a whole session, so that nothing is sealed meanwhile.
  private static func recorder(of session: Session, _ folder: String) throws -> TraceRecorder {
    var options = RecorderOptions()
    options.journalHalfBytes = 16 << 20
    return try TraceRecorder(
      header: session.header, directory: folder, name: UUID().uuidString, options: options)
  }

  private static func fastest(of count: Int, _ body: () throws -> Double) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<count { best = min(best, try body()) }
    return best
  }

  private static func storedSize(
    of sessions: [Session], _ name: String, _ options: TraceWriter.Options, budget: Double? = 2.5
  ) throws -> Measurement {
    var writer = TraceWriter(options: options)
    for session in sessions { try writer.append(session) }
    let bytes = try writer.finish().count
    let perEvent = Double(bytes) / Double(sessions.reduce(0) { $0 + $1.events.count })
    return Measurement(
      name: "stored: " + name, value: perEvent, unit: "bytes/event", budget: budget.map { "\($0) bytes" } ?? "",
      isWithinBudget: budget.map { perEvent <= $0 } ?? true)
  }
}
