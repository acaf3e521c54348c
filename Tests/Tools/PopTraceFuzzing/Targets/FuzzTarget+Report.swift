import PopDocument
import PopGate
import PopReport

extension FuzzTarget {
  /// Reports of parts: what is read of one can be judged, is written in every form, and written anew is read as the same.
  package static let report = FuzzTarget(
    "report", "reads a report a line a session, judges it, and writes it in every form"
  ) { bytes in
    let taken = TakenReport(bytes)
    guard let head = taken.head else { return }
    for format in ReportFormat.allCases where !format.needsJSON { _ = taken.written(format, head) }
    let written = taken.written(.ndjson, head)
    let again = TakenReport(written)
    guard let headAgain = again.head else { throw FuzzFinding("what was written anew is not read") }
    try require(again.isWhole, "what was written anew is not read to its end: \(again.failure ?? "")")
    try require(again.written(.ndjson, headAgain) == written, "what was written anew is read as something else")
  }
}

/// As much of a report as can be read.
private struct TakenReport {
  private(set) var head: ReportHead?
  private(set) var entries: [ReportLines.Reading.Entry] = []
  private(set) var isWhole = false
  private(set) var failure: String?

  init(_ bytes: [UInt8]) {
    var reading = ReportLines.Reading()
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    do {
      for line in lines { entries.append(try reading.take(Array(line))) }
      try reading.finish()
      isWhole = true
    } catch {
      failure = "\(error)"
    }
    head = reading.head
    // A part is known by the digest of its lines, which are not all of it.
    head?.provenance?.shards = nil
  }

  /// The report in a form, judged by a gate with limits on everything.
  func written(_ format: ReportFormat, _ head: ReportHead) -> [UInt8] {
    var configuration = GateConfiguration()
    configuration.thresholds = Metric.allCases.map { Threshold($0) }
    configuration.by = [.page, .popup, .build, .policy]
    var judge = GateJudge(configuration, asOf: CalendarDay(secondsSince1970: 0))
    var summary = ReportSummary()
    var writer = format.makeWriter(style: .plain, showsAll: true)
    var bytes = writer.begin(head)
    for entry in entries {
      switch entry {
      case .session(let session):
        summary.add(session)
        judge.add(session)
        bytes += writer.add(session, json: JSONReport.session(session, isWhole: true))
      case .remark(let remark):
        if case .unread(let entry) = remark { summary.add(entry) }
        bytes += writer.add(remark)
      case .head, .end: break
      }
    }
    let verdict = judge.verdict(summary)
    summary.gateFailures = verdict.failures
    return bytes
      + writer.end(ReportDocument(head: head, summary: summary, findings: verdict.findings, gate: verdict.report))
  }
}
