#if Tool
import PopReport

/// What a thread made of a batch.
struct JudgedBatch: Sendable {
  /// What it made of it for one subject.
  struct Part: Sendable {
    var summary = ReportSummary()
    /// For text: the sessions.
    var reports: [SessionReport] = []
    /// For JSON: the sessions, each written out already.
    var texts: [[UInt8]] = []
  }

  /// One for each subject.
  var parts: [Part]
  /// Why there is nothing more to read from the input.
  var failure: CommandFailure?
  /// What is to be said of the input.
  var remarks: [String]
  /// The index of the input among all of them, counted from 1.
  var inputIndex: Int

  /// Judges a batch.
  init(
    _ batch: SessionBatch, with evaluator: inout any SessionEvaluator, subjects: Int, form: OutputFormat,
    gate: GateFlags
  ) {
    parts = Array(repeating: Part(), count: subjects)
    failure = batch.failure
    remarks = batch.remarks
    inputIndex = batch.inputIndex
    for (offset, session) in batch.sessions.enumerated() {
      let origin = SessionOrigin(input: batch.input, index: batch.first + offset, session: session)
      for (subject, report) in evaluator.reports(on: origin, for: form).enumerated() {
        parts[subject].summary.add(report, failOn: gate.failingGrade)
        switch form {
        case .text: if report.isWorthTelling { parts[subject].reports.append(report) }
        case .json: parts[subject].texts.append(JSONReport.session(report))
        }
      }
    }
    if let failure = batch.failure {
      let unread = NotJudged(trace: batch.input, sessions: batch.lostSessions, because: failure.message)
      for subject in parts.indices { parts[subject].summary.add(unread) }
    }
  }
}
#endif
