public import PopTrace
public import PopupScheduling

/// Runs a policy live in a simulated world and records what happens, as an instrumented app would.
///
/// The world keeps what no trace contains: how long this user looks at each popup, how long content takes, how late timers are. So the same
/// script can be run again under another policy, which tells what a replay should have foreseen. A policy that stands still in time, setting
/// one timer after another for the present moment, is killed there as the system would kill an app that hangs.
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
      policy: policy, catalog: script.catalog, tick: script.header.tick, schedulers: script.catalog.schedulers)
    let device = SimulatedDevice(script: script)
    var end = script.end
    var isHung = !live(script, until: end, &scheduler, device)
    var extensions = 0
    while script.endsAtRest, !isHung, device.restsAt > end, extensions < Self.mostExtensions {
      end = device.restsAt
      extensions += 1
      isHung = !live(script, until: end, &scheduler, device)
    }
    var session = Session(header: script.header)
    session.header.marksReentrantStimuli = true
    session.header.policy = name
    session.header.configuration = configuration
    session.header.ended = script.isKilled || isHung ? nil : end
    session.catalog = scheduler.turn.catalog
    session.log = scheduler.turn.log
    return session
  }

  /// How often a session is made longer for the sake of what is under way; where something always is, it never ends.
  private static var mostExtensions: Int { 100 }

  /// The most turns at one instant beyond what the script itself asks for.
  private static var patience: Int { 1_000 }

  /// Goes on until a time; false where the policy no longer lets time pass.
  private func live(
    _ script: WorldScript, until end: Ticks, _ scheduler: inout Scheduler<Policy>, _ device: SimulatedDevice
  ) -> Bool {
    let patience = Self.patience + script.steps.count
    var instant = Ticks(-1)
    var turns = 0
    while let due = device.nextDue(until: end) {
      turns = device.now > instant ? 0 : turns + 1
      instant = device.now
      guard turns < patience else { return false }
      guard let stimulus = device.stimulus(for: due, at: due.time) else { continue }
      let sequence = scheduler.run(stimulus, at: due.time, in: device)
      device.happened(stimulus, as: sequence, at: due.time)
    }
    return true
  }
}
