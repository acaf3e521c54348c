import Foundation
import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

/// How fast traces are read, replayed and audited.
enum ReplayBenchmarks {
  /// Measures one workload after another.
  ///
  /// - Parameter visits: A table of page visits (session, ms, page; separated by tabulators), for sessions over pages that real users visited.
  static func measure(visits: String?) throws -> [Measurement] {
    var rows: [Measurement] = []
    for workload in try ReplayWorkload.all(visits: visits) { rows += try measure(workload) }
    rows.append(
      Measurement(
        name: "peak memory, with everything in memory", value: Double(PeakMemory.kibibytes) / 1024, unit: "MiB",
        budget: "", isWithinBudget: true))
    return rows
  }

  private static func measure(_ workload: ReplayWorkload) throws -> [Measurement] {
    let bytes = try workload.trace()
    let reading = try fastestNanoseconds(of: 5) { try read(bytes) { _ in } }
    var loop = ReplayLoop(.v6)
    let replaying = try fastestNanoseconds(of: 5) { try read(bytes) { loop.replay($0, audits: false) } }
    let auditing = try fastestNanoseconds(of: 5) { try read(bytes) { loop.replay($0, audits: true) } }
    var evaluation = EvaluationLoop(.v6)
    let evaluated = try fastestNanoseconds(of: 3) { try read(bytes) { evaluation.evaluate($0) } }
    let count = Double(workload.eventCount)
    return [
      rate("\(workload.name): read", count, reading),
      rate("\(workload.name): read and replay", count, replaying),
      rate("\(workload.name): read, replay and audit", count, auditing, budget: workload.budget),
      rate("\(workload.name): and identity, the recording's audit, diff", count, evaluated),
    ]
  }

  /// Does one thing a hundred times, for a profiler to look at.
  static func loop(_ what: String) throws {
    let bytes = try ReplayWorkload.trace(of: [Workload.longSession(20_000, policy: .v5)], TraceWriter.Options())
    var bench = ReplayLoop(.v6)
    for _ in 0..<100 { try read(bytes) { if what != "reading" { bench.replay($0, audits: what == "auditing") } } }
  }

  /// Does one stage of the work over a trace, so many times; each stage includes reading, and none of the others but what its name says.
  static func once(_ arguments: [String]) throws {
    let times = arguments.count == 3 ? Int(arguments[2]) : 1
    guard 2...3 ~= arguments.count, let stage = Stage(rawValue: arguments[0]), let times else {
      fatalError("usage: once read|plan|identity|replay|replay-and-audit|audit|judge TRACE [TIMES]")
    }
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: arguments[1])))
    var loop = ReplayLoop(.v6)
    var evaluation = EvaluationLoop(.v6)
    var (sessions, events) = (0, 0)
    for _ in 0..<times {
      try read(bytes) { session in
        sessions += 1
        events += session.events.count
        switch stage {
        case .read: break
        case .plan: evaluation.plan(session)
        case .identity: evaluation.check(session)
        case .replay: loop.replay(session, audits: false)
        case .replayAndAudit: loop.replay(session, audits: true)
        case .audit: evaluation.audit(session)
        case .judge: evaluation.evaluate(session)
        }
      }
    }
    print("\(stage.rawValue): \(sessions) sessions, \(events) events, \(evaluation.found) found, \(loop.events) played")
  }

  private enum Stage: String {
    case read, plan, identity, replay, audit, judge
    case replayAndAudit = "replay-and-audit"
  }

  private static func read(_ bytes: [UInt8], _ body: (Session) -> Void) throws {
    var reader = try TraceReader(bytes)
    var session = Session()
    while try reader.next(&session) { body(session) }
  }

  private static func rate(_ name: String, _ count: Double, _ nanoseconds: Double, budget: Double? = nil) -> Measurement
  {
    let millions = count / nanoseconds * 1e3
    return Measurement(
      name: name, value: millions, unit: "M events/s", budget: budget.map { "\($0 / 1e6) M events/s" } ?? "",
      isWithinBudget: budget.map { millions * 1e6 >= $0 } ?? true)
  }
}
