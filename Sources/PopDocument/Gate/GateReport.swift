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

  /// The metrics, those beyond a limit first.
  package var orderedThresholds: [ThresholdReport] {
    thresholds.filter(\.isFailure) + thresholds.filter { !$0.isFailure }
  }

  /// Makes the report of a gate that has seen nothing.
  package init(asOf: CalendarDay) { self.asOf = asOf }
}

/// How many sessions are hurt, by something that tells them apart: build, policy, page, popup …
package struct BreakdownReport: Hashable, Sendable, Fielded {
  /// What it is by: `build`.
  package var dimension: String
  /// The values, the worst first.
  package var rows: [Row] = []
  package var leftOut = 0

  package struct Row: Hashable, Sendable, Fielded {
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

    package static var blank: Self { Self("", hurt: SessionShare(0, of: 0), failures: 0) }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.derived(["value": value, "hurt": hurt.count, "of": hurt.all, "failures": failures])
    }
  }

  package init(_ dimension: String) { self.dimension = dimension }

  package static var blank: Self { Self("") }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("by", &dimension, .notEmpty)
    form.derived(["rows": rows, "leftOut": leftOut])
  }
}

/// A session with findings that fail the build.
package struct HurtSession: Hashable, Sendable, Fielded {
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

  package static var blank: Self { Self(place: .blank, failures: 0, rules: []) }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try place.fields(&form)
    try form.field("app", &app, unless: "")
    try form.field("build", &build, unless: "")
    try form.field("policy", &policy, unless: "")
    form.derived(["failures": failures, "rules": rules])
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
    form.derived([
      "breakdowns": gate.breakdowns, "hurtSessions": gate.hurtSessions, "hurt": gate.hurt, "remarks": gate.remarks,
    ])
    form.derived(
      "accept", ifAny: gate.acceptCommand.isEmpty ? nil : ShellCommand(gate.acceptCommand).text, .notEmpty,
      about: "The command that would accept the findings that fail.")
    form.rows("judged", findings, about: "")
  }
}

/// What came of a baseline file.
package struct BaselineReport: Hashable, Sendable, Fielded {
  /// The file, as the user named it.
  package var file = ""
  /// How many findings it accepts.
  package var accepted = 0
  /// What is in more sessions than it allows, beyond chance.
  package var risen: [Risen] = []
  /// What it accepts and nobody has any more.
  package var stale: [Stale] = []
  /// Whether that fails the build.
  package var isStrict = false

  /// Something that is accepted, in fewer sessions.
  package struct Risen: Hashable, Sendable, Fielded {
    /// What it is: `leaving: hide → lost-keepalive`.
    package var words: String
    /// In how many sessions it is accepted, and in how many it is.
    package var accepted: SessionShare
    package var now: SessionShare
    /// The line of the file; nil where it is a rule that no entry speaks of, brought by keys that are accepted.
    package var line: Int?

    package init(words: String, accepted: SessionShare, now: SessionShare, line: Int? = nil) {
      self.words = words
      self.accepted = accepted
      self.now = now
      self.line = line
    }

    package static var blank: Self { Self(words: "", accepted: SessionShare(0, of: 0), now: SessionShare(0, of: 0)) }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      form.derived(["words": words, "accepted": accepted, "now": now])
      try form.field("line", ifAny: &line, .positive)
    }
  }

  /// An acceptance of what is gone.
  package struct Stale: Hashable, Sendable, Fielded {
    /// The finding; nil where it is about a change.
    package var fingerprint: String?
    /// What the file says of it: `leaving: hide → lost-keepalive`.
    package var words: String
    package var line: Int

    package init(fingerprint: String?, words: String, line: Int) {
      self.fingerprint = fingerprint
      self.words = words
      self.line = line
    }

    /// What it is, and where: `line 3: leaving: hide → lost-keepalive`, with the fingerprint where there is one.
    package var placed: String { "line \(line): \(words)" + (fingerprint.map { ", " + $0 } ?? "") }

    package static var blank: Self { Self(fingerprint: nil, words: "", line: 0) }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("fingerprint", ifAny: &fingerprint)
      try form.field("words", &words)
      try form.field("line", &line, .positive)
    }
  }

  package init(file: String) { self.file = file }

  package var isFailure: Bool { isStrict && !stale.isEmpty }

  package static var blank: Self { Self(file: "") }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.derived(["file": file, "accepted": accepted, "strict": isStrict, "risen": risen, "stale": stale])
  }
}
