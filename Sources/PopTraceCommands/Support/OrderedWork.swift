#if Tool
import Dispatch
import PopSystem

/// Does the same work on one item after another, on several threads, and delivers the results in the order of the items.
///
/// What is delivered is the same for any number of threads, and only a few results for each are held. Nobody waits for a delivery: whoever has
/// the result whose turn it is delivers, and the others leave theirs and go on.
struct OrderedWork {
  let jobs: Int

  /// `next`, `isAtEnd` and `deliver` are never called by two threads at once; a delivery that gives false ends the work early. A thread costs more
  /// than a short session does, so none is started for a single item.
  func run<Item: Sendable, Worker, Result: Sendable>(
    next: @escaping () -> Item?, isAtEnd: () -> Bool, worker: @escaping @Sendable () -> Worker,
    work: @escaping @Sendable (inout Worker, Item) -> Result, deliver: @escaping (Result) -> Bool
  ) {
    var first = next()
    let next = { first.take() ?? next() }
    guard jobs > 1, !isAtEnd() else {
      var worker = worker()
      while let item = next(), deliver(work(&worker, item)) {}
      return
    }
    let queue = Queue(next: next, deliver: deliver, tickets: jobs * 4)
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      var worker = worker()
      while let (index, item) = queue.take() { queue.put(work(&worker, item), at: index) }
    }
  }

  private final class Queue<Item: Sendable, Result: Sendable>: @unchecked Sendable {
    // The first is called under its lock only, the second by the one thread that has set `isDelivering`: so the class is safe to share.
    private let next: () -> Item?
    private let deliver: (Result) -> Bool
    private let source = Locked(0)
    private let sink = Locked(Sink())
    /// One for each item that may be under way or waiting for its turn. The thread that holds up the others has one, so they cannot all wait.
    private let tickets: DispatchSemaphore

    private struct Sink {
      var waiting: [Int: Result] = [:]
      var turn = 0
      /// Whether a thread delivers; it looks for more before it leaves.
      var isDelivering = false
      var isOver = false

      mutating func nextResult() -> Result? {
        let result = waiting.removeValue(forKey: turn)
        isDelivering = result != nil
        if isDelivering { turn += 1 }
        return result
      }
    }

    init(next: @escaping () -> Item?, deliver: @escaping (Result) -> Bool, tickets: Int) {
      self.next = next
      self.deliver = deliver
      self.tickets = DispatchSemaphore(value: tickets)
    }

    func take() -> (index: Int, item: Item)? {
      tickets.wait()
      let taken: (Int, Item)? = source.withLock { index in
        guard !sink.withLock({ $0.isOver }), let item = next() else { return nil }
        index += 1
        return (index - 1, item)
      }
      // The other threads must come to see the end, too.
      if taken == nil { tickets.signal() }
      return taken
    }

    func put(_ result: Result, at index: Int) {
      var (ready, isOver) = sink.withLock { sink in
        sink.waiting[index] = result
        return (sink.isDelivering ? nil : sink.nextResult(), sink.isOver)
      }
      while let result = ready {
        if !isOver, !deliver(result) { isOver = true }
        tickets.signal()
        ready = sink.withLock { sink in
          sink.isOver = isOver
          return sink.nextResult()
        }
      }
    }
  }
}
#endif
