import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// Reactions follow the candidate's own occurrence of their cause (CausalReplay, *Three sorts of stimuli*; CausalReplay).
struct ReactionTests {
  /// A policy like ``OneSlot`` that shows everything so much later.
  private func late(_ pause: Int64) -> OneSlot {
    var policy = OneSlot()
    policy.pause = pause
    return policy
  }

  private let oneAnswer = """
    {"poptrace":1}
    {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
    {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":2000}
    {"t":9000,"event":"idle"}
    """

  @Test func aDismissalFollowsTheCandidatesPresentation() throws {
    let recording = record(try session(oneAnswer), OneSlot())
    let run = Played(recording, late(500))
    #expect(run.story(.popupDismissed) == ["2600 popup.dismissed #7"])
    #expect(run.recording.log.events[Int(run.all(.popupDismissed)[0].cause)].kind == .popupShown)
    #expect(run.firstAssumption == nil)
  }

  @Test func plainPlaybackLeavesItWhereItWas() throws {
    let recording = record(try session(oneAnswer), OneSlot())
    #expect(Played(recording, late(500), .playback).story(.popupDismissed) == ["2100 popup.dismissed #7"])
    // Too late for the user to dismiss anything: unreached.
    let run = Played(recording, late(5000), .playback)
    #expect(run.story(.popupDismissed).isEmpty)
    #expect(run.coverage.unreached == 1)
  }

