import PopAudit
package import PopDocument

/// The report as a page (``ReportPage``).
package struct HTMLReport: ReportWriter {
  let byteLimit: Int
  let findingLimit: Int
  /// What a text says of the same sessions, whose words and groups a page shares.
  private(set) var text = TextReport(.blank, style: .plain)
  private(set) var builds = FindingBuilds()
  /// The first sessions with findings; at the end of a page that shows all, those without after them.
  private(set) var found: [JudgedFinding.Place] = []
  private(set) var foundSessions = 0
  private var others: [JudgedFinding.Place] = []

  /// So many sessions with findings, and so many without, are remembered, to name one that a page has no room for.
  private static let mostRemembered = 10_000

  package init(byteLimit: Int = ReportPage.usualBytes, findingLimit: Int = ReportPage.mostFindings) {
    self.byteLimit = byteLimit
    self.findingLimit = findingLimit
  }

  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    text = TextReport(head, style: .plain)
    return []
  }

  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] {
    text.add(session)
    builds.add(session)
    let place = JudgedFinding.Place(of: session)
    if !session.findings.isEmpty {
      foundSessions += 1
      if found.count < Self.mostRemembered { found.append(place) }
    } else if session.isJudged, others.count < Self.mostRemembered {
      others.append(place)
    }
    return []
  }

  package mutating func end(_ report: ReportDocument) -> [UInt8] {
    if report.viewedSessions != nil { found += others }
    return ReportPage(report, self).bytes
  }

  /// In how many sessions of which build each finding is.
  struct FindingBuilds: Sendable {
    private static let most = 50

    private struct Key: Hashable {
      var fingerprint: String
      var status: FindingStatus
    }

    private var builds: [Key: [String: Int]] = [:]

    /// Counts a session; a fingerprint is there at most once in it.
    mutating func add(_ session: SessionReport) {
      let build = session.facts.build
      guard !build.isEmpty else { return }
      for finding in session.findings {
        let key = Key(fingerprint: finding.fingerprint, status: finding.status)
        if builds[key]?[build] == nil, (builds[key]?.count ?? 0) >= Self.most { continue }
        builds[key, default: [:]][build, default: 0] += 1
      }
    }

    /// The builds of a finding with how many sessions of each have it, the most frequent first; ties by name.
    func counts(of finding: JudgedFinding) -> [(build: String, sessions: Int)] {
      (builds[Key(fingerprint: finding.fingerprint, status: finding.status)] ?? [:])
        .sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map { ($0.key, $0.value) }
    }
  }
}

extension ReportFormat {
  package static let html = ReportFormat(
    "html", "a page to look at, in one file: runs side by side around what was found", needsWindows: true
  ) { HTMLReport(byteLimit: $0.pageBytes) }
}
