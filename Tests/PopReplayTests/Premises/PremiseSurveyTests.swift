import PopTrace
import PopupScheduling
import Testing

@testable import PopReplay

/// What recordings tell of users who visit pages past a popup, or do not (CausalReplay, *Visits that wait*).
struct PremiseSurveyTests {
  private let start = """
    {"poptrace":1}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":50,"event":"page.did-appear","page":1}

    """

  private func popup(_ number: Int, at time: Int, _ more: String = "") -> String {
    "{\"t\":\(time),\"event\":\"popup.submitted\",\"popup\":\(number),\"name\":\"p\(number)\"\(more)}\n"
  }

  private func answer(_ number: Int, after dwell: Int, by act: String = "button") -> String {
    "{\"event\":\"popup.dismissed\",\"popup\":\(number),\"by\":\"\(act)\","
      + "\"after\":{\"event\":\"popup.shown\",\"popup\":\(number)},\"delay\":\(dwell)}\n"
  }

  private func visit(from: Int, to: Int, at time: Int) -> String {
    """
    {"t":\(time),"event":"page.will-disappear","page":\(from)}
    {"t":\(time),"event":"page.will-appear","page":\(to)\(to == 1 ? "" : ",\"class\":\"Page\(to)\"")}
    {"t":\(time + 300),"event":"page.did-disappear","page":\(from)}
    {"t":\(time + 300),"event":"page.did-appear","page":\(to)}

    """
  }

  private let end = "{\"t\":10000,\"event\":\"idle\"}\n"

  private func tally(_ text: String, times: Int = 1) throws -> PremiseTally {
    let recording = record(try session(start + text), OneSlot())
    let survey = Premises.Survey()
    for _ in 0..<times { survey.take(recording, ResourceLimits()) }
    return survey.tally
  }

  @Test func aVisitUnderAPopupThatIsAnsweredLaterIsSeen() throws {
    // Up for 4 of 10 seconds, and one visit: 0.4 are expected.
    let tally = try tally(popup(1, at: 1000) + answer(1, after: 4000) + visit(from: 1, to: 2, at: 3000) + end)
    #expect(tally.visits == VisitCounts(seen: 1, expectedMillionths: 400_000))
    #expect(tally.sessions == 1)
  }

  @Test func aVisitBeforeOrAfterIsNot() throws {
    let popup = popup(1, at: 1000) + answer(1, after: 4000)
    let visits = visit(from: 1, to: 2, at: 500) + visit(from: 2, to: 1, at: 5000) + visit(from: 1, to: 3, at: 8000)
    #expect(try tally(popup + visits + end).visits == VisitCounts(seen: 0, expectedMillionths: 1_200_000))
  }

  @Test func aPopupThatIsNeverAnsweredTellsNothing() throws {
    let visit = visit(from: 1, to: 2, at: 3000)
    #expect(try tally(popup(1, at: 1000) + visit + end).visits == VisitCounts())
    let byCode = answer(1, after: 4000, by: "code")
    #expect(try tally(popup(1, at: 1000) + byCode + visit + end).visits == VisitCounts())
  }

  @Test func aHUDTellsNothing() throws {
    let hud = popup(1, at: 1000, ",\"kind\":\"hud\"") + answer(1, after: 4000)
    #expect(try tally(hud + visit(from: 1, to: 2, at: 3000) + end).visits == VisitCounts())
  }

  @Test func theFirstPageAndAPageBehindATapAreNoVisits() throws {
    let tapped = """
      {"event":"popup.tapped","popup":1,"action":"go","after":{"event":"popup.shown","popup":1},"delay":1000}
      {"event":"page.will-disappear","page":1,"after":{"event":"popup.tapped","popup":1},"delay":1}
      {"event":"page.will-appear","page":2,"class":"Page2","after":{"event":"popup.tapped","popup":1},"delay":1}
      {"event":"page.did-disappear","page":1,"after":{"event":"popup.tapped","popup":1},"delay":300}
      {"event":"page.did-appear","page":2,"after":{"event":"popup.tapped","popup":1},"delay":300}

      """
    #expect(try tally(popup(1, at: 1000) + answer(1, after: 4000) + tapped + end).visits == VisitCounts())
  }

