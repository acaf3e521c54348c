import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling

/// A place where one policy is run over one session after another, for one thread.
///
/// The type of the policy is hidden behind it; a call is made for each session, so that what runs inside is specialised.
protocol PolicyBench {
  /// Runs the policy over a scenario and gives back what an instrumented scheduler would have recorded.
  mutating func record(_ session: Session, options: ReplayOptions) -> Session

  /// Whether the policy, replayed on a recording, gives it back (semantics B8).
  mutating func identity(of session: Session, timing: ReplayOptions.Timing) -> Identity

  /// Replays a session and audits the run.
  mutating func run(_ session: Session, options: ReplayOptions, into run: inout AuditedRun)

  /// Lives through a script of a simulated world and gives the recording.
  func live(_ script: WorldScript, name: String, configuration: String) -> Session
}

/// The bench of one type of policy.
struct Bench<Policy: SchedulingPolicy>: PolicyBench {
  private let policy: Policy
  private var replayer: Replayer<Policy>

  init(policy: Policy) {
    self.policy = policy
    replayer = Replayer(policy: policy)
  }

  mutating func record(_ session: Session, options: ReplayOptions) -> Session {
    var recording = Session(header: session.header)
    replayer.begin(session, options: options)
    while replayer.nextTurn() {
      let turn = replayer.log
      for event in turn.events { recording.log.append(event, of: turn) }
    }
    recording.catalog = replayer.catalog
    recording.header.ended = replayer.end
    return recording
  }

  mutating func identity(of session: Session, timing: ReplayOptions.Timing) -> Identity {
    replayer.identity(of: session, timing: timing)
  }

  mutating func run(_ session: Session, options: ReplayOptions, into run: inout AuditedRun) {
    replayer.begin(session, options: options)
    run.begin(catalog: session.catalog, tick: session.header.tick)
    while replayer.nextTurn() { run.take(replayer.log, replayer.catalog) }
    let catalog = replayer.catalog
    run.coverage = replayer.coverage
    run.firstAssumption = replayer.firstAssumption
    for index in catalog.popupNumbers.indices { run.grades.append(replayer.grade(of: PopupID(index))) }
    run.end(at: replayer.end, isFinished: session.isScenario || session.isFinished, catalog: catalog)
  }

  func live(_ script: WorldScript, name: String, configuration: String) -> Session {
    LiveWorld(policy: policy, name: name, configuration: configuration).run(script)
  }
}
