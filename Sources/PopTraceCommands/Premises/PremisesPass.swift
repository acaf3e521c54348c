#if Tool
import PopReplay
import PopDocument
import PopTrace

/// One pass over all inputs for what they tell of users, before anything is judged: reads and counts on several threads.
///
/// What cannot be read is left out, and said by the pass that judges it.
struct PremisesPass {
  let inputs: InputList
  let jobs: Int
  let progress: ProgressBar
  /// Told of every input that cannot be read.
  var complain: (CommandFailure) -> Void = { _ in }

  /// What a thread made of a portion.
  private struct Portion: Sendable {
    var tally = PremiseTally()
    var failures: [CommandFailure] = []
    var inputIndex: Int
    /// Whether the input holds a session that is too large to be read beside others.
    var isLeft = false
  }

  /// Works the premises out.
  func run() -> Premises {
    let memory = MemoryBudget(limits: inputs.limits)
    let pool = SessionPool()
    var batches = SessionBatches(inputs, jobs: jobs, memory: memory, pool: pool)
    var tally = PremiseTally()
    let inputs = inputs
    func take(_ portion: Portion) {
      tally += portion.tally
      for failure in portion.failures { complain(failure) }
      progress.update("inputs looked through", done: portion.inputIndex, of: inputs.paths.count)
    }
    OrderedWork(jobs: jobs).run(
      next: { batches.next() },
      worker: { PremiseSurvey() },
      work: { survey, portion in
        switch portion {
        case .batch(let batch): Self.survey([batch], with: &survey, inputs, memory, pool)
        case .smallInput(let index): Self.surveySmall(index, with: &survey, inputs, memory, pool)
        }
      },
      deliver: { (portion: Portion) in
        if portion.isLeft {
          var survey = PremiseSurvey()
          var rest = InputBatches(ofInput: portion.inputIndex, of: inputs, memory: memory, pool: pool)
          while let batch = rest.next() { take(Self.survey([batch], with: &survey, inputs, memory, pool)) }
        } else {
          take(portion)
        }
        return true
      })
    progress.clear()
    return Premises(tally)
  }

  /// Counts what batches of one input tell, and gives back what they take.
  private static func survey(
    _ batches: [SessionBatch], with survey: inout PremiseSurvey, _ inputs: InputList, _ memory: MemoryBudget,
    _ pool: SessionPool
  ) -> Portion {
    survey.clear()
    var portion = Portion(inputIndex: batches.first?.inputIndex ?? 0)
    for batch in batches {
      for session in batch.sessions { survey.take(session, inputs.limits) }
      if let failure = batch.failure { portion.failures.append(failure) }
      // What a survey keeps for the next session is as large as the largest one was.
      portion.tally += survey.tally
      survey.clear()
      if batch.mostEvents > InputBatches.largeSession { survey = PremiseSurvey() }
      memory.giveBack(batch.memory)
      pool.giveBack(batch.sessions)
    }
    return portion
  }

  /// Reads a small input while others read theirs; what holds a large session is left, so that there is no more than one of them at a time.
  private static func surveySmall(
    _ index: Int, with survey: inout PremiseSurvey, _ inputs: InputList, _ memory: MemoryBudget, _ pool: SessionPool
  ) -> Portion {
    var bounded = inputs
    bounded.limits.eventsPerSession = min(inputs.limits.eventsPerSession, InputBatches.largeSession)
    var batches = InputBatches(ofInput: index, of: bounded, memory: memory, pool: pool)
    var sum = Portion(inputIndex: index)
    while let batch = batches.next() {
      guard batch.failure?.isBeyondLimit != true else {
        memory.giveBack(batch.memory)
        pool.giveBack(batch.sessions)
        return Portion(inputIndex: index, isLeft: true)
      }
      let part = Self.survey([batch], with: &survey, inputs, memory, pool)
      sum.tally += part.tally
      sum.failures += part.failures
    }
    return sum
  }
}
#endif
