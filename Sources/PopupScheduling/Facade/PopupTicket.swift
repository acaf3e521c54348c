import PopSystem

/// What ``PopupCoordinator/enqueue(_:)`` gives for a popup that will be submitted as soon as the main actor has time: to take it back with, from
/// any thread and at any time.
public final class PopupTicket: Sendable {
  private enum State {
    case waiting(PopupRequest)
    case submitted(PopupID)
    case withdrawn
    case refused
  }

  private let state: Locked<State>
  private let queue: Queue

  init(_ request: PopupRequest, _ queue: Queue) {
    state = Locked(.waiting(request))
    self.queue = queue
  }

  /// The popup, once it has been submitted; nil before, and where it was taken back before or refused.
  public var popup: PopupID? {
    state.withLock { state in
      if case .submitted(let popup) = state { popup } else { nil }
    }
  }

  /// Takes the popup back: where it has not been submitted yet it never is, else it is withdrawn, wherever it is by then.
  public func withdraw() {
    let submitted = state.withLock { state -> PopupID? in
      switch state {
      case .waiting: state = .withdrawn
      case .submitted(let popup): return popup
      case .withdrawn, .refused: break
      }
      return nil
    }
    if let submitted { queue.append(.withdrawal(submitted)) }
  }

  /// Has the request submitted or refused now; nil where it was taken back.
  ///
  /// - Parameter number: Gives the popup its number, none where the request is refused; runs under the lock.
  func redeem(_ number: (PopupRequest) -> PopupID) -> (PopupID, PopupRequest)? {
    state.withLock { state in
      guard case .waiting(let request) = state else { return nil }
      let popup = number(request)
      state = popup.isNone ? .refused : .submitted(popup)
      return (popup, request)
    }
  }
}

extension PopupTicket {
  /// What waits for the main actor: requests, and submitted popups to be taken back.
  final class Queue: Sendable {
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

    func open(_ drain: @escaping @MainActor @Sendable () -> Void) { state.withLock { $0.drain = drain } }

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
}
