/// The report as a page (``ReportPage``).
package struct HTMLReport: ReportWriter {
  private let byteLimit: Int
  private let findingLimit: Int
  private var text = TextReport(ReportHead(policy: "", baseline: ""), style: .plain)
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
    let place = JudgedFinding.Place(trace: session.trace, session: session.session, index: session.index)
    if !session.findings.isEmpty {
      foundSessions += 1
      if found.count < Self.mostRemembered { found.append(place) }
    } else if session.isJudged, others.count < Self.mostRemembered {
      others.append(place)
    }
    return []
  }

  package mutating func end(_ report: NeutralReport) -> [UInt8] {
    let isViewed = report.viewedSessions != nil
    return ReportPage(
      report, text: text, builds: builds, found: isViewed ? found + others : found, foundSessions: foundSessions,
      byteLimit: byteLimit, findingLimit: findingLimit
    ).bytes
  }
}
