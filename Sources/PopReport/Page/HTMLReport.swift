import PopAudit
package import PopDocument

/// The report as a page (``ReportPage``).
package struct HTMLReport: ReportWriter {
  static let format = ReportFormat(
    "html", "a page to look at, in one file: runs side by side around what was found", needsWindows: true
  ) { HTMLReport(byteLimit: $0.pageBytes) }

  private let byteLimit: Int
  private let findingLimit: Int
  private var text = TextReport(ReportHead(policy: "", reference: ""), style: .plain)
  private var builds = FindingBuilds()
  private var found: [JudgedFinding.Place] = []
  private var others: [JudgedFinding.Place] = []
  private var foundSessions = 0

  /// So many sessions with findings, and so many without, are remembered, to name one that a page has no room for.
  private static let mostRemembered = 10_000

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - byteLimit: How many bytes of sessions the page may hold.
  ///   - findingLimit: How many findings it may list.
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
    let isViewed = report.viewedSessions != nil
    return ReportPage(
      report, text: text, builds: builds, found: isViewed ? found + others : found, foundSessions: foundSessions,
      byteLimit: byteLimit, findingLimit: findingLimit
    ).bytes
  }
}

/// In how many sessions of which build each finding is.
struct FindingBuilds: Sendable {
  /// So many builds of a finding are told apart.
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
