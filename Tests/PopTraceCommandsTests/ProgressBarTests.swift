import Testing

@testable import PopTraceCommands

@Suite("How far a command has come")
struct ProgressBarTests {
  @Test(
    "The pace says the rate, and the time that is left once that is more than a guess",
    arguments: [
      (5, 10, 12_000, 2_000_000_000, ", 6,000 sessions/s, 0:02 left"), (5, 10, 12_000, 999_999_999, ""),
      (3, 10, 12_000, 2_000_000_000, ", 6,000 sessions/s"), (10, 10, 30, 3_000_000_000, ", 10 sessions/s"),
      (4, 264, nil, 1_000_000_000, ", 1:05 left"), (4, 8, 0, 1_500_000_000, ", 0:01 left"),
      (100, 1_000_100, 1_234_567, 1_000_000_000, ", 1,234,567 sessions/s, 166:40 left"),
    ] as [(Int, Int, Int?, Int64, String)])
  func pace(done: Int, all: Int, sessions: Int?, nanoseconds: Int64, words: String) {
    #expect(ProgressBar.pace(done: done, of: all, sessions: sessions, nanoseconds: nanoseconds) == words)
  }
}
