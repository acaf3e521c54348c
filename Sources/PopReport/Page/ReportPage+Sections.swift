import PopAudit
import PopDocument

// What the page counts. It lists no more than `mostFindings`, so every count is made here, of all findings.

extension ReportPage {
  /// A part of the list of findings.
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
    json.member("total", report.findings.count)
    json.member("listed", min(report.findings.count, findingLimit))
    json.array("sections") {
      for section in Section.allCases where counts[section] != nil || section == .fails {
        let rules = (counts[section] ?? [:]).sorted { (-$0.value, $0.key.id) < (-$1.value, $1.key.id) }
        $0.object {
          $0.member("name", section.rawValue)
          $0.member("title", section.title(purpose))
          $0.member("count", rules.reduce(0) { $0 + $1.value })
          $0.member("times", Self.words(times[section] ?? .init()))
          $0.array("rules") {
            for (rule, count) in rules {
              $0.object {
                $0.member("rule", rule.id)
                $0.member("count", count)
              }
            }
          }
        }
      }
    }
  }

  /// How often that was, over all sessions: `6,073 errors and 12 warnings in all`.
  private static func words(_ times: FindingCounts.BySeverity) -> String {
    let parts = [(times[.error], "error"), (times[.warning], "warning"), (times[.info], "note")].filter { $0.0 > 0 }
    return parts.isEmpty ? "" : parts.map { counted($0.0, $0.1) }.joined(separator: " and ") + " in all"
  }

  /// Writes why the verdict is what it is.
  func writeReasons(into json: inout JSONWriter) {
    let why = VerdictReasons(report, text)
    json.array("why") {
      for reason in why.reasons {
        $0.object {
          $0.member("kind", reason.kind.rawValue)
          $0.member("label", reason.label)
          $0.member("words", reason.words)
          $0.member("aside", reason.aside)
          $0.member("left", reason == why.reasons.last { $0.kind == reason.kind } ? why.left[reason.kind] ?? 0 : 0)
        }
      }
    }
  }

  /// Writes what a link may lead to although it is not listed: by fingerprint the command that shows it.
  func writeBeyond(into json: inout JSONWriter) {
    let beyond = report.findings.dropFirst(findingLimit)
    json.object("beyond") {
      var known: Set<String> = []
      for finding in beyond.prefix(Self.mostBeyond) where known.insert(finding.fingerprint).inserted {
        $0.member(named: finding.fingerprint, finding.places.first.map { viewCommand(for: $0) } ?? "")
      }
    }
  }
}
