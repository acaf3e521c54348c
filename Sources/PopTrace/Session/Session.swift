public import PopupScheduling

/// One run of one app's scheduler from launch to end, or a scenario for one.
///
/// In a recording, events stand in order of sequence numbers and times. In a scenario (``isScenario``) there are only stimuli, in file
/// order and not sorted by time; those with an ``Anchor`` have no time of their own.
public struct Session: Sendable {
  /// What is known of it as a whole.
  public var header: SessionHeader
  /// What its events refer to.
  public var catalog: Catalog
  /// What happened.
  public var log: EventLog
  /// The anchors of a scenario's stimuli, by index in the log.
  public var anchors: [Int: Anchor] = [:]
  /// Whether this is a scenario: stimuli only, to be run live.
  public var isScenario = false
  /// The indexes in the log before which events are missing: the next sequence number is not the last one plus 1.
  ///
  /// Where all that is missing was skipped (``skippedEvents``), nothing was lost and there are no gaps.
  public var gaps: [Int] = []
  /// How many events of unknown kinds (of a newer minor version) were skipped, by this reader or by one of those that wrote the session
  /// again.
  public var skippedEvents = 0
  /// What is left out of a text from the first line on that cannot be read; nil where all was read.
  public var unreadRest: UnreadRest?
  /// Makes an empty session.
  public init(header: SessionHeader = SessionHeader()) {
    self.header = header
    (catalog, log) = (Catalog(), EventLog())
  }

  /// Makes an empty session in the memory of another one's tables and log, which are still in it.
  package init(memoryOf catalog: consuming Catalog, _ log: consuming EventLog) {
    header = SessionHeader()
    (self.catalog, self.log) = (catalog, log)
  }

  /// Forgets all but the header, which whoever reads a session anew replaces.
  mutating func removeAll() {
    catalog.removeAll()
    log.removeAll()
    if !anchors.isEmpty { anchors = [:] }
    isScenario = false
    gaps.removeAll(keepingCapacity: true)
    skippedEvents = 0
    unreadRest = nil
  }

  /// Settles where events are missing, in a recording some of whose events were skipped: those leave their numbers out as well. Arguments
  /// say how many were skipped when the session was written, and whether more was missing then.
  mutating func settleGaps(skippedBefore: Int, lostBefore: Bool) {
    guard skippedEvents > 0, !isScenario else { return }
    let missing = (log.events.last.map { Int($0.sequence) + 1 } ?? 0) - log.events.count
    let isLost = lostBefore || (skippedBefore == 0 ? !gaps.isEmpty : missing > skippedEvents)
    gaps.removeAll(keepingCapacity: true)
    if isLost { noteGaps() }
  }

  /// Takes every place for a gap where a sequence number is left out, from an event on.
  mutating func noteGaps(from first: Int = 0) {
    var next = first > 0 ? log.events[first - 1].sequence + 1 : 0
    for index in log.events.indices[first...] {
      if log.events[index].sequence != next { gaps.append(index) }
      next = log.events[index].sequence + 1
    }
  }

  /// When its first event happened, in milliseconds, where that looks like a time of day: no session begins with years in which nothing
  /// happens. Nil where it does not.
  package var timeSince1970: Int64? {
    guard !isScenario, let first = log.events.first else { return nil }
    let milliseconds = header.tick.microseconds(first.time) / 1000
    // In 2001.
    return milliseconds >= 1_000_000_000_000 ? milliseconds : nil
  }

  /// Its events.
  public var events: [Event] { log.events }
  /// When it ended: as the header says, else with its last event (TimeAndTurns, *The end of a session*).
  public var end: Ticks { header.ended ?? log.events.last?.time ?? .zero }
  /// Whether it came to its end; a killed session is not judged there.
  public var isFinished: Bool { header.ended != nil }

  /// The first events of a recording, so many, as if the app had been killed behind them.
  package func first(_ count: Int) -> Session {
    var result = self
    result.header.ended = nil
    result.header.prefixEvents = min(header.prefixEvents, count)
    result.log.events.removeLast(log.events.count - count)
    result.gaps.removeAll { $0 >= count }
    return result
  }

  /// How many of a recording's first events are of turns that are all there, whatever policy was at work: the last turn in front of a hole,
  /// or of a session that was killed, may lack its end.
  package var certainCount: Int { turnsCount(before: gaps.first ?? log.events.count) }

  /// Likewise whatever holes there are before: all events, but for the last turn of a session that was killed.
  package var wholeTurnCount: Int {
    var count = turnsCount(before: log.events.count)
    // The turn in front of a hole may lack its end as well.
    while count > 0, gaps.contains(count) { count = turnsCount(before: count) }
    return count
  }

  private func turnsCount(before count: Int) -> Int {
    guard count < log.events.count || !isFinished else { return count }
    var root = count - 1
    while root > 0, !beginsTurn(root) { root -= 1 }
    return max(0, root)
  }

  /// Whether an event is certain to be the first of a turn, all of whose events have one time (TimeAndTurns, *Turns*).
  private func beginsTurn(_ index: Int) -> Bool {
    let event = log.events[index]
    if event.time != log.events[index - 1].time { return true }
    guard event.kind.isStimulus else { return false }
    if header.marksReentrantStimuli { return !event.flags.contains(.reentrant) }
    guard let cause = log.events.index(ofSequence: event.cause, before: index) else { return true }
    return log.events[cause].kind.isStimulus || log.events[cause].time != event.time
  }
}

/// The end of a session in a text that was left out, because a line of it cannot be read.
public struct UnreadRest: Hashable, Sendable {
  /// How many lines that is.
  public var lines: Int
  /// What is wrong with the first of them.
  public var because: TraceError
}
