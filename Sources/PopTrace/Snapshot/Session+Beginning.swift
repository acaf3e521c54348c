import PopupScheduling

extension Session {
  /// The session from a quiet moment on, with a marked prefix (``SessionHeader/prefixEvents``): the stimuli from before that still count.
  ///
  /// ```swift
  /// let place = QuietMoments(of: session).last(notAfter: 1200)
  /// let late = session.beginning(at: place)
  /// ```
  ///
  /// It is a recording like any other: the policy that was at work, replayed on it, gives it back. Times, and the numbers that people know
  /// popups and pages by, stay; events and timers are counted anew from 0, as a policy that begins there counts them. A cause that is not kept
  /// becomes none.
  ///
  /// - Parameter place: A place that ``QuietMoments`` gave for this session; 0 gives the session as it is.
  /// - Complexity: O(n) for n events.
  public func beginning(at place: Int) -> Session {
    guard !isScenario, place > header.prefixEvents, place < log.events.count else { return self }
    let prefix = LastingStimuli.places(in: self, before: place)
    var result = self
    result.log.removeAll()
    result.log.events.reserveCapacity(prefix.count + log.events.count - place)
    var numbers: [Int32: Int32] = [:]
    for kept in prefix {
      var event = log.events[kept]
      numbers[event.sequence] = Int32(truncatingIfNeeded: result.log.events.count)
      event.sequence = Int32(truncatingIfNeeded: result.log.events.count)
      event.cause = numbers[event.cause] ?? -1
      // It has a turn of its own now: what brought it about in the middle of another is not there.
      event.flags.remove(.reentrant)
      result.log.append(event, of: log)
    }
    let first = log.events[place].sequence
    let shift = Int32(truncatingIfNeeded: prefix.count) - first
    let firstTimer = log.events[place...].first { $0.kind == .timerSet }?.timer ?? TimerID(0)
    for var event in log.events[place...] {
      event.sequence += shift
      event.cause = event.cause >= first ? event.cause + shift : numbers[event.cause] ?? -1
      if !event.timer.isNone { event.timer = TimerID(event.timer.rawValue - firstTimer.rawValue) }
      result.log.append(event, of: log)
    }
    result.gaps = gaps.filter { $0 > place }.map { $0 - place + prefix.count }
    result.header.prefixEvents = prefix.count
    CatalogSelection.apply(to: &result)
    return result
  }
}
