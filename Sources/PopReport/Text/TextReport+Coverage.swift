import PopAudit
import PopDocument
import PopReplay
import PopTrace

extension TextReport {
  /// Adds what could not be read, the sessions whose recording does not give itself back or cannot be checked, those that were judged in part,
  /// and what else there is to say of sessions.
  func addUnjudged(_ summary: ReportSummary, to lines: inout [String]) {
    if !summary.isComplete { addNotJudged(summary, to: &lines) }
    if summary.lossySessions > 0 {
      addHeading("IN PART", "\(counted(summary.lossySessions, "session")) with something missing", to: &lines)
      for (trace, session, loss) in losses {
        lines.append("  \(printable(trace)), session \(printable(session)): \(printable(loss))")
      }
      addMore(summary.lossySessions - losses.count, " sessions", to: &lines)
    }
    let (stimuli, sessions) = remarkCounts
    addRemarks(ofScenarios: true, stimuli, "NEVER HAPPENS", counted(stimuli, "stimulus", plural: "stimuli"), to: &lines)
    addRemarks(ofScenarios: false, sessions, "CUT OFF", counted(sessions, "session"), to: &lines)
  }

  private func addNotJudged(_ summary: ReportSummary, to lines: inout [String]) {
    addHeading("NOT JUDGED", unjudged(summary).joined(separator: ", "), to: &lines)
    let unread = summary.unread.prefix(limits.sessions)
    for entry in unread {
      lines.append("  \(printable(entry.trace))" + (entry.session.map { ", session " + printable($0) } ?? ""))
      add(entry.because, to: &lines)
    }
    addMore(summary.unread.count - unread.count, " of them", to: &lines)
    for session in mismatches {
      lines.append("  \(printable(session.trace)), session \(printable(session.session))")
      guard let mismatch = session.mismatch else { continue }
      add(mismatch.because, to: &lines)
      for (title, events) in [("recorded", mismatch.recorded), ("replayed", mismatch.replayed)] where !events.isEmpty {
        lines.append("    \(title):")
        addTimeline(events, to: &lines)
      }
    }
    addMore(summary.identities.unjudged - mismatches.count, " sessions", to: &lines)
  }

  private func addRemarks(
    ofScenarios: Bool, _ count: Int, _ title: String, _ counted: String, to lines: inout [String]
  ) {
    guard count > 0 else { return }
    addHeading(title, counted, to: &lines)
    let shown = remarks.filter { $0.isScenario == ofScenarios }.prefix(limits.sessions)
    for (trace, session, remark, _) in shown {
      lines.append("  \(printable(trace)), session \(printable(session))")
      add(remark, to: &lines)
    }
    addMore(count - shown.count, " of them", to: &lines)
  }

  /// `1 unreadable input`, `2 sessions without identity`: what there is of it.
  func unjudged(_ summary: ReportSummary) -> [String] {
    [
      (summary.unopenedInputs, "unreadable input", "unreadable inputs"),
      (summary.unreadSessions, "unreadable session", "unreadable sessions"),
      (summary.identities[.mismatch], "session without identity", "sessions without identity"),
      (summary.identities[.unknownPolicy], "session of an unknown policy", "sessions of unknown policies"),
    ].filter { $0.0 > 0 }.map { counted($0.0, $0.1, plural: $0.2) }
  }

  /// Adds how many sessions are affected, how much of the recordings took part, how certain the outcomes are, and what the replays take for
  /// granted of users.
  func addCoverage(_ summary: ReportSummary, to lines: inout [String]) {
    if let words = affectedWords(summary) { addHeading("AFFECTED", words, to: &lines) }
    guard head.purpose == .replay else { return }
    if summary.grades != GradeCounts() {
      addHeading("COVERAGE", coverageWords(summary), to: &lines)
      lines.append("          outcomes: " + gradeWords(summary))
      if let reasons = assumptionWords(summary) {
        for line in wrapped("first assumed: " + reasons, to: style.width - 10) { lines.append("          " + line) }
      }
    }
    guard let premises = head.premises, summary.scenarios < summary.sessions else { return }
    lines.append("          premises: \(premises.sentence)")
    if summary.identities[.observed] > 0 {
      lines.append("          observed: popups are asked for as recorded, and were reported in time")
    }
    guard summary.grades[.robust] + summary.findings.newErrors[.robust] > 0 else { return }
    lines.append("          robust rests on them too: \(PremisesReport.others)")
  }

