public import PopTrace
public import PopupScheduling

extension Replayer {
  /// Replays the recorded policy on its own session and compares, turn by turn (<doc:CausalReplay#Identity>).
  ///
  /// Of an unfinished session the recording has to be a prefix of the replay. A gap ends the judged part; a session whose beginning is missing
  /// has none. Where the replay has more of the last turn than the recording, that turn is not all there (``judgedCount``).
  ///
  /// - Parameters:
  ///   - session: A recording, made by the policy that this replays, in the same configuration.
  ///   - plan: What a ``SessionPlanner`` made of it; nil to have it planned here, where it is replayed only once.
  ///   - timing: Plain playback, which shows whether trace and policy agree; or causal, which shows whether the causes are right as well.
  ///   - limits: How much the replay may take.
  /// - Complexity: O(n log m) for n events of which m are outstanding at a time.
  @inlinable
  @_specialize(where Policy == StandardPolicy)
  public mutating func identity(
    of session: Session, plan: SessionPlan? = nil, timing: ReplayOptions.Timing = .recorded,
    limits: ResourceLimits = ResourceLimits()
  ) -> Identity {
    storedJudged = 0
    guard let first = session.log.events.first else { return .ok }
    guard first.sequence == 0 else { return .lossy(judged: 0) }
    var options = ReplayOptions()
    options.timing = timing
    options.limits = limits
    if let plan { begin(plan, of: session, options: options) } else { begin(session, options: options) }
    let count = replayableCount
    let isWhole = count == session.log.events.count
    // Where a recording does not mark re-entrant stimuli, their marks are not compared.
    let unknown: Event.Flags = session.header.marksReentrantStimuli ? [] : .reentrant
    while nextTurn() {
      let found = RecordingComparison.firstDifference(
        of: session.log, scheduler.turn.log, storedTurn.clamped(to: 0..<count), ignoring: unknown)
      if let found {
        return .mismatch(
          Identity.Difference(
            position: found, expected: expected(session, found, unknown), actual: actual(found, unknown)))
      }
      guard storedTurn.upperBound <= count else {
        if isWhole, session.isFinished {
          return .mismatch(Identity.Difference(position: count, expected: nil, actual: actual(count, unknown)))
        }
        return isWhole ? .ok : .lossy(judged: count)
      }
      storedJudged = storedTurn.upperBound
    }
    if let failure { return .overLimit(failure) }
    let index = scheduler.turn.log.events.count
    guard index == count else {
      return .mismatch(Identity.Difference(position: index, expected: session.log.events[index], actual: nil))
    }
    return isWhole ? .ok : .lossy(judged: count)
  }

  @usableFromInline
  func expected(_ session: Session, _ index: Int, _ unknown: Event.Flags) -> Event {
    var event = session.log.events[index]
    event.flags.subtract(unknown)
    return event
  }

  @usableFromInline
  func actual(_ index: Int, _ unknown: Event.Flags) -> Event {
    var event = scheduler.turn.log.events[index]
    event.flags.subtract(unknown)
    return event
  }
}
