#if Tool
import PopReport
import PopTrace
import PopupScheduling

/// Cuts one input into batches, reading no more than the next one needs.
struct InputBatches {
  /// A batch ends with the session that brings it to so many events, or so many sessions.
  static let eventLimit = 16_384
  static let sessionLimit = 256
  /// A session with more events than this is a large one.
  static let largeSession = 1 << 18

  /// The index of the input among all of them, counted from 1.
  let inputIndex: Int
  private let inputs: InputList
  private let memory: MemoryBudget
  private let pool: SessionPool
  private let threads: OtherThreads?
  private var source: SessionSource?
  private var isOver = false

  /// Makes the batches of an input, which is not opened yet.
  ///
  /// - Parameter threads: Where its chunks are decompressed before their turn; nil for none.
  init(
    ofInput index: Int, of inputs: InputList, memory: MemoryBudget, pool: SessionPool, threads: OtherThreads? = nil
  ) {
    inputIndex = index
    self.inputs = inputs
    self.memory = memory
    self.pool = pool
    self.threads = threads
  }

  /// The next batch; nil when all is read. Waits for memory where others have it.
  mutating func next() -> SessionBatch? {
    guard !isOver else { return nil }
    let input = inputs.paths[inputIndex - 1]
    if source == nil {
      do { source = try SessionSource(input, of: inputs, pool: pool, threads: threads) } catch {
        isOver = true
        return SessionBatch(input: PathText.shown(input), inputIndex: inputIndex, first: 1, failure: error)
      }
    }
    guard var batch = fill(from: input) else { return nil }
    batch.memory = memory.take(batch.sessions.reduce(0) { $0 + MemoryBudget.need(of: $1) })
    return batch
  }

  private mutating func fill(from input: String) -> SessionBatch? {
    let first = (source?.count ?? 0) + 1
    var batch = SessionBatch(input: PathText.shown(input), inputIndex: inputIndex, first: first)
    var events = 0
    do {
      while batch.sessions.count < Self.sessionLimit, events < Self.eventLimit {
        guard let session = try source?.next() else {
          batch.remarks = source?.remarks ?? []
          end()
          break
        }
        try memory.check(session, of: input)
        events += session.log.events.count
        batch.sessions.append(session)
      }
    } catch {
      batch.failure = error
      batch.lostSessions = 1
      end()
    }
    return batch.sessions.isEmpty && batch.failure == nil && batch.remarks.isEmpty ? nil : batch
  }

  /// Closes the input.
  private mutating func end() {
    source = nil
    isOver = true
  }
}
#endif
