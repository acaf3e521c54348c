public import PopTrace
public import PopupScheduling

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
