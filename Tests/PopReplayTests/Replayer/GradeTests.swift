import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// What has to be assumed is marked, and so is what rests on it (CausalReplay, *Assumptions*, Grades, *Grades of outcomes*, CausalReplay,
/// *Coverage*).
struct GradeTests {
  private func late(_ pause: Int64) -> OneSlot {
    var policy = OneSlot()
    policy.pause = pause
    policy.callsBack = true
    return policy
  }

  private var calling: OneSlot { late(0) }

  private let threePopups = """
    {"poptrace":1}
    {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
    {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":500}
    {"t":1000,"event":"popup.submitted","popup":2,"name":"b"}
    {"t":1001,"event":"popup.submitted","popup":3,"name":"c"}
    {"event":"popup.dismissed","popup":2,"by":"button","after":{"event":"popup.shown","popup":2},"delay":500}
    {"event":"popup.dismissed","popup":3,"by":"button","after":{"event":"popup.shown","popup":3},"delay":400}
    {"t":9000,"event":"idle"}
    """

  @Test func theSamePolicyGivesNothingButExactOutcomes() throws {
    let run = Played(record(try session(threePopups), calling), calling)
    #expect(run.grades == [.exact, .exact, .exact])
    #expect(run.firstDifference == nil)
    #expect(run.coverage.assumed == 0)
    #expect(run.coverage.ratio == 1)
  }

  @Test func whatEndedBeforeTheFirstDifferenceIsExactTheRestDerived() throws {
    var lifo = calling
    lifo.isLastInFirstOut = true
    let four = threePopups.replacingIdle(
      with: """
        {"t":1002,"event":"popup.submitted","popup":4,"name":"d"}
        {"event":"popup.dismissed","popup":4,"by":"button","after":{"event":"popup.shown","popup":4},"delay":100}
        """)
    let run = Played(record(try session(four), calling), lifo)
    // At 1500 the second is gone, and the fourth comes in place of the third.
    #expect(run.firstDifference == Ticks(1500))
    #expect(run.grades == [.exact, .exact, .derived, .derived])
    #expect(run.firstAssumption == nil)
  }

  @Test func aMissingPresentationIsADifferenceToo() throws {
    let run = Played(record(try session(threePopups), calling), Refusing())
    #expect(run.firstDifference == Ticks(100))
    #expect(run.grades == [.derived, .derived, .derived])
  }

