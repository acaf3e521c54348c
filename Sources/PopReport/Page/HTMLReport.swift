/// The report as a page (``ReportPage``).
package struct HTMLReport: ReportWriter {
  private let byteLimit: Int
  private var text = TextReport(ReportHead(policy: "", baseline: ""), style: .plain)
  private var builds = FindingBuilds()
  private var foundSessions = 0

  /// Makes a writer.
  ///
  /// - Parameter byteLimit: How many bytes of sessions the page may hold.
  package init(byteLimit: Int = ReportPage.usualBytes) { self.byteLimit = byteLimit }

  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    text = TextReport(head, style: .plain)
    return []
  }

  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] {
    text.add(session)
    builds.add(session)
    if !session.findings.isEmpty { foundSessions += 1 }
    return []
  }

  package mutating func end(_ report: NeutralReport) -> [UInt8] {
    ReportPage(report, text: text, builds: builds, foundSessions: foundSessions, byteLimit: byteLimit).bytes
  }
}
