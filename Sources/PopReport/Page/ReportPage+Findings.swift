import PopAudit
import PopDocument
import PopReplay

extension ReportPage {
  func writeFindings(into json: inout JSONWriter) {
    json.array("findings") { for finding in report.findings.prefix(findingLimit) { write(finding, into: &$0) } }
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
      $0.member("judgement", finding.judgement.word.rawValue)
      $0.member("fails", finding.judgement.isFailure)
      $0.member("excuse", of: finding.judgement.excuse)
      $0.member("popup", example.name)
      $0.member("other", example.otherName)
      $0.member("page", example.pageClass)
      $0.member("because", example.because)
      $0.member("why", example.assumption?.sentence)
      $0.member("sessions", finding.sessions)
      $0.array("builds") {
        for (build, sessions) in builds.counts(of: finding) {
          $0.object {
            $0.member("build", build)
            $0.member("sessions", sessions)
          }
        }
      }
      $0.objects("places", of: finding.places) {
        $0.member("trace", $1.trace)
        $0.member("session", $1.session)
        $0.member("block", blocks[ReportPlace($1)].map { Int64($0) })
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

extension ReportPage {
  /// Writes what a gate says beyond its findings: the limits, who is hurt, which key of the policy brings what.
  func writeGate(into json: inout JSONWriter) {
    json.key("metrics")
    let thresholds = report.gate?.thresholds ?? []
    json.array {
      for one in thresholds.filter(\.isFailure) + thresholds.filter({ !$0.isFailure }) { Self.write(one, into: &$0) }
    }
    json.objects("breakdowns", of: report.gate?.breakdowns ?? []) {
      $0.member("by", $1.dimension)
      $0.member("rows", of: $1.rows)
    }
    json.member("blame", blame)
  }

  private static func write(_ threshold: ThresholdReport, into json: inout JSONWriter) {
    json.object {
      $0.member("metric", threshold.metric)
      $0.member("scope", threshold.scope)
      $0.member("baseline", threshold.reference?.description)
      $0.member("candidate", threshold.candidate?.description)
      $0.member("change", threshold.change?.words(between: "…"))
      $0.member("evidence", threshold.evidence.words)
      $0.objects("limits", of: threshold.limits) {
        $0.member("words", $1.words)
        $0.member("broken", $1.isBroken)
      }
    }
  }

  /// `leaving (park → hide, line 3) brings 2 findings: overlap: Coupon on HomePage, …`.
  private var blame: [String] {
    guard let blame = report.gate?.blame else { return [] }
    return blame.causes.map { cause, fingerprints in
      let found = report.findings.filter { $0.status == .new && fingerprints.contains($0.fingerprint) }
      let what = found.prefix(3).map(\.title).joined(separator: ", ")
      let more = found.count > 3 ? " and \(grouping(found.count - 3)) more" : ""
      let keys = cause.joined(separator: " with ")
      let changes = cause.map { blame.change(of: $0) }.joined(separator: "; ")
      return
        "\(keys) (\(changes)) \(cause.count == 1 ? "brings" : "bring") \(counted(found.count, "finding")): \(what)\(more)"
    }
  }
}
