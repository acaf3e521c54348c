#if Tool
import PopDocument
import PopReport
import PopTrace

/// What a thread made of a batch.
struct JudgedBatch: Sendable {
  /// What it made of one session.
  struct JudgedSession: Sendable {
    /// What tells the session from every other; nil where it has no name.
    var digest: UInt64?
    /// Its name.
    var name: String
    /// For each subject.
    var verdicts: [Verdict] = []
  }

  /// What it made of one session for one subject.
  struct Verdict: Sendable {
    /// The session's sums; in the neutral form whoever takes it sums.
    var summary = ReportSummary()
    /// For text and the neutral form: the report, where it says anything.
    var report: SessionReport?
    /// For JSON, and in the neutral form where that is wanted: the session, written out.
    var json: [UInt8] = []
    /// The candidate's run, where that is wanted.
    var run: Session?
  }

  /// The input, as the user named it.
  var input: String

  /// The sessions, in their order.
  var sessions: [JudgedSession] = []
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
    _ batch: SessionBatch, with evaluator: inout any SessionEvaluator, form: EvaluationForm, gate: GateFlags
  ) {
    input = batch.input
    failure = batch.failure
    remarks = batch.remarks
    inputIndex = batch.inputIndex
    unread = batch.failure.map {
      NotJudged(trace: batch.input, sessions: batch.lostSessions, because: $0.message)
    }
    for (offset, session) in batch.sessions.enumerated() {
      let origin = SessionOrigin(input: batch.input, index: batch.places[offset], session: session)
      var judged = JudgedSession(digest: SessionDigest.digest(of: session), name: session.header.session)
      for var report in evaluator.reports(on: origin, for: form) {
        var verdict = Verdict()
        switch form {
        case .text:
          verdict.summary.add(report, failOn: gate.criterion)
          if report.isWorthTelling { verdict.report = report }
        case .json:
          verdict.summary.add(report, failOn: gate.criterion)
          verdict.json = JSONReport.session(report)
        case .neutral(let writesJSON, let savesRuns):
          report.digest = judged.digest
          if writesJSON { verdict.json = JSONReport.session(report, isWhole: true) }
          if savesRuns, report.isJudged { verdict.run = evaluator.run(of: origin) }
          verdict.report = report
        }
        judged.verdicts.append(verdict)
      }
      sessions.append(judged)
    }
  }
}
#endif
