package import PopReplay

/// What a report's replays take for granted of users (CausalReplay, *Premises*).
package struct PremisesReport: Hashable, Sendable {
  /// Whether users visit pages past a popup.
  package var visits: ReplayOptions.Visits
  /// Why that is taken for granted.
  package var origin: Origin
  /// What the users of the corpus were seen to do; nil where nobody looked.
  package var seen: Seen?

  /// Where what is taken for granted of visits comes from.
  package enum Origin: String, CaseIterable, Hashable, Sendable {
    /// The inputs were counted.
    case auto
    /// A file of premises says so.
    case file
    /// An option does.
    case option
    /// The inputs cannot be read twice.
    case unread
  }

  /// What the users of a corpus were seen to do, as far as a report says it.
  package struct Seen: Hashable, Sendable {
    /// How many visits past a popup there were, and how many were to be expected.
    package var visits: VisitCounts
    /// In how many sessions.
    package var sessions: Int
    /// The digest of all that was seen.
    package var digest: String

    /// Makes what was seen.
    package init(visits: VisitCounts, sessions: Int, digest: String) {
      self.visits = visits
      self.sessions = sessions
      self.digest = digest
    }
  }

  /// Makes the premises of a report.
  package init(visits: ReplayOptions.Visits, origin: Origin, premises: Premises? = nil) {
    self.visits = visits
    self.origin = origin
    seen = premises.map { Seen(visits: $0.visits, sessions: $0.sessions, digest: $0.digest) }
  }

  /// `visits wait (auto: 2 of 61 expected visits under a popup)`.
  package var sentence: String {
    "visits \(visits.rawValue) (" + reason + ")"
  }

  private var reason: String {
    switch origin {
    case .option: return "as asked for"
    case .unread: return "the input is read only once"
    case .auto, .file:
      guard let counts = seen?.visits else { return origin.rawValue }
      return "\(origin.rawValue): \(grouping(counts.seen)) of "
        + "\(counted(counts.expected, "expected visit")) under a popup"
    }
  }

  /// What else is the same in all runs of a session.
  package static var others: String { "known dwells hold, unseen decisions are answered by nothing" }
}
