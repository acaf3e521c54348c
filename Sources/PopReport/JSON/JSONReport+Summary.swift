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
    json.key("identity")
    json.object {
      for word in IdentityWord.allCases { $0.member(named: word.rawValue, summary.identities[word]) }
    }
    json.key("notJudged")
    json.object { writeUnjudged(summary, into: &$0) }
    json.member("regressions", summary.regressions)
    json.member("regressedSessions", summary.regressedSessions)
    json.key("affected")
    json.object {
      $0.member("certain", summary.affected.certain)
      $0.member("robust", summary.affected.robust)
      $0.member("any", summary.affected.any)
      if summary.isEstimated { write(summary.affected.rate, into: &$0) }
      $0.member("of", summary.affected.all)
    }
    json.key("newErrors")
    json.object { for grade in Grade.allCases { $0.member(named: grade.rawValue, summary.findings.newErrors[grade]) } }
    json.key("assumptions")
    json.object {
      for reason in Assumption.Reason.allCases { $0.member(named: reason.rawValue, summary.assumptions[reason]) }
    }
    json.key("findings")
    json.object {
      for status in FindingStatus.allCases {
        $0.key(named: status.rawValue)
        $0.object {
          for severity in Severity.allCases { $0.member(named: severity.rawValue, summary.findings[status][severity]) }
        }
      }
    }
    json.key("outcomes")
    json.object {
      for change in OutcomeChange.Kind.allCases { $0.member(named: change.rawValue, summary.changes[change]) }
    }
    json.key("coverage")
    json.object { write(summary.coverage, summary.grades, into: &$0) }
  }

  /// How much was not judged, and by name what could not be read; what could is in `traces`, with its identity.
  private static func writeUnjudged(_ summary: ReportSummary, into json: inout JSONWriter) {
    json.member("inputs", summary.unopenedInputs)
    json.member("ofInputs", summary.inputs)
    json.member("sessions", summary.unjudgedSessions)
    json.member("ofSessions", summary.knownSessions)
    json.key("unread")
    json.array {
      for entry in summary.unread {
        $0.object {
          $0.member("trace", entry.trace)
          $0.member("session", entry.session)
          $0.member("because", entry.because)
        }
      }
    }
  }
}
