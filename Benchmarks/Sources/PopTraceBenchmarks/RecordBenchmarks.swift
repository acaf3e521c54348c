import PopTrace
import PopupScheduling

/// What recording costs its caller, and what is stored.
enum RecordBenchmarks {
  static func measure() throws -> [Measurement] {
    let session = Workload.longSession(100_000, policy: .v5)
    let events = session.events
    let given = try fastestNanoseconds(of: 15, prepare: { try recorder(of: session) }) { recorder in
      for event in events { _ = recorder.record(event, at: event.time) }
    }
    let clocked = try fastestNanoseconds(of: 15, prepare: { try recorder(of: session) }) { recorder in
      for event in events { _ = recorder.record(event) }
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

  /// A recorder whose buffer holds a whole session, so that nothing is sealed meanwhile.
  private static func recorder(of session: Session) throws -> TraceRecorder {
    var options = TraceRecorder.Options()
    options.eventsPerChunk = 262_144
    return TraceRecorder(header: session.header, options: options)
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
