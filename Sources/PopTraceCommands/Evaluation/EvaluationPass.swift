#if Tool
import PopReport

/// One pass over all inputs for all subjects: reads, judges on several threads, and reports in the order of the inputs.
struct EvaluationPass {
  let inputs: InputList
  let jobs: Int
  let gate: GateFlags
  let form: OutputFormat
  let progress: ProgressBar
  /// How many reports a judge gives for each session.
  let subjects: Int
  /// What could not be read before, of other inputs.
  let unread: [NotJudged]
  let makeEvaluator: @Sendable () -> any SessionEvaluator

  /// What a thread made of a batch, for one subject.
  private struct Part: Sendable {
    var summary = ReportSummary()
    /// For text: the sessions.
    var reports: [SessionReport] = []
    /// For JSON: the sessions, each written out already.
    var texts: [[UInt8]] = []
  }

  /// What a thread made of a batch.
  private struct Result: Sendable {
    var parts: [Part]
    var failure: CommandFailure?
    var remarks: [String]
    var inputIndex: Int
  }

  /// Who takes what comes of the pass, in the order of the inputs.
  struct Takers {
    /// Told of every input that cannot be read.
    var complain: (CommandFailure) -> Void
    /// Told what is to be said of an input beyond that.
    var remark: (String) -> Void
    /// Takes a session's report for a subject, where the form is text.
    var report: (SessionReport, Int) -> Void
    /// Takes a session's text for a subject, where the form is JSON.
    var text: ([UInt8], Int) throws(CommandFailure) -> Void
  }

  /// Judges everything and gives the sums, one for each subject.
  func run(_ takers: Takers) throws(CommandFailure) -> [ReportSummary] {
    let memory = MemoryBudget(limits: inputs.limits)
    let pool = SessionPool()
    var batches = SessionBatches(inputs, memory: memory, pool: pool)
    var before = ReportSummary()
    for entry in unread { before.add(entry) }
    var summaries = Array(repeating: before, count: subjects)
    var failure: CommandFailure?
    let (subjects, form, gate, makeEvaluator) = (subjects, form, gate, makeEvaluator)
    OrderedWork(jobs: jobs).run(
      next: { batches.next() },
      worker: makeEvaluator,
      work: { evaluator, batch in
        let result = Self.evaluate(batch, with: &evaluator, subjects: subjects, form: form, gate: gate)
        // What a judge keeps for the next session is as large as the largest one was.
        if batch.mostEvents > SessionBatches.largeSession { evaluator = makeEvaluator() }
        memory.giveBack(batch.memory)
        pool.giveBack(batch.sessions)
        return result
      },
      deliver: { (result: Result) in
        if let problem = result.failure { takers.complain(problem) }
        for remark in result.remarks { takers.remark(remark) }
        do throws(CommandFailure) {
          for (subject, part) in result.parts.enumerated() {
            summaries[subject] += part.summary
            for report in part.reports { takers.report(report, subject) }
            for text in part.texts { try takers.text(text, subject) }
          }
        } catch {
          failure = error
          return false
        }
        progress.update("inputs", done: result.inputIndex, of: inputs.paths.count)
        return true
      })
    progress.clear()
    if let failure { throw failure }
    for subject in summaries.indices {
      summaries[subject].inputs = inputs.paths.count + unread.count
      gate.apply(to: &summaries[subject])
    }
    return summaries
  }

  private static func evaluate(
    _ batch: SessionBatch, with evaluator: inout any SessionEvaluator, subjects: Int, form: OutputFormat,
    gate: GateFlags
  ) -> Result {
    var parts = Array(repeating: Part(), count: subjects)
    for (offset, session) in batch.sessions.enumerated() {
      let origin = SessionOrigin(input: batch.input, index: batch.first + offset, session: session)
      for (subject, report) in evaluator.reports(on: origin, for: form).enumerated() {
        parts[subject].summary.add(report, countsAssumed: gate.strict)
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
    return Result(parts: parts, failure: batch.failure, remarks: batch.remarks, inputIndex: batch.inputIndex)
  }
}
#endif
