import PopAudit
import PopReplay

extension JSONReport {
  /// Writes the members of what a gate says, and the findings it judged.
  static func write(_ gate: GateReport, _ judged: [JudgedFinding], into json: inout JSONWriter) {
    write(gate, into: &json)
    json.array("judged") {
      for finding in judged {
        $0.newLine()
        $0.object { write(finding, into: &$0) }
      }
    }
  }

  /// Writes the members of what a gate says.
  static func write(_ gate: GateReport, into json: inout JSONWriter) {
    json.member("asOf", gate.asOf.description)
    if !gate.configuration.isEmpty { json.member("configuration", gate.configuration) }
    json.array("thresholds") { for threshold in gate.thresholds { write(threshold, into: &$0) } }
    if let baseline = gate.baseline { write(baseline, into: &json) }
    if let blame = gate.blame { write(blame, into: &json) }
    json.objects("breakdowns", of: gate.breakdowns) {
      write($1, into: &$0)
      $0.member("leftOut", $1.leftOut)
    }
    json.member("hurtSessions", gate.hurtSessions)
    json.array("hurt") { for session in gate.hurt { write(session, into: &$0) } }
    json.member("remarks", gate.remarks)
    if !gate.acceptCommand.isEmpty { json.member("accept", ShellCommand(gate.acceptCommand).text) }
  }

  private static func write(_ finding: JudgedFinding, into json: inout JSONWriter) {
    json.member("fingerprint", finding.fingerprint)
    json.member("rule", finding.rule.id)
    json.member("severity", finding.severity.rawValue)
    json.member("status", finding.status.rawValue)
    json.member("grade", finding.grade.rawValue)
    json.member("judgement", finding.judgement.word)
    json.member("fails", finding.judgement.isFailure)
    json.member("sessions", finding.sessions)
    json.member("firmSessions", finding.firmSessions)
    json.member("popup", finding.example.name)
    json.member("other", finding.example.otherName)
    json.member("page", finding.example.pageClass)
    json.member("because", finding.example.because)
    switch finding.judgement {
    case .worse(let accepted, _), .accepted(let accepted, _): json.member("accepted", accepted.description)
    case .fails, .expired, .ignored, .warns, .assumed, .notes, .known: break
    }
    if let excuse = finding.judgement.excuse {
      json.object("excuse") { write(excuse, into: &$0) }
    }
    json.array("places") { for place in finding.places { $0.object { write(place, into: &$0) } } }
  }

  /// Writes the members of an excuse.
  static func write(_ excuse: Excuse, into json: inout JSONWriter) {
    json.member("reason", excuse.reason)
    json.member("owner", excuse.owner.isEmpty ? nil : excuse.owner)
    json.member("expires", excuse.expires?.description)
  }

  private static func write(_ place: JudgedFinding.Place, into json: inout JSONWriter) {
    json.member("trace", place.trace)
    json.member("session", place.session)
  }

  private static func write(_ threshold: ThresholdReport, into json: inout JSONWriter) {
    json.object {
      $0.member("metric", threshold.metric)
      $0.member("scope", threshold.scope)
      for (name, value) in [("baseline", threshold.baseline), ("candidate", threshold.candidate)]
        as [(StaticString, MetricValue?)]
      {
        $0.key(name)
        guard let value else {
          $0.null()
          continue
        }
        $0.object {
          $0.key("value")
          $0.decimal(value.millionths, places: 6)
          $0.member("unit", value.unit.rawValue)
        }
      }
      if let change = threshold.change {
        $0.object("change") {
          for (name, number) in [("low", change.low), ("measured", change.measured), ("high", change.high)]
            as [(StaticString, Int)]
          {
            $0.key(name)
            $0.decimal(number, places: 6)
          }
        }
      }
      $0.member("evidence", threshold.evidence.rawValue)
      $0.member("measured", threshold.measured)
      $0.member("leftOut", threshold.leftOut)
      $0.objects("limits", of: threshold.limits) {
        $0.member("limit", $1.words)
        $0.member("broken", $1.isBroken)
      }
      if let line = threshold.line { $0.member("line", line) }
    }
  }

  private static func write(_ baseline: BaselineReport, into json: inout JSONWriter) {
    json.object("baseline") {
      $0.member("file", baseline.file)
      $0.member("accepted", baseline.accepted)
      $0.member("strict", baseline.isStrict)
      $0.objects("risen", of: baseline.risen) {
        $0.member("words", $1.words)
        $0.member("accepted", $1.accepted.description)
        $0.member("now", $1.now.description)
        if let line = $1.line { $0.member("line", line) }
      }
      $0.objects("stale", of: baseline.stale) {
        if let fingerprint = $1.fingerprint { $0.member("fingerprint", fingerprint) }
        $0.member("words", $1.words)
        $0.member("line", $1.line)
      }
    }
  }

  private static func write(_ blame: BlameReport, into json: inout JSONWriter) {
    json.object("blame") {
      $0.objects("keys", of: blame.keys) {
        $0.member("name", $1.name)
        $0.member("candidate", $1.candidate)
        $0.member("baseline", $1.baseline)
        $0.member("line", $1.line.map { Int64($0) })
      }
      $0.array("rows") {
        for row in blame.rows {
          $0.object {
            $0.member("fingerprint", row.fingerprint)
            $0.member("alone", row.alone)
            $0.array("pairs") { for pair in row.pairs { $0.array { for name in pair { $0.value(name) } } } }
            $0.member("sessions", row.sessions)
          }
        }
      }
      $0.member("leftOut", blame.leftOut)
    }
  }

  /// Writes the members of a breakdown.
  static func write(_ breakdown: BreakdownReport, into json: inout JSONWriter) {
    json.member("by", breakdown.dimension)
    json.objects("rows", of: breakdown.rows) {
      $0.member("value", $1.value)
      $0.member("hurt", $1.hurt.count)
      $0.member("of", $1.hurt.all)
      $0.member("failures", $1.failures)
    }
  }

  private static func write(_ session: HurtSession, into json: inout JSONWriter) {
    json.object {
      write(session.place, into: &$0)
      for (name, value) in [("app", session.app), ("build", session.build), ("policy", session.policy)]
        as [(StaticString, String)]
      where !value.isEmpty { $0.member(name, value) }
      $0.member("failures", session.failures)
      $0.member("rules", session.rules)
    }
  }
}
