import PopAudit
package import PopDocument
import PopReplay

/// The report as GitLab's code quality report: an array of what fails the build, is a warning, or rests on assumptions.
///
/// | judged as | severity |
/// | --- | --- |
/// | fails the build, and no assumption has part in it; a broken limit | `blocker` |
/// | fails the build otherwise | `critical` |
/// | a warning by the configuration that the rule calls an error | `major` |
/// | a warning | `minor` |
/// | rests on assumptions in every session | `info` |
///
/// What is accepted, ignored, a note or known is not in it. GitLab compares the fingerprints of two branches, so each is there once.
package struct GitLabCodeQuality: ReportWriter {
  static let format = ReportFormat("gitlab", "GitLab's code quality report") { _ in GitLabCodeQuality() }

  package mutating func end(_ report: ReportDocument) -> [UInt8] {
    let locator = FindingLocator(report)
    var used: Set<String> = []
    var json = JSONWriter()
    json.array {
      for finding in report.findings {
        guard let severity = Self.severity(of: finding) else { continue }
        let description =
          "\(told(finding.reason)); \(told(finding.judgementWords)), \(finding.often(in: report)). "
          + "More: \(finding.command)"
        $0.newLine()
        Self.write(
          description, finding.rule.id, Self.unused(finding, &used), severity, locator.location(of: finding), into: &$0)
      }
      for threshold in report.gate?.thresholds ?? [] {
        for limit in threshold.limits where limit.isBroken {
          let name = told("\(threshold.metric) of \(threshold.scope)", limit: 300)
          var fingerprint = Self.fingerprint(threshold, limit)
          while !used.insert(fingerprint).inserted { fingerprint += "-limit" }
          $0.newLine()
          Self.write(
            "\(name): \(WholeCases.words(threshold, limit))", "limit", fingerprint, "blocker",
            locator.location(of: threshold), into: &$0)
        }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private static func write(
    _ description: String, _ name: String, _ fingerprint: String, _ severity: String, _ location: FindingLocation,
    into json: inout JSONWriter
  ) {
    json.object {
      $0.member("description", description)
      $0.member("check_name", name)
      $0.member("fingerprint", fingerprint)
      $0.member("severity", severity)
      $0.object("location") {
        $0.member("path", printable(location.path))
        $0.object("lines") { $0.member("begin", location.line) }
      }
    }
  }

  /// The severity of a finding; nil where it is not in the report.
  static func severity(of finding: JudgedFinding) -> String? {
    switch finding.judgement {
    case .fails, .worse, .expired: finding.grade.isCertain ? "blocker" : "critical"
    case .warns: finding.rule.severity == .error ? "major" : "minor"
    case .assumed: "info"
    case .accepted, .ignored, .notes, .known: nil
    }
  }

  /// Ours, with the status where another one has it already.
  private static func unused(_ finding: JudgedFinding, _ used: inout Set<String>) -> String {
    var fingerprint = finding.fingerprint
    while !used.insert(fingerprint).inserted { fingerprint += "-" + finding.status.rawValue }
    return fingerprint
  }

  private static func fingerprint(_ threshold: ThresholdReport, _ limit: ThresholdReport.Limit) -> String {
    var hash = StableHash()
    for text in ["limit", threshold.metric, threshold.scope, limit.words] { hash.combine(text) }
    return Fingerprint(rawValue: hash.value).description
  }
}
