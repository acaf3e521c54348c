import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// Pages behind a tap follow it, and a replay never brings about what no app can (CausalReplay, *Pages behind a tap*; Rules, *app-misuse*).
struct PageTests {
  private func late(_ pause: Int64) -> OneSlot {
    var policy = OneSlot()
    policy.pause = pause
    return policy
  }

  private let home = """
    {"poptrace":1}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":50,"event":"page.did-appear","page":1}
    {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
    {"event":"popup.tapped","popup":7,"action":"open","after":{"event":"popup.shown","popup":7},"delay":500}

    """
  private let excursion = """
    {"event":"page.will-disappear","page":1,"after":{"event":"popup.tapped","popup":7},"delay":1}
    {"event":"page.will-appear","page":2,"class":"Detail","after":{"event":"popup.tapped","popup":7},"delay":1}
    {"event":"page.did-disappear","page":1,"after":{"event":"popup.tapped","popup":7},"delay":350}
    {"event":"page.did-appear","page":2,"after":{"event":"popup.tapped","popup":7},"delay":350}

    """
  private let wayBack = """
    {"t":3000,"event":"page.will-disappear","page":2}
    {"t":3000,"event":"page.will-appear","page":1}
    {"t":3350,"event":"page.did-disappear","page":2}
    {"t":3350,"event":"page.did-appear","page":1}
    {"t":3350,"event":"page.removed","page":2}
    {"t":9000,"event":"idle"}
    """

