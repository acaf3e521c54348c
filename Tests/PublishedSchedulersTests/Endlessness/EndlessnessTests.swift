import Foundation
import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling
import PublishedSchedulers
import Testing

/// No replay of anything by anybody runs without end: turns and events are bounded by the events of the session.
///
/// Every policy meets every file of the fixtures under both timings; of the field traces, which hold 75 sessions each, five of each, others
/// for every policy. Of a thousand generated sessions of either flavour each is recorded by one policy and replayed by another, whose turn it is.
@Suite("No replay runs without end")
struct EndlessnessTests {
  static let policies: [(name: String, policy: any SchedulingPolicy)] =
    zip(["v0", "v1", "v2", "v3", "v4", "v5", "v6"], [.v0, .v1, .v2, .v3, .v4, .v5, .v6] as [PolicyConfiguration])
    .map { ($0, StandardPolicy($1)) } + PublishedSchedulers.all.map { ($0.name, $0.makePolicy()) }

  @Test("of the fixtures", arguments: policies.indices)
  func fixtures(index: Int) throws {
    let (name, policy) = Self.policies[index]
    var runner = Endurance(name: name)
    for (number, file) in try FixtureSessions.all.get().enumerated() {
      let step = file.sessions.count > 8 ? 15 : 1
      for session in stride(from: (index + number) % step, to: file.sessions.count, by: step) {
        runner.run(policy, file.sessions[session], "\(file.name), session \(session)")
      }
    }
  }

  @Test("of generated sessions", arguments: policies.indices)
  func generated(index: Int) throws {
    let (name, policy) = Self.policies[index]
    var runner = Endurance(name: name)
    for number in stride(from: index, to: 1000, by: Self.policies.count) {
      let flavour = WorldFlavour.allCases[number % WorldFlavour.allCases.count]
      let script = ScriptMaker.script(seed: 41, session: number, flavour: flavour)
      let recorder = Self.policies[(index * 7 + number / Self.policies.count) % Self.policies.count].policy
      runner.run(policy, live(recorder, script), "seed 41, session \(number)")
    }
  }

  private func live(_ policy: some SchedulingPolicy, _ script: WorldScript) -> Session {
    LiveWorld(policy: policy).run(script)
  }

  @Test("under the limits that hold, where a policy lets time stand still")
  func standstill() throws {
    let file = try #require(try FixtureSessions.all.get().first { $0.name == "traces/launch-overlap.poptrace" })
    for name in ["mended-1", "mended-2", "pages", "pages-mended", "unsigned"] {
      let policy = try #require(PublishedSchedulers.named("article-0-\(name)")).makePolicy()
      var runner = Endurance(name: name, turnsAtOneInstant: ResourceLimits().turnsAtOneInstant)
      runner.run(policy, file.sessions[0], file.name)
    }
  }
}

/// Replays sessions with a policy and counts.
private struct Endurance {
  let name: String
  var turnsAtOneInstant = 300

  mutating func run(_ policy: some SchedulingPolicy, _ session: Session, _ note: String) {
    var replayer = Replayer(policy: policy)
    for timing in session.isScenario ? [.causal] : ReplayOptions.Timing.allCases {
      var options = ReplayOptions()
      options.timing = timing
      options.limits.turnsAtOneInstant = turnsAtOneInstant
      replayer.begin(session, options: options)
      var turns = 0
      var events = 0
      var faults = 0
      while replayer.nextTurn() {
        turns += 1
        events += replayer.turn.count
        if replayer.log.events.last?.kind == .fault { faults += 1 }
      }
      let size = session.events.count
      let comment: Comment = "\(name), \(note), \(timing): \(turns) turns, \(events) events for \(size)"
      #expect(replayer.failure == nil, comment)
      #expect(turns <= 4 * size + turnsAtOneInstant + 100, comment)
      if replayer.standstill != nil { #expect(faults > 0, comment) }
    }
  }
}

/// Every session of the fixtures, read once.
enum FixtureSessions {
  /// A file and what it holds.
  struct File: Sendable {
    var name: String
    var sessions: [Session]
  }

  static let all = Result { try read() }

  private static func read() throws -> [File] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")
    var files: [File] = []
    for folder in ["traces", "field", "scenarios", "published"] {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      for path in paths.sorted() where path.hasSuffix(".poptrace") || path.hasSuffix(".jsonl") {
        let bytes = [UInt8](try Data(contentsOf: root.appending(path: "\(folder)/\(path)")))
        files.append(
          File(name: "\(folder)/\(path)", sessions: try sessions(in: bytes, isText: path.hasSuffix(".jsonl"))))
      }
    }
    return files
  }

  private static func sessions(in bytes: [UInt8], isText: Bool) throws -> [Session] {
    guard !isText else { return try JSONLines.sessions(in: bytes) }
    var reader = try TraceReader(bytes)
    var sessions: [Session] = []
    var session = Session()
    while try reader.next(&session) { sessions.append(session) }
    return sessions
  }
}
