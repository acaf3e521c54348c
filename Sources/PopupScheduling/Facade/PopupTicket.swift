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
  private let queue: SubmissionQueue

  init(_ request: PopupRequest, _ queue: SubmissionQueue) {
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
