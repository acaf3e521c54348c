import PopReplay
import PopTrace
import PopupScheduling

/// A place where one policy is run over one session after another, for one thread.
///
/// The type of the policy is hidden behind it; a call is made for each session, so that what runs inside is specialised.
protocol PolicyBench {
  /// Runs the policy over a scenario, or a recording's stimuli, and gives back what an instrumented scheduler would have recorded.
  mutating func record(_ session: Session, options: ReplayOptions) -> Session
}

/// The bench of one type of policy.
struct Bench<Policy: SchedulingPolicy>: PolicyBench {
  private var replayer: Replayer<Policy>

  init(policy: Policy) { replayer = Replayer(policy: policy) }

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
}
