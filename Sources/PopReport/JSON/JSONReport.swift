import PopAudit
import PopReplay

/// The report for programs: schema `poptrace.report/1` (Diff, *The JSON report*).
///
/// Written session by session, so that no more than one of them is held. Keys come in a fixed order and nothing in it depends on the time, the
/// machine or the number of jobs. Keys beyond those of Diff, *The JSON report* may be added within a schema's version, none removed.
package enum JSONReport {
  /// The name of the form of one report.
  package static let schema = "poptrace.report/1"
  /// The name of the form of several.
  package static let comparisonSchema = "poptrace.comparison/1"

  /// Opens a report, up to where its sessions follow.
  package static func begin(_ head: ReportHead, into json: inout JSONWriter) {
    json.open(UInt8(ascii: "{"))
    json.member("schema", schema)
    json.member("policy", head.policy)
    json.member("baseline", head.baseline)
    if let premises = head.premises { write(premises, into: &json) }
    json.key("traces")
    json.open(UInt8(ascii: "["))
  }

  /// Adds a session that ``session(_:)`` wrote.
  package static func add(_ session: [UInt8], into json: inout JSONWriter) {
    json.newLine()
    json.raw(session)
  }

  /// Closes a report with its summary.
  package static func end(_ summary: ReportSummary, into json: inout JSONWriter) {
    json.close(UInt8(ascii: "]"))
    json.newLine()
    json.key("summary")
    json.object { write(summary, into: &$0) }
    json.close(UInt8(ascii: "}"))
  }

  /// Opens a comparison of several policies, up to where their reports follow.
  package static func beginComparison(into json: inout JSONWriter) {
    json.open(UInt8(ascii: "{"))
    json.member("schema", comparisonSchema)
    json.key("reports")
    json.open(UInt8(ascii: "["))
  }

  /// Closes a comparison.
  package static func endComparison(into json: inout JSONWriter) {
    json.close(UInt8(ascii: "]"))
    json.close(UInt8(ascii: "}"))
  }

  /// One session's element of `traces`. Pure, so that sessions can be written on several threads.
  package static func session(_ session: SessionReport) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("trace", session.trace)
      $0.member("session", session.session)
      $0.member("events", session.events)
      $0.member("identity", session.identity.rawValue)
      if let mismatch = session.mismatch { $0.member("mismatch", mismatch.because) }
      if let failure = session.failure { $0.member("failure", failure) }
      $0.key("coverage")
      $0.object { write(session.coverage, session.grades, into: &$0) }
      if let assumption = session.assumption {
        $0.key("assumption")
        $0.object {
          $0.member("reason", assumption.reason.rawValue)
          $0.member("t", assumption.time)
          $0.member("popup", assumption.popup)
          $0.member("because", assumption.because)
        }
      }
      if session.hasErrorInEveryRun { $0.member("errorInEveryRun", true) }
      if let affected = session.affectedEstimates { $0.member("errorInEstimates", affected) }
      if !session.losses.isEmpty { $0.member("losses", session.losses) }
      if !session.remarks.isEmpty { $0.member("remarks", session.remarks) }
      $0.key("findings")
      $0.array { for finding in session.findings { write(finding, into: &$0) } }
      $0.key("outcomes")
      $0.array { for outcome in session.outcomes { write(outcome, into: &$0) } }
      if !session.notes.isEmpty {
        $0.key("notes")
        $0.array { for note in session.notes { write(note, into: &$0) } }
      }
    }
    return json.bytes
  }

  static func write(_ coverage: Coverage, _ grades: GradeCounts, into json: inout JSONWriter) {
    json.member("reached", coverage.reached)
    json.member("unreached", coverage.unreached)
    json.member("assumed", grades.assumed)
    json.member("robust", grades.robust)
    json.member("derived", grades.derived)
    json.member("exact", grades.exact)
    json.member("beyondEnd", coverage.beyondEnd)
    json.member("reachedReactions", coverage.reachedReactions)
    json.member("unreachedReactions", coverage.unreachedReactions)
  }

  private static func write(_ finding: FindingReport, into json: inout JSONWriter) {
    json.object {
      $0.member("rule", finding.rule.id)
      $0.member("severity", finding.rule.severity.rawValue)
      $0.member("status", finding.status.rawValue)
      $0.member("popup", finding.popup)
      $0.member("name", finding.popup == nil ? nil : finding.name)
      $0.member("other", finding.other)
      $0.member("otherName", finding.other == nil ? nil : finding.otherName)
      $0.member("page", finding.page)
      $0.member("pageClass", finding.page == nil ? nil : finding.pageClass)
      $0.member("t", finding.time)
      $0.member("because", finding.because)
      $0.member("fingerprint", finding.fingerprint)
      $0.member("witness", finding.witness)
      $0.member("assumed", finding.isAssumed)
      $0.member("grade", finding.grade.rawValue)
      if let held = finding.held {
        $0.key("held")
        $0.object {
          $0.member("in", held.count)
          $0.member("of", held.runs)
        }
      }
      if let assumption = finding.assumption { $0.member("why", assumption.sentence) }
    }
  }

  private static func write(_ note: NoteReport, into json: inout JSONWriter) {
    json.object {
      $0.member("kind", note.kind.rawValue)
      $0.member("event", note.event.map { Int64($0) })
      $0.member("popup", note.popup)
      $0.member("t", note.time)
    }
  }

  private static func write(_ outcome: OutcomeReport, into json: inout JSONWriter) {
    json.object {
      $0.member("popup", outcome.popup)
      $0.member("name", outcome.name)
      $0.key("recorded")
      write(outcome.recorded, into: &$0)
      $0.key("candidate")
      write(outcome.candidate, into: &$0)
      $0.member("change", outcome.change?.rawValue)
      $0.member("grade", outcome.grade.rawValue)
      $0.key("grades")
      $0.object {
        $0.member("shown", outcome.grades.shown.rawValue)
        $0.member("where", outcome.grades.where.rawValue)
        $0.member("end", outcome.grades.end.rawValue)
      }
      if outcome.isSpread {
        $0.key("firstShown")
        $0.object {
          $0.member("earliest", outcome.earliest)
          $0.member("latest", outcome.latest)
        }
      }
      if let assumption = outcome.assumption { $0.member("why", assumption.sentence) }
    }
  }

  private static func write(_ run: RunReport?, into json: inout JSONWriter) {
    guard let run else { return json.null() }
    json.object {
      $0.key("shown")
      $0.array {
        for stay in run.shown {
          $0.object {
            $0.member("t", stay.from)
            $0.member("until", stay.until)
            $0.member("page", stay.page)
          }
        }
      }
      $0.member("waited", run.waited)
      $0.member("end", run.end)
    }
  }
}
