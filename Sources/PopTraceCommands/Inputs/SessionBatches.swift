#if Tool
import Dispatch
import PopSystem
import PopTrace
import PopReplay
import PopupScheduling

/// Cuts a list of inputs into batches, reading no more than the next one needs.
struct SessionBatches {
  /// What one thread judges in one go: sessions of one input, or of several that have few.
  struct Batch: Sendable {
    var parts: [Part] = []
    fileprivate var sessions = 0
    fileprivate var events = 0
    fileprivate var memory = 0

    var isLarge: Bool { parts.contains { $0.origins.contains { $0.session.isLarge } } }
    fileprivate var isFull: Bool { sessions >= sessionLimit || events >= eventLimit || parts.count >= partLimit }
  }

  /// What a batch has of one input.
  struct Part: Sendable {
    /// The input, as reports name it, and its place among all of them, counted from 1.
    var input: String
    var inputIndex: Int
    var origins: [SessionOrigin] = []
    /// Why there is nothing more to read from the input, where that is not its end.
    var failure: CommandFailure?
    /// How many sessions are lost with that; 0 where the input could not be opened.
    var lostSessions = 0
    var remarks: [String] = []
  }

  /// A batch ends with the session that brings it to so many events, or so many sessions. Few enough for threads to share a small input, and so
  /// many that they seldom wait for one another where each session has a file of its own.
  static let eventLimit = 1024
  static let sessionLimit = 256
  /// Of so many inputs a batch has something at most: those that cannot be read have no sessions.
  static let partLimit = 64

  let room: Room
  private let inputs: InputList
  /// Where chunks are decompressed before their turn; nil for one thread, which has no others.
  private let threads: OtherThreads?
  private var inputIndex = 0
  private var source: SessionSource?
  /// The reader of the file that was read before.
  private var lastReader: TraceReader?

  init(_ inputs: InputList, jobs: Int) {
    self.inputs = inputs
    room = Room(limits: inputs.limits)
    threads = jobs > 1 ? OtherThreads { work in DispatchQueue.global().async(execute: work) } : nil
  }

  /// Whether all is known to be read; it may be before that is known.
  var isAtEnd: Bool { source == nil && inputIndex == inputs.paths.count }

  /// The next batch; nil when all is read. Waits for memory where others have it.
  mutating func next() -> Batch? {
    var batch = Batch()
    while !batch.isFull, !isAtEnd {
      guard let part = source == nil ? open() : read(&batch) else { continue }
      batch.parts.append(part)
    }
    guard !batch.parts.isEmpty else { return nil }
    batch.memory = room.take(Room.need(events: batch.events))
    return batch
  }

  /// Opens the next input; what there is to say where that cannot be done.
  private mutating func open() -> Part? {
    let input = inputs.paths[inputIndex]
    inputIndex += 1
    do {
      source = try SessionSource(input, of: inputs, room: room, threads: threads, memoryOf: &lastReader)
      return nil
    } catch {
      return Part(input: inputs.shown(input), inputIndex: inputIndex, failure: error)
    }
  }

  /// Reads of the input as many sessions as a batch takes; nil where there is nothing to say of it.
  private mutating func read(_ batch: inout Batch) -> Part? {
    let path = inputs.paths[inputIndex - 1]
    var part = Part(input: inputs.shown(path), inputIndex: inputIndex)
    do {
      while !batch.isFull {
        guard let session = try source?.next() else {
          part.remarks = source?.remarks ?? []
          source?.giveReader(to: &lastReader)
          source = nil
          break
        }
        let origin = SessionOrigin(input: part.input, index: source?.count ?? 0, session: consume session)
        guard inputs.takes(origin, of: path) else {
          room.giveBack([origin])
          continue
        }
        let events = origin.session.log.events.count
        try room.check(events: events, of: path)
        batch.sessions += 1
        batch.events += events
        part.origins.append(consume origin)
      }
    } catch {
      part.failure = error
      part.lostSessions = 1
      source = nil
    }
    return part.origins.isEmpty && part.failure == nil && part.remarks.isEmpty ? nil : part
  }
}

extension Session {
  /// Whether whoever looked at it gives back the memory that this took: what is kept for the next session is as large as the largest one was.
  var isLarge: Bool { log.events.count > 1 << 18 }
}

extension InputList {
  fileprivate func takes(_ origin: SessionOrigin, of path: String) -> Bool {
    popups?.noteRead(origin.session)
    return filter?.takes(origin) ?? true && division?.takes(origin, of: path) ?? true
      && popups?.takes(origin.session) ?? true
  }
}

extension SessionBatches {
  /// The memory of the sessions that are read and judged at one time, over all threads.
  ///
  /// A large session is admitted when there is room for it; one that is too large even by itself is refused. Sessions that have been judged
  /// lend the next ones their tables and logs.
  final class Room: Sendable {
    private struct State {
      var used = 0
      /// How many threads have seen that there is no room and were not signalled since.
      var waiting = 0
      /// The tables and logs of sessions that are no longer read, and how many events they have room for.
      var spares: [Session] = []
      var spareEvents = 0
    }

    /// For how many events there is room in the sessions that are kept: what a few batches hold.
    static let mostSpareEvents = 1 << 17
    /// A session with room for more events than this is let go: a large one would keep the memory of many small ones.
    private static let largestSpare = 4096

    private let limits: ResourceLimits
    private let state = Locked(State())
    /// Signalled once for every waiting thread when something is given back, so that each looks again.
    private let isFree = DispatchSemaphore(value: 0)

    init(limits: ResourceLimits) { self.limits = limits }

    static func need(events: Int) -> Int { events * ResourceLimits.bytesPerJudgedEvent }

    func check(events: Int, of input: String) throws(CommandFailure) {
      let need = Self.need(events: events)
      guard need > limits.memoryBytes else { return }
      throw CommandFailure(
        limits.error(.memoryBytes, "A session of \(events) events needs about \(need) bytes"), input: input)
    }

    /// Takes memory, waiting for others to give theirs back, and says how much; called by a thread that holds none.
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

    func giveBack(_ batch: Batch) {
      giveBack(batch.memory)
      for part in batch.parts { giveBack(part.origins) }
    }

    /// A session whose memory can be used again; an empty one where there is none.
    func session() -> Session {
      state.withLock { state in
        guard let session = state.spares.popLast() else { return Session() }
        state.spareEvents -= session.log.events.capacity
        return session
      }
    }

    func giveBack(_ origins: [SessionOrigin]) {
      state.withLock { state in
        for index in origins.indices {
          let room = origins[index].session.log.events.capacity
          guard room <= Self.largestSpare, state.spareEvents + room <= Self.mostSpareEvents else { continue }
          state.spares.append(Session(memoryOf: origins[index].session.catalog, origins[index].session.log))
          state.spareEvents += room
        }
      }
    }
  }
}
#endif
