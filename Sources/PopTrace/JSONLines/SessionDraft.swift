import PopupScheduling

/// A session while its lines are being read.
struct SessionDraft: Sendable {
  /// Its header.
  var header = SessionHeader()
  /// Whether the header says that it is a scenario, or is not.
  var saysScenario: Bool?
  /// How many events earlier readers skipped, and whether more is missing.
  var skippedEvents = 0
  var hasLost = false
  /// Its events.
  var events: [Event] = []
  /// The line of the header.
  var headerLine = 0
  /// The line of each event.
  var lines: [Int] = []
  /// The anchors, by index among the events.
  var anchors: [Int: Anchor] = [:]
  /// What was said of each page, by ``PageID``.
  var pages: [PageDescription?] = []
  /// The scheduler of each submitted popup, by ``PopupID``.
  var schedulers: [SchedulerID] = []
  /// The line of the first decision.
  var firstDecision: Int?
}
