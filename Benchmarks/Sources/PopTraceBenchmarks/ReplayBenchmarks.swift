import Foundation
import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

/// How fast traces are read, replayed and audited.
enum ReplayBenchmarks {
  static func measure() throws -> [Measurement] {
    let long = Workload.longSession(100_000, policy: .v5)
    let longTrace = try trace(of: [long], TraceWriter.Options())
    let short = Workload.shortSessions(100_000, policy: .v5)
    let shortTrace = try trace(of: short, .archive)
    let longCount = Double(long.events.count)
    let shortCount = Double(short.reduce(0) { $0 + $1.events.count })

    let decoding = try fastestNanoseconds(of: 5) { try read(longTrace) { _ in } }
    var bench = ReplayLoop(.v6)
    let replaying = try fastestNanoseconds(of: 5) { try read(longTrace) { bench.replay($0, audits: false) } }
    let auditing = try fastestNanoseconds(of: 5) { try read(longTrace) { bench.replay($0, audits: true) } }
    let sessions = try fastestNanoseconds(of: 3) { try read(shortTrace) { bench.replay($0, audits: true) } }
    let events = Double(bench.events)
    return [
      rate("read a compressed trace", longCount, decoding),
      rate("read and replay it (v5 recorded, v6 replayed)", longCount, replaying),
      rate("read, replay and audit it", longCount, auditing, budget: 20e6),
      rate("read, replay and audit sessions of 30 events", shortCount, sessions),
      Measurement(
        name: "a million such sessions, one thread", value: sessions / Double(short.count) * 1e6 / 1e9, unit: "s",
        budget: "40 s (20 s on two cores)", isWithinBudget: sessions / Double(short.count) * 1e6 / 1e9 <= 40),
      Measurement(
        name: "peak memory, with 100,000 sessions in memory", value: Double(PeakMemory.kibibytes) / 1024, unit: "MiB",
        budget: "", isWithinBudget: true),
      Measurement(
        name: "events of all runs, as a check", value: events, unit: "events", budget: "", isWithinBudget: true),
    ]
  }

  /// Does one thing a hundred times, for a profiler to look at.
  static func loop(_ what: String) throws {
    let bytes = try trace(of: [Workload.longSession(20_000, policy: .v5)], TraceWriter.Options())
    var bench = ReplayLoop(.v6)
    for _ in 0..<100 { try read(bytes) { if what != "reading" { bench.replay($0, audits: what == "auditing") } } }
  }

  /// Does one stage of the work over a trace; each stage includes reading, and none of the others.
  static func once(_ arguments: [String]) throws {
    guard arguments.count == 2, let stage = Stage(rawValue: arguments[0]) else {
      fatalError("usage: once read|plan|identity|replay|audit|judge TRACE")
    }
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: arguments[1])))
    var checker = IdentityChecker { _, text in
      (try? PolicyConfiguration(text: text)).map { Replayer(policy: StandardPolicy($0)) }
    }
    var loop = ReplayLoop(.v6)
    var judge = Judge(candidate: StandardPolicy(.v6))
    var baseline = Baseline()
    var planner = SessionPlanner()
    var (sessions, events, found) = (0, 0, 0)
    try read(bytes) { session in
      sessions += 1
      events += session.events.count
      switch stage {
      case .read: break
      case .plan: _ = planner.plan(session, ResourceLimits())
      case .identity: if checker.check(session) != .ok { found += 1 }
      case .replay: loop.replay(session, audits: false)
      case .audit: baseline.read(session, identity: .ok)
      case .judge:
        let plan = planner.plan(session, ResourceLimits())
        baseline.read(session, identity: checker.check(session, plan: plan), plan: plan)
        found += judge.judge(session, against: baseline).findings.count
      }
    }
    print("\(stage.rawValue): \(sessions) sessions, \(events) events, \(found) found, \(loop.events) played")
  }

  private enum Stage: String { case read, plan, identity, replay, audit, judge }

  private static func trace(of sessions: [Session], _ options: TraceWriter.Options) throws -> [UInt8] {
    var writer = TraceWriter(options: options)
    for session in sessions { try writer.append(session) }
    return try writer.finish()
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
      name: name, value: millions, unit: "M events/s", budget: budget.map { "\(Int($0 / 1e6)) M events/s" } ?? "",
      isWithinBudget: budget.map { millions * 1e6 >= $0 } ?? true)
  }
}

/// A replayer and an auditor, used for one session after another.
struct ReplayLoop {
  private var replayer: Replayer<StandardPolicy>
  private var auditor = Auditor()
  /// How many events the runs had.
  private(set) var events = 0

  init(_ configuration: PolicyConfiguration) { replayer = Replayer(policy: StandardPolicy(configuration)) }

  mutating func replay(_ session: Session, audits: Bool) {
    replayer.begin(session, options: ReplayOptions())
    if audits { auditor.begin(catalog: session.catalog, tick: session.header.tick) }
    var names = replayer.nameCount
    while replayer.nextTurn() {
      events += replayer.turn.count
      guard audits else { continue }
      if replayer.nameCount != names {
        names = replayer.nameCount
        auditor.learn(replayer.catalog)
      }
      auditor.take(replayer.log.events[replayer.turn])
    }
    if audits { auditor.end(at: replayer.end, isFinished: session.isFinished) }
  }
}
