import PopSimulation
import PopTrace
import PopupScheduling

/// Whether an event costs more where there are many popups, scenes or schedulers.
enum ScaleBenchmarks {
  /// - Parameter name: Part of the name of the crowds to measure; empty for all.
  static func measure(_ name: String) -> [Measurement] {
    Crowd.allCases.filter { name.isEmpty || $0.rawValue.contains(name) }.flatMap { crowd in
      let few = perEvent(crowd, of: Crowd.small)
      let many = perEvent(crowd, of: crowd.large)
      return [
        row("\(crowd.large) \(crowd.rawValue): live", few.live, many.live),
        row("  replay and audit", few.replayed, many.replayed),
      ]
    }
  }

  /// The processor time of an event.
  private static func perEvent(_ crowd: Crowd, of count: Int) -> (live: Double, replayed: Double) {
    let script = CrowdScript.script(crowd, of: count)
    let world = LiveWorld(policy: StandardPolicy(.v6), name: "v6", configuration: PolicyConfiguration.v6.text)
    let session = world.run(script)
    let events = Double(session.events.count)
    let live = fastestNanoseconds(of: 5) { _ = world.run(script) }
    var loop = ReplayLoop(.v6)
    let replayed = fastestNanoseconds(of: 5) { loop.replay(session, audits: true) }
    return (live / events, replayed / events)
  }

  private static func row(_ name: String, _ few: Double, _ many: Double) -> Measurement {
    Measurement(
      name: name, value: many / few, unit: "× (\(Int(few)) → \(Int(many)) ns)", budget: "2 × of ten",
      isWithinBudget: many <= 2 * few)
  }
}
