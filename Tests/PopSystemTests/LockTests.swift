import Foundation
import Testing

@testable import PopSystem

@Suite("The lock")
struct MutexTests {
  /// Something that counts right only if one at a time does so.
  private final class Counter: Sendable {
    private let mutex = Mutex()
    private nonisolated(unsafe) var count = 0

    func add() { mutex.withLock { unsafe count += 1 } }

    /// Keeps others out for so long that they go to sleep.
    func hold() { mutex.withLock { _ = usleep(1000) } }

    var value: Int { mutex.withLock { unsafe count } }
  }

  @Test("Nobody is let in while somebody is")
  func exclusion() async {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<20_000 { counter.add() } } }
    }
    #expect(counter.value == 80_000)
  }

  @Test("What is locked is changed by one at a time, errors or not")
  func locked() async {
    struct Odd: Error {}
    let count = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for number in 0..<1000 {
            _ = try? count.withLock { count throws(Odd) in
              count += 1
              if number % 2 == 1 { throw Odd() }
            }
          }
        }
      }
    }
    #expect(count.withLock { $0 } == 4000)
  }

  @Test("Who has to wait for long sleeps, and is woken, one after another")
  func sleeping() {
    let counter = Counter()
    let threads = (0..<3).map { _ in
      Thread {
        for _ in 0..<20 {
          counter.hold()
          counter.add()
        }
      }
    }
    for thread in threads { thread.start() }
    for _ in 0..<60_000 where !threads.allSatisfy(\.isFinished) { usleep(1000) }
    #expect(threads.allSatisfy(\.isFinished) && counter.value == 60)
  }
}
