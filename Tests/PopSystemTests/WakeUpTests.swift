import Foundation
import Testing

@testable import PopSystem

@Suite("Waking a thread")
struct WakeUpTests {
  @Test("Calls are counted, and whoever has missed some does not sleep")
  func calls() {
    let wake = WakeUp()
    #expect(wake.sleep(after: 1) == 0)
    for _ in 0..<3 { wake.wake() }
    #expect(wake.sleep(after: 0) == 3 && wake.sleep(after: 2, most: 60_000) == 3)
  }

  @Test("Where nobody calls it sleeps as long as it may, and no shorter")
  func sleeping() {
    let wake = WakeUp()
    for milliseconds in [0, 1, 7] {
      let start = SystemClock.nanoseconds()
      #expect(wake.sleep(after: 0, most: milliseconds) == 0)
      // The two clocks may differ by a little.
      #expect(SystemClock.nanoseconds() - start >= Int64(milliseconds) * 900_000)
    }
  }

  @Test("A call ends the sleep of a thread that may sleep for ever")
  func waking() throws {
    let (wake, over) = (WakeUp(), WakeUp())
    try DetachedThread.run {
      _ = wake.sleep(after: 0)
      over.wake()
    }
    wake.wake()
    #expect(over.sleep(after: 0, most: 60_000) == 1)
  }

  @Test("The end of a sleep is so many milliseconds later, over the end of a second too")
  func end() {
    for (start, milliseconds, end) in [
      ((5, 0), 0, (5, 0)), ((5, 7), 3, (5, 3_000_007)), ((5, 999_999_999), 0, (5, 999_999_999)),
      ((5, 999_000_000), 1, (6, 0)), ((5, 700_000_000), 400, (6, 100_000_000)), ((5, 1), 1000, (6, 1)),
      ((5, 500_000_000), 60_999, (66, 499_000_000)),
    ] {
      let time = WakeUp.time(milliseconds, after: timespec(tv_sec: start.0, tv_nsec: start.1))
      #expect(time.tv_sec == end.0 && time.tv_nsec == end.1, "\(start) and \(milliseconds)")
    }
  }
}
