import PopReport

/// Writes what judging passes give, in the form asked for, and says how it ended.
struct JudgedOutput {
  let stream: OutputStream
  let options: OutputOptions
  let inputs: InputList
  let jobs: Int
  let gate: GateFlags
  let showsAll: Bool
  let context: ToolContext

  /// One thing to report on: what it is about, and who judges.
  struct Subject {
    var head: ReportHead
    var makeJudge: @Sendable () -> any SessionJudge
  }

  /// Reports on one subject, or compares several.
  func write(_ subjects: [Subject]) throws(CommandFailure) -> ExitStatus {
    let start = Platform.nanoseconds
    let summaries =
      switch options.format {
      case .text: try writeText(subjects)
      case .json: try writeJSON(subjects)
      }
    if !options.quiet, options.format == .text { try sayThroughput(summaries, since: start) }
    return summaries.reduce(ExitStatus.fine) { $0.combined(with: ExitStatus($1.verdict)) }
  }

  private func writeText(_ subjects: [Subject]) throws(CommandFailure) -> [ReportSummary] {
    var summaries: [ReportSummary] = []
    var comparison = ComparisonTable()
    for subject in subjects {
      var report = TextReport(
        subject.head, style: stream.style, limits: showsAll ? .none : TextReport.Limits())
      let summary = try pass(subject, hasVoice: summaries.isEmpty).run(
        complain: complaint(isFirst: summaries.isEmpty), takeReport: { report.add($0) },
        takeText: { _ throws(CommandFailure) in })
      if !summaries.isEmpty { try stream.write("\n") }
      try stream.write(report.text(summary))
      comparison.add(subject.head, summary)
      summaries.append(summary)
    }
    if subjects.count > 1 { try stream.write("\n" + comparison.text(style: stream.style)) }
    return summaries
  }

  private func writeJSON(_ subjects: [Subject]) throws(CommandFailure) -> [ReportSummary] {
    var json = JSONWriter()
    var summaries: [ReportSummary] = []
    if subjects.count > 1 { JSONReport.beginComparison(into: &json) }
    for subject in subjects {
      JSONReport.begin(subject.head, into: &json)
      let summary = try pass(subject, hasVoice: summaries.isEmpty).run(
        complain: complaint(isFirst: summaries.isEmpty), takeReport: { _ in },
        takeText: { text throws(CommandFailure) in
          JSONReport.add(text, into: &json)
          try stream.write(json.bytes)
          json.bytes.removeAll(keepingCapacity: true)
        })
      JSONReport.end(summary, into: &json)
      summaries.append(summary)
    }
    if subjects.count > 1 { JSONReport.endComparison(into: &json) }
    try stream.write(json.bytes + [UInt8(ascii: "\n")])
    return summaries
  }

  private func pass(_ subject: Subject, hasVoice: Bool) -> JudgingPass {
    JudgingPass(
      inputs: inputs, jobs: jobs, gate: gate, form: options.format, progress: ProgressBar(isQuiet: options.quiet),
      makeJudge: subject.makeJudge)
  }

  /// Says what is wrong with an input, once and not for every policy.
  private func complaint(isFirst: Bool) -> (CommandFailure) -> Void {
    { failure in
      guard isFirst else { return }
      context.complain(failure.line)
    }
  }

  /// How fast it went: never a part of the answer, so it goes to standard error.
  private func sayThroughput(_ summaries: [ReportSummary], since start: UInt64) throws(CommandFailure) {
    let events = summaries.reduce(0) { $0 + $1.events }
    let nanoseconds = max(1, Platform.nanoseconds - start)
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
