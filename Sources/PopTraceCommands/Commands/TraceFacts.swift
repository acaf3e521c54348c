#if Tool
import PopDocument
import PopReport
import PopTrace
import PopupScheduling

/// What one input holds.
struct TraceFacts {
  let input: String
  private(set) var sessions = 0
  private(set) var scenarios = 0
  private(set) var events = 0
  private(set) var microseconds: Int64 = 0
  private(set) var unfinished = 0
  /// Whether the file itself has no end.
  var isUnfinishedFile = false
  private(set) var lossy = 0
  private(set) var skipped = 0
  private(set) var clamped: Int64 = 0
  /// How many events were not recorded: as they were not what they should be, and for want of room.
  private(set) var refused: Int64 = 0
  private(set) var dropped: Int64 = 0
  /// How many sessions' ends were saved from a journal, and how many begin with a snapshot's prefix.
  private(set) var recovered = 0
  private(set) var prefixed = 0
  /// Where the sessions took place.
  private(set) var censuses = ["os", "devices", "locales", "arms", "metadata"].map { ValueCensus(name: $0) }
  /// In order of first mention.
  private(set) var policies: [String] = []
  private(set) var apps: [String] = []

  init(input: String) { self.input = input }

  /// How many sessions are unfinished, and whether the file is beyond them: a session of which nothing whole was written is no session.
  var unfinishedWords: String {
    if isUnfinishedFile, unfinished == 0 { return "file" }
    return grouping(unfinished)
  }

  /// What there is to say beside the table, where there is anything.
  var remarks: [String] {
    var parts: [String] = []
    if refused > 0 {
      parts.append("\(counted(Int(clamping: refused), "event")) refused, as they were not what they should be")
    }
    if dropped > 0 { parts.append("\(counted(Int(clamping: dropped), "event")) dropped for want of room") }
    if recovered > 0 { parts.append("\(counted(recovered, "session")) recovered from a journal") }
    if prefixed > 0 { parts.append("\(counted(prefixed, "session")) with a prefix of earlier stimuli") }
    return (parts.isEmpty ? [] : [parts.joined(separator: "; ")]) + censuses.compactMap(\.words)
  }

  mutating func add(_ origin: SessionOrigin) {
    let session = origin.session
    let header = session.header
    sessions += 1
    events += session.events.count
    skipped += session.skippedEvents
    clamped = clamped &+ header.clampedTimes
    refused = refused &+ header.refusedEvents
    dropped = dropped &+ header.droppedEvents
    if header.isRecovered { recovered += 1 }
    if header.prefixEvents > 0 { prefixed += 1 }
    for (index, text) in [header.os, header.device, header.locale].enumerated() { censuses[index].add(text) }
    for arm in header.arms { censuses[3].add("\(arm.name)=\(arm.value)") }
    for entry in header.metadata { censuses[4].add("\(entry.name)=\(entry.value)") }
    if !SessionRemarks.losses(of: session).isEmpty { lossy += 1 }
    let app = [header.app, header.build].filter { !$0.isEmpty }.joined(separator: " ")
    if !app.isEmpty, !apps.contains(app) { apps.append(app) }
    guard !session.isScenario else {
      scenarios += 1
      return
    }
    if !session.isFinished { unfinished += 1 }
    let (sum, overflow) = microseconds.addingReportingOverflow(header.tick.microseconds(session.end))
    microseconds = overflow ? .max : sum
    if !header.policy.isEmpty, !policies.contains(header.policy) { policies.append(header.policy) }
  }
}

/// Which values something has in how many sessions.
struct ValueCensus {
  let name: String
  /// In order of first mention.
  private(set) var values: [(text: String, sessions: Int)] = []
  /// How many mentions there were of others, beyond the most that are told apart.
  private(set) var others = 0
  private var indices: [String: Int] = [:]

  private static let most = 1000
  private static let mostSaid = 8

  init(name: String) { self.name = name }

  mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    if let index = indices[text] {
      values[index].sessions += 1
    } else if values.count < Self.most {
      indices[text] = values.count
      values.append((text, 1))
    } else {
      others += 1
    }
  }

  /// `os: iOS 19.1 (12), iOS 18.4 (3)`; nil where there is none.
  var words: String? {
    guard !values.isEmpty else { return nil }
    let said = values.prefix(Self.mostSaid).map { "\($0.text) (\(grouping($0.sessions)))" }
    let more = values.count - said.count
    return "\(name): " + said.joined(separator: ", ") + (more > 0 || others > 0 ? " and others" : "")
  }
}
#endif
