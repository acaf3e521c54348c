import PopupScheduling
import Testing

@testable import PopAudit

/// Up to when a run says something (Grades, *Robust*).
struct ReachTests {
  @Test func aRunWhoseSessionEndedSettlesEverything() {
    let reach = Robustness.Reach()
    #expect(reach.settles(Ticks(7)) && reach.shows(Ticks(7)))
    #expect(reach.settles(.distantFuture))
  }

  @Test func behindWhatTheUserMayHaveDoneOrWhatIsNotKnownNothingIsSettled() {
    for limit in [\Robustness.Reach.opening, \.cut] {
      var reach = Robustness.Reach()
      reach[keyPath: limit] = Ticks(7)
      #expect(reach.settles(Ticks(6)) && reach.shows(Ticks(6)))
      #expect(!reach.settles(Ticks(7)) && !reach.shows(Ticks(7)))
      // What is open at the end may have ended behind it.
      #expect(!reach.settles(.distantFuture))
    }
  }

  @Test func inAKilledSessionWhatIsOpenAtTheEndIsNotSettled() {
    var reach = Robustness.Reach()
    reach.isOpenEnded = true
    #expect(reach.settles(Ticks(7)) && reach.shows(Ticks(7)))
    #expect(!reach.settles(.distantFuture))
  }
}
