package import PopReplay
public import PopTrace

/// Whether a recording gives itself back when its own policy is replayed on it (CausalReplay, *Identity*).
public enum SessionIdentity: Hashable, Sendable {
  /// It does.
  case ok
  /// It does as far as nothing is missing: these are the first events, and only they are judged.
  case lossy(judged: Int)
  /// It does not, so instrumentation, trace or replayer is wrong, and nothing is judged.
  case mismatch(IdentityMismatch)
  /// There is no recording: it is a scenario.
  case none
  /// This build does not know the policy that was at work, so nothing is judged against this recording.
  case unknownPolicy
  /// The session, or its own policy's run, goes beyond a limit; nothing is judged.
  case overLimit(TraceError)

  /// The word that reports use (<doc:Diff#The-JSON-report>).
  package var word: IdentityWord {
    switch self {
    case .ok: .ok
    case .lossy: .lossy
    case .mismatch: .mismatch
    case .none, .overLimit: .none
    case .unknownPolicy: .unknownPolicy
    }
  }

  /// Whether a candidate can be judged on the session.
  package var isJudgeable: Bool {
    switch self {
    case .ok, .none: true
    case .lossy(let judged): judged > 0
    case .mismatch, .unknownPolicy, .overLimit: false
    }
  }
}

/// What reports say of a session's ``SessionIdentity``, in the order in which a summary counts it.
package enum IdentityWord: String, CaseIterable, Sendable {
  /// The recording gives itself back.
  case ok
  /// It does not; nothing was judged.
  case mismatch
  /// There is no recording to compare with, or the session goes beyond a limit, which is said beside it.
  case none
  /// It does as far as nothing is missing.
  case lossy
  /// This build does not know the policy, so that it cannot be checked; nothing was judged.
  case unknownPolicy = "unknown-policy"

  /// Whether the session is judged.
  package var isJudged: Bool { self != .mismatch && self != .unknownPolicy }
}

/// Where a recording and the replay of its own policy part, with the events around.
public struct IdentityMismatch: Hashable, Sendable {
  /// Where they part.
  package var difference: Identity.Difference
  /// What was recorded around there.
  package var recorded: Excerpt
  /// What the replay gave around there.
  package var replayed: Excerpt

  /// Makes a mismatch.
  package init(_ difference: Identity.Difference, recorded: Excerpt = Excerpt(), replayed: Excerpt = Excerpt()) {
    self.difference = difference
    self.recorded = recorded
    self.replayed = replayed
  }
}
