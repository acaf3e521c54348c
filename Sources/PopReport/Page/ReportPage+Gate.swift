import PopAudit
import PopReplay

extension ReportPage {
  /// Writes what a gate says beyond its findings: the limits, who is hurt, which key of the policy brings what.
  func writeGate(into json: inout JSONWriter) {
    json.key("metrics")
    let thresholds = report.gate?.thresholds ?? []
    json.array {
      for one in thresholds.filter(\.isFailure) + thresholds.filter({ !$0.isFailure }) { Self.write(one, into: &$0) }
    }
    json.objects("breakdowns", of: report.gate?.breakdowns ?? []) { JSONReport.write($1, into: &$0) }
    json.member("blame", blame)
  }

  private static func write(_ threshold: ThresholdReport, into json: inout JSONWriter) {
    json.object {
      $0.member("metric", threshold.metric)
      $0.member("scope", threshold.scope)
      $0.member("baseline", threshold.baseline?.description)
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
      let what = found.prefix(3).map { FindingWords($0, in: report).title }.joined(separator: ", ")
      let more = found.count > 3 ? " and \(grouping(found.count - 3)) more" : ""
      let keys = cause.joined(separator: " with ")
      let changes = cause.map { blame.change(of: $0) }.joined(separator: "; ")
      return
        "\(keys) (\(changes)) \(cause.count == 1 ? "brings" : "bring") \(counted(found.count, "finding")): \(what)\(more)"
    }
  }
}
