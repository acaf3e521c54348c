import PopReplay
import PopTrace
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
  var run = Played(scenario, policy)
  run.recording.header.ended = run.end
  return run.recording
}

/// Everything a replay gave.
struct Played {
  var recording: Session
  var end: Ticks
  var coverage: Coverage
  var notes: [ReplayNote]
  var firstAssumption: Ticks?
  var firstDifference: Ticks?
  var standstill: Ticks?
  var failure: TraceError?
  var turns = 0
  var grades: [Grade] = []

  init<Policy: SchedulingPolicy>(_ session: Session, _ policy: Policy, _ options: ReplayOptions = ReplayOptions()) {
    var replayer = Replayer(policy: policy)
    replayer.begin(session, options: options)
    recording = Session(header: session.header)
    while replayer.nextTurn() { turns += 1 }
    recording.log = replayer.log
    recording.catalog = replayer.catalog
    end = replayer.end
    coverage = replayer.coverage
    notes = replayer.notes
    firstAssumption = replayer.firstAssumption
    firstDifference = replayer.firstDifference
    standstill = replayer.standstill
    failure = replayer.failure
    for place in session.catalog.popupNumbers.indices { grades.append(replayer.grade(of: PopupID(place))) }
  }

  /// The events as `t event #popup`, one a line.
  var story: [String] { recording.log.events.map { tell($0) } }

  /// Those of some kinds.
  func story(_ kinds: EventKind...) -> [String] {
    recording.log.events.filter { kinds.contains($0.kind) }.map { tell($0) }
  }

  private func tell(_ event: Event) -> String {
    var text = "\(event.time.rawValue) \(event.kind.wireName)"
    if !event.popup.isNone { text += " #\(recording.catalog.number(of: event.popup))" }
    if event.kind.isAboutPage { text += " @\(recording.catalog.number(of: event.page))" }
    return text
  }

  /// The events of a kind.
  func all(_ kind: EventKind) -> [Event] { recording.log.events.filter { $0.kind == kind } }

  /// How many notes there are of a kind.
  func count(_ kind: ReplayNote.Kind) -> Int { notes.count { $0.kind == kind } }
}

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
