import Foundation
import PopSimulation
import PopTrace
import PopupScheduling

/// How many bytes an event takes: of sessions in files of their own, packed, and of one long session (Benchmarks/README.md).
enum SizeBenchmarks {
  /// - Parameter visits: A table of page visits (session, ms, page; separated by tabulators), for sessions over pages that real users visited.
  static func measure(visits: String?, exportTo folder: String?) throws -> [Measurement] {
    var rows: [Measurement] = []
    var field: [Session] = []
    for (place, version) in PolicyConfiguration.versions.enumerated() where place >= 2 {
      for number in 0..<120 {
        let script = ScriptMaker.script(seed: 4711 + UInt64(place), session: number, flavour: .field)
        field.append(
          LiveWorld(
            policy: StandardPolicy(version.configuration), name: version.name, configuration: version.configuration.text
          ).run(script))
      }
    }
    rows += try table("simulated", field, [40..<70, 70..<100, 100..<150, 150..<1000])
    let short = field.filter { (40...150).contains($0.events.count) }
    rows += try summary("simulated, 40 to 150 events", short, own: 5.8, together: 3, packed: 2.5)
    try export(short, to: folder, "simulated")
    if let visits {
      let sessions = try VisitSessions.sessions(from: visits, upTo: 4_000)
      rows += try table("page visits", sessions, [20..<30, 30..<50, 50..<151])
      rows += try summary("page visits", sessions, own: nil, together: nil, packed: 2.5)
      rows += try summary(
        "page visits, 40 to 150 events", sessions.filter { $0.events.count >= 40 }, own: 5.8, together: 3, packed: nil)
      try export(sessions, to: folder, "visits")
    }
    let long = Workload.longSession(200_000, policy: .v4)
    try export([long], to: folder, "long")
    for (name, options) in [("field", TraceWriter.Options()), ("archive", .archive)] {
      let bytes = try file([long], options).count
      rows.append(row("long session, \(name)", Double(bytes) / Double(long.events.count), 2.5))
    }
    return rows
  }

  private static func table(_ name: String, _ sessions: [Session], _ lengths: [Range<Int>]) throws -> [Measurement] {
    try lengths.compactMap { length in
      let some = sessions.filter { length.contains($0.events.count) }
      guard !some.isEmpty else { return nil }
      return row(
        "\(name), \(some.count) of \(length.lowerBound) to \(length.upperBound - 1) events", try own(some), nil)
    }
  }

  private static func summary(
    _ name: String, _ sessions: [Session], own budget: Double?, together: Double?, packed: Double?
  ) throws -> [Measurement] {
    let events = sessions.reduce(0) { $0 + $1.events.count }
    let pack = Double(try file(sessions, .archive).count) / Double(events)
    let nanoseconds = try fastestNanoseconds(of: 3) { for session in sessions { _ = try file([session]) } }
    var whole: [UInt8] = []
    for session in sessions { whole += try file([session]) }
    let reading = try fastestNanoseconds(of: 3) {
      var reader = try TraceReader(whole)
      var session = Session()
      while try reader.next(&session) {}
    }
    return [
      row("\(name): \(sessions.count) in files of their own", try own(sessions), budget),
      row("  as a device has them, \(sessionsADay) a day", try shared(sessions), together),
      row("  packed", pack, packed),
      Measurement(
        name: "  writing", value: nanoseconds / Double(events), unit: "ns/event", budget: "", isWithinBudget: true),
      Measurement(
        name: "  reading", value: reading / Double(events), unit: "ns/event", budget: "", isWithinBudget: true),
    ]
  }

  private static func own(_ sessions: [Session]) throws -> Double {
    let events = sessions.reduce(0) { $0 + $1.events.count }
    return Double(try sessions.reduce(0) { $0 + (try file([$1])).count }) / Double(events)
  }

  /// How many sessions a day there are, where those of a day share a file.
  private static let sessionsADay = 20

  /// What a store has of the sessions, once it has put those of a day together.
  private static func shared(_ sessions: [Session]) throws -> Double {
    let folder = FileManager.default.temporaryDirectory.appending(path: "poptrace-sizes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (place, session) in sessions.enumerated() {
      let name = "\(20_000_000 + place / sessionsADay)T\(100_000 + place % sessionsADay)Z-\(place)"
      try Data(try file([session])).write(to: folder.appending(path: name + ".poptrace"))
    }
    var limits = RecordingLimits()
    limits.sessions = sessions.count
    let pending = try TraceStore(directory: folder.path, limits: limits).pending()
    let bytes = pending.reduce(0) { $0 + $1.byteCount }
    guard pending.reduce(0, { $0 + $1.sessions }) == sessions.count else { throw CocoaError(.fileReadUnknown) }
    return Double(bytes) / Double(sessions.reduce(0) { $0 + $1.events.count })
  }

  private static func file(_ sessions: [Session], _ options: TraceWriter.Options = TraceWriter.Options()) throws
    -> [UInt8]
  {
    var writer = TraceWriter(options: options)
    for session in sessions { try writer.append(session) }
    return try writer.finish()
  }

  /// Writes the sessions as JSON Lines and as trace files, for the comparison with Parquet.
  private static func export(_ sessions: [Session], to folder: String?, _ name: String) throws {
    guard let folder else { return }
    var text: [UInt8] = []
    for session in sessions { JSONLines.write(session, into: &text) }
    try Data(text).write(to: URL(filePath: folder).appending(path: "\(name).jsonl"))
    try Data(file(sessions, .archive)).write(to: URL(filePath: folder).appending(path: "\(name)-packed.poptrace"))
    var own: [UInt8] = []
    for session in sessions { own += try file([session]) }
    try Data(own).write(to: URL(filePath: folder).appending(path: "\(name).poptrace"))
  }

  private static func row(_ name: String, _ value: Double, _ budget: Double?) -> Measurement {
    Measurement(
      name: name, value: value, unit: "bytes/event", budget: budget.map { "\($0) bytes" } ?? "",
      isWithinBudget: budget.map { value <= $0 } ?? true)
  }
}
