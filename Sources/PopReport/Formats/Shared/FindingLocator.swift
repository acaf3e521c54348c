import PopAudit

/// Finds the file and line to blame: the line of the policy file whose key brings a finding, where that is known, else the trace.
struct FindingLocator {
  private let policyFile: String
  private let configuration: String
  private var lines: [String: Int] = [:]

  /// Knows the files of a report, and the lines that its gate blames.
  init(_ report: NeutralReport) {
    policyFile = report.head.provenance?.policyFile ?? ""
    configuration = report.gate?.configuration ?? ""
    guard let blame = report.gate?.blame else { return }
    var keyLines: [String: Int] = [:]
    for key in blame.keys { keyLines[key.name] = key.line }
    for row in blame.rows {
      // The first key that stands in the file; of a pair the first one, for putting back either takes the finding away.
      guard let line = (row.alone + row.pairs.joined()).lazy.compactMap({ keyLines[$0] }).first else { continue }
      lines[row.fingerprint] = line
    }
  }

  /// Where to look for what brings a finding.
  func location(of finding: JudgedFinding) -> FindingLocation {
    if !policyFile.isEmpty, finding.status == .new, let line = lines[finding.fingerprint] {
      return FindingLocation(path: relativePath(policyFile), line: max(1, line))
    }
    return FindingLocation(path: relativePath(finding.places.first?.trace ?? policyFile), line: 1)
  }

  /// Where to look for a limit: in the configuration.
  func location(of threshold: ThresholdReport) -> FindingLocation {
    FindingLocation(
      path: relativePath(configuration.isEmpty ? policyFile : configuration), line: max(1, threshold.line ?? 1))
  }

  /// Where to look for what has no place of its own.
  var whole: FindingLocation {
    FindingLocation(path: relativePath([policyFile, configuration].first { !$0.isEmpty } ?? ""), line: 1)
  }
}
