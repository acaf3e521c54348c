import PopAudit
import PopDocument

// What the page counts. It lists no more than `mostFindings`, so every count is made here, of all findings.

extension ReportPage {
  enum Section: String, CaseIterable {
    case fails, errors, warnings, notes, accepted, assumed, fixed, same

    init(_ finding: JudgedFinding, _ purpose: Purpose) {
      self =
        switch finding.status {
        case .fixed: .fixed
        case .same: .same
        case .new where finding.judgement.isFailure: .fails
        case .new where finding.judgement.excuse != nil: .accepted
        case .new where finding.severity == .warning: .warnings
        case .new where finding.severity == .info: .notes
        case .new: purpose == .view ? .errors : .assumed
        }
    }

    func title(_ purpose: Purpose) -> String {
      switch self {
      case .fails: purpose == .view ? "Errors" : "What fails"
      case .errors: "Errors"
      case .warnings: "Warnings"
      case .notes: "Notes"
      case .accepted: "Accepted or ignored"
      case .assumed: "Errors that rest on assumptions"
      case .fixed: "Mended"
      case .same: "As before"
      }
    }
  }

  /// Writes the parts of the list, each with how many findings of which rule it has, listed or not.
  func writeSections(into json: inout JSONWriter) {
    var counts: [Section: [Rule: Int]] = [:]
    var times: [Section: FindingCounts.BySeverity] = [:]
    for finding in report.findings {
      let section = Section(finding, purpose)
      counts[section, default: [:]][finding.rule, default: 0] += 1
      // A finding is there at most once in a session; of what fails the verdict counts where it can be relied on.
      let often = section == .fails && finding.firmSessions > 0 ? finding.firmSessions : finding.sessions
      times[section, default: .init()][finding.rule.severity] += often
    }
    json.members(["total": report.findings.count, "listed": min(report.findings.count, seen.findingLimit)])
    json.objects("sections", of: Section.allCases.filter { counts[$0] != nil || $0 == .fails }) { section in
      let rules = (counts[section] ?? [:]).sorted { (-$0.value, $0.key.id) < (-$1.value, $1.key.id) }
      let ruleObjects: [JSONObject] = rules.map { ["rule": $0.key, "count": $0.value] }
      return [
        "name": section.rawValue, "title": section.title(purpose), "count": rules.reduce(0) { $0 + $1.value },
        "times": Self.words(times[section] ?? .init()), "rules": ruleObjects,
      ]
    }
  }

  /// How often that was, over all sessions: `6,073 errors and 12 warnings in all`.
  private static func words(_ times: FindingCounts.BySeverity) -> String {
    let parts = [(times[.error], "error"), (times[.warning], "warning"), (times[.info], "note")].filter { $0.0 > 0 }
    return parts.isEmpty ? "" : parts.map { counted($0.0, $0.1) }.joined(separator: " and ") + " in all"
  }

  func writeReasons(into json: inout JSONWriter) {
    let why = VerdictReasons(report, text)
    json.objects("why", of: why.reasons) { reason in
      let isLast = reason == why.reasons.last { $0.kind == reason.kind }
      return [
        "kind": reason.kind.rawValue, "label": reason.label, "words": reason.words, "aside": reason.aside,
        "left": isLast ? why.left[reason.kind] ?? 0 : 0,
      ]
    }
  }
}
