import Foundation
import Testing

@testable import PopTrace

@Suite("The lock")
struct MutexTests {
  /// Something that counts right only if one at a time does so.
  private final class Counter: Sendable {
    private let mutex = Mutex()
    private nonisolated(unsafe) var count = 0

    func add() { mutex.withLock { unsafe count += 1 } }

    /// Keeps others out for many turns of theirs.
    func hold() { mutex.withLock { for _ in 0..<2000 { sched_yield() } } }

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

  @Test("Who has to wait for long sleeps, and is woken, one after another")
  func sleeping() throws {
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
    try expectSoon("the end of all threads") { threads.allSatisfy(\.isFinished) }
    #expect(counter.value == 60)
  }
}
