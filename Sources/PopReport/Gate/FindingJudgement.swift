/// What a gate makes of the findings that share a fingerprint.
package enum FindingJudgement: Hashable, Sendable {
  /// A new error that can be relied on: it fails the build.
  case fails
  /// Accepted once, in fewer of the sessions than now: it fails the build.
  case worse(accepted: SessionShare, Excuse)
  /// Accepted or ignored once, until a day that is over: it fails the build.
  case expired(Excuse)
  /// Accepted by the baseline file.
  case accepted(SessionShare, Excuse)
  /// On the configuration's list of what is ignored.
  case ignored(Excuse)
  /// New, and by the configuration or by its rule no more than a warning.
  case warns
  /// A new error that rests on an assumption in every session that has it.
  case assumed
  /// New, and worth no more than a note.
  case notes
  /// In the baseline's run as well, or gone.
  case known

  /// Whether it fails the build.
  package var isFailure: Bool {
    switch self {
    case .fails, .worse, .expired: true
    case .accepted, .ignored, .warns, .assumed, .notes, .known: false
    }
  }

  /// The excuse that was given for it; nil where there was none.
  package var excuse: Excuse? {
    switch self {
    case .worse(_, let excuse), .expired(let excuse), .accepted(_, let excuse), .ignored(let excuse): excuse
    case .fails, .warns, .assumed, .notes, .known: nil
    }
  }

  /// The word that reports use.
  package var word: String {
    switch self {
    case .fails: "fails"
    case .worse: "worse"
    case .expired: "expired"
    case .accepted: "accepted"
    case .ignored: "ignored"
    case .warns: "warns"
    case .assumed: "assumed"
    case .notes: "notes"
    case .known: "known"
    }
  }
}
