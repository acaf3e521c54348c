/// What came of one metric, and of the limits it has.
package struct ThresholdReport: Hashable, Sendable {
  /// The metric's name: `wait-p95`.
  package var metric: String
  /// Which popups it is about: `all popups`, `popup Coupon`, `kind alert`, `level 8`.
  package var scope: String
  /// Its value in the baseline; nil where there is none, or nothing was measured.
  package var baseline: MetricValue?
  /// Its value in the candidate's runs; nil where nothing was measured.
  package var candidate: MetricValue?
  /// The interval that holds the change in nine resamplings of ten, in millionths of the baseline's value; nil where it cannot be said.
  package var change: ChangeInterval?
  /// What can be said of the two.
  package var evidence: Evidence
  /// The limits it has, in the order of the configuration's keys; empty where it is shown only for reading.
  package var limits: [Limit]
  /// How many popups were measured in each of the two, and how many were left out since their outcome is not certain enough.
  package var measured = 0
  package var leftOut = 0
  /// The line of the configuration it comes from; nil where it is not from there.
  package var line: Int?

  /// What a comparison with the baseline says.
  package enum Evidence: String, CaseIterable, Hashable, Sendable {
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

  /// By how much the value changed, resampled.
  package struct ChangeInterval: Hashable, Sendable {
    /// The lower and upper end, and the change as measured, in millionths of the baseline's value.
    package var low: Int
    package var high: Int
    package var measured: Int

    /// Makes an interval.
    package init(low: Int, measured: Int, high: Int) {
      self.low = low
      self.high = high
      self.measured = measured
    }
  }

  /// A limit that a configuration sets.
  package struct Limit: Hashable, Sendable {
    /// The configuration's words: `max: 3000 ms`, `max-increase: 10%`.
    package var words: String
    /// Whether it is broken, which fails the build.
    package var isBroken: Bool

    /// Makes a limit.
    package init(_ words: String, isBroken: Bool) {
      self.words = words
      self.isBroken = isBroken
    }
  }

  /// Makes the report of a metric.
  package init(
    metric: String, scope: String, baseline: MetricValue?, candidate: MetricValue?, evidence: Evidence,
    limits: [Limit] = []
  ) {
    self.metric = metric
    self.scope = scope
    self.baseline = baseline
    self.candidate = candidate
    self.evidence = evidence
    self.limits = limits
  }

  /// Whether it fails the build.
  package var isFailure: Bool { limits.contains(where: \.isBroken) }
}
