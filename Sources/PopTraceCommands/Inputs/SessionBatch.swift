#if Tool
import PopReport
import PopTrace
import PopupScheduling

/// Sessions of one input that are judged together, by one thread.
struct SessionBatch: Sendable {
  /// The input, as reports name it.
  var input: String
  /// The index of the input among all of them, counted from 1.
  var inputIndex: Int
  /// The index in the input of the first of the sessions, counted from 1.
  var first: Int
  /// The sessions.
  var sessions: [Session] = []
  /// Why there is nothing more to read from the input, where that is not its end.
  var failure: CommandFailure?
  /// How many sessions are lost with that; 0 where the input could not be opened.
  var lostSessions = 0
  /// What is to be said of the input, which is read to its end.
  var remarks: [String] = []
  /// How many bytes of memory are taken for it.
  var memory = 0

  /// How many events its longest session has.
  var mostEvents: Int { sessions.reduce(0) { max($0, $1.log.events.count) } }
}

/// Cuts a list of inputs into batches, reading no more than the next one needs.
struct SessionBatches {
  /// A batch ends with the session that brings it to so many events, or so many sessions.
  static let eventLimit = 16_384
  static let sessionLimit = 256
  /// A session with more events than this is a large one.
  static let largeSession = 1 << 18

  private let inputs: InputList
  private let memory: MemoryBudget
  private let pool: SessionPool
  private var nextInput = 0
  private var source: SessionSource?

  init(_ inputs: InputList, memory: MemoryBudget, pool: SessionPool) {
    self.inputs = inputs
    self.memory = memory
    self.pool = pool
  }

  /// The next batch; nil when all inputs are read. Waits for memory where others have it.
  mutating func next() -> SessionBatch? {
    while true {
      if source == nil {
        guard nextInput < inputs.paths.count else { return nil }
        let input = inputs.paths[nextInput]
        nextInput += 1
        do { source = try SessionSource(input, of: inputs, pool: pool) } catch {
          return SessionBatch(input: PathText.shown(input), inputIndex: nextInput, first: 1, failure: error)
        }
      }
      if var batch = fill() {
        batch.memory = memory.take(batch.sessions.reduce(0) { $0 + MemoryBudget.need(of: $1) })
        return batch
      }
    }
  }

  private mutating func fill() -> SessionBatch? {
    guard let opened = source else { return nil }
    var batch = SessionBatch(input: PathText.shown(opened.input), inputIndex: nextInput, first: opened.count + 1)
    var events = 0
    do {
      while batch.sessions.count < Self.sessionLimit, events < Self.eventLimit {
        guard let session = try source?.next() else {
          batch.remarks = source?.remarks ?? []
          source = nil
          break
        }
        try memory.check(session, of: opened.input)
        events += session.log.events.count
        batch.sessions.append(session)
      }
    } catch {
      batch.failure = error
      batch.lostSessions = 1
      source = nil
    }
    return batch.sessions.isEmpty && batch.failure == nil && batch.remarks.isEmpty ? nil : batch
  }
}
#endif
