package import PopAudit
package import PopReplay
import PopTrace

package struct ReportSummary: Hashable, Sendable, Fielded {
  /// How many inputs there are, those that could not be opened included.
  package var inputs = 0
  package var sessions = 0
  package var scenarios = 0
  package var events = 0
  /// How many of those within the limits have which identity.
  package private(set) var identities = Tally<IdentityWord>()
  package var lossySessions = 0
  package var regressedSessions = 0
  package var regressions = 0
  package var findings = SessionVerdict.FindingCounts()
  package var changes = ChangeCounts()
  package var grades = GradeCounts()
  package var affected = AffectedSessions()
  /// In how many sessions which assumption was the first.
  package private(set) var assumptions = Tally<Assumption.Reason>()
  package var coverage = Coverage()
  /// What could not be read, in the order of the inputs.
  package private(set) var unread: [NotJudged] = []
  /// How many sessions were read and then met a limit; they count as unreadable.
  package private(set) var overLimit = 0
  package private(set) var isBelowCoverage = false

  /// Of how many of the sessions of the field may have a new error, with all that is left open for them; nil for any number.
  package var mostAffected: Share?

  /// How much may be left unjudged: of the sessions where an input could be opened, else of the inputs.
  package var tolerance = Share.none

  /// How many things a gate found that fail the build; nil where none judged, and the regressions decide.
  package var gateFailures: Int?

  package init() {}

  package mutating func add(_ session: SessionReport, failOn criterion: RegressionCriterion = RegressionCriterion()) {
    sessions += 1
    events += session.events
    if session.isScenario { scenarios += 1 }
    if let failure = session.failure {
      overLimit += 1
      unread.append(NotJudged(trace: session.trace, session: session.session, sessions: 1, because: failure))
      return
    }
    identities[session.identity] += 1
    if !session.losses.isEmpty { lossySessions += 1 }
    var hasRegression = false
    // By index: a copy of each would be more than what is looked at.
    for index in session.findings.indices {
      let (status, grade) = (session.findings[index].status, session.findings[index].grade)
      let severity = session.findings[index].rule.severity
      findings.add(status, severity, grade)
      if criterion.isRegression(status, severity, grade) {
        regressions += 1
        hasRegression = true
      }
    }
    if hasRegression { regressedSessions += 1 }
    if session.identity.isJudged { affected.add(session) }
    if let assumption = session.assumption { assumptions[assumption.reason] += 1 }
    changes += session.changes
    grades += session.grades
    coverage += session.coverage
  }

  package mutating func add(_ entry: NotJudged) { unread.append(entry) }

  package mutating func requireCoverage(_ share: Share) {
    if !share.isReached(by: coverage.reachedReactions, of: coverage.reactions) { isBelowCoverage = true }
  }

  /// Whether more sessions of the field have a new error than are allowed, even by the lower end of the estimate.
  package var isAboveAffected: Bool {
    guard let mostAffected else { return false }
    return !mostAffected.allows(affected.rate.low, of: AffectedRate.all)
  }

  package static var blank: Self { Self() }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.derived([
      "verdict": verdict, "sessions": sessions, "events": events, "unreadable": unread.count, "lossy": lossySessions,
      "identity": ByWord(ifAny: [IdentityWord.observed]) { identities[$0] }, "notJudged": UnjudgedFields(summary: self),
      "regressions": regressions, "regressedSessions": regressedSessions,
      "affected": affected,
      "newErrors": ByWord { findings.newErrors[$0 as Grade] },
      "assumptions": ByWord { assumptions[$0 as Assumption.Reason] },
      "findings": ByWord { (status: FindingStatus) in ByWord { findings[status][$0 as Severity] } },
      "outcomes": ByWord { changes[$0 as OutcomeChange.Kind] },
      "coverage": SessionReport.CoverageFields(coverage: coverage, grades: grades),
    ])
  }

  /// How much was not judged, and by name what could not be read; what could is among the sessions, with its identity.
  struct UnjudgedFields: Fielded {
    var summary = ReportSummary()

    static var blank: Self { Self() }

    mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.derived([
        "inputs": summary.unopenedInputs, "ofInputs": summary.inputs, "sessions": summary.unjudgedSessions,
        "ofSessions": summary.knownSessions, "unread": summary.unread,
      ])
    }
  }
}

