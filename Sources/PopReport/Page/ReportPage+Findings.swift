import PopAudit
import PopReplay

extension ReportPage {
  func writeFindings(into json: inout JSONWriter) {
    json.key("findings")
    json.array { for finding in report.findings.prefix(findingLimit) { write(finding, into: &$0) } }
  }

  private func write(_ finding: JudgedFinding, into json: inout JSONWriter) {
    let example = finding.example
    json.object {
      $0.member("f", finding.fingerprint)
      $0.member("rule", finding.rule.id)
      $0.member("met", finding.rule.userWords)
      $0.member("about", finding.rule.definition)
      $0.member("severity", finding.severity.rawValue)
      $0.member("status", finding.status.rawValue)
      $0.member("grade", finding.grade.rawValue)
      $0.member("section", Section(finding, purpose).rawValue)
      $0.member("judgement", finding.judgement.word)
      $0.member("fails", finding.judgement.isFailure)
      $0.key("excuse")
      write(finding.judgement.excuse, into: &$0)
      $0.member("popup", example.name)
      $0.member("other", example.otherName)
      $0.member("page", example.pageClass)
      $0.member("because", example.because)
      $0.member("why", example.assumption?.sentence)
      $0.member("sessions", finding.sessions)
      $0.key("builds")
      $0.array {
        for (build, sessions) in builds.counts(of: finding) {
          $0.object {
            $0.member("build", build)
            $0.member("sessions", sessions)
          }
        }
      }
      $0.key("places")
      $0.array {
        for place in finding.places {
          $0.object {
            $0.member("trace", place.trace)
            $0.member("session", place.session)
            $0.member("block", blocks[ReportPlace(place)].map { Int64($0) })
          }
        }
      }
      $0.key("timeline")
      // Where the session can be opened, its lanes show more than that.
      let isSeen = finding.places.contains { blocks[ReportPlace($0)] != nil }
      $0.array { for line in isSeen ? [] : example.timeline { Self.write(line, into: &$0) } }
      let place = finding.places.first
      $0.member(
        "explain",
        report.head.explainCommand(for: example, trace: place?.trace ?? "", session: place?.session ?? "").text)
    }
  }

  private func write(_ excuse: Excuse?, into json: inout JSONWriter) {
    guard let excuse else { return json.null() }
    json.object {
      $0.member("reason", excuse.reason)
      $0.member("owner", excuse.owner.isEmpty ? nil : excuse.owner)
      $0.member("expires", excuse.expires?.description)
    }
  }

  private static func write(_ line: TimelineLine, into json: inout JSONWriter) {
    json.object {
      $0.member("event", line.event.map { Int64($0) })
      $0.member("t", line.time)
      $0.member("kind", line.kind)
      $0.member("detail", line.detail)
      $0.member("witness", line.isWitness)
    }
  }
}
