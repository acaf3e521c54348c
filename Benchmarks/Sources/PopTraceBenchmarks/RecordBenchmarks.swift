import Foundation
import PopTrace
import PopupScheduling

/// What recording costs its caller, and what is stored.
enum RecordBenchmarks {
  static func measure() throws -> [Measurement] {
    let session = appSession(100_000)
    let (again, given, clocked) = try inFolder { folder in
      let bursts = RecordingBursts(session: session, folder: folder)
      return (try bursts.oneAgain(runs: 7), try bursts.timeGiven(runs: 7), try bursts.clockAndLock(runs: 7))
    }
    let count = Double(session.events.count)
    return [
      Measurement(
        name: "record one event again and again, time given", value: again.total / count, unit: "ns", budget: "15 ns",
        isWithinBudget: again.total / count <= 15),
      Measurement(
        name: "record one event of a session, time given", value: given.total / count, unit: "ns", budget: "15 ns",
        isWithinBudget: given.total / count <= 15),
      Measurement(
        name: "record one event of a session, with clock and lock", value: clocked.total / count, unit: "ns",
        budget: "50 ns",
        isWithinBudget: clocked.total / count <= 50),
      Measurement(
        name: "of which reading the clock (clock_gettime alone)", value: RecordingBursts.clockAlone(), unit: "ns",
        budget: "", isWithinBudget: true),
      try launch(),
    ] + instructions(given, clocked, count) + [
      try storedSize(
        of: [session], "one session of \(session.events.count) events, as recorded", TraceWriter.Options()),
      try storedSize(of: [session], "the same, as an archive", .archive),
      try storedSize(
        of: Workload.shortSessions(2_000, policy: .v5), "2,000 sessions of 30 events, packed", .archive, budget: nil),
    ]
  }

  /// How long a launch keeps its thread, in real time: the middle one of many, each in a directory of its own.
  private static func launch() throws -> Measurement {
    var times: [Double] = []
    for _ in 0..<61 {
      try inFolder { folder in
        let clock = ContinuousClock()
        let start = clock.now
        let recording = TraceStore(directory: folder + "/recordings")
        let scheduler = MainActor.assumeIsolated { PopupScheduler<Void>(recording: recording) }
        times.append((clock.now - start) / .nanoseconds(1))
        MainActor.assumeIsolated {
          scheduler.endRecording()
          scheduler.recording?.waitUntilOver()
        }
        // What the launch began in the background is done before the folder goes.
        try recording.tidy()
      }
    }
    let middle = times.sorted()[times.count / 2] / 1e6
    return Measurement(
      name: "a launch: TraceStore and its scheduler, in real time", value: middle, unit: "ms", budget: "1 ms",
      isWithinBudget: middle <= 1)
  }

  /// A long session whose popups go by their places, as those of every app do; the numbers of a simulated script would have to be recorded.
  private static func appSession(_ events: Int) -> Session {
    var session = Workload.longSession(events, policy: .v5)
    for place in session.catalog.popupNumbers.indices {
      session.catalog.replace(PopupID(place), numbered: Int64(place))
    }
    return session
  }

  /// Does something with a folder that goes afterwards: the journals are files, as in the field.
  static func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("poptrace-bench-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
  }

  private static func instructions(
    _ given: RecordingBursts.Cost, _ clocked: RecordingBursts.Cost, _ count: Double
  ) -> [Measurement] {
    guard let first = given.instructions, let second = clocked.instructions else {
      print("  (this machine counts no instructions; `recording-once` under valgrind --tool=callgrind does)")
      return []
    }
    return [("time given", first), ("with clock and lock", second)].map { name, instructions in
      Measurement(
        name: "instructions of one event, \(name)", value: Double(instructions) / count, unit: "", budget: "",
        isWithinBudget: true)
    }
  }

  /// Records a session once in each way, for a profiler that counts (valgrind --tool=callgrind --toggle-collect=…).
  static func once() throws {
    let session = appSession(30_000)
    try inFolder { folder in
      let bursts = RecordingBursts(session: session, folder: folder)
      _ = try bursts.timeGiven(runs: 1)
      _ = try bursts.clockAndLock(runs: 1)
    }
    print("\(session.events.count) events, recorded in two ways")
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