  @Test func dwellIsSummedOverPresentationsWithoutTheBackground() throws {
    var leaves = OneSlot()
    leaves.hidesOnLeaving = true
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
        {"t":50,"event":"page.did-appear","page":1}
        {"t":100,"event":"popup.submitted","popup":7,"name":"offer","hideMs":70}
        {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":2000}
        {"t":1000,"event":"page.will-disappear","page":1}
        {"t":3000,"event":"page.did-appear","page":1}
        {"t":3500,"event":"app.background"}
        {"t":4000,"event":"app.foreground"}
        {"t":9000,"event":"idle"}
        """), leaves)
    // 100…1000 and 3000…3500 are 1,400; 600 more after 4000.
    let own = recording.log.events.filter { $0.kind == .popupDismissed }.map(\.time)
    #expect(own == [Ticks(4600)])
    expectIdentity(recording, leaves)
    // A candidate that leaves it up shows it for 3,500 before the background: answered at 2100.
    #expect(Played(recording, OneSlot()).story(.popupDismissed) == ["2100 popup.dismissed #7"])
  }

  @Test func aSecondTapFollowsTheHidingAndIsIgnored() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
        {"t":1100,"event":"popup.dismissed","popup":7,"by":"button"}
        {"t":1180,"event":"popup.dismissed","popup":7,"by":"button"}
        {"t":9000,"event":"idle"}
        """), OneSlot())
    let run = Played(recording, late(500))
    #expect(run.story(.popupDismissed) == ["1600 popup.dismissed #7", "1680 popup.dismissed #7"])
    #expect(run.all(.popupHidden).count == 1)
  }

  @Test func aSecondTapThatNamesNoCauseFollowsTheHiding() throws {
    let recording = try session(
      """
      {"poptrace":1,"policy":"x","ended":9000}
      {"id":0,"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
      {"id":1,"t":100,"event":"popup.shown","popup":7,"generation":1,"cause":0}
      {"id":2,"t":2100,"event":"popup.dismissed","popup":7,"by":"button"}
      {"id":3,"t":2100,"event":"popup.hidden","popup":7,"reason":"dismissed","generation":1,"cause":2}
      {"id":4,"t":2300,"event":"popup.tapped","popup":7,"action":"more"}
      """)
    #expect(Played(recording, late(500)).story(.popupTapped) == ["2800 popup.tapped #7"])
  }

  @Test func aReactionWhoseCauseNeverComesIsUnreachedWithAllThatHangsOnIt() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
        {"event":"popup.tapped","popup":7,"action":"more","after":{"event":"popup.shown","popup":7},"delay":500}
        {"event":"popup.submitted","popup":8,"name":"more","after":{"event":"popup.tapped","popup":7},"delay":20}
        {"event":"popup.dismissed","popup":8,"by":"button","after":{"event":"popup.shown","popup":8},"delay":300}
        {"t":9000,"event":"idle"}
        """), ShowAtOnce())
    let run = Played(recording, Refusing())
    #expect(run.story == ["100 popup.submitted #7", "9000 idle"])
    #expect(run.coverage.reached == 2)
    #expect(run.coverage.unreached == 3)
    #expect(run.coverage.unreachedReactions == 3)
    #expect(run.coverage.ratio == 0)
    #expect(run.notes.map(\.recorded) == [2, 3, 5])
  }

  @Test func whatIsDoneToAPopupKeepsItsDistanceToASubmissionThatIsAReaction() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
        {"event":"popup.tapped","popup":7,"action":"more","after":{"event":"popup.shown","popup":7},"delay":500}
        {"event":"popup.submitted","popup":8,"name":"more","after":{"event":"popup.tapped","popup":7},"delay":20}
        {"t":900,"event":"popup.updated","popup":8,"state":"x"}
        {"t":1000,"event":"popup.withdrawn","popup":8}
        {"t":1100,"event":"popup.withdrawn","popup":7}
        {"t":9000,"event":"idle"}
        """), OneSlot())
    let run = Played(recording, late(250))
    #expect(
      run.story(.popupUpdated, .popupWithdrawn) == [
        "1100 popup.withdrawn #7", "1150 popup.updated #8", "1250 popup.withdrawn #8",
      ])
  }

  @Test func contentComesAfterTheCandidatesRequest() throws {
    var asks = OneSlot()
    asks.requestsContent = true
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":7,"name":"offer","content":"async"}
        {"event":"content.loaded","popup":7,"after":{"event":"content.requested","popup":7},"delay":640}
        {"t":9000,"event":"idle"}
        """), asks)
    expectIdentity(recording, asks)
    #expect(Played(recording, asks).story(.popupShown) == ["740 popup.shown #7"])
    // Who asks for nothing gets nothing.
    let run = Played(recording, OneSlot())
    #expect(run.story(.contentLoaded).isEmpty)
    #expect(run.coverage.unreached == 1)
  }

  @Test func aRecordedAnimationLengthHoldsForEveryGeneration() throws {
    var leaves = OneSlot()
    leaves.hidesOnLeaving = true
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":50,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"offer","showMs":250}
      {"event":"animation.finished","popup":7,"phase":"show","generation":1,"after":{"event":"popup.shown","popup":7},"delay":270}
      {"t":1000,"event":"page.will-disappear","page":1}
      {"t":3000,"event":"page.did-appear","page":1}
      {"t":9000,"event":"idle"}
      """)
    let recording = record(scenario, OneSlot())
    let run = Played(recording, leaves)
    #expect(run.story(.animationFinished) == ["370 animation.finished #7", "3270 animation.finished #7"])
    #expect(run.all(.animationFinished).map(\.generation) == [1, 2])
  }

  @Test func anAnimationThatWasNotSeenToEndLastsLonger() throws {
    // Recorded for 900 ms without an end, although 250 were declared: it ends at 901 where it may run on.
    let recording = try session(
      """
      {"poptrace":1,"policy":"x","ended":9000}
      {"id":0,"t":100,"event":"popup.submitted","popup":7,"name":"offer","showMs":250}
      {"id":1,"t":100,"event":"popup.shown","popup":7,"generation":1,"cause":0}
      {"id":2,"t":1000,"event":"popup.withdrawn","popup":7}
      {"id":3,"t":1000,"event":"popup.hidden","popup":7,"reason":"dismissed","generation":1,"cause":2}
      """)
    #expect(Played(recording, NeverHiding()).story(.animationFinished) == ["1001 animation.finished #7"])
    expectIdentity(recording, ShowAtOnce())
  }

  @Test func aStayWithoutAnAnswerMeansLongerThanThat() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
        {"t":8100,"event":"popup.withdrawn","popup":7}
        {"t":20000,"event":"idle"}
        """), ShowAtOnce())
    let run = Played(recording, NeverHiding())
    // Recorded for 8,000 without an answer: at 8,001 at the earliest, though 3 s are usual.
    #expect(run.story(.popupDismissed) == ["8101 popup.dismissed #7"])
    #expect(run.firstAssumption == Ticks(8101))
    #expect(run.count(.assumed) == 1)
  }

  @Test func theAssumedDwellIsTheSessionsLowerMedian() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":0,"event":"popup.submitted","popup":1,"name":"a"}
        {"t":0,"event":"popup.submitted","popup":2,"name":"b"}
        {"t":0,"event":"popup.submitted","popup":3,"name":"hud","kind":"hud"}
        {"t":700,"event":"popup.dismissed","popup":1,"by":"button"}
        {"t":900,"event":"popup.dismissed","popup":2,"by":"swipe"}
        {"t":100,"event":"popup.dismissed","popup":3,"by":"button"}
        {"t":1000,"event":"popup.submitted","popup":4,"name":"never shown"}
        {"t":1000,"event":"popup.submitted","popup":5,"name":"never shown","kind":"hud"}
        {"t":9000,"event":"idle"}
        """), FirstThree())
    let run = Played(recording, ShowAtOnce())
    #expect(run.story(.popupDismissed).last == "1700 popup.dismissed #4")
    // Nobody answers a HUD.
    #expect(run.all(.popupDismissed).count == 4)
    var options = ReplayOptions()
    options.assumedDwell = Ticks(50)
    #expect(Played(recording, ShowAtOnce(), options).story(.popupDismissed).last == "1050 popup.dismissed #4")
  }

  @Test func contentThatNobodyEverAskedForIsAssumedToTakeTheMedian() throws {
    var asks = OneSlot()
    asks.requestsContent = true
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"offer","content":"async"}
      {"t":9000,"event":"idle"}
      """)
    let run = Played(record(scenario, OneSlot()), asks)
    #expect(run.story(.contentLoaded) == ["1100 content.loaded #7"])
    #expect(run.firstAssumption == Ticks(101))
    // Recorded to take longer than the session lasted: never within it.
    let recording = record(scenario, asks)
    expectIdentity(recording, asks)
    #expect(Played(recording, asks).story(.contentLoaded).isEmpty)
  }
}
