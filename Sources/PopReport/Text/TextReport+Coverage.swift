import PopAudit
import PopDocument
import PopReplay

extension TextReport {
  /// Adds what could not be read, and the sessions whose recording does not give itself back or cannot be checked.
  func addUnjudged(_ summary: ReportSummary, to lines: inout [String]) {
    guard !summary.isComplete else { return }
    lines.append("")
    lines.append(heading("NOT JUDGED", unjudged(summary).joined(separator: ", ")))
    for entry in summary.unread.prefix(limits.sessions) {
      let session = entry.session.map { ", session " + printable($0) } ?? ""
      lines.append("  \(printable(entry.trace))\(session)")
      for line in wrapped(printable(entry.because), to: style.width - 4) { lines.append("    " + line) }
    }
    addMore(summary.unread.count - min(summary.unread.count, limits.sessions), "of them", to: &lines)
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
    addMore(summary.identities.unjudged - mismatches.count, "sessions", to: &lines)
  }

  /// `1 unreadable input`, `2 sessions without identity`: what there is of it.
  func unjudged(_ summary: ReportSummary) -> [String] {
    var parts: [String] = []
    func add(_ count: Int, _ noun: String, plural: String) {
      if count > 0 { parts.append(counted(count, noun, plural: plural)) }
    }
    add(summary.unopenedInputs, "unreadable input", plural: "unreadable inputs")
    add(summary.unreadSessions, "unreadable session", plural: "unreadable sessions")
    add(summary.identities[.mismatch], "session without identity", plural: "sessions without identity")
    add(summary.identities[.unknownPolicy], "session of an unknown policy", plural: "sessions of unknown policies")
    return parts
  }

  /// Adds the sessions that were judged in part.
  func addLosses(_ summary: ReportSummary, to lines: inout [String]) {
    guard summary.lossySessions > 0 else { return }
    lines.append("")
    lines.append(heading("IN PART", "\(counted(summary.lossySessions, "session")) with something missing"))
    for (trace, session, loss) in losses {
      lines.append("  \(printable(trace)), session \(printable(session)): \(printable(loss))")
    }
    addMore(summary.lossySessions - losses.count, "sessions", to: &lines)
  }

  /// Adds what there is to say of sessions that is no loss.
  func addRemarks(to lines: inout [String]) {
    let (stimuli, sessions) = remarkCounts
    if stimuli > 0 {
      addRemarks(
        ofScenarios: true, stimuli, heading("NEVER HAPPENS", counted(stimuli, "stimulus", plural: "stimuli")),
        to: &lines)
    }
    if sessions > 0 {
      addRemarks(ofScenarios: false, sessions, heading("CUT OFF", counted(sessions, "session")), to: &lines)
    }
  }

  private func addRemarks(ofScenarios: Bool, _ count: Int, _ heading: String, to lines: inout [String]) {
    lines += ["", heading]
    let shown = remarks.filter { $0.isScenario == ofScenarios }.prefix(limits.sessions)
    for (trace, session, remark, _) in shown {
      lines.append("  \(printable(trace)), session \(printable(session))")
      for line in wrapped(printable(remark), to: style.width - 4) { lines.append("    " + line) }
    }
    addMore(count - shown.count, "of them", to: &lines)
  }

  private func addMore(_ count: Int, _ noun: String, to lines: inout [String]) {
    if count > 0 { lines.append("  … and \(grouping(count)) more \(noun)") }
  }

  /// Adds how much of the recordings took part, and how certain the outcomes are.
  func addCoverage(_ summary: ReportSummary, to lines: inout [String]) {
    guard head.purpose == .replay, summary.grades != GradeCounts() else { return }
    lines.append("")
    lines.append(heading("COVERAGE", coverageWords(summary)))
    lines.append("          outcomes: " + gradeWords(summary))
    guard let reasons = assumptionWords(summary) else { return }
    for line in wrapped("first assumed: " + reasons, to: style.width - 10) { lines.append("          " + line) }
  }

  /// `98.2 % of 1,250 reactions reached, 3 stimuli unreached`.
  func coverageWords(_ summary: ReportSummary) -> String {
    let coverage = summary.coverage
    let reactions = coverage.reachedReactions + coverage.unreachedReactions
    var words = "\(percent(coverage.reachedReactions, of: reactions)) of \(counted(reactions, "reaction")) reached"
    if coverage.unreached > 0 { words += ", \(grouping(coverage.unreached)) stimuli unreached" }
    if coverage.beyondEnd > 0 { words += ", \(grouping(coverage.beyondEnd)) beyond the end" }
    return words
  }

  /// `1,200 exact, 50 derived, 0 robust, 3 assumed (99.7 % decided)`.
  func gradeWords(_ summary: ReportSummary) -> String {
    let grades = summary.grades
    let kinds = Grade.allCases.map { "\(grouping(grades[$0])) \($0.rawValue)" }.joined(separator: ", ")
    return "\(kinds) (\(percent(grades.all - grades[.assumed], of: grades.all)) decided)"
  }

  /// What was assumed first in most sessions; nil where nothing was.
  func assumptionWords(_ summary: ReportSummary) -> String? {
    let reasons = summary.assumptions.frequent
    guard !reasons.isEmpty else { return nil }
    return reasons.prefix(Self.reasonLimit).enumerated().map { index, reason in
      let sessions = summary.assumptions[reason]
      return "\(reason.words) in " + (index == 0 ? counted(sessions, "session") : grouping(sessions))
    }.joined(separator: ", ")
  }

  /// How many reasons for assumptions are named.
  private static var reasonLimit: Int { 4 }

