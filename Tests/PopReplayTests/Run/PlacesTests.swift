import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

@testable import PopReplay

/// On which pages popups are shown, and what hangs on a page behind a tap (CausalReplay, *Assumptions*; CausalReplay, *Pages behind a tap*).
struct PlacesTests {
  private let pages = """
    {"poptrace":1,"session":"s"}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":0,"event":"page.will-appear","page":2,"class":"Shop"}
    {"t":0,"event":"page.will-appear","page":3,"class":"Home"}
    {"t":100,"event":"popup.submitted","popup":1,"name":"a"}

    """
  private let answered = """
    {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":500}
    {"t":9000,"event":"idle"}
    """

  /// What a run first assumes where the popup is shown on one page in the recording, and on another in the run.
  private func assumption(from old: PageID?, to new: PageID, _ more: String = "") throws -> Assumption? {
    let scenario = try session((pages + answered).replacing("\"a\"", with: "\"a\"" + more))
    let recording = old.map { record(scenario, ShowsOn(page: $0)) } ?? record(scenario, Refusing())
    return WholeRun(recording, ShowsOn(page: new)).assumption
  }

  @Test func anotherClassOfPageIsAnAssumptionAndAnotherPageOfTheClassIsNone() throws {
    #expect(try assumption(from: PageID(0), to: PageID(0)) == nil)
    #expect(try assumption(from: PageID(0), to: PageID(2)) == nil)
    for (old, new) in [(PageID(0), PageID(1)), (PageID(0), .none), (.none, PageID(0))] {
      let assumption = try assumption(from: old, to: new)
      #expect(
        assumption?.reason == .shownElsewhere && assumption?.time == Ticks(100) && assumption?.popup == PopupID(0))
      #expect(try self.assumption(from: old, to: new, ",\"kind\":\"hud\"") == nil)
    }
    // Where it was never shown there is no other page; nobody knows the answer.
    for page in [PageID.none, PageID(0)] {
      let assumption = try assumption(from: nil, to: page)
      #expect(assumption?.reason == .neverAnswered && assumption?.time == Ticks(101))
    }
  }

  private let home = """
    {"poptrace":1,"session":"s"}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":50,"event":"page.did-appear","page":1}
    {"t":60,"event":"popup.submitted","popup":8,"name":"other","kind":"hud"}
    {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
    {"event":"popup.tapped","popup":7,"action":"open","after":{"event":"popup.shown","popup":7},"delay":500}
    {"event":"page.will-disappear","page":1,"after":{"event":"popup.tapped","popup":7},"delay":1}
    {"event":"page.will-appear","page":2,"class":"Detail","after":{"event":"popup.tapped","popup":7},"delay":1}
    {"event":"page.did-disappear","page":1,"after":{"event":"popup.tapped","popup":7},"delay":350}
    {"event":"page.did-appear","page":2,"after":{"event":"popup.tapped","popup":7},"delay":350}

    """

  @Test func whatIsSaidOfAPopupOnThePageBehindATapFollowsThatPage() throws {
    let recording = record(
      try session(
        home + """
          {"t":1200,"event":"popup.withdrawn","popup":8,"page":2}
          {"t":1300,"event":"popup.dismissed","popup":7,"by":"code","page":2}
          {"t":1400,"event":"popup.updated","popup":7,"state":"x"}
          {"t":9000,"event":"idle"}
          """), ShowAtOnce())
    let run = Played(recording, Later())
    // The page comes 200 ms later, and what happens on it with it; the rest when it did.
    #expect(
      run.story(.popupWithdrawn, .popupDismissed, .popupUpdated) == [
        "1400 popup.withdrawn #8", "1400 popup.updated #7", "1500 popup.dismissed #7",
      ])
    let refused = Played(recording, Refusing())
    #expect(refused.story(.popupWithdrawn, .popupDismissed, .popupUpdated) == ["1400 popup.updated #7"])
    #expect(refused.coverage.unreachedReactions == 7 && refused.coverage.unreached == 7)
  }

  @Test func whatAPageTransitionBeginsWithFollowsItsTapThoughItNamesNoCause() throws {
    let recording = try session(
      """
      {"poptrace":1,"policy":"x","ended":9000}
      {"id":0,"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"id":1,"t":50,"event":"page.did-appear","page":1}
      {"id":2,"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
      {"id":3,"t":100,"event":"popup.shown","popup":7,"generation":1,"cause":2}
      {"id":4,"t":600,"event":"popup.tapped","popup":7,"action":"open","cause":3}
      {"id":5,"t":605,"event":"page.will-disappear","page":1}
      {"id":6,"t":610,"event":"page.will-appear","page":2,"class":"Detail","cause":4}
      {"id":7,"t":950,"event":"page.did-disappear","page":1}
      {"id":8,"t":955,"event":"page.did-appear","page":2}
      """)
    #expect(
      Played(recording, Later()).story(
        .popupTapped, .pageWillDisappear, .pageWillAppear, .pageDidDisappear, .pageDidAppear
      )
      .suffix(5) == [
        "800 popup.tapped #7", "805 page.will-disappear @1", "810 page.will-appear @2",
        "1150 page.did-disappear @1", "1155 page.did-appear @2",
      ])
    #expect(Played(recording, Refusing()).all(.pageWillDisappear).isEmpty)
  }

  @Test func aPopupOfThePageBehindATapIsSubmittedWithItAndOneOfAnotherPageIsNot() throws {
    let recording = record(
      try session(
        home + """
          {"t":1200,"event":"popup.submitted","popup":9,"name":"b","instance":2}
          {"t":1250,"event":"popup.submitted","popup":10,"name":"c","instance":1}
          {"t":1300,"event":"popup.updated","popup":9,"state":"x"}
          {"t":1350,"event":"popup.condition","popup":10,"holds":false}
          {"t":9000,"event":"idle"}
          """), ShowAtOnce())
    #expect(
      Played(recording, Later()).story(.popupSubmitted, .popupUpdated, .popupCondition).suffix(4) == [
        "1250 popup.submitted #10", "1350 popup.condition #10", "1400 popup.submitted #9", "1500 popup.updated #9",
      ])
    #expect(
      Played(recording, Refusing()).story(.popupSubmitted, .popupUpdated, .popupCondition) == [
        "60 popup.submitted #8", "100 popup.submitted #7", "1250 popup.submitted #10", "1350 popup.condition #10",
      ])
  }

  private func later(_ pause: Int64) -> Later {
    var later = Later()
    later.pause = pause
    return later
  }

  @Test func onAPageThatCannotComeNothingIsSubmitted() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1,"session":"s"}
        {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
        {"t":50,"event":"page.did-appear","page":1}
        {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
        {"t":700,"event":"page.will-disappear","page":1}
        {"t":700,"event":"page.will-appear","page":3,"class":"Shop"}
        {"t":1000,"event":"page.did-disappear","page":1}
        {"t":1000,"event":"page.did-appear","page":3}
        {"t":1500,"event":"popup.submitted","popup":9,"name":"b","instance":3}
        {"event":"popup.tapped","popup":7,"action":"open","after":{"event":"popup.shown","popup":7},"delay":500}
        {"event":"page.will-disappear","page":3,"after":{"event":"popup.tapped","popup":7},"delay":1}
        {"event":"page.will-appear","page":2,"class":"Detail","after":{"event":"popup.tapped","popup":7},"delay":1}
        {"event":"page.did-disappear","page":3,"after":{"event":"popup.tapped","popup":7},"delay":350}
        {"event":"page.did-appear","page":2,"after":{"event":"popup.tapped","popup":7},"delay":350}
        {"t":9000,"event":"idle"}
        """), later(2000))
    // Where the tap comes sooner, its page is on its way as the other one would come.
    #expect(Played(recording, later(2100)).all(.popupSubmitted).count == 2)
    let run = Played(recording, ShowAtOnce())
    #expect(run.story(.popupTapped, .popupSubmitted) == ["100 popup.submitted #7", "600 popup.tapped #7"])
  }

  @Test func anActInTheBackgroundKeepsItsDistanceToTheMomentAtWhichTheAppLeft() throws {
    let text = """
      {"poptrace":1,"session":"s"}
      {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
      {"t":1000,"event":"app.background"}
      {"t":1400,"event":"popup.dismissed","popup":7,"by":"system"}
      {"t":3000,"event":"app.foreground"}
      {"t":9000,"event":"idle"}
      """
    guard let act = DismissalAct.allCases.first(where: { $0.isUsers }) else { return }
    let recording = record(try session(text.replacing("system", with: act.wireName)), ShowAtOnce())
    expectIdentity(recording, ShowAtOnce())
    #expect(Played(recording, Later()).story(.popupDismissed) == ["1400 popup.dismissed #7"])
    // Where the popup is not up by then, there is nothing to dismiss.
    var late = Later()
    late.pause = 1500
    #expect(Played(recording, late).coverage.unreached == 1)
  }

  @Test func contentIsAskedForAndComesOnceForEachRequest() throws {
    var asking = OneSlot()
    asking.requestsContent = true
    let text = """
      {"poptrace":1,"session":"s"}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","content":"async"}
      {"t":200,"event":"popup.submitted","popup":8,"name":"b","content":"async"}
      {"t":350,"event":"content.failed","popup":7}
      {"t":500,"event":"content.loaded","popup":8}
      {"event":"popup.dismissed","popup":8,"by":"button","after":{"event":"popup.shown","popup":8},"delay":100}
      {"t":9000,"event":"idle"}
      """
    let recording = record(try session(text), asking)
    expectIdentity(recording, asking)
    let run = WholeRun(recording, asking)
    #expect(run.assumption == nil && !run.hasUnknownAnswer && run.coverage.reached == 6)
    #expect(
      Played(recording, asking).story(.contentFailed, .contentLoaded, .popupShown, .popupDropped) == [
        "350 content.failed #7", "350 popup.dropped #7", "500 content.loaded #8", "500 popup.shown #8",
      ])
    // In a scenario the cause is the request, once; later answers answer nothing.
    let live = Played(try session(text), asking)
    let causes = live.all(.contentLoaded).map { live.recording.log.events[Int($0.cause)].kind }
    #expect(causes == [.contentRequested])
    let twice = Played(
      try session(
        text.replacing("{\"t\":9000", with: "{\"t\":600,\"event\":\"content.loaded\",\"popup\":8}\n{\"t\":9000")),
      asking)
    #expect(twice.all(.contentLoaded).map { $0.cause >= 0 } == [true, false])
  }
}

/// What is asked for twice, and answers that come to nothing.
struct SecondTimeTests {
  @Test func aSecondAnswerFollowsTheSecondRequest() throws {
    var recording = record(
      try session(
        """
        {"poptrace":1,"session":"s"}
        {"t":100,"event":"popup.submitted","popup":7,"name":"a","content":"async"}
        {"t":150,"event":"content.loaded","popup":7}
        {"t":300,"event":"popup.updated","popup":7,"state":"x"}
        {"t":380,"event":"content.loaded","popup":7}
        {"t":600,"event":"popup.updated","popup":7,"state":"y"}
        {"t":640,"event":"content.failed","popup":7}
        {"t":9000,"event":"idle"}
        """), AsksAgain())
    // Nobody says what they answer: that they answer the requests follows from their order.
    for index in recording.log.events.indices
    where [.contentLoaded, .contentFailed].contains(recording.log.events[index].kind) {
      recording.log.events[index].cause = -1
    }
    var late = AsksAgain()
    late.pause = 100
    let run = Played(recording, late)
    #expect(
      run.story(.contentLoaded, .contentFailed) == [
        "250 content.loaded #7", "480 content.loaded #7", "740 content.failed #7",
      ])
    #expect(
      run.firstAssumption == nil
        && Played(recording, AsksAgain()).story(.contentLoaded, .contentFailed) == [
          "150 content.loaded #7", "380 content.loaded #7", "640 content.failed #7",
        ])
    // Nobody knows the answer to a fourth request.
    var more = AsksAgain()
    more.times = 2
    #expect(WholeRun(recording, more).assumption?.reason == .contentLongerThanSeen)
  }

  @Test func whereAScenarioHasTheAnswerNoneIsAssumed() throws {
    let scenario = try session(
      """
      {"poptrace":1,"session":"s"}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","content":"async"}
      {"t":100,"event":"popup.submitted","popup":8,"name":"b","content":"async"}
      {"t":5000,"event":"content.loaded","popup":7}
      """)
    var options = ReplayOptions()
    options.assumedContent = Ticks(250)
    #expect(
      Played(scenario, AsksAgain(), options).story(.contentLoaded) == [
        "350 content.loaded #8", "5000 content.loaded #7",
      ])
  }

  @Test func anAnswerThatCannotComeLeavesItsPopupUnanswered() throws {
    // A tap on the first popup makes the user dismiss the second one.
    let recording = record(
      try session(
        """
        {"poptrace":1,"session":"s"}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
        {"t":100,"event":"popup.submitted","popup":2,"name":"b"}
        {"event":"popup.tapped","popup":1,"action":"x","after":{"event":"popup.shown","popup":1},"delay":200}
        {"event":"popup.dismissed","popup":2,"by":"button","after":{"event":"popup.tapped","popup":1},"delay":100}
        {"t":9000,"event":"idle"}
        """), ShowAtOnce())
    var options = ReplayOptions()
    options.continuations = [.atOnce]
    #expect(Played(recording, ShowAtOnce(), options).story(.popupDismissed).last == "400 popup.dismissed #2")
    let run = Played(recording, SecondLater(), options)
    // It was up for 300 ms there, and is up from 1,100 on here.
    #expect(run.story(.popupDismissed).last == "1401 popup.dismissed #2")
    #expect(run.coverage.unreached == 1)
  }
}

/// Asks for content at once, or so much later, for a submission and for every update.
private struct AsksAgain: SchedulingPolicy {
  var pause: Int64 = 0
  var times = 1
  private var timers: [TimerID: PopupID] = [:]

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted, .popupUpdated:
      if pause > 0 {
        timers[turn.setTimer(at: turn.now + Ticks(pause), for: stimulus.popup, .other)] = stimulus.popup
      } else {
        for _ in 0..<times { turn.decide(.contentRequested, stimulus.popup) }
      }
    case .timerFired:
      if let popup = timers.removeValue(forKey: stimulus.timer) { turn.decide(.contentRequested, popup) }
    default: break
    }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() { timers.removeAll() }
}

/// Shows the first popup at once, and the second a second later.
private struct SecondLater: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted where stimulus.popup == PopupID(0): turn.show(stimulus.popup, on: .none, generation: 1)
    case .popupSubmitted: _ = turn.setTimer(at: turn.now + Ticks(1000), for: stimulus.popup, .other)
    case .timerFired: turn.show(PopupID(1), on: .none, generation: 1)
    case .popupDismissed: turn.hide(stimulus.popup, .dismissed, generation: 1)
    default: break
    }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

/// Shows everything at once on one page.
private struct ShowsOn: SchedulingPolicy {
  var page: PageID

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    if stimulus.kind == .popupSubmitted { turn.show(stimulus.popup, on: page, generation: 1) }
    if stimulus.kind == .popupDismissed { turn.hide(stimulus.popup, .dismissed, generation: 1) }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}
