import PopAudit
import PopReplay

extension TextReport {
  /// Adds the sessions whose recording does not give itself back, and those that were judged in part.
  func addMismatches(_ summary: ReportSummary, to lines: inout [String]) {
    if summary.identityMismatch > 0 {
      lines.append("")
      lines.append(heading("NOT JUDGED", "\(counted(summary.identityMismatch, "session")) without identity"))
      for session in mismatches {
        lines.append("  \(printable(session.trace)), session \(printable(session.session))")
        guard let mismatch = session.mismatch else { continue }
        for line in wrapped(printable(mismatch.because), to: style.width - 4) { lines.append("    " + line) }
        if !mismatch.recorded.isEmpty {
          lines.append("    recorded:")
          addTimeline(mismatch.recorded, to: &lines)
        }
        if !mismatch.replayed.isEmpty {
          lines.append("    replayed:")
          addTimeline(mismatch.replayed, to: &lines)
        }
      }
      addMore(summary.identityMismatch - mismatches.count, "sessions", to: &lines)
    }
    if summary.lossySessions > 0 {
      lines.append("")
      lines.append(heading("IN PART", "\(counted(summary.lossySessions, "session")) with something missing"))
      for (trace, session, loss) in losses {
        lines.append("  \(printable(trace)), session \(printable(session)): \(printable(loss))")
      }
      addMore(summary.lossySessions - losses.count, "sessions", to: &lines)
    }
  }

  private func addMore(_ count: Int, _ noun: String, to lines: inout [String]) {
    if count > 0 { lines.append("  … and \(grouping(count)) more \(noun)") }
  }

  /// Adds how much of the recordings took part, and how certain the outcomes are.
  func addCoverage(_ summary: ReportSummary, to lines: inout [String]) {
    guard head.purpose == .replay, summary.grades != OutcomeGrades() else { return }
    let coverage = summary.coverage
    lines.append("")
    let reactions = coverage.reachedReactions + coverage.unreachedReactions
    var first = "\(percent(coverage.reachedReactions, of: reactions)) of \(counted(reactions, "reaction")) reached"
    if coverage.unreached > 0 { first += ", \(grouping(coverage.unreached)) stimuli unreached" }
    if coverage.beyondEnd > 0 { first += ", \(grouping(coverage.beyondEnd)) beyond the end" }
    lines.append(heading("COVERAGE", first))
    let grades = summary.grades
    var second = "          outcomes: \(grouping(grades.exact)) exact, \(grouping(grades.derived)) derived, "
    second += "\(grouping(grades.assumed)) assumed"
    lines.append(second)
  }

  /// The last line: whether the candidate makes things worse.
  func verdict(_ summary: ReportSummary) -> String {
    let name = printable(head.policy)
    switch summary.verdict {
    case .failed:
      let unjudged = summary.identityMismatch
      var parts: [String] = []
      if summary.unreadable > 0 { parts.append("\(counted(summary.unreadable, "input")) could not be read") }
      if unjudged > 0 {
        parts.append(
          unjudged == 1
            ? "1 recording does not give itself back" : "\(grouping(unjudged)) recordings do not give themselves back")
      }
      if summary.regressions > 0 { parts.append("\(counted(summary.regressions, "regression")) in the rest") }
      let what = head.purpose == .verification ? "Not verified" : "Not judged in full"
      return style.dress("\(what): \(parts.joined(separator: "; ")).", .bad)
    case .worse where head.baseline == "none":
      let where_ = "\(grouping(summary.regressedSessions)) of \(counted(summary.sessions, "session"))"
      return style.dress("\(name) fails: \(counted(summary.regressions, "error")) in \(where_).", .bad)
    case .worse:
      let errors = counted(summary.regressions, "new error")
      let where_ = "\(grouping(summary.regressedSessions)) of \(counted(summary.sessions, "session"))"
      return style.dress("\(name) makes things worse: \(errors) in \(where_)\(mended(summary)).", .bad)
    case .incomplete where head.purpose == .verification:
      return style.dress("\(counted(summary.lossySessions, "session")) could be verified in part only.", .warning)
    case .incomplete where summary.isBelowCoverage:
      return style.dress("Nothing worse found, but less was reached than asked for.", .warning)
    case .incomplete:
      return style.dress(
        "Nothing worse found, but \(counted(summary.lossySessions, "session")) judged in part.", .warning)
    case .fine where head.purpose == .verification:
      return style.dress("Everything is whole, and every recording gives itself back.", .good)
    case .fine where head.baseline == "none":
      return style.dress("\(name) makes no error\(assumed(summary)).", .good)
    case .fine:
      return style.dress("\(name) breaks nothing\(mended(summary))\(assumed(summary)).", .good)
    }
  }

  private func mended(_ summary: ReportSummary) -> String {
    let fixed = summary.findings.fixed.error
    return fixed > 0 ? ", \(grouping(fixed)) mended" : ""
  }

  private func assumed(_ summary: ReportSummary) -> String {
    let errors = summary.findings.new.error
    return errors > 0 ? "; \(counted(errors, "new error")) \(errors == 1 ? "rests" : "rest") on assumptions" : ""
  }
}

/// `98.2 %`; a whole of nothing is 100 %.
func percent(_ part: Int, of whole: Int) -> String {
  guard whole > 0 else { return "100 %" }
  guard part < whole else { return "100 %" }
  // Rounded down, so that 100 % means all.
  let permille = part * 1000 / whole
  return "\(permille / 10).\(permille % 10) %"
}
