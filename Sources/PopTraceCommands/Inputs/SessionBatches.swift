#if Tool
import Dispatch
import PopReplay
import PopSystem
import PopTrace
import PopupScheduling

extension OtherThreads {
  /// Those that the system keeps.
  fileprivate static let ofTheSystem = OtherThreads { work in DispatchQueue.global().async(execute: work) }
}

/// Sessions of one input that are judged together, by one thread.
struct SessionBatch: Sendable {
  /// A session with more events than this is a large one.
  private static let largeSession = 1 << 18

  /// The input, as reports name it.
  var input: String
  /// The index of the input among all of them, counted from 1.
  var inputIndex: Int
  var origins: [SessionOrigin] = []
  /// Why there is nothing more to read from the input, where that is not its end.
  var failure: CommandFailure?
  /// How many sessions are lost with that; 0 where the input could not be opened.
  var lostSessions = 0
  var remarks: [String] = []
  /// How many bytes of memory are taken for it.
  var memory = 0

  /// Whether it holds a large session: what a worker keeps for the next session is as large as the largest one was.
  var isLarge: Bool { origins.contains { $0.session.log.events.count > Self.largeSession } }
}

/// What sessions are read into, over all threads.
struct SessionRoom: Sendable {
  let memory: MemoryBudget
  let pool = SessionPool()

  init(limits: ResourceLimits) { memory = MemoryBudget(limits: limits) }

  /// Takes back what a batch has.
  func giveBack(_ batch: SessionBatch) {
    memory.giveBack(batch.memory)
    pool.giveBack(batch.origins.map(\.session))
  }
}

/// Cuts a list of inputs into batches, reading no more than the next one needs.
struct SessionBatches {
  /// A batch ends with the session that brings it to so many events, or so many sessions. Few enough for threads to share a small input.
  static let eventLimit = 1024
  static let sessionLimit = 256

  private let inputs: InputList
  private let room: SessionRoom
  /// Where chunks are decompressed before their turn; nil for one thread, which has no others.
  private let threads: OtherThreads?
  private var inputIndex = 0
  /// The input that is open.
  private var source: SessionSource?

  /// - Parameter jobs: How many threads work.
  init(_ inputs: InputList, jobs: Int, room: SessionRoom) {
    self.inputs = inputs
    self.room = room
    threads = jobs > 1 ? .ofTheSystem : nil
  }

  /// The next batch; nil when all is read. Waits for memory where others have it.
  mutating func next() -> SessionBatch? {
    while source != nil || inputIndex < inputs.paths.count {
      guard var batch = source == nil ? open() : fill() else { continue }
      batch.memory = room.memory.take(batch.origins.reduce(0) { $0 + MemoryBudget.need(of: $1.session) })
      return batch
    }
    return nil
  }

  /// Opens the next input.
  ///
  /// - Returns: Where that fails, a batch that says so.
  private mutating func open() -> SessionBatch? {
    let input = inputs.paths[inputIndex]
    inputIndex += 1
    do {
      source = try SessionSource(input, of: inputs, pool: room.pool, threads: threads)
      return nil
    } catch {
      return SessionBatch(input: inputs.shown(input), inputIndex: inputIndex, failure: error)
    }
  }

  private mutating func fill() -> SessionBatch? {
    let path = inputs.paths[inputIndex - 1]
    var batch = SessionBatch(input: inputs.shown(path), inputIndex: inputIndex)
    var events = 0
    do {
      while batch.origins.count < Self.sessionLimit, events < Self.eventLimit {
        guard let session = try source?.next() else {
          batch.remarks = source?.remarks ?? []
          source = nil
          break
        }
        let origin = SessionOrigin(input: batch.input, index: source?.count ?? 0, session: session)
        guard inputs.takes(origin, of: path) else {
          room.pool.giveBack([session])
          continue
        }
        try room.memory.check(session, of: path)
        events += session.log.events.count
        batch.origins.append(origin)
      }
    } catch {
      batch.failure = error
      batch.lostSessions = 1
      source = nil
    }
    return batch.origins.isEmpty && batch.failure == nil && batch.remarks.isEmpty ? nil : batch
  }
}

extension InputList {
  /// Whether a session of them is one of those that are judged.
  fileprivate func takes(_ origin: SessionOrigin, of path: String) -> Bool {
    popups?.noteRead(origin.session)
    return filter?.takes(origin) ?? true && division?.takes(origin, of: path) ?? true
      && popups?.takes(origin.session) ?? true
  }
}

/// Sessions that have been judged and whose memory the next ones use, over all threads.
///
/// Without it the tables and the log of every session are allocated anew, and grown step by step.
final class SessionPool: Sendable {
  /// How many events those that are kept have room for, together: what a few batches hold.
  static let limit = 1 << 17
  /// A session with room for more events than this is let go: a large one would keep the memory of many small ones.
  private static let largest = 4096

  private struct Spare {
    var sessions: [Session] = []
    var room = 0
  }

  private let spare = Locked(Spare())

  /// A session whose memory can be used again; an empty one where there is none.
  func take() -> Session {
    spare.withLock { spare in
      guard let session = spare.sessions.popLast() else { return Session() }
      spare.room -= session.log.events.capacity
      return session
    }
  }

  /// Gives sessions back that are no longer read.
  func giveBack(_ sessions: [Session]) {
    spare.withLock { spare in
      for session in sessions {
        let room = session.log.events.capacity
        guard room <= Self.largest, spare.room + room <= Self.limit else { continue }
        spare.sessions.append(session)
        spare.room += room
      }
    }
  }
}

/// The memory that sessions may take which are read and judged at one time, over all threads.
///
/// What a session needs hangs on how many events it has. A large one is admitted when there is room for it, while small ones are judged; one
/// that is too large even by itself is refused.
final class MemoryBudget: Sendable {
  private struct State {
    var used = 0
    /// How many threads have seen that there is no room and were not signalled since.
    var waiting = 0
  }

  private let limits: ResourceLimits
  private let state = Locked(State())
  /// Signalled once for every waiting thread when something is given back, so that each looks again.
  private let isFree = DispatchSemaphore(value: 0)

  init(limits: ResourceLimits) { self.limits = limits }

  static func need(of session: Session) -> Int { session.log.events.count * ResourceLimits.bytesPerJudgedEvent }

  func check(_ session: Session, of input: String) throws(CommandFailure) {
    let need = Self.need(of: session)
    guard need > limits.memoryBytes else { return }
    let events = session.log.events.count
    throw CommandFailure(
      limits.error(.memoryBytes, "A session of \(events) events needs about \(need) bytes"), input: input)
  }

  /// Takes memory, waiting for others to give theirs back; called by a thread that holds none.
  ///
  /// - Returns: How much was taken, to be given back.
  func take(_ bytes: Int) -> Int {
    let bytes = min(bytes, limits.memoryBytes)
    while true {
      let isTaken = state.withLock { state in
        guard state.used == 0 || state.used <= limits.memoryBytes - bytes else {
          state.waiting += 1
          return false
        }
        state.used += bytes
        return true
      }
      if isTaken { return bytes }
      isFree.wait()
    }
  }

  func giveBack(_ bytes: Int) {
    guard bytes > 0 else { return }
    let waiting = state.withLock { state in
      state.used -= bytes
      defer { state.waiting = 0 }
      return state.waiting
    }
    for _ in 0..<waiting { isFree.signal() }
  }
}
#endif