/// A derived value for each word of a list.
///
/// Not generic: the metadata of a generic type would be made at run time for each list, with a search through all conformances.
struct ByWord: FieldValue {
  let members: [(name: String, value: any FieldValue, isOptional: Bool)]

  /// - `optional`: The words that are left out where their value is 0.
  init<Word: FieldWord & Equatable>(ifAny optional: [Word] = [], _ value: (Word) -> any FieldValue) {
    members = Word.allCases.map { ($0.rawValue, value($0), optional.contains($0)) }
  }

  func write(to json: inout JSONWriter) {
    json.object {
      for (name, value, isOptional) in members where !isOptional || value as? Int != 0 { $0.member(named: name, value) }
    }
  }

  static func read(_ json: JSONFields) throws(ReportError) -> ByWord { throw json.mistake("This follows from others") }
}

// MARK: - What was not judged, and the verdict

extension ReportSummary {
  package var unopenedInputs: Int { unread.count { $0.sessions == 0 } }
  package var unreadSessions: Int { unread.reduce(0) { $0 + $1.sessions } }

  /// How many sessions were not judged: not read, without identity, or of a policy that this build does not know.
  package var unjudgedSessions: Int { unreadSessions + identities.unjudged }

  /// How many sessions there are in the inputs that could be opened, as far as that is known.
  package var knownSessions: Int { sessions + unreadSessions - overLimit }
  package var judgedSessions: Int { sessions - overLimit - identities.unjudged }
  package var isComplete: Bool { unopenedInputs == 0 && unjudgedSessions == 0 }

  package var isTolerable: Bool {
    judgedSessions > 0 && tolerance.allows(unopenedInputs, of: inputs)
      && tolerance.allows(unjudgedSessions, of: knownSessions)
  }

  package var verdict: Verdict {
    if (gateFailures ?? regressions) > 0 || isAboveAffected { return .worse }
    if !isTolerable { return .failed }
    if !isComplete || lossySessions > 0 || isBelowCoverage { return .incomplete }
    return .fine
  }

  /// What a report says in the end; each has an exit code of its own (Diff, *Verdicts and exit codes*).
  package enum Verdict: String, FieldWord, Hashable, Sendable {
    case fine
    /// More could not be judged than is tolerated, or nothing at all was.
    case failed
    /// There are regressions, even where some of it could not be judged.
    case worse
    /// Judged, but on lossy input, with some of it not judged, or below the coverage asked for.
    case incomplete
  }
}

/// An input, or a session of one, that could not be read, and so was not judged.
package struct NotJudged: Hashable, Sendable, Fielded {
  package var trace: String
  /// The session's name; nil where the input could not be opened, or it is not known which sessions are lost.
  package var session: String?
  /// How many sessions are lost; 0 where the input could not be opened, so that their number is not known.
  package var sessions: Int
  package var because: String

  package init(trace: String, session: String? = nil, sessions: Int, because: String) {
    self.trace = trace
    self.session = session
    self.sessions = sessions
    self.because = because
  }

  package static var blank: Self { Self(trace: "", sessions: 0, because: "") }
  /// A line of its own counts sessions, from which a summary is made again; a summary names them.
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("trace", &trace)
    if form.isWhole { try form.field("sessions", &sessions) } else { try form.field("session", &session) }
    try form.field("because", &because)
  }
}

extension Tally<Assumption.Reason> {
  /// The reasons there are, the most frequent first; ties in their own order.
  package var frequent: [Assumption.Reason] {
    Assumption.Reason.allCases.filter { self[$0] > 0 }.enumerated()
      .sorted { (-self[$0.element], $0.offset) < (-self[$1.element], $1.offset) }.map(\.element)
  }
}

