package import PopDocument

/// What a gate measures of the popups of all sessions (<doc:Gate#Metrics>).
package enum Metric: String, CaseIterable, Hashable, Sendable {
  /// Presentations, per session.
  case presentations
  /// Of the popups submitted, the share that was never presented.
  case neverShown = "never-shown"
  /// The wait from submission to the first presentation that half of the presented popups do not exceed.
  case waitP50 = "wait-p50"
  case waitP95 = "wait-p95"
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

  package enum Direction: Hashable, Sendable { case up, down, neither }

  /// All that there is to say of it: what it is measured in, which direction is worse, what is summed up for it, and why there is nothing in the
  /// baseline to compare it with.
  private var row: (unit: MetricValue.Unit, worse: Direction, measure: Measure, isOneSided: String?) {
    switch self {
    case .presentations: (.count, .neither, .presentations, nil)
    case .neverShown: (.share, .up, .neverShown, nil)
    case .waitP50, .waitP95, .waitP99: (.milliseconds, .up, .waits, nil)
    case .orderChanges: (.share, .up, .orderChanges, "it compares the two runs already")
    case .overlaps: (.perThousand, .up, .overlaps, nil)
    case .preemptions: (.perThousand, .up, .preemptions, nil)
    case .timeOnScreen: (.milliseconds, .neither, .timeOnScreen, nil)
    case .affectedSessions:
      (.share, .up, .affectedSessions, "a new error is one that the baseline does not have")
    case .coverage: (.share, .down, .coverage, "it says how much of the recording the replay reached")
    }
  }

  package var unit: MetricValue.Unit { row.unit }
  package var worse: Direction { row.worse }
  package var isOneSided: String? { row.isOneSided }
  var measure: Measure { row.measure }

  /// Whether it is about popups, so that some of them can be picked; else it is about sessions as wholes.
  package var isOfPopups: Bool { self != .affectedSessions && self != .coverage }

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

enum Measure: Hashable, Sendable {
  case presentations, neverShown, waits, orderChanges, overlaps, preemptions, timeOnScreen, affectedSessions, coverage
}
