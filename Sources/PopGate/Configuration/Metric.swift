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

/// Numbers with units as a configuration writes them: `3000 ms`, `2.5 s`, `5%`, `1.5`.
///
/// Kept in millionths, so that nothing is rounded.
enum Quantity {
  static func value(_ text: String, _ unit: MetricValue.Unit) -> MetricValue? {
    switch unit {
    case .count, .perThousand: return decimal(text, places: 6).map { MetricValue(millionths: $0, unit) }
    case .share:
      // A hundredth of the whole is 10,000 millionths of it.
      guard let share = percent(text), share <= 1_000_000 else { return nil }
      return MetricValue(millionths: share, unit)
    case .milliseconds:
      if let number = number(text, before: "ms"), let value = decimal(number, places: 6) {
        return MetricValue(millionths: value, unit)
      }
      guard let number = number(text, before: "s"), let value = decimal(number, places: 3) else { return nil }
      return MetricValue(millionths: value * 1000, unit)
    }
  }

  /// A share with its sign, in millionths of the whole; it may be more than the whole.
  static func percent(_ text: String) -> Int? {
    guard let number = number(text, before: "%"), let value = decimal(number, places: 4), value <= 1_000_000_000_000
    else { return nil }
    return value / 100
  }

  static func example(_ unit: MetricValue.Unit) -> String {
    switch unit {
    case .count, .perThousand: "a plain number such as 2.5"
    case .share: "a share with its sign, such as 5%"
    case .milliseconds: "a time with its unit, such as 3000 ms or 3 s"
    }
  }

  static func text(_ value: MetricValue) -> String {
    switch value.unit {
    case .count, .perThousand: plain(value.millionths)
    case .share: plain(value.millionths * 100) + "%"
    case .milliseconds: plain(value.millionths) + " ms"
    }
  }

  static func percentText(_ millionths: Int) -> String { plain(millionths * 100) + "%" }

  private static func number(_ text: String, before sign: String) -> String? {
    guard text.hasSuffix(sign) else { return nil }
    let number = text.dropLast(sign.count)
    return String(number.last == " " ? number.dropLast() : number)
  }

  /// A decimal number with at most so many places and a whole part of no more than 10⁹, in millionths.
  private static func decimal(_ text: String, places: Int) -> Int? {
    decimalNumber(text, digits: 10, places: places).flatMap { $0 < 1_000_000_001_000_000 ? $0 : nil }
  }

  private static func plain(_ millionths: Int) -> String { decimalText(millionths, places: 6) }
}
