import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// A session written as JSON Lines, which must hold just one.
func session(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Session {
  let sessions = try JSONLines.sessions(in: Array(text.utf8))
  #expect(sessions.count == 1, sourceLocation: sourceLocation)
  return sessions[0]
}

/// A scenario run live under a policy, as a recording.
func record<Policy: SchedulingPolicy>(_ scenario: Session, _ policy: Policy) -> Session {
  let run = Played(scenario, policy)
  var recording = run.recording
  recording.header.ended = run.end
  return recording
}

/// Everything a replay gave.
typealias Played = PlayedSession

extension ReplayOptions {
  /// Plain playback.
  static var playback: ReplayOptions {
    var options = ReplayOptions()
    options.timing = .recorded
    return options
  }
}

/// Expects that a policy gives a recording of its own back, played back and by causes.
func expectIdentity<Policy: SchedulingPolicy>(
  _ recording: Session, _ policy: Policy, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var replayer = Replayer(policy: policy)
  for timing in ReplayOptions.Timing.allCases {
    let identity = replayer.identity(of: recording, timing: timing)
    guard identity != .ok else { continue }
    var text: [UInt8] = []
    if case .mismatch(let difference) = identity {
      for event in [difference.expected, difference.actual] {
        if let event { JSONLines.write(event, of: recording, into: &text) }
      }
    }
    Issue.record(
      "\(comment?.rawValue ?? "") \(timing): \(identity)\n\(String(decoding: text, as: UTF8.self))",
      sourceLocation: sourceLocation)
  }
}

/// What is wrong where a policy does not give a recording of its own back, played back or by causes; nil where it does.
func identityIssue<Policy: SchedulingPolicy>(_ recording: Session, _ policy: Policy) -> String? {
  var replayer = Replayer(policy: policy)
  for timing in ReplayOptions.Timing.allCases {
    let identity = replayer.identity(of: recording, timing: timing)
    guard identity != .ok else { continue }
    var text: [UInt8] = []
    if case .mismatch(let difference) = identity {
      for event in [difference.expected, difference.actual] {
        if let event { JSONLines.write(event, of: recording, into: &text) }
      }
    }
    return "\(timing): \(identity)\n\(String(decoding: text, as: UTF8.self))"
  }
  return nil
}
