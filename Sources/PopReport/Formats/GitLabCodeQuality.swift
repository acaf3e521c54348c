import PopAudit
package import PopDocument
import PopReplay

/// The report as GitLab's code quality report: an array of what fails the build, is a warning, or rests on assumptions.
///
/// What is accepted, ignored, a note or known is not in it. GitLab compares the fingerprints of two branches, so each is there once.
package struct GitLabCodeQuality: ReportWriter {
  package mutating func end(_ report: ReportDocument) -> [UInt8] {
    let locator = FindingLocator(report)
    var used: Set<String> = []
    var json = JSONWriter()
    json.array {
      for finding in report.findings {
        guard let severity = Self.severity(of: finding) else { continue }
        // Ours, with the status where another one has it already.
        var fingerprint = finding.fingerprint
        while !used.insert(fingerprint).inserted { fingerprint += "-" + finding.status.rawValue }
        let description =
          "\(told(finding.reason)); \(told(finding.judgementWords)), \(finding.often(in: report)). "
          + "More: \(finding.command)"
        let location = locator.location(of: finding)
        Self.write(description, finding.rule.id, fingerprint, severity, location, into: &$0)
      }
      for (threshold, limit, words) in report.brokenLimits {
        var hash = StableHash()
        for text in ["limit", threshold.metric, threshold.scope, limit.words] { hash.combine(text) }
        var fingerprint = Fingerprint(rawValue: hash.value).description
        while !used.insert(fingerprint).inserted { fingerprint += "-limit" }
        let description = "\(told(threshold.name, limit: 300)): \(words)"
        Self.write(description, "limit", fingerprint, "blocker", locator.location(of: threshold), into: &$0)
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private static func write(
    _ description: String, _ name: String, _ fingerprint: String, _ severity: String, _ location: FindingLocation,
    into json: inout JSONWriter
  ) {
    json.newLine()
    json.object([
      "description": description, "check_name": name, "fingerprint": fingerprint, "severity": severity,
      "location": ["path": printable(location.path), "lines": ["begin": location.line] as JSONObject] as JSONObject,
    ])
  }

  /// The severity of a finding; nil where it is not in the report.
  static func severity(of finding: JudgedFinding) -> String? {
    switch finding.judgement.word {
    case .fails, .worse, .expired: finding.grade.isCertain ? "blocker" : "critical"
    case .warns: finding.rule.severity == .error ? "major" : "minor"
    case .assumed: "info"
    case .accepted, .ignored, .notes, .known: nil
    }
  }
}
