#if Tool
import PopDocument
import PopReport

/// Judges all inputs, and reports in any number of forms.
struct ReportRun {
  let head: ReportHead
  let inputs: InputList
  let jobs: Int
  let gate: GateFlags
  let wishes: ReportWishes
  /// What could not be read before, of other inputs.
  var unread: [NotJudged] = []
  /// What a gate judges by; nil where none judges.
  var setting: GateSetting?
  /// Whether sessions are looked at, and not judged: a page shows each of them, and whole.
  var isViewed = false
  /// Who is told of every session that counts.
  var keep: (SessionReport) -> Void = { _ in }
  /// What finds out which keys bring what; nil where nobody asks.
  var blame: ((BlameTargets) throws(CommandFailure) -> [BlameEntry])?
  let context: ToolContext

  /// Judges, and writes.
  func run(evaluatedBy makeEvaluator: @escaping @Sendable () -> any SessionEvaluator) throws(CommandFailure)
    -> ReportDocument
  {
    try wishes.refuse(inputs)
    let runs: SavedRuns? =
      if let saveTrace = wishes.saveTrace { try SavedRuns(in: saveTrace, from: inputs) } else { nil }
    let outputs = try ReportOutputs(
      wishes.requests, color: wishes.color, showsAll: wishes.showsAll, pageBytes: wishes.pageBytes)
    do {
      return try judge(into: outputs, runs, makeEvaluator)
    } catch {
      runs?.discard()
      outputs.discard()
      throw error
    }
  }

  private func judge(
    into outputs: ReportOutputs, _ runs: SavedRuns?, _ makeEvaluator: @escaping @Sendable () -> any SessionEvaluator
  ) throws(CommandFailure) -> ReportDocument {
    let assembly = try ReportAssembly(head, to: outputs, gate: gate, setting: setting)
    for entry in unread { try assembly.add(.unread(entry)) }
    let pass = EvaluationPass(
      inputs: inputs, jobs: jobs, gate: gate, form: .neutral(writesJSON: outputs.needsJSON, savesRuns: runs != nil),
      progress: ProgressBar(isQuiet: wishes.isQuiet), subjects: 1, unread: [], makeEvaluator: makeEvaluator)
    var isStopped = false
    // What a page may show, should there be room.
    var shown: [ReportPlace] = []
    // Inputs of which nothing comes are said at their places.
    var next = 0
    _ = try pass.run(
      EvaluationPass.Takers(
        complain: { context.complain($0.line) }, remark: { context.remark($0, isQuiet: wishes.isQuiet) },
        report: { _, _ in }, text: { _, _ throws(CommandFailure) in },
        batch: { batch throws(CommandFailure) in
          while next < batch.inputIndex {
            try assembly.add(.empty(trace: inputs.shown(inputs.paths[next])))
            next += 1
          }
          for verdict in batch.sessions.flatMap(\.verdicts) {
            guard let session = verdict.report else { continue }
            guard try !isTwin(session, verdict.json, addedTo: assembly) else { continue }
            if isViewed, let failure = session.failure {
              context.complain(CommandFailure("\(session.trace), session \(session.session): \(failure)").line)
            } else if isViewed || !session.findings.isEmpty, shown.count < ReportPage.mostSessions {
              shown.append(ReportPlace(trace: session.trace, index: session.index))
            }
            if let run = verdict.run { try runs?.add(run, of: session.trace) }
          }
          if let unread = batch.unread { try assembly.add(.unread(unread)) }
          guard let most = inputs.failFast, assembly.regressedSessions >= most else { return true }
          context.remark(
            "\(counted(assembly.regressedSessions, "session")) with regressions: what comes after them was not judged",
            isQuiet: false)
          isStopped = true
          return false
        }))
    for path in isStopped ? [] : inputs.paths[next...] { try assembly.add(.empty(trace: inputs.shown(path))) }
    try runs?.finish()
    let found = try blame?(assembly.targets) ?? []
    if isViewed, shown.isEmpty {
      throw CommandFailure(
        assembly.hasUnread ? "nothing of what was given can be shown" : "there is no such session in what was given")
    }
    guard outputs.needsWindows else { return try assembly.finish(blame: found) }
    let search = WindowSearch(
      inputs: inputs, byteLimit: wishes.pageBytes, makeEvaluator: makeEvaluator, others: shown, isWhole: isViewed,
      criterion: gate.criterion)
    return try assembly.finish(blame: found, isViewed: isViewed) { report throws(CommandFailure) in
      try search.windows(of: report)
    }
  }

  /// Adds a session; whether it was given before.
  private func isTwin(
    _ session: SessionReport, _ json: [UInt8], addedTo assembly: ReportAssembly
  ) throws(CommandFailure) -> Bool {
    guard let twin = try assembly.add(session, json: json) else {
      keep(session)
      return false
    }
    context.remark(
      "\(printable(twin.trace)): session \(printable(twin.session)) was given before; it is judged once",
      isQuiet: wishes.isQuiet)
    return true
  }
}
#endif
