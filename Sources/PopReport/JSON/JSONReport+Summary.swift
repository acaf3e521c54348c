import PopAudit
import PopReplay

extension JSONReport {
  /// Writes the members of a summary.
  static func write(_ summary: ReportSummary, into json: inout JSONWriter) {
    json.member("verdict", summary.verdict.rawValue)
    json.member("sessions", summary.sessions)
    json.member("events", summary.events)
    json.member("unreadable", summary.unreadable)
    json.member("lossy", summary.lossySessions)
    json.key("identity")
    json.object {
      $0.member("ok", summary.identityOK)
      $0.member("mismatch", summary.identityMismatch)
      $0.member("none", summary.identityNone)
    }
    json.member("regressions", summary.regressions)
    json.member("regressedSessions", summary.regressedSessions)
    json.key("findings")
    json.object {
      for status in FindingStatus.allCases {
        $0.key(status.rawValue)
        $0.object {
          for severity in Severity.allCases { $0.member(severity.rawValue, summary.findings[status][severity]) }
        }
      }
    }
    json.key("outcomes")
    json.object {
      for change in OutcomeChange.Kind.allCases { $0.member(change.rawValue, summary.changes[change]) }
    }
    json.key("coverage")
    json.object { write(summary.coverage, summary.grades, into: &$0) }
  }
}
