package import PopAudit

/// What a gate says beyond the report of a replay: what fails the build, and why.
package struct GateReport: Hashable, Sendable {
  package var asOf: CalendarDay
  package var configuration = ""
  /// The metrics, those with limits first, each group in the order of the configuration.
  package var thresholds: [ThresholdReport] = []
  package var baseline: BaselineReport?
  package var blame: BlameReport?
  package var breakdowns: [Breakdown] = []
  /// The sessions that are hurt, the worst first, as many as are shown, and how many there are.
  package var hurt: [HurtSession] = []
  package var hurtSessions = 0
  /// The command that would accept the findings that fail, word by word; empty where nobody knows.
  package var acceptCommand: [String] = []
  package var remarks: [String] = []

  /// The metrics, those beyond a limit first.
  package var orderedThresholds: [ThresholdReport] {
    thresholds.filter(\.isFailure) + thresholds.filter { !$0.isFailure }
  }

  package init(asOf: CalendarDay) { self.asOf = asOf }
}

extension GateReport {
  /// How many sessions are hurt, by something that tells them apart: build, policy, page, popup …
  package struct Breakdown: Hashable, Sendable, Fielded {
    package var dimension: String
    package var rows: [Row] = []
    package var leftOut = 0

    package struct Row: Hashable, Sendable, Fielded {
      /// The value: `1042`; empty where sessions do not say.
      package var value: String
      package var hurt: SessionShare
      package var failures = 0

      package init(_ value: String, hurt: SessionShare) {
        self.value = value
        self.hurt = hurt
      }

      package static var blank: Self { Self("", hurt: SessionShare(0, of: 0)) }
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

  package struct HurtSession: Hashable, Sendable, Fielded {
    package var position: JudgedFinding.Position
    package var app = ""
    package var build = ""
    package var policy = ""
    package var failures = 0
    package var rules: [Rule] = []

    package init(_ position: JudgedFinding.Position) { self.position = position }
    package static var blank: Self { Self(.blank) }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try position.fields(&form)
      try form.field("app", &app, unless: "")
      try form.field("build", &build, unless: "")
      try form.field("policy", &policy, unless: "")
      form.derived(["failures": failures, "rules": rules])
    }
  }
}

package struct BaselineReport: Hashable, Sendable, Fielded {
  package var file = ""
  package var accepted = 0
  /// What is in more sessions than it allows, beyond chance.
  package var risen: [Risen] = []
  /// What it accepts and nobody has any more.
  package var stale: [Stale] = []
  package var isStrict = false

  package struct Risen: Hashable, Sendable, Fielded {
    package var words: String
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

  package struct Stale: Hashable, Sendable, Fielded {
    package var fingerprint: String?
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
