public import PopTrace
public import PopupScheduling

/// Runs a policy live in a simulated world and records what happens, as an instrumented app would.
///
/// The world keeps what no trace contains: how long this user looks at each popup, how long content takes, how late timers are. So the same
/// script can be run again under another policy, which tells what a replay should have foreseen.
public struct LiveWorld<Policy: SchedulingPolicy> {
  private let policy: Policy
  private let name: String
  private let configuration: String

  /// Makes a world in which a policy is at work.
  ///
  /// - Parameters:
  ///   - policy: The policy, at the beginning of a session.
  ///   - name: Its name, for the trace's header.
  ///   - configuration: Its configuration as text, for the trace's header.
  public init(policy: Policy, name: String = "", configuration: String = "") {
    self.policy = policy
    self.name = name
    self.configuration = configuration
  }

  /// Lives through a script and gives the recording.
  public func run(_ script: WorldScript) -> Session {
    var scheduler = Scheduler(
      policy: policy, catalog: script.catalog, tick: script.header.tick, lines: script.catalog.lines)
    let device = SimulatedDevice(script: script)
    while let due = device.nextDue(until: script.end) {
      guard let stimulus = device.stimulus(for: due, at: due.time) else { continue }
      let sequence = scheduler.run(stimulus, at: due.time, in: device)
      device.happened(stimulus, as: sequence, at: due.time)
    }
    var session = Session(header: script.header)
    session.header.policy = name
    session.header.marksReentrantStimuli = true
    session.header.configuration = configuration
    session.header.ended = script.isKilled ? nil : script.end
    session.catalog = scheduler.turn.catalog
    session.log = scheduler.turn.log
    return session
  }
}
