import PopAudit
import PopReplay

extension JSONReport {
  /// Writes the members of what a gate says, and the findings it judged.
  static func write(_ gate: GateReport, _ judged: [JudgedFinding], into json: inout JSONWriter) {
    write(gate, into: &json)
    json.key("judged")
    json.array {
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
    json.key("thresholds")
    json.array { for threshold in gate.thresholds { write(threshold, into: &$0) } }
    if let baseline = gate.baseline { write(baseline, into: &json) }
    if let blame = gate.blame { write(blame, into: &json) }
    json.key("breakdowns")
    json.array { for breakdown in gate.breakdowns { write(breakdown, into: &$0) } }
    json.member("hurtSessions", gate.hurtSessions)
    json.key("hurt")
    json.array { for session in gate.hurt { write(session, into: &$0) } }
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
      json.key("excuse")
      json.object {
        $0.member("reason", excuse.reason)
        $0.member("owner", excuse.owner.isEmpty ? nil : excuse.owner)
        $0.member("expires", excuse.expires?.description)
      }
    }
    json.key("places")
    json.array { for place in finding.places { $0.object { write(place, into: &$0) } } }
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
        $0.key("change")
        $0.object {
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
      $0.key("limits")
      $0.array {
        for limit in threshold.limits {
          $0.object {
            $0.member("limit", limit.words)
            $0.member("broken", limit.isBroken)
          }
        }
      }
      if let line = threshold.line { $0.member("line", line) }
    }
  }

  private static func write(_ baseline: BaselineReport, into json: inout JSONWriter) {
    json.key("baseline")
    json.object {
      $0.member("file", baseline.file)
      $0.member("accepted", baseline.accepted)
      $0.member("strict", baseline.isStrict)
      $0.key("risen")
      $0.array {
        for entry in baseline.risen {
          $0.object {
            $0.member("words", entry.words)
            $0.member("accepted", entry.accepted.description)
            $0.member("now", entry.now.description)
            if let line = entry.line { $0.member("line", line) }
          }
        }
      }
      $0.key("stale")
      $0.array {
        for entry in baseline.stale {
          $0.object {
            if let fingerprint = entry.fingerprint { $0.member("fingerprint", fingerprint) }
            $0.member("words", entry.words)
            $0.member("line", entry.line)
          }
        }
      }
    }
  }

  private static func write(_ blame: BlameReport, into json: inout JSONWriter) {
    json.key("blame")
    json.object {
      $0.key("keys")
      $0.array {
        for key in blame.keys {
          $0.object {
            $0.member("name", key.name)
            $0.member("candidate", key.candidate)
            $0.member("baseline", key.baseline)
            $0.member("line", key.line.map { Int64($0) })
          }
        }
      }
      $0.key("rows")
      $0.array {
        for row in blame.rows {
          $0.object {
            $0.member("fingerprint", row.fingerprint)
            $0.member("alone", row.alone)
            $0.key("pairs")
            $0.array { for pair in row.pairs { $0.array { for name in pair { $0.value(name) } } } }
            $0.member("sessions", row.sessions)
          }
        }
      }
      $0.member("leftOut", blame.leftOut)
    }
  }

  private static func write(_ breakdown: BreakdownReport, into json: inout JSONWriter) {
    json.object {
      $0.member("by", breakdown.dimension)
      $0.key("rows")
      $0.array {
        for row in breakdown.rows {
          $0.object {
            $0.member("value", row.value)
            $0.member("hurt", row.hurt.count)
            $0.member("of", row.hurt.all)
            $0.member("failures", row.failures)
          }
        }
      }
      $0.member("leftOut", breakdown.leftOut)
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
