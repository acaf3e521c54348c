#if Tool
import PopSystem
import PopTrace
import PopupScheduling

/// Sessions that have been judged and whose memory the next ones use, over all threads.
///
/// Without it the tables and the log of every session are allocated anew, and grown step by step.
final class SessionPool: Sendable {
  /// How many events those that are kept have room for, together: what a few batches hold.
  private static let limit = 8 * InputBatches.eventLimit
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
#endif
