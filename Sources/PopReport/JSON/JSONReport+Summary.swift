import PopAudit
import PopReplay

extension JSONReport {
  /// Writes the members of a summary.
  static func write(_ summary: ReportSummary, into json: inout JSONWriter) {
    json.member("verdict", summary.verdict.rawValue)
    json.member("sessions", summary.sessions)
    json.member("events", summary.events)
    json.member("unreadable", summary.unread.count)
    json.member("lossy", summary.lossySessions)
    json.object("identity") {
      for word in IdentityWord.allCases { $0.member(named: word.rawValue, summary.identities[word]) }
    }
    json.object("notJudged") { writeUnjudged(summary, into: &$0) }
    json.member("regressions", summary.regressions)
    json.member("regressedSessions", summary.regressedSessions)
    json.object("affected") {
      $0.member("certain", summary.affected.certain)
      $0.member("robust", summary.affected.robust)
      $0.member("any", summary.affected.any)
      if summary.isEstimated { write(summary.affected.rate, into: &$0) }
      $0.member("of", summary.affected.all)
    }
    json.object("newErrors") {
      for grade in Grade.allCases { $0.member(named: grade.rawValue, summary.findings.newErrors[grade]) }
    }
    json.object("assumptions") {
      for reason in Assumption.Reason.allCases { $0.member(named: reason.rawValue, summary.assumptions[reason]) }
    }
    json.object("findings") {
      for status in FindingStatus.allCases {
        $0.key(named: status.rawValue)
        $0.object {
          for severity in Severity.allCases { $0.member(named: severity.rawValue, summary.findings[status][severity]) }
        }
      }
    }
    json.object("outcomes") {
      for change in OutcomeChange.Kind.allCases { $0.member(named: change.rawValue, summary.changes[change]) }
    }
    json.object("coverage") { write(summary.coverage, summary.grades, into: &$0) }
  }

  /// How much was not judged, and by name what could not be read; what could is in `traces`, with its identity.
  private static func writeUnjudged(_ summary: ReportSummary, into json: inout JSONWriter) {
    json.member("inputs", summary.unopenedInputs)
    json.member("ofInputs", summary.inputs)
    json.member("sessions", summary.unjudgedSessions)
    json.member("ofSessions", summary.knownSessions)
    json.objects("unread", of: summary.unread) {
      $0.member("trace", $1.trace)
      $0.member("session", $1.session)
      $0.member("because", $1.because)
    }
  }
}
