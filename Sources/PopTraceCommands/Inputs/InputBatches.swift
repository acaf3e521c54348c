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
        return SessionBatch(input: inputs.shown(input), inputIndex: inputIndex, failure: error)
      }
    }
    guard var batch = fill(from: input) else { return nil }
    batch.memory = memory.take(batch.sessions.reduce(0) { $0 + MemoryBudget.need(of: $1) })
    return batch
  }

  private mutating func fill(from input: String) -> SessionBatch? {
    var batch = SessionBatch(input: inputs.shown(input), inputIndex: inputIndex)
    var events = 0
    do {
      while batch.sessions.count < Self.sessionLimit, events < Self.eventLimit {
        guard let session = try source?.next() else {
          batch.remarks = source?.remarks ?? []
          end()
          break
        }
        guard takes(session, of: input) else {
          pool.giveBack([session])
          continue
        }
        try memory.check(session, of: input)
        events += session.log.events.count
        batch.sessions.append(session)
        batch.places.append(source?.count ?? 0)
      }
    } catch {
      batch.failure = error
      batch.lostSessions = 1
      end()
    }
    return batch.sessions.isEmpty && batch.failure == nil && batch.remarks.isEmpty ? nil : batch
  }

  /// Whether the session that was read last is one of those that are judged.
  private func takes(_ session: Session, of input: String) -> Bool {
    guard inputs.filter != nil || inputs.popups != nil || inputs.division != nil else { return true }
    let place = source?.count ?? 0
    inputs.popups?.noteRead(session)
    return inputs.filter?.takes(session, place: place) ?? true
      && inputs.division?.takes(session.header.session, place: place, of: input) ?? true
      && inputs.popups?.takes(session) ?? true
  }

  /// Closes the input.
  private mutating func end() {
    source = nil
    isOver = true
  }
}
#endif