  @Test func timeInTheBackgroundIsNoTime() throws {
    // Up for 4 of 8 seconds.
    let away = "{\"t\":6000,\"event\":\"app.background\"}\n{\"t\":8000,\"event\":\"app.foreground\"}\n"
    let tally = try tally(popup(1, at: 1000) + answer(1, after: 4000) + visit(from: 1, to: 2, at: 9000) + away + end)
    #expect(tally.visits == VisitCounts(seen: 0, expectedMillionths: 500_000))
  }

  @Test func theSceneOfAPopupIsTheOnlyOneItIsIn() throws {
    let other = """
      {"t":60,"event":"page.will-appear","page":7,"class":"Side","scene":1}
      {"t":70,"event":"page.did-appear","page":7}

      """
    let popup = popup(1, at: 1000, ",\"scene\":1") + answer(1, after: 4000)
    let tally = try tally(other + popup + visit(from: 1, to: 2, at: 3000) + end)
    #expect(tally.visits == VisitCounts())
  }

  @Test func aPopupThatComesBackAfterItsLastAnswerTellsNothingMore() throws {
    let recording = record(
      try session(start + popup(1, at: 1000) + answer(1, after: 1000) + visit(from: 1, to: 2, at: 3000) + end),
      Returning())
    #expect(recording.events.count { $0.kind == .popupShown } == 2)
    let survey = Premises.Survey()
    survey.take(recording, ResourceLimits())
    #expect(survey.tally.visits == VisitCounts(seen: 0, expectedMillionths: 100_000))
  }

  @Test func timeUnderTwoPopupsCountsOnce() throws {
    let recording = record(
      try session(
        start + popup(1, at: 1000) + answer(1, after: 3000) + popup(2, at: 2000) + answer(2, after: 4000)
          + visit(from: 1, to: 2, at: 3000) + end), NeverHiding())
    let survey = Premises.Survey()
    survey.take(recording, ResourceLimits())
    // From 1,000 to 6,000.
    #expect(survey.tally.visits == VisitCounts(seen: 1, expectedMillionths: 500_000))
  }

  @Test func theDecisionNeedsTwentyExpectedVisitsAndFewerThanOneInTwenty() throws {
    #expect(VisitCounts(seen: 0, expectedMillionths: 19_999_999).decision == .free)
    #expect(VisitCounts(seen: 0, expectedMillionths: 20_000_000).decision == .wait)
    #expect(VisitCounts(seen: 1, expectedMillionths: 20_000_000).decision == .free)
    #expect(VisitCounts(seen: 1, expectedMillionths: 20_000_001).decision == .wait)
    #expect(VisitCounts(seen: 3, expectedMillionths: 60_000_000).decision == .free)
    #expect(VisitCounts(seen: 2, expectedMillionths: 61_000_000).decision == .wait)
    #expect(VisitCounts(seen: .max, expectedMillionths: .max).decision == .free)
    // Users who wait, and users who do not.
    let popup = popup(1, at: 1000) + answer(1, after: 4000)
    #expect(try tally(popup + visit(from: 1, to: 2, at: 6000) + end, times: 50).visits.decision == .wait)
    #expect(try tally(popup + visit(from: 1, to: 2, at: 6000) + end, times: 49).visits.decision == .free)
    #expect(try tally(popup + visit(from: 1, to: 2, at: 3000) + end, times: 50).visits.decision == .free)
  }

  @Test func countsOfAnyNumberOfSessionsStayNumbers() {
    var counts = VisitCounts()
    counts.add(seen: 1, of: 1 << 30, answered: .max, of: .max)
    #expect(counts.expectedMillionths == 1_000_000 << 30)
    for _ in 0..<40 { counts += counts }
    #expect(counts.expectedMillionths == .max)
    counts.add(seen: 1, of: 1, answered: 5, of: 0)
    #expect(counts.decision == .wait || counts.decision == .free)
  }

  @Test func dwellsAreObservedOrCutShort() throws {
    let recording = try tally(
      popup(1, at: 1000) + answer(1, after: 120) + popup(2, at: 3000, ",\"kind\":\"guide\"")
        + answer(2, after: 150, by: "code") + popup(3, at: 4000) + popup(4, at: 5000) + end)
    func steps(_ name: String) -> [(milliseconds: Int64, counts: DurationHistogram.Counts)] {
      recording.dwell.names[PopupName(name)]?.steps ?? []
    }
    #expect(steps("p1").map(\.milliseconds) == [120])
    #expect(steps("p1")[0].counts.observed == 1)
    #expect(steps("p2").map(\.milliseconds) == [150])
    #expect(steps("p2")[0].counts.observed == 0 && steps("p2")[0].counts.censored == 1)
    // Up to the end, from 4,000 to 10,000: in a bucket that ends at 6,015.
    #expect(steps("p3").map(\.milliseconds) == [6015])
    #expect(steps("p3")[0].counts.censored == 1)
    // Never shown.
    #expect(steps("p4").isEmpty)
    #expect(recording.dwell.kinds[.guide]?.steps.count == 1)
  }

