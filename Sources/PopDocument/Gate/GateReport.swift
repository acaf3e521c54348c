package import PopAudit

/// What a gate says beyond the report of a replay: what fails the build, and why.
package struct GateReport: Hashable, Sendable {
  /// The day on which it was judged.
  package var asOf: CalendarDay
  /// The configuration file, as the user named it; empty where there was none.
  package var configuration = ""
  /// The metrics, those with limits first, each group in the order of the configuration.
  package var thresholds: [ThresholdReport] = []
  /// What came of the baseline file; nil where there was none.
  package var baseline: BaselineReport?
  /// Which keys bring what; nil where there was nothing to ask, or nobody asked.
  package var blame: BlameReport?
  /// The breakdowns that were asked for, in that order.
  package var breakdowns: [BreakdownReport] = []
  /// The sessions that are hurt, the worst first, as many as are shown, and how many there are.
  package var hurt: [HurtSession] = []
  package var hurtSessions = 0
  /// The command that would accept the findings that fail, word by word; empty where nobody knows.
  package var acceptCommand: [String] = []
  /// What a reader must know of it, in full sentences: an ignore entry that matched nothing, an acceptance that expires soon.
  package var remarks: [String] = []

  /// Makes the report of a gate that has seen nothing.
  package init(asOf: CalendarDay) { self.asOf = asOf }
}

/// How many sessions are hurt, by something that tells them apart: build, policy, page, popup …
package struct BreakdownReport: Hashable, Sendable {
  /// What it is by: `build`.
  package var dimension: String
  /// The values, the worst first.
  package var rows: [Row] = []
  package var leftOut = 0

  package struct Row: Hashable, Sendable {
    /// The value: `1042`; empty where sessions do not say.
    package var value: String
    /// How many of the judged sessions with this value have a failure, and how many failures there are.
    package var hurt: SessionShare
    package var failures: Int

    package init(_ value: String, hurt: SessionShare, failures: Int) {
      self.value = value
      self.hurt = hurt
      self.failures = failures
    }
  }

  package init(_ dimension: String) { self.dimension = dimension }
}

/// A session with findings that fail the build.
package struct HurtSession: Hashable, Sendable {
  package var place: JudgedFinding.Place
  /// The app, its build and the recorded policy; empty where the recording does not say.
  package var app: String
  package var build: String
  package var policy: String
  package var failures: Int
  /// The rules they are of, each once.
  package var rules: [Rule]

  package init(
    place: JudgedFinding.Place, app: String = "", build: String = "", policy: String = "", failures: Int, rules: [Rule]
  ) {
    self.place = place
    self.app = app
    self.build = build
    self.policy = policy
    self.failures = failures
    self.rules = rules
  }
}

// MARK: - Fields

/// What a gate says, with the findings it judged.
struct GateFields: Fielded {
  var gate = GateReport(asOf: CalendarDay(secondsSince1970: 0))
  var findings: [JudgedFinding] = []

  static var blank: Self { Self() }

  mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("asOf", &gate.asOf)
    try form.field("configuration", &gate.configuration, unless: "")
    try form.field("thresholds", &gate.thresholds)
    try form.field("baseline", ifAny: &gate.baseline)
    try form.field("blame", ifAny: &gate.blame)
    try form.field("breakdowns", &gate.breakdowns)
    try form.field("hurtSessions", &gate.hurtSessions)
    try form.field("hurt", &gate.hurt)
    try form.field("remarks", &gate.remarks)
    form.derived(
      "accept", ifAny: gate.acceptCommand.isEmpty ? nil : ShellCommand(gate.acceptCommand).text, .notEmpty,
      about: "The command that would accept the findings that fail.")
    form.rows("judged", findings, about: "")
  }
}

extension BreakdownReport: Fielded {
  package static var blank: Self { Self("") }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("by", &dimension, .notEmpty)
    try form.field("rows", &rows)
    try form.field("leftOut", &leftOut)
  }
}

extension BreakdownReport.Row: Fielded {
  package static var blank: Self { Self("", hurt: SessionShare(0, of: 0), failures: 0) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("value", &value)
    try form.field("hurt", &hurt.count)
    try form.field("of", &hurt.all)
    try form.field("failures", &failures)
  }
}

extension HurtSession: Fielded {
  package static var blank: Self { Self(place: .blank, failures: 0, rules: []) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try place.fields(&form)
    try form.field("app", &app, unless: "")
    try form.field("build", &build, unless: "")
    try form.field("policy", &policy, unless: "")
    try form.field("failures", &failures)
    try form.field("rules", &rules)
  }
}
