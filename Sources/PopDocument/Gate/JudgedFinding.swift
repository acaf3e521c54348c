package import PopAudit
package import PopReplay

/// All findings of a report that share a fingerprint and a status, and what a gate makes of them.
package struct JudgedFinding: Hashable, Sendable, Fielded {
  package static let positionLimit = 10

  /// The one shown for all: the first of the best grade.
  package var example: FindingReport
  package var severity: Severity
  package var judgement = FindingJudgement.known
  /// In how many sessions it is. A fingerprint is there at most once in a session.
  package var sessions = 0
  /// In how many of them it can be relied on as far as a failure needs.
  package var firmSessions = 0
  /// The first sessions that have it, the example's first of all.
  package var positions: [Position] = []

  package struct Position: Hashable, Sendable, Fielded {
    package var trace: String
    package var session: String
    /// Its index in the input, counted from 1; 0 where it is not known.
    package var index: Int

    package init(trace: String, session: String, index: Int = 0) {
      self.trace = trace
      self.session = session
      self.index = index
    }

    package init(of session: SessionReport) {
      self.init(trace: session.trace, session: session.session, index: session.index)
    }

    package var position: ReportPosition { ReportPosition(trace: trace, index: index) }
    package static var blank: Self { Self(trace: "", session: "") }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.derived(["trace": trace, "session": session])
    }
  }

  package init(_ example: FindingReport, severity: Severity) {
    self.example = example
    self.severity = severity
  }

  package var fingerprint: String { example.fingerprint }
  package var rule: Rule { example.rule }
  package var status: FindingStatus { example.status }
  package var grade: Grade { example.grade }

  /// What fails first, then the worst, then what most sessions have; ties by rule, names and fingerprint.
  package static func comesFirst(_ lhs: JudgedFinding, _ rhs: JudgedFinding) -> Bool {
    if lhs.judgement.isFailure != rhs.judgement.isFailure { return lhs.judgement.isFailure }
    if lhs.severity != rhs.severity { return lhs.severity < rhs.severity }
    if lhs.firmSessions != rhs.firmSessions { return lhs.firmSessions > rhs.firmSessions }
    if lhs.sessions != rhs.sessions { return lhs.sessions > rhs.sessions }
    if lhs.rule != rhs.rule { return lhs.rule.id < rhs.rule.id }
    let (left, right) = (lhs.example, rhs.example)
    return (left.name, left.otherName, left.pageClass, left.fingerprint)
      < (right.name, right.otherName, right.pageClass, right.fingerprint)
  }

  package static var blank: Self { Self(.blank, severity: .error) }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.derived("fingerprint", fingerprint, .fingerprint)
    form.derived([
      "rule": rule, "severity": severity, "status": status, "grade": grade, "judgement": judgement.word,
      "fails": judgement.isFailure, "sessions": sessions, "firmSessions": firmSessions, "popup": example.name,
      "other": example.otherName, "page": example.pageClass,
    ])
    form.derived("because", example.because, .notEmpty)
    form.derived("accepted", ifAny: judgement.accepted)
    form.derived("excuse", ifAny: judgement.excuse)
    form.derived("places", positions, .atMost(Self.positionLimit))
  }
}

/// What a gate makes of the findings that share a fingerprint.
package struct FindingJudgement: Hashable, Sendable {
  package enum Word: String, FieldWord {
    /// A new error that can be relied on: it fails the build.
    case fails
    /// Accepted once, in fewer of the sessions than now: it fails the build.
    case worse
    /// Accepted or ignored once, until a day that is over: it fails the build.
    case expired
    case accepted
    case ignored
    /// New, and by the configuration or by its rule no more than a warning.
    case warns
    /// A new error that rests on an assumption in every session that has it.
    case assumed
    case notes
    case known
  }

  package let word: Word
  package private(set) var accepted: SessionShare?
  package private(set) var excuse: Excuse?

  package static let fails = Self(word: .fails)
  package static let warns = Self(word: .warns)
  package static let assumed = Self(word: .assumed)
  package static let notes = Self(word: .notes)
  package static let known = Self(word: .known)

  package static func worse(accepted share: SessionShare, _ excuse: Excuse) -> Self {
    Self(word: .worse, accepted: share, excuse: excuse)
  }

  package static func accepted(_ share: SessionShare, _ excuse: Excuse) -> Self {
    Self(word: .accepted, accepted: share, excuse: excuse)
  }

  package static func expired(_ excuse: Excuse) -> Self { Self(word: .expired, excuse: excuse) }
  package static func ignored(_ excuse: Excuse) -> Self { Self(word: .ignored, excuse: excuse) }

  package var isFailure: Bool {
    switch word {
    case .fails, .worse, .expired: true
    case .accepted, .ignored, .warns, .assumed, .notes, .known: false
    }
  }
}

package struct Excuse: Hashable, Sendable, Fielded {
  package var reason: String
  package var owner: String
  /// The last day on which it holds; nil for as long as it stands there.
  package var expires: CalendarDay?

  package init(reason: String, owner: String = "", expires: CalendarDay? = nil) {
    self.reason = reason
    self.owner = owner
    self.expires = expires
  }

  package func holds(on day: CalendarDay) -> Bool { expires.map { day <= $0 } ?? true }
  package static var blank: Self { Self(reason: "") }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("reason", &reason)
    form.derived("owner", owner.isEmpty ? nil : owner)
    try form.field("expires", &expires)
  }
}
