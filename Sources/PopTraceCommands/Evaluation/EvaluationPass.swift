#if Tool
import PopDocument

/// One pass over all inputs for all subjects: reads, judges on several threads, and reports in the order of the inputs.
struct EvaluationPass {
  let inputs: InputList
  let jobs: Int
  let gate: GateFlags
  let form: EvaluationForm
  let progress: ProgressBar
  /// How many reports a judge gives for each session.
  let subjects: Int
  /// What could not be read before, of other inputs.
  let unread: [NotJudged]
  let makeEvaluator: @Sendable () -> any SessionEvaluator

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
    /// Takes a batch, where the form is neutral; nothing of it is summed then. False where enough is known.
    var batch: (JudgedBatch) throws(CommandFailure) -> Bool = { _ throws(CommandFailure) in true }
  }

  /// Judges everything and gives the sums, one for each subject.
  func run(_ takers: Takers) throws(CommandFailure) -> [ReportSummary] {
    let memory = MemoryBudget(limits: inputs.limits)
    let pool = SessionPool()
    var batches = SessionBatches(inputs, jobs: jobs, memory: memory, pool: pool)
    var sums = PassSums(unread, subjects: subjects)
    let makeJudge = judgeMaker(memory, pool)
    OrderedWork(jobs: jobs).run(
      next: { batches.next() },
      worker: makeJudge,
      work: { judge, portion in judge.judge(portion) },
      deliver: { (judged: JudgedPortion) in
        switch judged {
        case .batches(let batches): return batches.allSatisfy { deliver($0, to: takers, &sums) }
        case .notSmall(let input):
          var judge = makeJudge()
          var batches = judge.batches(ofInput: input)
          while let batch = batches.next() {
            guard deliver(judge.judge(batch), to: takers, &sums) else { return false }
          }
          return true
        }
      })
    progress.clear()
    if let failure = sums.failure { throw failure }
    for subject in sums.summaries.indices {
      sums.summaries[subject].inputs = inputs.paths.count + unread.count
      gate.apply(to: &sums.summaries[subject])
    }
    return sums.summaries
  }

  /// What makes the judge of a thread.
  private func judgeMaker(_ memory: MemoryBudget, _ pool: SessionPool) -> @Sendable () -> SessionJudge {
    let (inputs, form, gate, makeEvaluator) = (inputs, form, gate, makeEvaluator)
    return {
      SessionJudge(
        inputs: inputs, memory: memory, pool: pool, form: form, gate: gate, makeEvaluator: makeEvaluator)
    }
  }

  /// Hands on what came of a batch; false where the pass is to end.
  private func deliver(_ batch: JudgedBatch, to takers: Takers, _ sums: inout PassSums) -> Bool {
    if let problem = batch.failure { takers.complain(problem) }
    for remark in batch.remarks { takers.remark(remark) }
    do throws(CommandFailure) {
      if case .neutral = form {
        sums.sessions += batch.sessions.count
        progress.update("inputs", done: batch.inputIndex, of: inputs.paths.count, sessions: sums.sessions)
        return try takers.batch(batch)
      }
      for session in batch.sessions {
        if let digest = session.digest, !sums.digests.insert(digest).inserted {
          takers.remark(
            "\(printable(batch.input)): session \(printable(session.name)) was given before; it is judged once")
          continue
        }
        for (subject, verdict) in session.verdicts.enumerated() {
          sums.summaries[subject] += verdict.summary
          if let report = verdict.report { takers.report(report, subject) }
          if !verdict.json.isEmpty { try takers.text(verdict.json, subject) }
        }
      }
      if let unread = batch.unread { for subject in sums.summaries.indices { sums.summaries[subject].add(unread) } }
    } catch {
      sums.failure = error
      return false
    }
    progress.update(
      "inputs", done: batch.inputIndex, of: inputs.paths.count, sessions: sums.summaries.first?.sessions)
    return true
  }
}

/// What a pass has come to so far.
private struct PassSums {
  /// The sums, one for each subject.
  var summaries: [ReportSummary]
  /// How many sessions came, where they are not summed here.
  var sessions = 0
  /// What tells the sessions that came from all others.
  var digests: Set<UInt64> = []
  /// Why the pass ended early.
  var failure: CommandFailure?

  /// - Parameter unread: What could not be read before.
  init(_ unread: [NotJudged], subjects: Int) {
    var before = ReportSummary()
    for entry in unread { before.add(entry) }
    summaries = Array(repeating: before, count: subjects)
  }
}
#endif
