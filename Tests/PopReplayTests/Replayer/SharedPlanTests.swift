import PopReplay
import PopSimulation
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// One plan of a session serves all runs of it.
struct SharedPlanTests {
  private static let versions: [PolicyConfiguration] = [.v0, .v2, .v4, .v5, .v6]

  private func recording(_ number: Int) -> Session {
    let script = ScriptMaker.script(seed: 5, session: number, flavour: number % 2 == 0 ? .field : .adversarial)
    var recording = LiveWorld(policy: StandardPolicy(.v5), name: "standard", configuration: "v5").run(script)
    recording.header.marksReentrantStimuli = true
    return recording
  }

  @Test func runsOverASharedPlanAreThoseOverAPlanOfTheirOwn() {
    var planner = SessionPlanner()
    var replayers = Self.versions.map { Replayer(policy: StandardPolicy($0)) }
    var recorded = Replayer(policy: StandardPolicy(.v5))
    for number in 0..<20 {
      let recording = recording(number)
      let plan = planner.plan(recording, ResourceLimits())
      #expect(recorded.identity(of: recording, plan: plan) == .ok, "session \(number)")
      #expect(recorded.identity(of: recording, plan: plan, timing: .causal) == .ok, "session \(number)")
      // Turn by turn in turns, so that no run could lean on what another leaves behind.
      for place in replayers.indices { replayers[place].begin(plan, of: recording, options: ReplayOptions()) }
      var underWay = Set(replayers.indices)
      while !underWay.isEmpty {
        for place in underWay.sorted() where !replayers[place].nextTurn() { underWay.remove(place) }
      }
      for (place, version) in Self.versions.enumerated() {
        let fresh = Played(recording, StandardPolicy(version))
        #expect(replayers[place].log.isSame(as: fresh.recording.log), "session \(number)")
        #expect(replayers[place].coverage == fresh.coverage)
        #expect(replayers[place].notes == fresh.notes)
      }
    }
  }

  @Test func aPlanThatIsStillWantedIsNotMadeIntoAnother() {
    var planner = SessionPlanner()
    var replayer = Replayer(policy: StandardPolicy(.v6))
    let first = recording(0)
    let plan = planner.plan(first, ResourceLimits())
    for number in 1..<8 { _ = planner.plan(recording(number), ResourceLimits()) }
    replayer.begin(plan, of: first, options: ReplayOptions())
    while replayer.nextTurn() {}
    #expect(replayer.log.isSame(as: Played(first, StandardPolicy(.v6)).recording.log))
  }

  @Test func theTurnsAreTheWholeLogOneAfterAnother() {
    var replayer = Replayer(policy: StandardPolicy(.v6))
    replayer.begin(recording(3), options: ReplayOptions())
    #expect(replayer.turn.isEmpty)
    var end = 0
    while replayer.nextTurn() {
      #expect(replayer.turn.lowerBound == end)
      #expect(replayer.log.events[end].kind.isStimulus)
      end = replayer.turn.upperBound
      #expect(replayer.log.events.count == end)
    }
    #expect(replayer.turn.isEmpty)
    var log = EventLog()
    replayer.exchangeLog(for: &log)
    #expect(log.events.count == end)
    #expect(replayer.log.events.isEmpty)
  }
}
