package import PopAudit
package import PopReplay

/// All findings of a report that share a fingerprint and a status, and what a gate makes of them.
package struct JudgedFinding: Hashable, Sendable {
  /// How many of the sessions that have it are named.
  package static let placesLimit = 10

  /// The one shown for all: the first of the best grade.
  package var example: FindingReport
  /// How bad it is, as the configuration has it.
  package var severity: Severity
  package var judgement = FindingJudgement.known
  /// In how many sessions it is. A fingerprint is there at most once in a session.
  package var sessions = 0
  /// In how many of them it can be relied on as far as a failure needs.
  package var firmSessions = 0
  /// The first sessions that have it, the example's first of all.
  package var places: [Place] = []

  /// A session that has it.
  package struct Place: Hashable, Sendable {
    /// The input, as the user named it.
    package var trace: String
    package var session: String
    /// Its place in the input, counted from 1; 0 where it is not known.
    package var index: Int

    package init(trace: String, session: String, index: Int = 0) {
      self.trace = trace
      self.session = session
      self.index = index
    }
  }

  /// Makes the entry of a fingerprint that no session is known to have yet.
  package init(_ example: FindingReport, severity: Severity) {
    self.example = example
    self.severity = severity
  }

  /// What it is recognised by.
  package var fingerprint: String { example.fingerprint }
  package var rule: Rule { example.rule }
  package var status: FindingStatus { example.status }
  /// The best grade it has in a session.
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
}

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
  /// In the other run as well, or gone.
  case known

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

  /// In how many sessions it was accepted; nil where it was not.
  package var accepted: SessionShare? {
    switch self {
    case .worse(let accepted, _), .accepted(let accepted, _): accepted
    case .fails, .expired, .ignored, .warns, .assumed, .notes, .known: nil
    }
  }

  /// The words that reports use.
  package enum Word: String, FieldWord {
    case fails, worse, expired, accepted, ignored, warns, assumed, notes, known
  }

  package var word: Word {
    switch self {
    case .fails: .fails
    case .worse: .worse
    case .expired: .expired
    case .accepted: .accepted
    case .ignored: .ignored
    case .warns: .warns
    case .assumed: .assumed
    case .notes: .notes
    case .known: .known
    }
  }
}

/// Why somebody puts up with something, and until when.
package struct Excuse: Hashable, Sendable {
  package var reason: String
  /// Who answers for it; empty where that is not said.
  package var owner: String
  /// The last day on which it holds; nil for as long as it stands there.
  package var expires: CalendarDay?

  package init(reason: String, owner: String = "", expires: CalendarDay? = nil) {
    self.reason = reason
    self.owner = owner
    self.expires = expires
  }

  /// Whether it still holds on a day.
  package func holds(on day: CalendarDay) -> Bool { expires.map { day <= $0 } ?? true }
}

// MARK: - Fields

extension JudgedFinding: Fielded {
  package static var blank: Self { Self(.blank, severity: .error) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.derived("fingerprint", fingerprint, .fingerprint)
    form.derived("rule", rule)
    form.derived("severity", severity)
    form.derived("status", status)
    form.derived("grade", grade)
    form.derived("judgement", judgement.word)
    form.derived("fails", judgement.isFailure)
    form.derived("sessions", sessions)
    form.derived("firmSessions", firmSessions)
    form.derived("popup", example.name)
    form.derived("other", example.otherName)
    form.derived("page", example.pageClass)
    form.derived("because", example.because, .notEmpty)
    form.derived("accepted", ifAny: judgement.accepted, about: "In how many of how many sessions it was accepted.")
    form.derived("excuse", ifAny: judgement.excuse)
    form.derived("places", places, .atMost(Self.placesLimit))
  }
}

extension JudgedFinding.Place: Fielded {
  package static var blank: Self { Self(trace: "", session: "") }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("trace", &trace)
    try form.field("session", &session)
  }
}

extension Excuse: Fielded {
  package static var blank: Self { Self(reason: "") }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("reason", &reason)
    form.derived("owner", owner.isEmpty ? nil : owner)
    try form.field("expires", &expires)
  }
}
