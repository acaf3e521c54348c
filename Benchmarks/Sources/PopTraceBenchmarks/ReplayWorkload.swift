import Foundation
import PopTrace
import PopupScheduling

/// Sessions that replay is measured on, with what it should cost there (Benchmarks/README.md).
struct ReplayWorkload {
  let name: String
  /// A word for the name of its file.
  let word: String
  let sessions: [Session]
  /// Whether many sessions share a chunk, as `pack` puts them; else each has one of its own, as it comes from the field.
  let isPacked: Bool
  /// How many events a second are to be read, replayed and audited; nil for no budget.
  let budget: Double?

  var eventCount: Int { sessions.reduce(0) { $0 + $1.events.count } }

  /// The workloads; the last one where there is a table of page visits.
  static func all(visits: String?) throws -> [ReplayWorkload] {
    var all = [
      ReplayWorkload(
        name: "a long session", word: "long", sessions: [Workload.longSession(100_000, policy: .v5)], isPacked: false,
        budget: 8e6),
      ReplayWorkload(
        name: "700 sessions from the field", word: "field", sessions: Workload.fieldSessions(700, policy: .v5),
        isPacked: false, budget: 5e6),
      ReplayWorkload(
        name: "20,000 sessions of 30 events", word: "short", sessions: Workload.shortSessions(20_000, policy: .v5),
        isPacked: true, budget: 3.5e6),
    ]
    if let visits {
      all.append(
        ReplayWorkload(
          name: "4,000 sessions of page visits", word: "visits",
          sessions: try VisitSessions.sessions(from: visits, upTo: 4_000), isPacked: false, budget: nil))
    }
    return all
  }

  /// The trace that holds them.
  func trace() throws -> [UInt8] {
    try Self.trace(of: sessions, isPacked ? .archive : TraceWriter.Options())
  }

  static func trace(of sessions: [Session], _ options: TraceWriter.Options) throws -> [UInt8] {
    var writer = TraceWriter(options: options)
    for session in sessions { try writer.append(session) }
    return try writer.finish()
  }

  /// Writes many short sessions, no two alike, into files of 20,000 each, for a whole corpus to be judged.
  static func writeShort(_ count: Int, to folder: String) throws {
    var number = 0
    for file in 0..<(count + 19_999) / 20_000 {
      let sessions = Workload.shortSessions(min(20_000, count - file * 20_000), policy: .v5, from: &number)
      let name = String(1000 + file).dropFirst()
      try Data(trace(of: sessions, .archive)).write(to: URL(fileURLWithPath: folder + "/\(name).poptrace"))
    }
  }

  /// Writes every workload into a file of its own in a folder, for the tool to be measured on.
  static func write(to folder: String, visits: String?) throws {
    for workload in try all(visits: visits) {
      try Data(workload.trace()).write(to: URL(fileURLWithPath: folder + "/\(workload.word).poptrace"))
    }
  }
}
