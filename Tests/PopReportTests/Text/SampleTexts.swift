@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

extension SampleSessions {
  static func text(
    _ sessions: [SessionReport], baseline: String = "recorded", style: Style = .plain,
    limits: TextReport.Limits = TextReport.Limits()
  ) -> String {
    var report = TextReport(ReportHead(policy: "v2", reference: baseline), style: style, limits: limits)
    for session in sessions { report.add(session) }
    return report.text(summary(sessions))
  }
}

extension SampleGate {
  /// What a writer makes of it.
  func written(by writer: some ReportWriter) -> String {
    var writer = writer
    var bytes = writer.begin(head)
    for session in sessions { bytes += writer.add(session, json: JSONReport.session(session, isWhole: true)) }
    bytes += writer.end(report)
    return String(decoding: bytes, as: UTF8.self)
  }
}
