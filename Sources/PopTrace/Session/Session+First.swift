import PopupScheduling

extension Session {
  /// The first events of a recording, so many, as if the app had been killed behind them.
  ///
  /// - Complexity: O(n) for n events.
  package func first(_ count: Int) -> Session {
    var result = self
    result.header.ended = nil
    result.header.prefixEvents = min(header.prefixEvents, count)
    result.log.events.removeLast(log.events.count - count)
    result.gaps.removeAll { $0 >= count }
    return result
  }

  /// How many of a recording's first events are of turns that are all there, whatever policy was at work: the last turn in front of a hole, or
  /// of a session that was killed, may lack its end.
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
