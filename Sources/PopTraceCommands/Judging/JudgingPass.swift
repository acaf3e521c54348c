import PopReport

/// One pass of one judge over all inputs: reads, judges on several threads, and reports in the order of the inputs.
struct JudgingPass {
  let inputs: InputList
  let jobs: Int
  let gate: GateFlags
  let form: OutputFormat
  let progress: ProgressBar
  let makeJudge: @Sendable () -> any SessionJudge

  /// What a thread made of a batch.
  private struct Part: Sendable {
    var summary = ReportSummary()
    /// For text: the sessions.
    var reports: [SessionReport] = []
    /// For JSON: the sessions, each written out already.
    var texts: [[UInt8]] = []
    var failure: CommandFailure?
    var input = ""
  }

  /// Judges everything and gives the sums.
  ///
  /// - Parameters:
  ///   - complain: Told of every input that cannot be read.
  ///   - takeReport: Takes a session's report where the form is text.
  ///   - takeText: Takes a session's text where the form is JSON.
  func run(
    complain: @escaping (CommandFailure) -> Void, takeReport: @escaping (SessionReport) -> Void,
    takeText: @escaping ([UInt8]) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> ReportSummary {
    var batches = SessionBatches(inputs)
    var summary = ReportSummary()
    var failure: CommandFailure?
    let form = form
    let gate = gate
    OrderedWork(jobs: jobs).run(
      next: { batches.next() },
      worker: makeJudge,
      work: { judge, batch in Self.judge(batch, with: &judge, for: form, gate: gate) },
      deliver: { (part: Part) in
        summary += part.summary
        if let problem = part.failure { complain(problem) }
        for report in part.reports { takeReport(report) }
        do throws(CommandFailure) {
          for text in part.texts { try takeText(text) }
        } catch {
          failure = error
          return false
        }
        progress.update("inputs", done: inputs.place(of: part.input), of: inputs.paths.count)
        return true
      })
    progress.clear()
    if let failure { throw failure }
    if let least = gate.minCoverage { summary.requireCoverage(percent: least) }
    return summary
  }

  private static func judge(
    _ batch: SessionBatch, with judge: inout any SessionJudge, for form: OutputFormat, gate: GateFlags
  ) -> Part {
    var part = Part()
    part.input = batch.input
    part.failure = batch.failure
    if batch.failure != nil { part.summary.unreadable += 1 }
    for (offset, session) in batch.sessions.enumerated() {
      let origin = SessionOrigin(input: batch.input, place: batch.first + offset, session: session)
      let report = judge.report(on: origin, for: form)
      part.summary.add(report, countsAssumed: gate.strict)
      switch form {
      case .text: if report.isWorthTelling { part.reports.append(report) }
      case .json: part.texts.append(JSONReport.session(report))
      }
    }
    return part
  }
}
