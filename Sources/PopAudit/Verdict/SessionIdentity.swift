package import PopReplay
public import PopTrace
package import PopupScheduling

/// Whether a recording gives itself back when its own policy is replayed on it (CausalReplay, *Identity*).
public enum SessionIdentity: Hashable, Sendable {
  /// It does.
  case ok
  /// It does, and its last turn is not all there: only these events, those before it, are judged.
  case cut(judged: Int)
  /// It does as far as what happened is known: these are the first events, and only they are judged, of the recording itself or of one whose
  /// holes are filled.
  indirect case lossy(judged: Int, of: FilledSession? = nil)
  /// It does not, so instrumentation, trace or replayer is wrong, and nothing is judged.
  indirect case mismatch(IdentityMismatch)
  /// It is observed: its scheduler is the app's own and cannot be replayed. So many of its first events, up to the first report that contradicts
  /// those before it, are judged (CausalReplay, *Observed sessions*).
  case observed(judged: Int)
  /// There is no recording: it is a scenario.
  case none
  /// This build does not know the policy that was at work, so nothing is judged against this recording.
  case unknownPolicy
  /// The session, or its own policy's run, goes beyond a limit; nothing is judged.
  case overLimit(TraceError)

  /// The word that reports use (<doc:Diff#The-JSON-report>).
  package var word: IdentityWord {
    switch self {
    case .ok, .cut: .ok
    case .lossy: .lossy
    case .observed: .observed
    case .mismatch: .mismatch
    case .none, .overLimit: .none
    case .unknownPolicy: .unknownPolicy
    }
  }

  /// Of an observed session all is judged up to the first hole, or the first report that contradicts those before it; negative where none does.
  package static func observed(_ session: Session, firstContradiction: Int32) -> SessionIdentity {
    let all = session.log.events.count
    let hole = session.gaps.isEmpty ? all : session.certainCount
    return .observed(judged: min(session.log.events.index(ofSequence: firstContradiction) ?? all, hole))
  }

  /// What of a recording is judged: its first turns, as far as they are known to be all there, as if the app had been killed behind them.
  ///
  /// A replay of its own policy tells whether its last turn is (CausalReplay, *Where something is missing*); without one it is left out.
  package func judgedPart(of session: Session) -> Session {
    switch self {
    case .ok, .none: return session
    case .observed(let judged) where judged == session.log.events.count: return session
    case .cut(let judged), .lossy(let judged, nil), .observed(let judged):
      return session.first(min(judged, session.log.events.count))
    case .lossy(let judged, let filled?):
      return judged < filled.session.log.events.count ? filled.session.first(judged) : filled.session
    case .mismatch, .unknownPolicy, .overLimit:
      let count = session.certainCount
      return count < session.log.events.count ? session.first(count) : session
    }
  }

  /// What of a recording is audited: the judged part, and what comes behind holes, as far as it is known again there (AuditWords, *Gaps*).
  package func auditedPart(of session: Session) -> Session {
    let judged = judgedPart(of: session)
    var whole = session
    if case .lossy(_, let filled?) = self { whole = filled.session }
    // The audit finds the contradictions by itself, and forgets what was before them.
    if case .observed = self { return session }
    guard !whole.gaps.isEmpty else { return judged }
    let count = whole.wholeTurnCount
    guard count > judged.log.events.count else { return judged }
    return count < whole.log.events.count ? whole.first(count) : whole
  }

  package var isJudgeable: Bool {
    switch self {
    case .ok, .cut, .none: true
    case .lossy(let judged, _), .observed(let judged): judged > 0
    case .mismatch, .unknownPolicy, .overLimit: false
    }
  }
}

/// A recording whose holes are filled with what was decided there (`Replayer.filled(_:limits:)`).
public struct FilledSession: Hashable, Sendable {
  package let session: Session

  // Two that are filled from one recording have as many events only if the same holes were filled, with the same events.
  public static func == (lhs: FilledSession, rhs: FilledSession) -> Bool {
    lhs.session.header == rhs.session.header && lhs.session.log.events == rhs.session.log.events
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(session.log.events.count) }
}

/// What reports say of a session's ``SessionIdentity``, in the order in which a summary counts it.
package enum IdentityWord: String, CaseIterable, Sendable {
  case ok, mismatch
  /// There is no recording to compare with, or the session goes beyond a limit, which is said beside it.
  case none
  case lossy
  case unknownPolicy = "unknown-policy"
  case observed

  package var isJudged: Bool { self != .mismatch && self != .unknownPolicy }
}

/// Where a recording and the replay of its own policy part, with the events around.
public struct IdentityMismatch: Hashable, Sendable {
  package var difference: Identity.Difference
  package var recorded = Excerpt()
  package var replayed = Excerpt()
}

/// The events of a run around the witnesses of a finding, in order; where sequence numbers jump, events in between were left out.
public struct Excerpt: Hashable, Sendable {
  package private(set) var log = EventLog()

  package init() {}

  /// Takes the event at an index of a run's log, with so many on either side.
  init(of log: EventLog, at index: Int, context: Int) {
    let witness = log.events.isEmpty ? [] : [log.events[min(index, log.events.count - 1)].sequence]
    self.init(of: log, around: witness, context: context, limit: 2 * context + 1)
  }

  /// Cuts the events around some witnesses out of a run's whole log.
  ///
  /// - `witness`: Sequence numbers; those that the log does not have are left out.
  /// - `limit`: How many events are kept at most: the last witnesses and what is nearest to them go first.
  /// - Complexity: O(m log n + m²) with m events kept of n: few, as a rule.
  package init(of log: EventLog, around witness: [Int32], context: Int, limit: Int) {
    let indices = witness.compactMap { log.events.index(ofSequence: $0) }
    // In order, each once.
    var kept: [Int] = []
    for distance in 0...max(context, 0) {
      for index in indices.reversed() {
        for neighbour in [index - distance, index + distance]
        where log.events.indices.contains(neighbour) && kept.count < limit {
          let place = kept.partitioningIndex { $0 >= neighbour }
          if place == kept.count || kept[place] != neighbour { kept.insert(neighbour, at: place) }
        }
      }
    }
    for index in kept { self.log.append(log.events[index], of: log) }
  }

  public static func == (lhs: Excerpt, rhs: Excerpt) -> Bool { lhs.log.isSame(as: rhs.log) }
  public func hash(into hasher: inout Hasher) { hasher.combine(log.events.count) }
}
