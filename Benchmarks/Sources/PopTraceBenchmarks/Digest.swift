import PopAudit
import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling

/// A number for everything that replay and audit make of many sessions: equal before and after a change that is to change nothing.
///
/// `PopTraceBenchmarks digest 60` prints one for each world and candidate, over so many sessions of each recorded policy. Where a line differs
/// between two revisions, the smallest number of sessions at which it does leads to the session.
enum Digest {
  static func lines(sessions count: Int) -> [String] {
    var lines: [String] = []
    for flavour in WorldFlavour.allCases {
      var recordings: [Session] = []
      for recorded in [PolicyConfiguration.v0, .v2, .v4, .v5, .v6] {
        let world = LiveWorld(policy: StandardPolicy(recorded), name: "digest", configuration: recorded.text)
        for session in 0..<count {
          recordings.append(world.run(ScriptMaker.script(seed: 11, session: session, flavour: flavour)))
        }
      }
      for version in PolicyConfiguration.versions {
        lines.append("\(flavour) \(version.name): \(digest(of: recordings, judging: version.configuration))")
      }
    }
    return lines
  }

  private static func digest(of sessions: [Session], judging candidate: PolicyConfiguration) -> String {
    var checker = IdentityChecker { _, text in
      (try? PolicyConfiguration(text: text)).map { Evaluator(candidate: StandardPolicy($0)) }
    }
    var options = EvaluationOptions()
    options.listsAllOutcomes = true
    options.excerpts = .all
    var evaluator = Evaluator(candidate: StandardPolicy(candidate), options: options)
    var baseline = Reference()
    var replayer = Replayer(policy: StandardPolicy(candidate))
    var (hash, events, found) = (UInt64(0xCBF2_9CE4_8422_2325), 0, 0)
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for session in sessions {
      replayer.begin(session, options: ReplayOptions())
      while replayer.nextTurn() {
        let turn = replayer.log
        events += replayer.turn.count
        for event in turn.events[replayer.turn] {
          var bytes = event
          bytes.overStart = 0
          withUnsafeBytes(of: &bytes) { $0.forEach(mix) }
          turn.over(of: event).forEach { mix(UInt8(truncatingIfNeeded: $0.rawValue)) }
        }
      }
      baseline.read(session, identity: checker.check(session))
      var verdict = evaluator.evaluate(session, against: baseline)
      verdict.catalog = nil
      found += verdict.findings.count
      String(describing: verdict).utf8.forEach(mix)
    }
    return "\(String(hash, radix: 16)), \(events) events, \(found) findings"
  }
}
