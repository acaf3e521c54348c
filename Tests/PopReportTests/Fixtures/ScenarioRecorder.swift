import PopReplay
import PopTrace
import PopupScheduling

/// Records scenarios under versions of the standard policy, as `poptrace record` does.
enum ScenarioRecorder {
  /// What an instrumented scheduler would have recorded.
  static func record(_ scenario: Session, under version: PolicyVersion) -> Session {
    var replayer = Replayer(policy: StandardPolicy(version.configuration))
    replayer.begin(scenario, options: ReplayOptions())
    var recording = Session(header: scenario.header)
    while replayer.nextTurn() {}
    recording.log = replayer.log
    recording.catalog = replayer.catalog
    recording.header.policy = version.name
    recording.header.configuration = version.configuration.text
    recording.header.ended = replayer.end
    recording.header.marksReentrantStimuli = true
    return recording
  }

  /// The text of a session, by which two of them can be compared whatever their symbols are.
  static func text(_ session: Session) -> String {
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
