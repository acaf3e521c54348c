import PopSystem

/// A popup that was asked for: to take it back, and to wait for how it ends, from any thread and at any time.
///
/// ``PopupScheduler/enqueue(_:)`` gives one at once, before the popup is submitted.
public final class PopupTicket: Sendable {
  private enum State {
    case waiting
    case submitted(PopupID)
    case over(PopupAnswer)
  }

  private struct Progress {
    var state = State.waiting
    var waiting: [CheckedContinuation<PopupAnswer, Never>] = []
  }

  private let progress = Locked(Progress())
  private let queue: Queue

  init(_ queue: Queue) { self.queue = queue }

  /// The popup, once it has been submitted; nil before, and where it was taken back before or refused.
  public var popup: PopupID? {
    progress.withLock { progress in
      switch progress.state {
      case .waiting: nil
      case .submitted(let popup): popup
      case .over(let answer): answer.popup.isNone ? nil : answer.popup
      }
    }
  }

  /// How the popup ends, as soon as it has. A task that is cancelled while it waits takes the popup back.
  public var answer: PopupAnswer {
    get async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let answer = progress.withLock { progress -> PopupAnswer? in
            if case .over(let answer) = progress.state { return answer }
            progress.waiting.append(continuation)
            return nil
          }
          if let answer { continuation.resume(returning: answer) }
        }
      } onCancel: {
        withdraw()
      }
    }
  }

  /// Takes the popup back: where it has not been submitted yet it never is, else it is withdrawn, wherever it is by then.
  public func withdraw() {
    let submitted = progress.withLock { progress -> PopupID? in
      if case .submitted(let popup) = progress.state { popup } else { nil }
    }
    if let submitted {
      queue.append(.withdrawal(submitted))
    } else {
      finish(PopupAnswer(popup: .none, reason: .withdrawn))
    }
  }

  /// The popup is over; what comes later says nothing new.
  func finish(_ answer: PopupAnswer) {
    let waiting = progress.withLock { progress -> [CheckedContinuation<PopupAnswer, Never>] in
      if case .over = progress.state { return [] }
      defer { progress = Progress(state: .over(answer)) }
      return progress.waiting
    }
    for continuation in waiting { continuation.resume(returning: answer) }
  }

  /// Has the request submitted or refused now; nil where it was taken back.
  ///
  /// - Parameter number: Gives the popup its number, none where the request is refused; runs under the lock.
  func redeem(_ number: () -> PopupID) -> PopupID? {
    progress.withLock { progress in
      guard case .waiting = progress.state else { return nil }
      let popup = number()
      if !popup.isNone { progress.state = .submitted(popup) }
      return popup
    }
  }
}

/// How a popup ended.
public struct PopupAnswer: Hashable, Sendable {
  /// The popup; none where its request was refused, or taken back before it was submitted.
  public let popup: PopupID
  /// Why it ended; ``Reason/none`` where its request was refused, or its scheduler is gone.
  public let reason: Reason
  /// How it was dismissed; nil where something else ended it.
  public var act: DismissalAct?
  /// What the last tap on it asked for; nil where there was none.
  public var lastTap: String?
  /// Whether it was ever shown.
  public var wasShown = false
  /// The decision that ended it, and of which scheduler, for ``PopupScheduler/perform(after:_:)-(_,()->Result)``; negative where there is none.
  var cause: Int32 = -1
  var scheduler: ObjectIdentifier?

  init(popup: PopupID, reason: Reason) {
    self.popup = popup
    self.reason = reason
  }
}

extension PopupTicket {
  /// What waits for the main actor: requests, and submitted popups to be taken back.
  final class Queue: Sendable {
    enum Entry: Sendable {
      case submission(PopupTicket, @MainActor @Sendable () -> Void)
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
      var isClosed = false
      let drain = state.withLock { state -> (@MainActor @Sendable () -> Void)? in
        isClosed = state.isClosed
        guard !state.isClosed else { return nil }
        state.entries.append(entry)
        guard !state.isDrainUnderWay else { return nil }
        state.isDrainUnderWay = true
        return state.drain
      }
      if isClosed { Self.giveUp([entry]) }
      // One task for all that comes until it runs: several might run in any order.
      if let drain { Task(priority: .high) { @MainActor in drain() } }
    }

    /// Lets go of what is waiting, and takes nothing more: the scheduler is gone. What waits refers to the queue, so that both would stay.
    func close() {
      state.withLock { state in
        state.isClosed = true
        state.drain = nil
      }
      Self.giveUp(takeAll())
    }

    private static func giveUp(_ entries: [Entry]) {
      for case .submission(let ticket, _) in entries { ticket.finish(PopupAnswer(popup: .none, reason: .none)) }
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
