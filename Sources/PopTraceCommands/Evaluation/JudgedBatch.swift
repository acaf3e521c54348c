#if Tool
import PopReport
import PopTrace

/// What a thread made of a batch.
struct JudgedBatch: Sendable {
  /// What it made of it for one subject.
  struct Part: Sendable {
    var summary = ReportSummary()
    /// For text: the sessions.
    var reports: [SessionReport] = []
    /// For JSON: the sessions, each written out already.
    var texts: [[UInt8]] = []
    /// For any form: the sessions, which are not in ``summary`` yet, each written out too where that is wanted.
    var sessions: [(report: SessionReport, json: [UInt8], run: Session?)] = []
  }

  /// The input, as the user named it.
  var input: String

  /// One for each subject.
  var parts: [Part]
  /// Why there is nothing more to read from the input.
  var failure: CommandFailure?
  /// The same, as a report says it.
  var unread: NotJudged?
  /// What is to be said of the input.
  var remarks: [String]
  /// The index of the input among all of them, counted from 1.
  var inputIndex: Int

  /// Judges a batch.
  init(
    _ batch: SessionBatch, with evaluator: inout any SessionEvaluator, subjects: Int, form: EvaluationForm,
    gate: GateFlags
  ) {
    input = batch.input
    parts = Array(repeating: Part(), count: subjects)
    failure = batch.failure
    remarks = batch.remarks
    inputIndex = batch.inputIndex
    unread = batch.failure.map {
      NotJudged(trace: batch.input, sessions: batch.lostSessions, because: $0.message)
    }
    for (offset, session) in batch.sessions.enumerated() {
      let origin = SessionOrigin(input: batch.input, index: batch.places[offset], session: session)
      for (subject, report) in evaluator.reports(on: origin, for: form).enumerated() {
        switch form {
        case .text:
          parts[subject].summary.add(report, failOn: gate.failingGrade)
          if report.isWorthTelling { parts[subject].reports.append(report) }
        case .json:
          parts[subject].summary.add(report, failOn: gate.failingGrade)
          parts[subject].texts.append(JSONReport.session(report))
        case .neutral(let writesJSON, let savesRuns):
          var report = report
          report.digest = SessionDigest.digest(of: session)
          parts[subject].sessions.append(
            (
              report, writesJSON ? JSONReport.session(report, isWhole: true) : [],
              savesRuns && report.isJudged ? evaluator.run(of: origin) : nil
            ))
        }
      }
    }
    if let unread {
      for subject in parts.indices { parts[subject].summary.add(unread) }
    }
  }
}
#endif