  @Test func whatHadNotEndedAtTheFirstAssumptionIsAssumed() throws {
    // The third popup is never shown in the recording, the last of all in the candidate's run.
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
        {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":500}
        {"t":1000,"event":"popup.submitted","popup":2,"name":"b"}
        {"t":1200,"event":"popup.submitted","popup":3,"name":"c"}
        {"t":9000,"event":"idle"}
        """), calling)
    var lifo = ShowAtOnceCalling()
    lifo.skips = PopupID(1)
    let run = Played(recording, lifo)
    #expect(run.firstAssumption != nil)
    #expect(run.grades == [.exact, .assumed, .assumed])
    #expect(run.coverage.assumed == 2)
  }

  @Test func aDecisionNobodyKnowsTheAnswerToIsUnseen() throws {
    let recording = record(try session(threePopups), calling)
    let run = Played(recording, WithdrawsSecond())
    #expect(run.count(.unseen) > 0)
    #expect(run.notes.first { $0.kind == .unseen }?.popup == PopupID(1))
    // The popup itself had ended when nobody knew the answer.
    #expect(run.grades[1] == .derived)
    #expect(run.grades[2] == .assumed)
  }

  @Test func aUserWhoMeetsOtherPopupsMightHaveBeenBlocked() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
        {"t":600,"event":"popup.dismissed","popup":1,"by":"button"}
        {"t":700,"event":"scroll.began"}
        {"t":900,"event":"scroll.ended"}
        {"t":9000,"event":"idle"}
        """), OneSlot())
    let run = Played(recording, late(300))
    #expect(run.story(.scrollBegan) == ["700 scroll.began"])
    #expect(run.count(.userWouldHaveBeenBlocked) == 1)
    #expect(run.firstAssumption != nil)
    #expect(Played(recording, OneSlot()).notes.isEmpty)
  }

  @Test(arguments: [2_000, 5_600, 5_601])
  func aUserWhoLeftSoonAfterAPopupMightLeaveOtherwise(departure: Int) throws {
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
        {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":500}
        {"t":\(departure),"event":"app.background"}
        {"t":7000,"event":"app.foreground"}
        {"t":8000,"event":"popup.submitted","popup":2,"name":"b"}
        {"event":"popup.dismissed","popup":2,"by":"button","after":{"event":"popup.shown","popup":2},"delay":500}
        {"t":9000,"event":"idle"}
        """), calling)
    let run = Played(recording, late(300))
    #expect(run.firstAssumption == (departure <= 5_600 ? Ticks(400) : nil))
    #expect(run.grades[1] == (departure <= 5_600 ? .assumed : .derived))
    #expect(Played(recording, calling).grades == [.exact, .exact])
  }

  /// Decides nothing, so that what is missing is found only at the end.
  private struct Silent: SchedulingPolicy {
    mutating func take(_ stimulus: Event, _ turn: inout Turn) {}
    mutating func settle(_ turn: inout Turn) {}
    mutating func reset() {}
  }

  @Test(arguments: [2_000, 5_600, 5_601])
  func aUserWhoMeetsNothingMightNotHaveLeft(departure: Int) throws {
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
        {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":500}
        {"t":\(departure),"event":"app.background"}
        {"t":7000,"event":"app.foreground"}
        {"t":9000,"event":"idle"}
        """), calling)
    let run = Played(recording, Silent())
    #expect(run.count(.userWouldHaveBeenBlocked) == (departure <= 5_600 ? 1 : 0))
    #expect((run.firstAssumption != nil) == (departure <= 5_600))
  }

  @Test func exemptPopupsBlockNobody() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a","kind":"hud"}
        {"t":600,"event":"popup.dismissed","popup":1,"by":"code"}
        {"t":700,"event":"scroll.began"}
        {"t":9000,"event":"idle"}
        """), OneSlot())
    #expect(Played(recording, NeverHiding()).count(.userWouldHaveBeenBlocked) == 0)
  }

  @Test func countsAddUp() throws {
    let recording = record(try session(threePopups), calling)
    let stimuli = recording.log.events.count { $0.kind.isStimulus && $0.kind != .timerFired }
    for pause in [0, 100, 3000, 8000, 20000] as [Int64] {
      for options in [ReplayOptions(), .playback] {
        let run = Played(recording, late(pause), options)
        let coverage = run.coverage
        #expect(coverage.reached + coverage.unreached + coverage.beyondEnd == stimuli)
        #expect(run.count(.unreached) == coverage.unreached)
        #expect(run.count(.beyondEnd) == coverage.beyondEnd)
      }
    }
  }

  @Test func aReactionAfterTheEndIsBeyondIt() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
        {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":500}
        {"t":700,"event":"idle"}
        """), OneSlot())
    let run = Played(recording, late(300))
    #expect(run.story.last == "700 idle")
    #expect(run.coverage.beyondEnd == 1)
    #expect(run.coverage.unreached == 0)
    #expect(run.end == Ticks(700))
  }
}

extension String {
  /// The same with other lines before the last one.
  fileprivate func replacingIdle(with lines: String) -> String {
    var all = split(separator: "\n").map(String.init)
    all.insert(lines, at: all.count - 1)
    return all.joined(separator: "\n")
  }
}

/// Shows everything at once but one popup, which it shows when the next one is submitted.
private struct ShowAtOnceCalling: SchedulingPolicy {
  var skips = PopupID.none

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted where stimulus.popup != skips:
      turn.show(stimulus.popup, on: .none, generation: 1)
      turn.callBack(turn.catalog.names.intern("shown"), stimulus.popup)
    case .popupDismissed:
      turn.hide(stimulus.popup, .dismissed, generation: 1)
      turn.callBack(turn.catalog.names.intern("closed"), stimulus.popup, .dismissed)
    default: break
    }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

/// Drops the second popup and shows the others at once.
private struct WithdrawsSecond: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted where stimulus.popup == PopupID(1):
      turn.drop(stimulus.popup, .barred)
      turn.callBack(turn.catalog.names.intern("closed"), stimulus.popup, .barred)
    case .popupSubmitted: turn.show(stimulus.popup, on: .none, generation: 1)
    case .popupDismissed: turn.hide(stimulus.popup, .dismissed, generation: 1)
    default: break
    }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}