  @Test func theTimeFromAPopupsGoingToTheNextVisitIsObservedOrCutShort() throws {
    let gone = popup(1, at: 1000) + answer(1, after: 1000)
    let visit = visit(from: 1, to: 2, at: 5000)
    func pauses(_ text: String) throws -> [String] {
      try tally(text + end).visit.steps.map { "\($0.milliseconds) ms: \($0.counts.observed), \($0.counts.censored)" }
    }
    #expect(
      try pauses(gone + self.visit(from: 1, to: 2, at: 2120) + self.visit(from: 2, to: 1, at: 4000)) == ["120 ms: 1, 0"]
    )
    let away = "{\"t\":2130,\"event\":\"app.background\"}\n{\"t\":4000,\"event\":\"app.foreground\"}\n"
    #expect(try pauses(gone + away + visit) == ["130 ms: 0, 1"])
    #expect(try pauses(gone + popup(2, at: 2140) + visit) == ["140 ms: 0, 1"])
    #expect(
      try pauses(gone + popup(2, at: 2150, ",\"kind\":\"hud\"") + self.visit(from: 1, to: 2, at: 2160)) == [
        "160 ms: 1, 0"
      ])
    #expect(try pauses(visit) == [])
  }

  @Test func contentIsObservedOrCutShort() throws {
    var policy = OneSlot()
    policy.requestsContent = true
    let text =
      popup(1, at: 1000, ",\"content\":\"async\"") + popup(2, at: 9900, ",\"content\":\"async\"")
      + "{\"t\":1090,\"event\":\"content.loaded\",\"popup\":1}\n"
    let survey = Premises.Survey()
    survey.take(record(try session(start + text + end), policy), ResourceLimits())
    let content = survey.tally.content
    #expect(content.names[PopupName("p1")]?.steps.map(\.milliseconds) == [90])
    #expect(content.names[PopupName("p1")]?.steps[0].counts.observed == 1)
    #expect(content.names[PopupName("p2")]?.steps.map(\.milliseconds) == [100])
    #expect(content.names[PopupName("p2")]?.steps[0].counts.censored == 1)
  }

  @Test func lengthsAreRoundedUpToMilliseconds() throws {
    let fine = start.replacing("{\"poptrace\":1}", with: "{\"poptrace\":1,\"tick_us\":100}")
    let text =
      fine + popup(1, at: 1000) + "{\"t\":1012.1,\"event\":\"popup.dismissed\",\"popup\":1,\"by\":\"button\"}\n"
    let survey = Premises.Survey()
    survey.take(record(try session(text + end), OneSlot()), ResourceLimits())
    #expect(survey.tally.dwell.names[PopupName("p1")]?.steps.map(\.milliseconds) == [13])
  }

  /// Its name and kind went with its submission, and those of the session before are not its own.
  @Test func aPopupWhoseSubmissionIsLostTellsNothing() throws {
    let survey = Premises.Survey()
    survey.take(
      record(try session(start + popup(1, at: 1000) + answer(1, after: 4000) + end), OneSlot()), ResourceLimits())
    let before = survey.tally.dwell
    survey.take(
      try session(
        """
        {"poptrace":1}
        {"id":0,"t":0,"event":"page.will-appear","page":1,"class":"Home"}
        {"id":1,"t":50,"event":"page.did-appear","page":1}
        {"id":2,"t":60,"event":"popup.shown","popup":1,"page":1,"generation":1}
        {"id":3,"t":70,"event":"popup.submitted","popup":2,"name":"p2"}
        {"id":4,"t":90,"event":"popup.dismissed","popup":1,"by":"button"}

        """), ResourceLimits())
    #expect(survey.tally.sessions == 2)
    #expect(survey.tally.dwell == before)
  }

  @Test func aScenarioTellsNothing() throws {
    let survey = Premises.Survey()
    survey.take(
      try session(start + popup(1, at: 1000) + answer(1, after: 4000) + visit(from: 1, to: 2, at: 3000) + end),
      ResourceLimits())
    #expect(survey.tally == PremiseTally())
  }
}
