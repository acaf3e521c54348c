#if Tool
import PopDocument
import PopTrace

/// What came of a portion.
enum JudgedPortion: Sendable {
  /// The batches of it.
  case batches([JudgedBatch])
  /// Nothing: the input, by its index, holds more than its size lets expect, and is read when its turn comes.
  case notSmall(Int)
}

/// Judges portions of the sessions of a pass, for one thread.
struct SessionJudge {
  /// The most batches of a small file that are judged before its turn: what comes of them is held until then.
  static let batchLimit = 4

  private let inputs: InputList
  private let memory: MemoryBudget
  private let pool: SessionPool
  private let form: EvaluationForm
  private let gate: GateFlags
  private let makeEvaluator: @Sendable () -> any SessionEvaluator
  private var evaluator: any SessionEvaluator

  init(
    inputs: InputList, memory: MemoryBudget, pool: SessionPool, form: EvaluationForm, gate: GateFlags,
    makeEvaluator: @escaping @Sendable () -> any SessionEvaluator
  ) {
    self.inputs = inputs
    self.memory = memory
    self.pool = pool
    self.form = form
    self.gate = gate
    self.makeEvaluator = makeEvaluator
    evaluator = makeEvaluator()
  }

  /// Judges a portion.
  mutating func judge(_ portion: SessionPortion) -> JudgedPortion {
    switch portion {
    case .batch(let batch): .batches([judge(batch)])
    case .smallInput(let index): judgeSmallInput(index)
    }
  }

  /// The batches of an input.
  func batches(ofInput index: Int) -> InputBatches {
    InputBatches(ofInput: index, of: inputs, memory: memory, pool: pool)
  }

  /// Judges a batch, and gives back what it takes.
  mutating func judge(_ batch: SessionBatch) -> JudgedBatch {
    let judged = JudgedBatch(batch, with: &evaluator, form: form, gate: gate)
    // What an evaluator keeps for the next session is as large as the largest one was.
    if batch.mostEvents > InputBatches.largeSession { evaluator = makeEvaluator() }
    giveBack(batch)
    return judged
  }

  /// Reads and judges a small input while others read and judge theirs.
  ///
  /// Few bytes may stand for much: what holds a large session, or more than some batches, is left, so that there is no more of either at one
  /// time than where one thread reads.
  private mutating func judgeSmallInput(_ index: Int) -> JudgedPortion {
    var bounded = inputs
    bounded.limits.eventsPerSession = min(inputs.limits.eventsPerSession, InputBatches.largeSession)
    var batches = InputBatches(ofInput: index, of: bounded, memory: memory, pool: pool)
    var judged: [JudgedBatch] = []
    while let batch = batches.next() {
      guard judged.count < Self.batchLimit, batch.failure?.isBeyondLimit != true else {
        giveBack(batch)
        return .notSmall(index)
      }
      judged.append(judge(batch))
    }
    return .batches(judged)
  }

  private func giveBack(_ batch: SessionBatch) {
    memory.giveBack(batch.memory)
    pool.giveBack(batch.sessions)
  }
}
#endif