extension Tally<IdentityWord> {
  package var unjudged: Int { self[.mismatch] + self[.unknownPolicy] }
}

package struct AffectedSessions: Hashable, Sendable, Fielded {
  package var certain = 0
  /// Those that have one whatever users do, the certain ones included; not always the same one.
  package var robust = 0
  package var any = 0
  /// How many are expected to have one, in sixteenths; only where an estimate was asked for.
  package var expectedSixteenths = 0
  package var all = 0
  package var isEstimated = false

  package mutating func add(_ session: SessionReport) {
    all += 1
    let best = session.findings.lazy.filter(\.isNewError).map(\.grade).min()
    if let best, best.isCertain { certain += 1 }
    let isRobust = best.map { $0 <= .robust } ?? false || session.hasErrorInEveryRun
    if isRobust { robust += 1 }
    if isRobust || best != nil || session.hasErrorInSomeRun { any += 1 }
    expectedSixteenths += isRobust ? 16 : session.affectedEstimates ?? (best != nil ? 16 : 0)
  }

  package var rate: AffectedRate { AffectedRate(sixteenths: expectedSixteenths, of: all) }

  package static var blank: Self { Self() }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.derived(["certain": certain, "robust": robust, "any": any])
    let rate = isEstimated ? self.rate : nil
    form.derived("expected", ifAny: rate.map { FixedDecimal(number: $0.sixteenths * 625, places: 4) }, .atLeastZero)
    form.derived("low", ifAny: rate.map { FixedDecimal(number: $0.low) }, .part)
    form.derived("high", ifAny: rate.map { FixedDecimal(number: $0.high) }, .part)
    form.derived("of", all)
  }
}

/// How large a part of the field's sessions is affected, of which those that were judged are some: the interval of Wilson (Probable Inference,
/// the Law of Succession, and Statistical Inference, 1927) that holds it in nine cases of ten.
///
/// In whole numbers, for a gate hangs on it: millionths, the lower end rounded down and the upper end rounded up.
package struct AffectedRate: Hashable, Sendable {
  package let sixteenths: Int
  /// The expected share of the sessions that were judged, in millionths, rounded.
  package let expected: Int
  package let low: Int
  package let high: Int

  /// A whole, in millionths.
  package static var all: Int { 1_000_000 }

  /// The 95 % quantile of the normal distribution in millionths, and its square.
  private static var quantile: Int { 1_644_854 }
  private static var square: Int { 2_705_543 }

  package init(sixteenths: Int, of count: Int) {
    self.sixteenths = sixteenths
    guard count > 0 else {
      (expected, low, high) = (0, 0, Self.all)
      return
    }
    // Beyond this many sessions the interval is as good as a point, and the products below need not be wider.
    let shift = max(0, Int.bitWidth - count.leadingZeroBitCount - 22)
    let (n, s) = (max(1, count >> shift), min(sixteenths >> shift, max(1, count >> shift) * 16))
    expected = (s * Self.all + 8 * n) / (16 * n)
    // n p (1 - p) + z² / 4, of which the root is taken, in millionths².
    let product = UInt(s * (16 * n - s)).multipliedFullWidth(by: UInt(Self.all * Self.all))
    let variance = Int(UInt(256 * n).dividingFullWidth(product).quotient) + Self.square * Self.all / 4
    let half = (Self.root(variance) * Self.quantile + 999_999) / 1_000_000
    let center = s * Self.all / 16 + Self.square / 2
    let whole = n * Self.all + Self.square
    low = min(max(0, (center - half) * Self.all / whole), expected)
    high = max(min(Self.all, ((center + half) * Self.all + whole - 1) / whole), expected)
  }

  /// The greatest whole number whose square is no more than that.
  private static func root(_ number: Int) -> Int {
    var (low, high) = (0, 1 << 31)
    while low < high {
      let middle = (low + high + 1) / 2
      if middle * middle <= number { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
