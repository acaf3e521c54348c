import PopAudit
package import PopDocument
import PopReplay

// What was judged and how far that can be relied on, in the words that a text has for it.

extension ReportPage {
  struct Fact {
    var label: String
    var value: String
  }

  var sentence: String {
    guard purpose == .view, report.gate == nil else { return VerdictSentence(report).headline }
    let found = report.summary.findings.new.words
    let sessions = counted(report.summary.judgedSessions, "recorded session")
    return found.isEmpty ? "Nothing is wrong in \(sessions)." : "\(found.joined(separator: ", ")) in \(sessions)."
  }

  var facts: [Fact] {
    let summary = report.summary
    var facts = [
      Fact(label: "Sessions", value: grouping(summary.sessions)),
      Fact(label: "Events", value: grouping(summary.events)),
    ]
    func add(_ label: String, _ value: String?) { if let value { facts.append(Fact(label: label, value: value)) } }
    if report.duplicates > 0 { add("Given twice", "\(counted(report.duplicates, "session")), judged once") }
    if !summary.isComplete { add("Not judged", text.unjudged(summary).joined(separator: ", ")) }
    if summary.lossySessions > 0 {
      add("In part", "\(counted(summary.lossySessions, "session")) with something missing")
    }
    if purpose == .replay || purpose == .gate, summary.grades != GradeCounts() {
      add("Observed", text.observed(summary))
      add("Affected", text.affectedWords(summary))
      add("Coverage", text.coverageWords(summary))
      add("Outcomes", text.gradeWords(summary))
      add("Assumed first", text.assumptionWords(summary))
      add("Premises", summary.scenarios < summary.sessions ? report.head.premises?.sentence : nil)
    }
    if let gate = report.gate {
      add("Judged", (gate.configuration.isEmpty ? "" : "by \(gate.configuration), ") + "as of \(gate.asOf)")
      if let baseline = gate.baseline {
        let stale = baseline.stale.isEmpty ? "" : ", \(counted(baseline.stale.count, "acceptance")) of what is gone"
        add("Accepted", "\(counted(baseline.accepted, "finding")) by \(baseline.file)\(stale)")
      }
      if gate.hurtSessions > 0 { add("Hurt", counted(gate.hurtSessions, "session")) }
    }
    return facts
  }

  var remarks: [String] {
    var remarks = report.gate?.remarks ?? []
    remarks += text.losses.prefix(10).map { "\($0.trace), session \($0.session): \($0.loss)." }
    remarks += text.mismatches.compactMap { session in
      session.mismatch.map { "\(session.trace), session \(session.session): \($0.because)" }
    }
    remarks += text.remarks.prefix(10).map { "\($0.trace), session \($0.session): \($0.remark)" }
    return remarks
  }
}

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
  package static func positions(of report: ReportDocument) -> [ReportPosition] {
    let findings = ordered(report.findings).prefix(mostFindings)
    var positions: [ReportPosition] = []
    var known: Set<ReportPosition> = []
    for round in 0..<JudgedFinding.positionLimit {
      for finding in findings where finding.positions.count > round && positions.count < mostSessions {
        let position = finding.positions[round].position
        if position.index > 0, known.insert(position).inserted { positions.append(position) }
      }
    }
    return positions
  }
}
