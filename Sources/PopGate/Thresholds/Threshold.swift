package import PopReport

/// A metric that a gate looks at, and the limits it must keep (<doc:Gate#Thresholds>).
package struct Threshold: Hashable, Sendable {
  /// The metric.
  package var metric: Metric
  /// Which popups it is about.
  package var scope: PopupScope
  /// The limits, in the order of the configuration; none where the metric is only shown.
  package var limits: [Limit] = []
  /// The line of the configuration; nil where it comes from none.
  package var line: Int?

  /// Makes a threshold.
  package init(_ metric: Metric, _ scope: PopupScope = PopupScope(), limits: [Limit] = []) {
    self.metric = metric
    self.scope = scope
    self.limits = limits
  }

  /// A limit.
  package enum Limit: Hashable, Sendable {
    /// The greatest value that is allowed.
    case max(MetricValue)
    /// The smallest.
    case min(MetricValue)
    /// By how much it may go up, in millionths of the baseline's value.
    case maxIncrease(Int)
    /// By how much it may go down.
    case maxDecrease(Int)

    /// The key of a configuration.
    package var key: String {
      switch self {
      case .max: "max"
      case .min: "min"
      case .maxIncrease: "max-increase"
      case .maxDecrease: "max-decrease"
      }
    }

    /// The value of a configuration.
    package var text: String {
      switch self {
      case .max(let value), .min(let value): Quantity.text(value)
      case .maxIncrease(let millionths), .maxDecrease(let millionths): Quantity.percentText(millionths)
      }
    }

    /// `max: 3000 ms`, for reports.
    package var words: String { "\(key): \(text)" }
  }

  /// Whether one of its limits compares with the baseline.
  package var isRelative: Bool {
    limits.contains {
      switch $0 {
      case .maxIncrease, .maxDecrease: true
      case .max, .min: false
      }
    }
  }
}
