import PopAudit

extension ReportPage {
  /// No more sessions than this are looked at again for a page.
  package static let mostSessions = 500

  /// The findings as a page lists them: what is new first, then what is gone, then what stays, each in the order of the report.
  static func ordered(_ findings: [JudgedFinding]) -> [JudgedFinding] {
    func rank(_ status: FindingStatus) -> Int {
      switch status {
      case .new: 0
      case .fixed: 1
      case .same: 2
      }
    }
    return findings.enumerated()
      .sorted { (rank($0.element.status), $0.offset) < (rank($1.element.status), $1.offset) }.map(\.element)
  }

  /// The sessions that are worth opening, the most important first: one for each finding, then a second one for each, and so on.
  package static func places(of report: NeutralReport) -> [ReportPlace] {
    let findings = ordered(report.findings).prefix(mostFindings)
    var places: [ReportPlace] = []
    var known: Set<ReportPlace> = []
    for round in 0..<JudgedFinding.placesLimit {
      for finding in findings where finding.places.count > round && places.count < mostSessions {
        let place = ReportPlace(finding.places[round])
        if place.index > 0, known.insert(place).inserted { places.append(place) }
      }
    }
    return places
  }
}
