#if Tool
import Dispatch
import PopReplay
import PopSystem
import PopTrace
import PopupScheduling

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

  /// The bytes that a session needs.
  static func need(of session: Session) -> Int { session.log.events.count * ResourceLimits.bytesPerJudgedEvent }

  /// Refuses a session that is too large by itself.
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

  /// Gives memory back.
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
