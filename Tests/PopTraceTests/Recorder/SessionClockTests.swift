import PopSimulation
import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("The clock of a session")
struct SessionClockTests {
  @Test("Ticks are whole ones, as a division gives them", arguments: [1, 3, 10, 999, 1000, 16_667, 60_000_000])
  func division(microseconds: Int64) throws {
    let clock = SessionClock(tick: try #require(TickLength(microseconds: microseconds)))
    let length = microseconds * 1000
    var random = SeededRandom(seed: UInt64(microseconds))
    for _ in 0..<2000 {
      let nanoseconds = Int64(random.next() >> UInt64(1 + random.below(60)))
      #expect(clock.ticks(nanoseconds: nanoseconds).rawValue == nanoseconds / length)
      // Around the very moment.
      let moment = nanoseconds / length * length
      #expect(clock.ticks(nanoseconds: moment).rawValue == moment / length)
      #expect(clock.ticks(nanoseconds: max(0, moment - 1)).rawValue == max(0, moment - 1) / length)
    }
    #expect(clock.ticks(nanoseconds: .max).rawValue == Int64.max / length)
    #expect(clock.ticks(nanoseconds: 0) == .zero && clock.ticks(nanoseconds: -5) == .zero)
  }

  @Test("It begins at zero and does not go back")
  func now() {
    let clock = SessionClock(tick: .millisecond)
    var last = clock.now
    #expect(last.rawValue >= 0 && last.rawValue < 1000)
    for _ in 0..<1000 {
      let now = clock.now
      #expect(now >= last)
      last = now
    }
  }
}
