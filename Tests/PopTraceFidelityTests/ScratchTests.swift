import PopAudit
import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling
import Testing

@testable import PopTraceFidelity

struct ScratchTests {
  @Test func dump() throws {
    var script = ScriptMaker.script(seed: 5, session: 5617, flavour: .visibleTimeOnly)
    script.isKilled = false
    let pair = PolicyPair(6, 5)
    let recording = LiveWorld(policy: StandardPolicy(pair.recorded), configuration: pair.recorded.text).run(script)
    let lived = LiveWorld(policy: StandardPolicy(pair.candidate), configuration: pair.candidate.text).run(script)
    var replayer = Replayer(policy: StandardPolicy(pair.candidate))
    replayer.begin(recording, options: ReplayOptions())
    while replayer.nextTurn() {}
    func lines(_ session: Session, _ log: EventLog) -> [String] {
      var copy = session
      copy.log = log
      return log.events.map { event in
        var text: [UInt8] = []
        JSONLines.write(event, of: copy, into: &text)
        return String(decoding: text, as: UTF8.self)
      }
    }
    print("ASSUMED", replayer.assumption as Any, replayer.firstDifference as Any, recording.header.tick)
    for (name, all) in [("R", lines(recording, recording.log)), ("P", lines(lived, replayer.log)), ("T", lines(lived, lived.log))] {
      for line in all { print(name, line, terminator: "") }
    }
  }
}
