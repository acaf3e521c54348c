import PopAudit
import PopDocument

/// Finds the file and line to blame: the line of the policy file whose key brings a finding, where that is known, else the trace.
struct FindingLocator {
  private let policyFile: String
  private let configuration: String
  private var lines: [String: Int] = [:]

  init(_ report: ReportDocument) {
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

  func location(of finding: JudgedFinding) -> FindingLocation {
    if !policyFile.isEmpty, finding.status == .new, let line = lines[finding.fingerprint] {
      return FindingLocation(policyFile, line: line)
    }
    return FindingLocation(finding.positions.first?.trace ?? policyFile)
  }

  func location(of threshold: ThresholdReport) -> FindingLocation {
    FindingLocation(configuration.isEmpty ? policyFile : configuration, line: threshold.line ?? 1)
  }

  /// Where to look for what has no line of its own.
  var whole: FindingLocation { FindingLocation(policyFile.isEmpty ? configuration : policyFile) }
}

struct FindingLocation: Hashable {
  /// The file as readers of reports resolve it, relative to the repository: without `./` and slashes in front, and never empty.
  let path: String
  let line: Int

  init(_ path: String, line: Int = 1) {
    var rest = path[...]
    while let prefix = ["./", "/"].first(where: { rest.hasPrefix($0) }) { rest = rest.dropFirst(prefix.count) }
    self.path = rest.isEmpty || rest == "." ? "-" : String(rest)
    self.line = max(1, line)
  }

  /// The path as a relative URI reference (RFC 3986, *path-noscheme*): everything but unreserved characters and slashes is percent-encoded.
  var uri: String {
    path.utf8.map { byte in
      if byte.isLetterOrDigit || "-._~/".utf8.contains(byte) { return String(Unicode.Scalar(byte)) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
