/// What came of one metric, and of the limits it has.
package struct ThresholdReport: Hashable, Sendable, Fielded {
  package var metric: String
  /// Which popups it is about: `all popups`, `popup Coupon`, `kind alert`, `level 8`.
  package var scope: String
  package var reference: MetricValue?
  package var candidate: MetricValue?
  /// The interval that holds the change in nine resamplings of ten; nil where it cannot be said.
  package var change: ChangeInterval?
  package var evidence = Evidence.none
  /// The limits it has, in the order of the configuration's keys; empty where it is shown only for reading.
  package var limits: [Limit] = []
  /// How many popups were measured in each of the two, and how many were left out since their outcome is not certain enough.
  package var measured = 0
  package var leftOut = 0
  package var line: Int?

  package enum Evidence: String, FieldWord, Hashable, Sendable {
    case worse
    /// The difference may be chance, or there is none.
    case noEvidence = "no-evidence"
    case better
    /// It went up or down, by more than chance, and neither is worse of itself.
    case changed
    case none

    package var words: String { self == .noEvidence ? "no evidence" : self == .none ? "not compared" : rawValue }
  }

  /// By how much the value changed, resampled: the ends, and the change as measured, in millionths of the value compared with.
  package struct ChangeInterval: Hashable, Sendable, Fielded {
    package var low: Int
    package var measured: Int
    package var high: Int

    package init(low: Int, measured: Int, high: Int) {
      self.low = low
      self.measured = measured
      self.high = high
    }

    package static var blank: Self { Self(low: 0, measured: 0, high: 0) }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      let (low, measured, high) = (
        FixedDecimal(number: low), FixedDecimal(number: measured), FixedDecimal(number: high)
      )
      form.derived(["low": low, "measured": measured, "high": high])
    }
  }

  package struct Limit: Hashable, Sendable, Fielded {
    /// The configuration's words: `max: 3000 ms`, `max-increase: 10%`.
    package var words: String
    package var isBroken: Bool

    package init(_ words: String, isBroken: Bool) {
      self.words = words
      self.isBroken = isBroken
    }

    package static var blank: Self { Self("", isBroken: false) }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("limit", &words, .notEmpty)
      try form.field("broken", &isBroken)
    }
  }

  package init(metric: String, scope: String) {
    self.metric = metric
    self.scope = scope
  }

  package var isFailure: Bool { limits.contains(where: \.isBroken) }
  package static var blank: Self { Self(metric: "", scope: "") }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("metric", &metric, .notEmpty)
    try form.field("scope", &scope, .notEmpty)
    try form.field("baseline", &reference)
    try form.field("candidate", &candidate)
    try form.field("change", ifAny: &change)
    form.derived(["evidence": evidence, "measured": measured, "leftOut": leftOut, "limits": limits])
    try form.field("line", ifAny: &line, .positive)
  }
}

/// What a gate is worth, as nights tell that were drawn from sessions of one corpus (Gate, *Rehearsal*).
package struct RehearsalReport: Hashable, Sendable, Fielded {
  package var policy: String
  package var reference: String
  package var nights: Int
  package var seed: UInt64
  package var sessions = 0
  package var sessionsPerNight = 0
  package var leftOut = 0
  package var failed = 0
  /// Empty where there are too few sessions.
  package var parts: [Part] = []

  package struct Part: Hashable, Sendable, Fielded {
    package enum Kind: String, FieldWord, Hashable, Sendable {
      case newErrors = "new-errors"
      /// The share of the sessions that has what was accepted.
      case shares
      case limits
    }

    package var kind: Kind
    package var words: String
    package var now: SessionShare?
    package var failed: Int
    package var found: Int?

    package init(_ kind: Kind, _ words: String, now: SessionShare? = nil, failed: Int = 0, found: Int?) {
      self.kind = kind
      self.words = words
      self.now = now
      self.failed = failed
      self.found = found
    }

    package static var blank: Self { Self(.newErrors, "", found: nil) }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("part", &kind)
      try form.field("words", &words, .notEmpty)
      try form.field("now", &now)
      try form.field("failed", &failed)
      try form.field("foundMillionths", &found)
    }
  }

  package init(policy: String, reference: String, nights: Int, seed: UInt64) {
    self.policy = policy
    self.reference = reference
    self.nights = nights
    self.seed = seed
  }

  package var json: [UInt8] { JSONWriter.bytes(of: self) + [UInt8(ascii: "\n")] }
  package static var blank: Self { Self(policy: "", reference: "", nights: 0, seed: 0) }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.constant("schema", "poptrace.rehearsal/1")
    try form.field("policy", &policy)
    try form.field("baseline", &reference)
    try form.field("nights", &nights)
    form.derived("seed", "\(seed)", .digits)
    try form.field("sessions", &sessions)
    try form.field("sessionsPerNight", &sessionsPerNight)
    try form.field("leftOut", &leftOut)
    form.derived("isTooSmall", parts.isEmpty)
    try form.field("failed", &failed)
    form.rows("parts", parts)
  }
}
