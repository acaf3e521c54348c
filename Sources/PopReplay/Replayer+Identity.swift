public import PopTrace
public import PopupScheduling

extension Replayer {
  /// Has the recorded policy decide its own session once more and compares, turn by turn (<doc:CausalReplay#Identity>).
  ///
  /// Of an unfinished session the recording has to be a prefix of the replay. A gap ends the judged part; a session whose beginning is missing
  /// has none. Where the replay has more of the last turn than the recording, that turn is not all there (``judgedCount``).
  ///
  /// - Parameters:
  ///   - session: A recording, made by the policy that this replays, in the same configuration.
  ///   - plan: What a ``SessionPlanner`` made of it; nil to have it planned here, where it is replayed only once.
  ///   - timing: Plain playback, which shows whether trace and policy agree; or causal, which shows whether the causes are right as well. Nil is
  ///     the fastest way: what was recorded is handed over as it stands, and only where a doubt is left it is played back.
  ///   - limits: How much the replay may take.
  /// - Complexity: O(n log m) for n events of which m are outstanding at a time.
  @inlinable
  @_specialize(where Policy == StandardPolicy)
  public mutating func identity(
    of session: Session, plan: SessionPlan? = nil, timing: ReplayOptions.Timing? = nil,
    limits: ResourceLimits = ResourceLimits()
  ) -> Identity {
    storedJudged = 0
    guard let first = session.log.events.first else { return .ok }
    guard first.sequence == 0 else { return .lossy(judged: 0) }
    if timing == nil, let judged = judgedInLockStep(session, limits) {
      storedJudged = judged
      return .ok
    }
    var options = ReplayOptions()
    options.timing = timing ?? .recorded
    options.limits = limits
    if let plan { begin(plan, of: session, options: options) } else { begin(session, options: options) }
    let count = replayableCount
    let isWhole = count == session.log.events.count
    // Where a recording does not mark re-entrant stimuli, their marks are not compared.
    let unknown: Event.Flags = session.header.marksReentrantStimuli ? [] : .reentrant
    while nextTurn() {
      let indices = storedTurn.clamped(to: 0..<count)
      if let found = session.log.firstDifference(from: scheduler.turn.log, indices, ignoring: unknown) {
        let (expected, actual) = (session.log.events[found], scheduler.turn.log.events[found])
        return .mismatch(
          Identity.Difference(
            position: found, expected: expected.without(unknown), actual: actual.without(unknown)))
      }
      guard storedTurn.upperBound <= count else {
        if isWhole, session.isFinished {
          let actual = scheduler.turn.log.events[count].without(unknown)
          return .mismatch(Identity.Difference(position: count, expected: nil, actual: actual))
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
}

/// Whether a policy, replayed on a recording, gives that recording back, event for event (<doc:CausalReplay#Identity>).
///
/// ```swift
/// var replayer = Replayer(policy: StandardPolicy(.v4))
/// switch replayer.identity(of: session) {
/// case .ok: …                        // the policy can be compared with others on this session
/// case .lossy(let judged): …         // events are missing after the first `judged`
/// case .mismatch(let difference): …  // instrumentation, trace or replayer is wrong
/// case .overLimit(let error): …      // too much to look at, unless a limit is raised
/// }
/// ```
public enum Identity: Hashable, Sendable {
  /// Every event came back, if not every turn is all there (see ``Replayer/judgedCount``).
  case ok
  /// Events are missing from the recording; those before the first gap, so many, came back.
  case lossy(judged: Int)
  /// The run and the recording part.
  case mismatch(Difference)
  /// The session, or the run, goes beyond a limit: nothing is known of it (see ``Replayer/failure``).
  case overLimit(TraceError)

  /// Where a run and its recording part.
  public struct Difference: Hashable, Sendable {
    /// The index in the recording's log of the first event that did not come back.
    public var position: Int
    /// The recorded event; nil where the recording is over and the run goes on.
    public var expected: Event?
    /// The event of the run; nil where the run is over and the recording goes on.
    public var actual: Event?

    /// Makes a difference.
    public init(position: Int, expected: Event?, actual: Event?) {
      self.position = position
      self.expected = expected
      self.actual = actual
    }
  }
}

extension EventLog {
  /// The first of some indices, which both logs have, at which a run differs from this recording in any field; nil where it does not.
  @usableFromInline
  @inline(__always)
  borrowing func firstDifference(
    from run: borrowing EventLog, _ indices: Range<Int>, ignoring unknown: Event.Flags
  ) -> Int? {
    for index in indices {
      guard events[index].isSame(as: run.events[index], ignoring: unknown) else { return index }
      guard run.events[index].overCount > 0 else { continue }
      guard over(of: events[index]) == run.over(of: run.events[index]) else { return index }
    }
    return nil
  }
}

extension Event {
  @usableFromInline
  func without(_ unknown: Flags) -> Event {
    var event = self
    event.flags.subtract(unknown)
    return event
  }
}
