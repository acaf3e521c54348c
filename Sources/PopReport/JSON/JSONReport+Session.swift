import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

extension JSONReport {
  /// One session's element of `traces`. Pure, so that sessions can be written on several threads.
  ///
  /// - Parameter isWhole: Whether it has all that other forms of a report are made of: what is recognised as a twin, the events around findings.
  package static func session(_ session: SessionReport, isWhole: Bool = false) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("trace", session.trace)
      $0.member("session", session.session)
      write(session.facts, of: session, isWhole, into: &$0)
      $0.member("events", session.events)
      $0.member("identity", session.identity.rawValue)
      if let mismatch = session.mismatch { write(mismatch, isWhole, into: &$0) }
      if let failure = session.failure { $0.member("failure", failure) }
      $0.object("coverage") { write(session.coverage, session.grades, into: &$0) }
      if let assumption = session.assumption {
        $0.object("assumption") {
          $0.member("reason", assumption.reason.rawValue)
          $0.member("t", assumption.time)
          $0.member("popup", assumption.popup)
          $0.member("because", assumption.because)
        }
      }
      if session.hasErrorInSomeRun { $0.member("errorInSomeRun", true) }
      if session.hasErrorInEveryRun { $0.member("errorInEveryRun", true) }
      if let affected = session.affectedEstimates { $0.member("errorInEstimates", affected) }
      if !session.losses.isEmpty { $0.member("losses", session.losses) }
      if !session.remarks.isEmpty { $0.member("remarks", session.remarks) }
      $0.array("findings") { for finding in session.findings { write(finding, isWhole, into: &$0) } }
      $0.array("outcomes") { for outcome in session.outcomes { write(outcome, into: &$0) } }
      if !session.notes.isEmpty {
        $0.array("notes") { for note in session.notes { write(note, into: &$0) } }
      }
    }
    return json.bytes
  }

  private static func write(_ finding: FindingReport, _ isWhole: Bool, into json: inout JSONWriter) {
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
        $0.object("held") {
          $0.member("in", held.count)
          $0.member("of", held.runs)
        }
      }
      if let assumption = finding.assumption { $0.member("why", assumption.sentence) }
      if isWhole, !finding.timeline.isEmpty {
        $0.key("timeline")
        write(finding.timeline, into: &$0)
      }
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
      if let attributes = outcome.attributes {
        $0.member("kind", attributes.kind.wireName)
        $0.member("level", attributes.level)
      }
      $0.key("recorded")
      write(outcome.recorded, into: &$0)
      $0.key("candidate")
      write(outcome.candidate, into: &$0)
      $0.member("change", outcome.change?.rawValue)
      $0.member("grade", outcome.grade.rawValue)
      $0.object("grades") {
        $0.member("shown", outcome.grades.shown.rawValue)
        $0.member("where", outcome.grades.where.rawValue)
        $0.member("end", outcome.grades.end.rawValue)
      }
      if outcome.isSpread {
        $0.object("firstShown") {
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
      $0.objects("shown", of: run.shown) {
        $0.member("t", $1.from)
        $0.member("until", $1.until)
        $0.member("page", $1.page)
        if $1.page != nil { $0.member("pageClass", $1.pageClass) }
      }
      $0.member("waited", run.waited)
      if run.preempted > 0 { $0.member("preempted", run.preempted) }
      $0.member("end", run.end)
    }
  }

  /// Writes what tells a session from others.
  private static func write(
    _ facts: SessionFacts, of session: SessionReport, _ isWhole: Bool, into json: inout JSONWriter
  ) {
    if isWhole { json.member("index", session.index) }
    if isWhole, let digest = session.digest { json.member("digest", Fingerprint(rawValue: digest).description) }
    for (name, value) in [
      ("app", facts.app), ("build", facts.build), ("policy", facts.policy), ("started", facts.started),
      ("os", facts.os),
      ("device", facts.device), ("locale", facts.locale),
    ] as [(StaticString, String)] where !value.isEmpty { json.member(name, value) }
    for (name, entries) in [("arms", facts.arms), ("metadata", facts.metadata)] as [(StaticString, [HeaderEntry])]
    where !entries.isEmpty {
      json.key(name)
      json.array {
        for entry in entries {
          $0.object {
            $0.member("name", entry.name)
            $0.member("value", entry.value)
          }
        }
      }
    }
    if session.isScenario { json.member("scenario", true) }
    json.member("length", session.length)
  }

  private static func write(_ mismatch: SessionReport.Mismatch, _ isWhole: Bool, into json: inout JSONWriter) {
    json.member("mismatch", mismatch.because)
    guard isWhole, !mismatch.recorded.isEmpty || !mismatch.replayed.isEmpty else { return }
    json.object("mismatchEvents") {
      $0.key("recorded")
      write(mismatch.recorded, into: &$0)
      $0.key("replayed")
      write(mismatch.replayed, into: &$0)
    }
  }

  private static func write(_ timeline: [TimelineLine], into json: inout JSONWriter) {
    json.array {
      for line in timeline {
        $0.object {
          $0.member("event", line.event.map { Int64($0) })
          $0.member("t", line.time)
          $0.member("kind", line.kind)
          $0.member("detail", line.detail)
          if line.isWitness { $0.member("witness", true) }
        }
      }
    }
  }
}
