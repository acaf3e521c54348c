public import PopReplay

/// What counts as a regression (<doc:Diff#Regressions>): a finding that is new, is an error, and can be relied on far enough.
///
/// The one place that decides it. A gate that sets other severities than the rules have gives those.
///
/// ```swift
/// let criterion = RegressionCriterion(.certain)
/// let failing = verdict.findings.filter { criterion.isRegression($0.status, $0.finding.rule.severity, $0.grade) }
/// ```
public struct RegressionCriterion: Hashable, Sendable {
  /// The words of `--fail-on`.
  public enum FailOn: String, CaseIterable, Hashable, Sendable {
    /// No assumption has part in it.
    case certain
    /// It is the same whatever is assumed.
    case robust
  }

  /// The weakest grade that counts.
  public var weakest: Grade

  /// Counts new errors of this grade and of better ones.
  public init(upTo weakest: Grade) { self.weakest = weakest }

  /// Counts as `--fail-on` says.
  ///
  /// - Parameter isStrict: Whether a new error that rests on an assumption counts too (`--strict`).
  public init(_ failOn: FailOn = .robust, isStrict: Bool = false) {
    switch failOn {
    case _ where isStrict: weakest = .assumed
    case .certain: weakest = .derived
    case .robust: weakest = .robust
    }
  }

  /// Whether something of this grade can be relied on far enough to count.
  public func counts(_ grade: Grade) -> Bool { grade <= weakest }

  /// Whether a finding is a new error, of whatever grade.
  package static func isNewError(_ status: FindingStatus, _ severity: Severity) -> Bool {
    status == .new && severity == .error
  }

  /// Whether a finding is a regression.
  package func isRegression(_ status: FindingStatus, _ severity: Severity, _ grade: Grade) -> Bool {
    Self.isNewError(status, severity) && counts(grade)
  }
}
