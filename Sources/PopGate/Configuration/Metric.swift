package import PopDocument

/// What a gate measures of the popups of all sessions (<doc:Gate#Metrics>).
package enum Metric: String, CaseIterable, Hashable, Sendable {
  /// Presentations, per session.
  case presentations
  /// Of the popups submitted, the share that was never presented.
  case neverShown = "never-shown"
  /// The wait from submission to the first presentation that half of the presented popups do not exceed.
  case waitP50 = "wait-p50"
  /// The wait that 95 % of them do not exceed.
  case waitP95 = "wait-p95"
  /// The wait that 99 % of them do not exceed.
  case waitP99 = "wait-p99"
  /// Of the popups that both runs present, the share that comes up in another order.
  case orderChanges = "order-changes"
  /// Findings of the rule `overlap`, per 1,000 presentations.
  case overlaps
  /// Presentations cut short for a more urgent popup, per 1,000 presentations.
  case preemptions
  /// How long a presented popup is on screen in all, on average.
  case timeOnScreen = "time-on-screen"
  /// Of the sessions judged, the share with a new error.
  case affectedSessions = "affected-sessions"
  /// Of the recorded reactions, the share that the replay reached.
  case coverage

  /// What it is measured in.
  package var unit: MetricValue.Unit {
    switch self {
    case .presentations: .count
    case .neverShown, .orderChanges, .affectedSessions, .coverage: .share
    case .waitP50, .waitP95, .waitP99, .timeOnScreen: .milliseconds
    case .overlaps, .preemptions: .perThousand
    }
  }

  /// Which direction is worse.
  package enum Direction: Hashable, Sendable {
    /// More is worse.
    case up
    /// Less is worse.
    case down
    /// Neither is, of itself.
    case neither
  }

  package var worse: Direction {
    switch self {
    case .neverShown, .waitP50, .waitP95, .waitP99, .orderChanges, .overlaps, .preemptions, .affectedSessions: .up
    case .coverage: .down
    case .presentations, .timeOnScreen: .neither
    }
  }

  /// Why there is nothing in the baseline to compare it with; nil where there is.
  package var isOneSided: String? {
    switch self {
    case .orderChanges: "it compares the two runs already"
    case .affectedSessions: "a new error is one that the baseline does not have"
    case .coverage: "it says how much of the recording the replay reached"
    default: nil
    }
  }

  /// Whether it is about popups, so that some of them can be picked; else it is about sessions as wholes.
  package var isOfPopups: Bool { self != .affectedSessions && self != .coverage }

  /// What is read of the sums that are kept for it.
  var measure: Measure {
    switch self {
    case .presentations: .presentations
    case .neverShown: .neverShown
    case .waitP50, .waitP95, .waitP99: .waits
    case .orderChanges: .orderChanges
    case .overlaps: .overlaps
    case .preemptions: .preemptions
    case .timeOnScreen: .timeOnScreen
    case .affectedSessions: .affectedSessions
    case .coverage: .coverage
    }
  }

  /// Of a hundred waits, so many are no longer than the value; nil where it is a quotient.
  var percentile: Int? {
    switch self {
    case .waitP50: 50
    case .waitP95: 95
    case .waitP99: 99
    default: nil
    }
  }
}

/// What is summed up for a metric.
enum Measure: Hashable, Sendable {
  case presentations, neverShown, waits, orderChanges, overlaps, preemptions, timeOnScreen, affectedSessions, coverage
}
