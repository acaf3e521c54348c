import PopTraceTesting
import PopupScheduling
import Testing

@MainActor
@Suite("A clock that is told the time")
struct VirtualClockTests {
  private let clock = VirtualClock()

  @Test("Calls come in order of instants, equal ones in order of asking, at their time")
  func order() {
    var calls: [String] = []
    func ask(_ name: String, _ instant: Int64) {
      _ = clock.wake(at: Ticks(instant)) { [clock] in calls.append("\(name) \(clock.now.rawValue)") }
    }
    ask("b", 200)
    ask("c", 200)
    ask("a", 100)
    ask("never", 301)
    clock.advance(by: 300)
    #expect(calls == ["a 100", "b 200", "c 200"] && clock.outstandingCalls == 1 && clock.now == Ticks(300))
  }

  @Test("A call that was called off is not made; one that asks again is")
  func cancelled() {
    var count = 0
    let alarm = clock.wake(at: Ticks(10)) { count += 100 }
    alarm.cancel()
    func again() {
      count += 1
      if count < 3 { _ = clock.wake(at: clock.now) { again() } }
    }
    _ = clock.wake(at: Ticks(10)) { again() }
    clock.advance(by: 10)
    #expect(count == 3 && clock.outstandingCalls == 0)
  }

  @Test("Calls can come late, and while time slips nobody is called")
  func late() {
    var times: [Int64] = []
    for instant: Int64 in [10, 12, 40] {
      _ = clock.wake(at: Ticks(instant)) { [clock] in times.append(clock.now.rawValue) }
    }
    clock.advance(by: 20, lateness: 3)
    clock.slip(by: 30)
    #expect(times == [13, 15] && clock.now == Ticks(50))
    clock.advance(by: 0)
    #expect(times == [13, 15, 50])
  }
}
