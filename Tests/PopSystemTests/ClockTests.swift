import Foundation
import PopSystem
import Testing

@Suite("The clocks")
struct ClockTests {
  @Test(
    "Times of day are told as they are",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (1_763_712_000, "2025-11-21T08:00:00Z"), (4_102_444_800, "2100-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
    ])
  func wallClock(seconds: Int64, text: String) { #expect(WallClock.text(seconds) == text) }

  @Test("A text that no moment has is none")
  func noMoment() {
    #expect(WallClock.seconds(of: "2024-02-29T23:59:59Z") == 1_709_251_199)
    #expect(WallClock.seconds(of: "9999-12-31T23:59:59Z") == WallClock.lastSecond)
    for text in ["", "2026-02-29T00:00:00Z", "2026-11-21T24:00:00Z", "2026-13-01T00:00:00Z", "2026-11-21t08:00:00Z"] {
      #expect(WallClock.seconds(of: text) == nil, "\(text)")
    }
  }

  #if os(Linux)
    @Test("The nanoseconds are those of the clock that goes on while the device sleeps")
    func systemClock() {
      func asked() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
      }
      for _ in 0..<20 {
        let (before, now, after) = (asked(), SystemClock.nanoseconds(), asked())
        #expect(before <= now && now <= after)
      }
    }
  #endif
}
