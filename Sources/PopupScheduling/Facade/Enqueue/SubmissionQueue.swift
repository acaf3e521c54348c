import PopSystem

/// What other threads ask a scheduler for, until the main actor has time for it.
final class SubmissionQueue: Sendable {
  /// What is asked for.
  enum Entry: Sendable {
    case submission(PopupTicket)
    case withdrawal(PopupID)
  }

  private struct State {
    var entries: [Entry] = []
    var isDrainUnderWay = false
    var isClosed = false
    var drain: (@MainActor @Sendable () -> Void)?
  }

  private let state = Locked(State())

  /// Sets the function that takes out what is put in.
  func open(_ drain: @escaping @MainActor @Sendable () -> Void) { state.withLock { $0.drain = drain } }

  /// Puts something in, behind all that is there.
  func append(_ entry: Entry) {
    let drain = state.withLock { state -> (@MainActor @Sendable () -> Void)? in
      guard !state.isClosed else { return nil }
      state.entries.append(entry)
      guard !state.isDrainUnderWay else { return nil }
      state.isDrainUnderWay = true
      return state.drain
    }
    // One task for all that comes until it runs: several might run in any order.
    if let drain { Task(priority: .high) { @MainActor in drain() } }
  }

  /// Lets go of what is waiting, and takes nothing more: the scheduler is gone. What waits refers to the queue, so that both would stay.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.drain = nil
    }
    _ = takeAll()
  }

  /// Takes everything out, in the order in which it was put in.
  func takeAll() -> [Entry] {
    state.withLock { state in
      defer {
        state.entries = []
        state.isDrainUnderWay = false
      }
      return state.entries
    }
  }
}