  /// `98.2 % of 1,250 reactions reached, 3 stimuli unreached`.
  func coverageWords(_ summary: ReportSummary) -> String {
    let coverage = summary.coverage
    let reached = percent(coverage.reachedReactions, of: coverage.reactions)
    var words = "\(reached) of \(counted(coverage.reactions, "reaction")) reached"
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
    return reasons.prefix(4).enumerated().map { index, reason in
      let sessions = summary.assumptions[reason]
      return "\(reason.words) in " + (index == 0 ? counted(sessions, "session") : grouping(sessions))
    }.joined(separator: ", ")
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

  func verdict(_ summary: ReportSummary) -> String {
    let name = printable(head.policy)
    let affected = summary.isAboveAffected ? "; \(tooManyAffected(summary))" : ""
    let regressed = "in \(grouping(summary.regressedSessions)) of \(counted(summary.sessions, "session"))\(affected)"
    let sentence =
      switch summary.verdict {
      case .failed: failure(summary)
      case .worse where head.purpose == .recording: "Users met \(met(summary))\(rest(summary))."
      case .worse where summary.regressions == 0:
        "\(name) makes things worse: \(tooManyAffected(summary))\(rest(summary))."
      case .worse where head.reference == "none":
        "\(name) fails: \(counted(summary.regressions, "error")) \(regressed)\(rest(summary))."
      case .worse:
        "\(name) makes things worse: \(counted(summary.regressions, "new error")) \(regressed)\(mended(summary))\(rest(summary))."
      case .incomplete: incomplete(summary)
      case .fine where head.purpose == .verification: verified(summary)
      case .fine where head.purpose == .recording: "Users met \(met(summary))."
      case .fine where head.reference == "none": "\(name) makes no error\(assumed(summary))."
      case .fine where summary.findings.new.all > 0: "\(name) passes\(mended(summary))\(assumed(summary))."
      case .fine: "\(name) breaks nothing\(mended(summary))\(assumed(summary))."
      }
    return style.dress(sentence, Self.look(of: summary.verdict))
  }

  /// What a reader must know of sessions whose scheduler is the app's own; nil where there are none, or nothing was replayed.
  func observed(_ summary: ReportSummary) -> String? {
    let count = summary.identities[.observed]
    guard count > 0, head.purpose == .replay else { return nil }
    let subject = count == 1 ? "1 session is observed: its" : "\(grouping(count)) sessions are observed: their"
    return "\(subject) scheduler cannot be replayed, so nothing proves that the recording is complete."
  }

  /// `186 errors in 75 of 300 sessions`, `no error in 300 sessions`: what users met.
  func met(_ summary: ReportSummary) -> String {
    guard summary.judgedSessions > 0 else { return "nothing that is known" }
    let sessions = counted(summary.judgedSessions, "session")
    guard summary.regressions > 0 else { return "no error in \(sessions)" }
    return "\(counted(summary.regressions, "error")) in \(grouping(summary.regressedSessions)) of \(sessions)"
  }

  /// Which sessions were asked for, where not all of them were.
  private var asked: String {
    let selecting = ["where", "since", "sample", "session", "popup"]
    let given = (head.provenance?.options ?? []).filter { selecting.contains($0.name) }
    guard !given.isEmpty else { return "" }
    return " that " + given.map { "--\($0.name) \(printable($0.value))" }.joined(separator: " and ") + " takes"
  }

  private func failure(_ summary: ReportSummary) -> String {
    let isVerification = head.purpose == .verification
    guard summary.isComplete else {
      let what = isVerification ? "Not verified" : "Not judged in full"
      return "\(what): \(unjudged(summary).joined(separator: ", "))."
    }
    let nothing = summary.inputs == 0 ? "there is no input" : "there is no session in what was given" + asked
    return "\(isVerification ? "Not verified" : "Nothing was judged"): \(nothing)."
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
    let found =
      isVerification
      ? "Verified" : head.purpose == .recording ? "Users met \(met(summary))" : "Nothing worse found"
    return found + ", but " + parts.joined(separator: "; ") + "."
  }

  private func verified(_ summary: ReportSummary) -> String {
    let what = remarkCounts.recordings > 0 ? "Nothing is damaged" : "Everything is whole"
    let observed = summary.identities[.observed]
    if observed > 0 {
      let rest = observed < summary.sessions ? ", and every other recording gives itself back" : ""
      return "\(what)\(rest); \(counted(observed, "observed session")) without a contradiction."
    }
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

  /// `; expected 404 (40.4 % ± 2.6, 90 %)`: how many sessions, and half of the interval's width; nothing where no estimate was asked for.
  func expected(_ summary: ReportSummary) -> String {
    guard summary.affected.isEstimated else { return "" }
    let rate = summary.affected.rate
    let number = grouping((rate.sixteenths + 8) / 16)
    return
      "; expected \(number) (\(Self.permille(rate.expected, adding: 500)) % ± \(Self.permille((rate.high - rate.low + 1) / 2, adding: 999)), 90 %)"
  }

  /// `at least 37.8 % of sessions affected (90 %), where 2% are allowed`.
  func tooManyAffected(_ summary: ReportSummary) -> String {
    let low = Self.permille(summary.affected.rate.low, adding: 0)
    return "at least \(low) % of sessions affected (90 %), where \(summary.mostAffected ?? .none) are allowed"
  }

  /// `40.4`, of a share in millionths, rounded down from so many millionths more.
  private static func permille(_ millionths: Int, adding: Int) -> String {
    let permille = (millionths + adding) / 1000
    return "\(permille / 10).\(permille % 10)"
  }
}

/// `98.2 %`; a whole of nothing is 100 %.
func percent(_ part: Int, of whole: Int) -> String {
  guard part < whole else { return "100 %" }
  // Rounded down, so that 100 % means all.
  let permille = part * 1000 / whole
  return "\(permille / 10).\(permille % 10) %"
}