  func addAffected(_ summary: ReportSummary, to lines: inout [String]) {
    guard let words = affectedWords(summary) else { return }
    lines.append("")
    lines.append(heading("AFFECTED", words))
  }

  /// `3 to 12 of 300 sessions`; nil where none is.
  func affectedWords(_ summary: ReportSummary) -> String? {
    let affected = summary.affected
    guard head.purpose == .replay, affected.any > 0 else { return nil }
    let range =
      affected.robust == affected.any
      ? grouping(affected.any) : "\(grouping(affected.robust)) to \(grouping(affected.any))"
    return "\(range) of \(counted(affected.all, "session"))\(expected(summary))"
  }

  /// The last line: whether the candidate makes things worse.
  func verdict(_ summary: ReportSummary) -> String {
    let name = printable(head.policy)
    switch summary.verdict {
    case .failed: return style.dress(failure(summary), .bad)
    case .worse where summary.regressions == 0:
      return style.dress("\(name) makes things worse: \(tooManyAffected(summary))\(rest(summary)).", .bad)
    case .worse where head.reference == "none":
      let errors = "\(counted(summary.regressions, "error")) in \(regressed(summary))"
      return style.dress("\(name) fails: \(errors)\(andTooManyAffected(summary))\(rest(summary)).", .bad)
    case .worse:
      let errors = "\(counted(summary.regressions, "new error")) in \(regressed(summary))"
      let affected = andTooManyAffected(summary)
      return style.dress("\(name) makes things worse: \(errors)\(affected)\(mended(summary))\(rest(summary)).", .bad)
    case .incomplete: return style.dress(incomplete(summary), .warning)
    case .fine where head.purpose == .verification: return style.dress(verified(summary), .good)
    case .fine where head.reference == "none":
      return style.dress("\(name) makes no error\(assumed(summary)).", .good)
    case .fine where summary.findings.new.all > 0:
      return style.dress("\(name) passes\(mended(summary))\(assumed(summary)).", .good)
    case .fine:
      return style.dress("\(name) breaks nothing\(mended(summary))\(assumed(summary)).", .good)
    }
  }

  /// Which sessions were asked for, where not all of them were.
  private var asked: String? {
    let given = (head.provenance?.options ?? []).filter { Self.selecting.contains($0.name) }
    guard !given.isEmpty else { return nil }
    return " that " + given.map { "--\($0.name) \(printable($0.value))" }.joined(separator: " and ") + " takes"
  }

  /// The options that leave sessions out.
  private static let selecting: Set<String> = ["where", "since", "sample", "session", "popup"]

  private func failure(_ summary: ReportSummary) -> String {
    let what = head.purpose == .verification ? "Not verified" : "Not judged in full"
    guard !summary.isComplete else {
      let nothing =
        summary.inputs == 0 ? "there is no input" : "there is no session in what was given" + (asked ?? "")
      return "\(head.purpose == .verification ? what : "Nothing was judged"): \(nothing)."
    }
    return "\(what): \(unjudged(summary).joined(separator: ", "))."
  }

  private func regressed(_ summary: ReportSummary) -> String {
    "\(grouping(summary.regressedSessions)) of \(counted(summary.sessions, "session"))"
  }

  /// What a verdict on the others leaves out.
  func rest(_ summary: ReportSummary) -> String {
    summary.isComplete ? "" : "; not judged: \(unjudged(summary).joined(separator: ", "))"
  }

  private func incomplete(_ summary: ReportSummary) -> String {
    var parts: [String] = []
    let isVerification = head.purpose == .verification
    if summary.isBelowCoverage { parts.append("less was reached than asked for") }
    if !summary.isComplete {
      parts.append("\(unjudged(summary).joined(separator: ", ")) \(isVerification ? "left out" : "not judged")")
    }
    if summary.lossySessions > 0 {
      parts.append("\(counted(summary.lossySessions, "session")) \(isVerification ? "verified" : "judged") in part")
    }
    return (isVerification ? "Verified, but " : "Nothing worse found, but ") + parts.joined(separator: "; ") + "."
  }

  private func verified(_ summary: ReportSummary) -> String {
    let what = remarkCounts.recordings > 0 ? "Nothing is damaged" : "Everything is whole"
    if summary.scenarios == 0 { return "\(what), and every recording gives itself back." }
    if summary.scenarios < summary.sessions {
      return "\(what), and every recording gives itself back; scenarios have none."
    }
    return "Everything is whole; scenarios have no recording that could give itself back."
  }

  func mended(_ summary: ReportSummary) -> String {
    let fixed = summary.findings.fixed[.error]
    return fixed > 0 ? ", \(grouping(fixed)) mended" : ""
  }

  /// The new errors that the verdict does not count.
  func assumed(_ summary: ReportSummary) -> String {
    let errors = summary.findings.new[.error]
    guard errors > 0 else { return "" }
    let robust = summary.findings.newErrors[.robust]
    guard robust < errors else { return "; \(counted(errors, "new error")) \(errors == 1 ? "is" : "are") robust" }
    return "; \(counted(errors, "new error")) \(errors == 1 ? "rests" : "rest") on assumptions"
      + (robust > 0 ? ", \(grouping(robust)) of them robust" : "")
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

// What a replay takes for granted, and what is estimated with it.

extension TextReport {
  /// Adds what the replays take for granted of users.
  func addPremises(_ summary: ReportSummary, to lines: inout [String]) {
    guard head.purpose == .replay, let premises = head.premises, summary.scenarios < summary.sessions else { return }
    lines.append("          premises: \(premises.sentence)")
    guard summary.grades[.robust] + summary.findings.newErrors[.robust] > 0 else { return }
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
