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

    func hold(_ seconds: Double) { mutex.withLock { Thread.sleep(forTimeInterval: seconds) } }

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
  func sleeping() {
    let counter = Counter()
    let threads = (0..<3).map { _ in
      Thread {
        for _ in 0..<20 {
          counter.hold(0.001)
          counter.add()
        }
      }
    }
    for thread in threads { thread.start() }
    let deadline = Date().addingTimeInterval(60)
    while !threads.allSatisfy(\.isFinished), Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
    #expect(counter.value == 60)
  }
}
