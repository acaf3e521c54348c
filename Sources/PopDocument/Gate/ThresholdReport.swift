/// What came of one metric, and of the limits it has.
package struct ThresholdReport: Hashable, Sendable {
  /// The metric's name: `wait-p95`.
  package var metric: String
  /// Which popups it is about: `all popups`, `popup Coupon`, `kind alert`, `level 8`.
  package var scope: String
  /// Its value in the run that the candidate is compared with; nil where there is none, or nothing was measured.
  package var reference: MetricValue?
  /// Its value in the candidate's runs; nil where nothing was measured.
  package var candidate: MetricValue?
  /// The interval that holds the change in nine resamplings of ten; nil where it cannot be said.
  package var change: ChangeInterval?
  /// What can be said of the two.
  package var evidence: Evidence
  /// The limits it has, in the order of the configuration's keys; empty where it is shown only for reading.
  package var limits: [Limit] = []
  /// How many popups were measured in each of the two, and how many were left out since their outcome is not certain enough.
  package var measured = 0
  package var leftOut = 0
  /// The line of the configuration it comes from; nil where it is not from there.
  package var line: Int?

  package enum Evidence: String, FieldWord, Hashable, Sendable {
    /// It is worse, by more than chance.
    case worse
    /// The difference may be chance, or there is none.
    case noEvidence = "no-evidence"
    /// It is better, by more than chance.
    case better
    /// It went up or down, by more than chance, and neither is worse of itself.
    case changed
    /// There is nothing to compare with.
    case none

    /// As a person reads it.
    package var words: String { self == .noEvidence ? "no evidence" : self == .none ? "not compared" : rawValue }
  }

  /// By how much the value changed, resampled: the ends, and the change as measured, in millionths of the value compared with.
  package struct ChangeInterval: Hashable, Sendable {
    package var low: Int
    package var measured: Int
    package var high: Int

    package init(low: Int, measured: Int, high: Int) {
      self.low = low
      self.measured = measured
      self.high = high
    }
  }

  /// A limit that a configuration sets.
  package struct Limit: Hashable, Sendable {
    /// The configuration's words: `max: 3000 ms`, `max-increase: 10%`.
    package var words: String
    /// Whether it is broken, which fails the build.
    package var isBroken: Bool

    package init(_ words: String, isBroken: Bool) {
      self.words = words
      self.isBroken = isBroken
    }
  }

  package init(
    metric: String, scope: String, reference: MetricValue?, candidate: MetricValue?, evidence: Evidence,
    limits: [Limit] = []
  ) {
    self.metric = metric
    self.scope = scope
    self.reference = reference
    self.candidate = candidate
    self.evidence = evidence
    self.limits = limits
  }

  package var isFailure: Bool { limits.contains(where: \.isBroken) }
}

extension ThresholdReport: Fielded {
  package static var blank: Self { Self(metric: "", scope: "", reference: nil, candidate: nil, evidence: .none) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("metric", &metric, .notEmpty)
    try form.field("scope", &scope, .notEmpty)
    try form.field("baseline", &reference)
    try form.field("candidate", &candidate)
    try form.field(
      "change", ifAny: &change, .any,
      about:
        "By what share of the baseline's value it changed, and the interval that holds the change in nine resamplings of ten."
    )
    try form.field("evidence", &evidence)
    try form.field("measured", &measured)
    try form.field("leftOut", &leftOut)
    try form.field("limits", &limits)
    try form.field("line", ifAny: &line, .positive)
  }
}

extension ThresholdReport.ChangeInterval: Fielded {
  package static var blank: Self { Self(low: 0, measured: 0, high: 0) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.derived("low", DecimalNumber(number: low))
    form.derived("measured", DecimalNumber(number: measured))
    form.derived("high", DecimalNumber(number: high))
  }
}

extension ThresholdReport.Limit: Fielded {
  package static var blank: Self { Self("", isBroken: false) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("limit", &words, .notEmpty)
    try form.field("broken", &isBroken)
  }
}
