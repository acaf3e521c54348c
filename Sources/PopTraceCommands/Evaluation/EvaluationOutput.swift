#if Tool
import PopDocument
import PopReport
import PopSystem

/// Writes what a judging pass gives, in the form asked for, and says how it ended.
struct EvaluationOutput {
  let stream: OutputStream
  let options: OutputOptions
  let inputs: InputList
  let jobs: Int
  let gate: GateFlags
  let showsAll: Bool
  /// What could not be read before, of other inputs.
  var unread: [NotJudged] = []
  let context: ToolContext

  /// Reports on what a judge says of each subject, or compares several.
  func write(
    _ heads: [ReportHead], evaluatedBy makeEvaluator: @escaping @Sendable () -> any SessionEvaluator
  ) throws(CommandFailure) -> ExitStatus {
    let start = SystemClock.nanoseconds()
    let pass = EvaluationPass(
      inputs: inputs, jobs: jobs, gate: gate, form: EvaluationForm(options.format),
      progress: ProgressBar(isQuiet: options.quiet),
      subjects: heads.count, unread: unread, makeEvaluator: makeEvaluator)
    let summaries =
      switch options.format {
      case .text: try writeText(heads, pass)
      case .json: try writeJSON(heads, pass)
      }
    if !options.quiet, options.format == .text { try sayThroughput(summaries, since: start) }
    return summaries.reduce(ExitStatus.fine) { $0.combined(with: ExitStatus($1.verdict)) }
  }

  private func writeText(_ heads: [ReportHead], _ pass: EvaluationPass) throws(CommandFailure) -> [ReportSummary] {
    var reports = heads.map {
      TextReport($0, style: stream.style, limits: showsAll ? .none : .usual)
    }
    let summaries = try pass.run(
      takers(report: { reports[$1].add($0) }, text: { _, _ throws(CommandFailure) in }))
    var comparison = ComparisonTable()
    for index in heads.indices {
      if index > 0 { try stream.write("\n") }
      try stream.write(reports[index].text(summaries[index]))
      comparison.add(heads[index], summaries[index])
    }
    if heads.count > 1 { try stream.write("\n" + comparison.text(style: stream.style)) }
    return summaries
  }

  private func writeJSON(_ heads: [ReportHead], _ pass: EvaluationPass) throws(CommandFailure) -> [ReportSummary] {
    // The reports stand one behind the other: the first is written as it comes, the others wait for their turn.
    var writers = heads.map { head in
      var json = JSONWriter()
      JSONReport.begin(head, into: &json)
      return json
    }
    let buffers = heads.map { _ in SpillBuffer() }
    if heads.count > 1 {
      var opening = JSONWriter()
      JSONReport.beginComparison(into: &opening)
      try stream.write(opening.bytes)
    }
    let summaries = try pass.run(
      takers(
        report: { _, _ in },
        text: { text, subject throws(CommandFailure) in
          JSONReport.add(text, into: &writers[subject])
          if subject == 0 {
            try stream.write(writers[0].bytes)
          } else {
            try buffers[subject].write(writers[subject].bytes)
          }
          writers[subject].bytes.removeAll(keepingCapacity: true)
        }))
    for index in heads.indices {
      if index > 0 {
        try stream.write(",")
        try buffers[index].empty(into: stream)
      }
      JSONReport.end(summaries[index], into: &writers[index])
      try stream.write(writers[index].bytes)
    }
    if heads.count > 1 {
      var closing = JSONWriter()
      JSONReport.endComparison(into: &closing)
      try stream.write(closing.bytes)
    }
    try stream.write("\n")
    return summaries
  }

  private func takers(
    report: @escaping (SessionReport, Int) -> Void, text: @escaping ([UInt8], Int) throws(CommandFailure) -> Void
  ) -> EvaluationPass.Takers {
    EvaluationPass.Takers(
      complain: { context.complain($0.line) }, remark: { context.remark($0, isQuiet: options.quiet) }, report: report,
      text: text)
  }

  /// How fast it went: never a part of the answer, so it goes to standard error.
  private func sayThroughput(_ summaries: [ReportSummary], since start: Int64) throws(CommandFailure) {
    let events = summaries.reduce(0) { $0 + $1.events }
    let nanoseconds = max(1, SystemClock.nanoseconds() - start)
    guard events > 0 else { return }
    let milliseconds = Int(nanoseconds / 1_000_000)
    let perSecond = Int(Double(events) / Double(nanoseconds) * 1_000_000_000)
    try stream.flush()
    let rate = perSecond > 1_000_000 ? "\(perSecond / 100_000 * 100_000 / 1_000_000) million" : grouping(perSecond)
    context.remark("\(counted(events, "event")) in \(grouping(milliseconds)) ms, \(rate) a second", isQuiet: false)
  }
}

extension ExitStatus {
  /// The exit status that a report's verdict stands for.
  init(_ verdict: ReportSummary.Verdict) {
    self =
      switch verdict {
      case .fine: .fine
      case .failed: .failed
      case .worse: .worse
      case .incomplete: .incomplete
      }
  }
}
#endif
