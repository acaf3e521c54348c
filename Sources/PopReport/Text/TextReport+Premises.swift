import PopAudit
import PopReplay

// What a replay takes for granted, and what is estimated with it.

extension TextReport {
  /// Adds what the replays take for granted of users.
  func addPremises(_ summary: ReportSummary, to lines: inout [String]) {
    guard head.purpose == .replay, let premises = head.premises, summary.scenarios < summary.sessions else { return }
    lines.append("          premises: \(premises.sentence)")
    guard summary.grades.robust + summary.findings.newErrors.robust > 0 else { return }
    lines.append("          robust rests on them too: \(PremisesReport.others)")
  }

  /// `; expected 404 (40.4 % ± 2.6, 90 %)`: how many sessions, and half of the interval's width; nothing where no estimate was asked for.
  func expected(_ summary: ReportSummary) -> String {
    guard summary.isEstimated else { return "" }
    let rate = summary.affected.rate
    let number = grouping((rate.sixteenths + 8) / 16)
    return
      "; expected \(number) (\(Self.permille(rate.expected, .nearest)) % ± \(Self.permille((rate.high - rate.low + 1) / 2, .up)), 90 %)"
  }

  /// `at least 37.8 % of sessions affected (90 %), where 2% are allowed`.
  func tooManyAffected(_ summary: ReportSummary) -> String {
    let low = Self.permille(summary.affected.rate.low, .down)
    return "at least \(low) % of sessions affected (90 %), where \(summary.mostAffected ?? .none) are allowed"
  }

  /// The same as a further reason.
  func andTooManyAffected(_ summary: ReportSummary) -> String {
    summary.isAboveAffected ? "; \(tooManyAffected(summary))" : ""
  }

  private enum Rounding { case down, nearest, up }

  /// `40.4`, of a share in millionths.
  private static func permille(_ millionths: Int, _ rounding: Rounding) -> String {
    let added = rounding == .down ? 0 : rounding == .nearest ? 500 : 999
    let permille = (millionths + added) / 1000
    return "\(permille / 10).\(permille % 10)"
  }
}