  @Test func thePageBehindATapAndTheWayBackFollowTheTap() throws {
    let recording = record(try session(home + excursion + wayBack), OneSlot())
    expectIdentity(recording, OneSlot())
    let run = Played(recording, late(200))
    #expect(
      run.story(.pageDidAppear, .pageWillDisappear, .pageRemoved) == [
        "50 page.did-appear @1", "801 page.will-disappear @1", "1150 page.did-appear @2",
        "3200 page.will-disappear @2", "3550 page.did-appear @1", "3550 page.removed @2",
      ])
    #expect(run.firstAssumption == nil)
  }

  @Test func inAScenarioWhatComesOfAPageBehindATapNeedsTheTapToo() throws {
    let removed = "{\"t\":3000,\"event\":\"page.removed\",\"page\":2}\n{\"t\":9000,\"event\":\"idle\"}"
    let scenario = try session(home + excursion + removed)
    #expect(Played(scenario, OneSlot()).story(.pageRemoved) == ["3000 page.removed @2"])
    #expect(
      Played(scenario, Refusing()).story == [
        "0 page.will-appear @1", "50 page.did-appear @1", "100 popup.submitted #7", "9000 idle",
      ])
  }

  @Test func withoutTheTapThePageIsNeverLeft() throws {
    let recording = record(try session(home + excursion + wayBack), OneSlot())
    let run = Played(recording, Refusing())
    #expect(
      run.story == [
        "0 page.will-appear @1", "50 page.did-appear @1", "100 popup.submitted #7", "9000 idle",
      ])
    #expect(run.coverage.unreached == 10)
  }

  @Test func whatBelongsToThePageBehindTheTapFollowsItsAppearance() throws {
    let more = """
      {"t":1500,"event":"popup.submitted","popup":8,"name":"detail","instance":2}
      {"t":1700,"event":"popup.withdrawn","popup":8}

      """
    let recording = record(try session(home + excursion + more + wayBack), OneSlot())
    #expect(
      Played(recording, late(200)).story(.popupSubmitted, .popupWithdrawn) == [
        "100 popup.submitted #7", "1700 popup.submitted #8", "1900 popup.withdrawn #8",
      ])
    #expect(Played(recording, Refusing()).story(.popupSubmitted, .popupWithdrawn) == ["100 popup.submitted #7"])
  }

  @Test func whatIsToldOfAPageThatAPopupBroughtFollowsItsFirstMention() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
      {"event":"page.loaded","page":2,"class":"Detail","after":{"event":"popup.shown","popup":7},"delay":20}
      {"t":400,"event":"page.will-appear","page":2}
      {"t":450,"event":"page.did-appear","page":2}
      {"t":9000,"event":"idle"}
      """)
    let recording = record(scenario, OneSlot())
    expectIdentity(recording, OneSlot())
    #expect(
      Played(recording, late(500)).story(.pageLoaded, .pageWillAppear, .pageDidAppear) == [
        "620 page.loaded @2", "900 page.will-appear @2", "950 page.did-appear @2",
      ])
  }

  @Test func whoLeavesForAPageThatAPopupBringsMayHaveBeenBlocked() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":50,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
      {"t":600,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":700,"event":"page.will-disappear","page":1}
      {"event":"page.will-appear","page":2,"class":"Detail","after":{"event":"popup.hidden","popup":1},"delay":100}
      {"t":900,"event":"page.did-disappear","page":1}
      {"t":900,"event":"page.did-appear","page":2}
      {"t":9000,"event":"idle"}
      """)
    let recording = record(scenario, OneSlot())
    // At 700 the popup that came 300 later is still up: the leaving is nobody's effect, though it belongs to a transition that is one's.
    let run = Played(recording, late(300))
    #expect(run.story(.pageWillDisappear) == ["700 page.will-disappear @1"])
    #expect(run.count(.userWouldHaveBeenBlocked) == 1)
  }

  @Test func aTransitionLeavesAndComesBackToThePageOfTheCandidatesTap() throws {
    // The user goes from page 1 to page 3 at 5000. A candidate that shows the popup later has the tap on page 3.
    let visit = """
      {"t":5000,"event":"page.will-disappear","page":1}
      {"t":5000,"event":"page.will-appear","page":3,"class":"Shop"}
      {"t":5350,"event":"page.did-disappear","page":1}
      {"t":5350,"event":"page.did-appear","page":3}

      """
    let later = wayBack.replacing(#"{"t":9000,"event":"idle"}"#, with: visit + #"{"t":20000,"event":"idle"}"#)
    let recording = record(try session(home + excursion + later), OneSlot())
    expectIdentity(recording, OneSlot())
    let run = Played(recording, late(6000))
    #expect(
      run.story(.pageDidAppear, .pageDidDisappear) == [
        "50 page.did-appear @1", "5350 page.did-disappear @1", "5350 page.did-appear @3",
        "6950 page.did-disappear @3", "6950 page.did-appear @2", "9350 page.did-disappear @2",
        "9350 page.did-appear @3",
      ])
    #expect(run.count(.otherPage) > 0)
    #expect(run.firstAssumption != nil)
  }

  /// An excursion behind a tap, and a visit of page 3 later.
  private func twoWays() throws -> Session {
    let visit = """
      {"t":5000,"event":"page.will-disappear","page":1}
      {"t":5000,"event":"page.will-appear","page":3,"class":"Shop"}
      {"t":5350,"event":"page.did-disappear","page":1}
      {"t":5350,"event":"page.did-appear","page":3}
      {"t":7000,"event":"page.will-disappear","page":3}
      {"t":7000,"event":"page.will-appear","page":1}
      {"t":7350,"event":"page.did-disappear","page":3}
      {"t":7350,"event":"page.did-appear","page":1}

      """
    let later = wayBack.replacing(#"{"t":9000,"event":"idle"}"#, with: visit + #"{"t":20000,"event":"idle"}"#)
    return record(try session(home + excursion + later), OneSlot())
  }

  @Test func whereTheUserGoesIsOpenOnceATransitionCannotBeginAsItDid() throws {
    let recording = try twoWays()
    func openFrom(_ pause: Int64) -> Ticks? {
      var replayer = Replayer(policy: late(pause))
      replayer.begin(recording, options: ReplayOptions())
      while replayer.nextTurn() {}
      return replayer.openFrom
    }
    #expect(openFrom(0) == nil)
    // The tap leads to page 2 sooner than the user goes to page 3, who would have had to come back from there first.
    #expect(openFrom(3000) == Ticks(5000))
    // The tap comes at 5,200, while the user is on the way to page 3, and leads nowhere.
    #expect(openFrom(4600) == Ticks(5201))
  }

  @Test func noPageDoesWhatItCannot() throws {
    // The tap comes while the user of the candidate's run is on the way to page 3.
    let recording = try twoWays()
    for pause in stride(from: Int64(0), through: 9000, by: 50) {
      let run = Played(recording, late(pause))
      #expect(illegalities(run.recording).isEmpty, "pause \(pause): \(run.story)")
    }
  }

  @Test func aStimulusCausedByAPageEventFollowsItInATurnOfItsOwn() throws {
    let submits = """
      {"event":"popup.submitted","popup":8,"name":"in viewDidAppear","after":{"event":"page.did-appear","page":2}}

      """
    let recording = record(try session(home + excursion + submits + wayBack), OneSlot())
    expectIdentity(recording, OneSlot())
    let run = Played(recording, late(200))
    #expect(run.story(.popupSubmitted).last == "1150 popup.submitted #8")
    let cause = try #require(run.all(.popupSubmitted).last?.cause)
    #expect(run.recording.log.events[Int(cause)].page == recording.catalog.knownPage(numbered: 2))
  }

  @Test func aCancelledSwipeIsPlayedAsItWas() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":50,"event":"page.did-appear","page":1}
      {"t":100,"event":"page.will-disappear","page":1}
      {"t":200,"event":"page.will-appear","page":1}
      {"t":300,"event":"page.did-appear","page":1}
      """)
    let recording = record(scenario, OneSlot())
    expectIdentity(recording, OneSlot())
    #expect(Played(recording, Refusing()).coverage.unreached == 0)
  }

  @Test func whatWasImpossibleInTheRecordingIsReplayedAllTheSame() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"page.did-appear","page":1,"class":"Home"}
      {"t":50,"event":"page.did-appear","page":1}
      {"t":100,"event":"page.did-disappear","page":2}
      {"t":200,"event":"page.removed","page":1}
      {"t":300,"event":"page.will-appear","page":1}
      """)
    expectIdentity(record(scenario, OneSlot()), OneSlot())
  }
}

/// What no app can do with its pages (Rules, *app-misuse*), by place.
func illegalities(_ session: Session) -> [Int] {
  enum State { case off, appearing, on, disappearing, removed }
  var states: [PageID: State] = [:]
  var found: [Int] = []
  for (place, event) in session.log.events.enumerated() where event.kind.isAboutPage {
    let state = states[event.page, default: .off]
    let isLegal: Bool
    switch event.kind {
    case .pageWillAppear:
      isLegal = state == .off || state == .disappearing
      states[event.page] = .appearing
    case .pageDidAppear:
      let others = states.filter { $0.key != event.page && $0.value == .on }
      isLegal = (state == .appearing || state == .disappearing) && others.isEmpty
      states[event.page] = .on
    case .pageWillDisappear:
      isLegal = state == .on || state == .appearing
      states[event.page] = .disappearing
    case .pageDidDisappear:
      isLegal = state == .disappearing
      states[event.page] = .off
    case .pageRemoved:
      isLegal = state != .on && state != .removed
      if state == .off { states[event.page] = .removed }
    default: isLegal = true
    }
    if !isLegal { found.append(place) }
  }
  return found
}

extension String {
  /// The same with one text in place of another.
  fileprivate func replacing(_ old: String, with new: String) -> String {
    guard let range = firstRange(of: old) else { return self }
    return String(self[..<range.lowerBound]) + new + self[range.upperBound...]
  }
}
