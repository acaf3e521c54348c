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
  /// - Parameter index: An index that ``QuietMoments`` gave for this session; 0 gives the session as it is.
  /// - Complexity: O(n) for n events.
  package func beginning(at index: Int) -> Session {
    guard !isScenario, index > header.prefixEvents, index < log.events.count else { return self }
    var result = numberedAnew(keeping: LastingStimuli.indices(in: self, before: index), from: index)
    CatalogSelection.apply(to: &result)
    return result
  }

  /// The session from an index on, with some of the stimuli before it as its prefix; what it refers to stays where it is.
  ///
  /// - Parameters:
  ///   - prefix: The indexes of those stimuli, in order.
  ///   - hasLost: Whether more than that counted there: a number is then left out behind the prefix, as where events were lost.
  func numberedAnew(keeping prefix: some Sequence<Int>, from index: Int, hasLost: Bool = false) -> Session {
    var result = self
    result.log.removeAll()
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
    let count = result.log.events.count
    result.header.prefixEvents = count
    result.gaps = gaps.filter { $0 > index }.map { $0 - index + count }
    guard index < log.events.count else { return result }
    if hasLost { result.gaps.insert(count, at: 0) }
    let first = log.events[index].sequence
    let shift = Int32(truncatingIfNeeded: hasLost ? count + 1 : count) - first
    let firstTimer = log.events[index...].first { $0.kind == .timerSet }?.timer ?? TimerID(0)
    for var event in log.events[index...] {
      event.sequence += shift
      event.cause = event.cause >= first ? event.cause + shift : numbers[event.cause] ?? -1
      if !event.timer.isNone { event.timer = TimerID(max(0, event.timer.rawValue - firstTimer.rawValue)) }
      result.log.append(event, of: log)
    }
    return result
  }
}
