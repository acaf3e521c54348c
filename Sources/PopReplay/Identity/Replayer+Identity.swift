public import PopTrace
public import PopupScheduling

extension Replayer {
  /// Replays the recorded policy on its own session and compares, turn by turn, keeping no second copy (semantics B8).
  ///
  /// Of an unfinished session the recording has to be a prefix of the replay. A gap ends the judged part; a session whose beginning is missing
  /// has none.
  ///
  /// - Parameters:
  ///   - session: A recording, made by the policy that this replays, in the same configuration.
  ///   - timing: Plain playback, which shows whether trace and policy agree; or causal, which shows whether the causes are right as well.
  ///   - limits: How much the replay may take.
  /// - Complexity: O(n log m) for n events of which m are outstanding at a time.
  @inlinable
  @_specialize(where Policy == StandardPolicy)
  public mutating func identity(
    of session: Session, timing: ReplayOptions.Timing = .recorded, limits: ResourceLimits = ResourceLimits()
  ) -> Identity {
    guard let first = session.log.events.first else { return .ok }
    guard first.sequence == 0 else { return .lossy(judged: 0) }
    var options = ReplayOptions()
    options.timing = timing
    options.limits = limits
    begin(session, options: options)
    let count = replayableCount
    let isWhole = count == session.log.events.count
    // What a recording does not claim to mark is nothing to hold it to.
    let unknown: Event.Flags = session.header.marksReentrantStimuli ? [] : .reentrant
    var place = 0
    while nextTurn() {
      let turn = log
      for var actual in turn.events {
        actual.flags.subtract(unknown)
        guard place < count else {
          if isWhole, session.isFinished {
            return .mismatch(Identity.Difference(position: place, expected: nil, actual: actual))
          }
          return isWhole ? .ok : .lossy(judged: count)
        }
        var expected = session.log.events[place]
        expected.flags.subtract(unknown)
        guard EventLog.areSame(expected, of: session.log, actual, of: turn) else {
          return .mismatch(Identity.Difference(position: place, expected: expected, actual: actual))
        }
        place += 1
      }
    }
    if let failure { return .overLimit(failure) }
    guard place == count else {
      return .mismatch(Identity.Difference(position: place, expected: session.log.events[place], actual: nil))
    }
    return isWhole ? .ok : .lossy(judged: count)
  }
}
