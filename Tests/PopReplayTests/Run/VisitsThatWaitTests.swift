import PopReplay
import PopSimulation
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// Where users do not navigate past a popup, page visits wait until none is in their way (CausalReplay, *Visits that wait*).
struct VisitsThatWaitTests {
  private func late(_ pause: Int64) -> OneSlot {
    var policy = OneSlot()
    policy.pause = pause
    return policy
  }

  private var waiting: ReplayOptions {
    var options = ReplayOptions()
    options.visits = .wait
    return options
  }

  private let start = """
    {"poptrace":1}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":50,"event":"page.did-appear","page":1}

    """

  private func popup(_ number: Int, at time: Int, dwell: Int?, _ more: String = "") -> String {
    let submission =
      "{\"t\":\(time),\"event\":\"popup.submitted\",\"popup\":\(number),\"name\":\"p\(number)\"\(more)}\n"
    guard let dwell else { return submission }
    return submission + "{\"event\":\"popup.dismissed\",\"popup\":\(number),\"by\":\"button\","
      + "\"after\":{\"event\":\"popup.shown\",\"popup\":\(number)},\"delay\":\(dwell)}\n"
  }

  private func visit(from: Int, to: Int, at time: Int) -> String {
    """
    {"t":\(time),"event":"page.will-disappear","page":\(from)}
    {"t":\(time),"event":"page.will-appear","page":\(to)\(to == 1 ? "" : ",\"class\":\"Page\(to)\"")}
    {"t":\(time + 350),"event":"page.did-disappear","page":\(from)}
    {"t":\(time + 350),"event":"page.did-appear","page":\(to)}

    """
  }

  private let end = "{\"t\":20000,\"event\":\"idle\"}\n"

  /// Popups until 1,100, a visit at 1,500 and what follows it.
  private var ordinary: String {
    start + popup(1, at: 100, dwell: 500) + popup(2, at: 110, dwell: 500) + visit(from: 1, to: 2, at: 1500)
      + "{\"t\":3000,\"event\":\"scroll.began\"}\n{\"t\":3500,\"event\":\"scroll.ended\"}\n"
      + popup(3, at: 4000, dwell: 100) + visit(from: 2, to: 1, at: 6000) + end
  }

  @Test func aVisitWaitsForThePopupAndLaterOnesShift() throws {
    let recording = record(try session(ordinary), OneSlot())
    let free = Played(recording, late(300))
    #expect(free.all(.pageWillDisappear).map(\.time) == [1500, 6000].map { Ticks($0) })
    #expect(free.count(.userWouldHaveBeenBlocked) == 1)
    // Under the candidate the second popup is up from 1,200 to 1,700.
    let run = Played(recording, late(300), waiting)
    #expect(
      run.story(.pageWillDisappear, .pageWillAppear, .pageDidDisappear, .pageDidAppear, .scrollBegan, .scrollEnded) == [
        "0 page.will-appear @1", "50 page.did-appear @1",
        "1700 page.will-disappear @1", "1700 page.will-appear @2", "2050 page.did-disappear @1",
        "2050 page.did-appear @2", "3200 scroll.began", "3700 scroll.ended",
        "6200 page.will-disappear @2", "6200 page.will-appear @1", "6550 page.did-disappear @2",
        "6550 page.did-appear @1",
      ])
    // What the app does by itself stays where it was.
    #expect(run.story(.popupSubmitted) == free.story(.popupSubmitted))
    #expect(run.count(.visitWaited) == 1)
    #expect(run.count(.userWouldHaveBeenBlocked) == 0)
    #expect(run.firstAssumption == nil)
    #expect(run.coverage.unreached == 0 && run.coverage.beyondEnd == 0)
  }

  @Test func theRecordedPolicyGivesTheRecordingBack() throws {
    // A visit under a popup of the recording, too: what kept nobody keeps nobody.
    let under = start + popup(1, at: 1000, dwell: 4000) + visit(from: 1, to: 2, at: 3000) + end
    for text in [ordinary, under] {
      let recording = record(try session(text), OneSlot())
      #expect(Played(recording, OneSlot(), waiting).story == Played(recording, OneSlot()).story)
      #expect(Played(recording, OneSlot(), waiting).count(.visitWaited) == 0)
    }
    for index in 0..<60 {
      for policy in [PolicyConfiguration.v2, .v4, .v6] {
        let live = LiveWorld(policy: StandardPolicy(policy), name: "p", configuration: "")
          .run(ScriptMaker.script(seed: 5, session: index, flavour: .field))
        let run = Played(live, StandardPolicy(policy), waiting)
        #expect(run.recording.log.isSame(as: live.log), "session \(index)")
      }
    }
  }

  private let tap = """
    {"event":"popup.tapped","popup":7,"action":"open","after":{"event":"popup.shown","popup":7},"delay":500}
    {"event":"page.will-disappear","page":1,"after":{"event":"popup.tapped","popup":7},"delay":1}
    {"event":"page.will-appear","page":2,"class":"Detail","after":{"event":"popup.tapped","popup":7},"delay":1}
    {"event":"page.did-disappear","page":1,"after":{"event":"popup.tapped","popup":7},"delay":350}
    {"event":"page.did-appear","page":2,"after":{"event":"popup.tapped","popup":7},"delay":350}

    """

  @Test func aVisitThatLeavesThePageBehindATapWaitsToo() throws {
    let text =
      start + popup(7, at: 100, dwell: 501) + popup(8, at: 1200, dwell: 1500) + tap + visit(from: 2, to: 1, at: 3000)
      + visit(from: 1, to: 3, at: 9000) + end
    let recording = record(try session(text), OneSlot())
    // The tap comes at 2,100, its page at 2,450 and the way back is due 2,050 later; the other popup is up from 3,601 to 5,101.
    let free = Played(recording, late(1500))
    #expect(free.all(.pageWillDisappear).map(\.time) == [2101, 4500, 9000].map { Ticks($0) })
    let run = Played(recording, late(1500), waiting)
    #expect(run.all(.pageWillDisappear).map(\.time) == [2101, 5101, 9601].map { Ticks($0) })
    #expect(run.all(.pageDidAppear).map(\.time) == [50, 2450, 5451, 9951].map { Ticks($0) })
    #expect(run.count(.visitWaited) == 1)
  }

  @Test func aTapThatComesAsMuchLaterAsAllVisitsOpensNothing() throws {
    // A popup on the next page leads to a third one, and the last visit may have waited for the way back from there.
    let excursion = """
      {"event":"popup.submitted","popup":3,"name":"p3","after":{"event":"page.did-appear","page":2},"delay":100}
      {"event":"popup.tapped","popup":3,"action":"open","after":{"event":"popup.shown","popup":3},"delay":500}
      {"event":"page.will-disappear","page":2,"after":{"event":"popup.tapped","popup":3},"delay":1}
      {"event":"page.will-appear","page":4,"class":"Detail","after":{"event":"popup.tapped","popup":3},"delay":1}
      {"event":"popup.dismissed","popup":3,"by":"button","after":{"event":"popup.shown","popup":3},"delay":502}
      {"event":"page.did-disappear","page":2,"after":{"event":"popup.tapped","popup":3},"delay":350}
      {"event":"page.did-appear","page":4,"after":{"event":"popup.tapped","popup":3},"delay":350}

      """
    let text =
      start + popup(1, at: 1000, dwell: 400) + popup(2, at: 1010, dwell: 400) + visit(from: 1, to: 2, at: 1750)
      + excursion + visit(from: 4, to: 2, at: 5000).replacing(",\"class\":\"Page2\"", with: "")
      + visit(from: 2, to: 1, at: 5600) + end
    // Recorded with both popups at once: the visit did not wait.
    let recording = record(try session(text), NeverHiding())
    #expect(recording.log.events.first { $0.kind == .popupTapped }?.time == Ticks(2700))
    // One after another they are up until 1,800.
    let run = Played(recording, OneSlot(), waiting)
    #expect(run.all(.popupTapped).map(\.time) == [Ticks(2750)])
    #expect(run.count(.visitAfterLostTap) == 0)
    // Later than that the tap comes where its own popup does.
    let other = Played(recording, late(300), waiting)
    #expect(other.all(.popupTapped).count == 1 && other.all(.popupTapped)[0].time > Ticks(2750))
    #expect(other.count(.visitAfterLostTap) == 1)
  }

  @Test func aVisitThatLeavesThePageBehindATapMayHaveWaitedToo() throws {
    // The second popup is up from 1,200 to 1,700, and the user comes back from behind the first one's tap 50 ms later.
    let text =
      start + popup(1, at: 60, dwell: nil, ",\"kind\":\"hud\"") + popup(2, at: 60, dwell: nil, ",\"kind\":\"hud\"")
      + popup(7, at: 100, dwell: 501) + tap + popup(8, at: 1200, dwell: 500) + visit(from: 2, to: 1, at: 1750)
      + visit(from: 1, to: 3, at: 9000) + end
    let recording = record(try session(text), NeverHiding())
    #expect(WholeRun(recording, NeverHiding(), waiting).assumption == nil)
    // Without it the user may have come back as soon as it came.
    let run = WholeRun(recording, FirstThree(), waiting)
    #expect(run.assumption?.reason == .visitMayHaveWaited && run.assumption?.time == Ticks(1201))
  }

  @Test func ofTheVisitsThatWaitInTwoScenesEachBeginsWhenItIsFree() throws {
    let other = tap.replacing("\"popup\":7", with: "\"popup\":17").replacing("\"page\":1", with: "\"page\":5")
      .replacing("\"page\":2,\"class\":\"Detail\"", with: "\"page\":6,\"class\":\"Detail\",\"scene\":1")
      .replacing("\"page\":2", with: "\"page\":6")
    let text =
      start + side + popup(7, at: 100, dwell: 501) + popup(17, at: 100, dwell: 501, ",\"scene\":1") + tap + other
      + popup(8, at: 1200, dwell: 1500) + popup(18, at: 1200, dwell: 1800, ",\"scene\":1")
      + visit(from: 2, to: 1, at: 3000).replacing(
        "3000,\"event\":\"page.will-appear\"", with: "3020,\"event\":\"page.will-appear\"")
      + visit(from: 6, to: 5, at: 3100).replacing(",\"class\":\"Page5\"", with: "")
      + visit(from: 1, to: 3, at: 9000) + end
    let recording = record(try session(text), OneSlot())
    // The later popups are up from 3,601 to 5,101 and to 5,401; the ways back are due at 4,500 and 4,600.
    let run = Played(recording, late(1500), waiting)
    #expect(
      run.story(.pageWillDisappear, .pageWillAppear, .pageDidDisappear, .pageDidAppear).suffix(12) == [
        "5101 page.will-disappear @2", "5121 page.will-appear @1", "5401 page.will-disappear @6",
        "5401 page.will-appear @5", "5451 page.did-disappear @2", "5451 page.did-appear @1",
        "5751 page.did-disappear @6", "5751 page.did-appear @5",
        "9901 page.will-disappear @1", "9901 page.will-appear @3", "10251 page.did-disappear @1",
        "10251 page.did-appear @3",
      ])
  }

  @Test func whoIsKeptOnceMoreTakesAWhileOnceMore() throws {
    var options = waiting
    options.visitReaction = 300
    let text =
      start + popup(1, at: 1000, dwell: 900) + popup(2, at: 2000, dwell: 200) + visit(from: 1, to: 2, at: 2800) + end
    var later = Later()
    later.pause = 1000
    // They are up from 2,000 to 2,900, and from 3,000 to 3,200: too soon for the user to have seen that the first one is gone.
    let run = Played(record(try session(text), ShowAtOnce()), later, options)
    #expect(run.all(.popupHidden).map(\.time) == [2900, 3200].map { Ticks($0) })
    #expect(run.all(.pageWillDisappear).map(\.time) == [Ticks(3350)])
  }

  @Test func onlyWhatUsersDoTakesThemAWhile() throws {
    var options = waiting
    options.visitReaction = 300
    let lost =
      "{\"event\":\"popup.view-lost\",\"popup\":1,\"after\":{\"event\":\"popup.shown\",\"popup\":1},\"delay\":500}\n"
    let recording = record(try session(start + popup(1, at: 1000, dwell: nil) + lost + end), OneSlot())
    let run = Played(recording, late(1000), options)
    #expect(run.story(.popupViewLost) == ["2500 popup.view-lost #1"] && run.firstAssumption == nil)
    let answered = record(try session(start + popup(1, at: 1000, dwell: 500) + end), OneSlot())
    #expect(Played(answered, late(1000), options).firstAssumption == Ticks(2200))
  }

  private let side = """
    {"t":60,"event":"page.will-appear","page":5,"class":"Side","scene":1}
    {"t":70,"event":"page.did-appear","page":5}

    """

  @Test func aVisitOfAnotherSceneIsThatOfTheSameUserAndComesLaterToo() throws {
    // A popup in each scene, both up until 1,700.
    let text =
      start + side + popup(1, at: 1000, dwell: 400) + popup(2, at: 1000, dwell: 400, ",\"scene\":1")
      + visit(from: 1, to: 2, at: 1500)
      + visit(from: 5, to: 6, at: 1600).replacing("\"Page6\"", with: "\"Page6\",\"scene\":1")
      + visit(from: 2, to: 1, at: 5000) + end
    let run = Played(record(try session(text), OneSlot()), late(300), waiting)
    #expect(run.all(.popupHidden).map(\.time) == [1700, 1700].map { Ticks($0) })
    #expect(
      run.story(.pageWillDisappear) == [
        "1700 page.will-disappear @1", "1800 page.will-disappear @5", "5200 page.will-disappear @2",
      ])
  }

  @Test func whatTwoVisitsWaitForAtOnceCountsOnce() throws {
    // The way back from behind the tap waits from 4,500 to 5,101, the visit in the other scene from 4,000 to 5,400.
    let text =
      start + side + popup(7, at: 100, dwell: 501) + popup(8, at: 1200, dwell: 1500)
      + popup(9, at: 2400, dwell: 1500, ",\"scene\":1") + tap + visit(from: 2, to: 1, at: 3000)
      + visit(from: 5, to: 6, at: 4000).replacing("\"Page6\"", with: "\"Page6\",\"scene\":1")
      + visit(from: 1, to: 3, at: 9000) + end
    let run = Played(record(try session(text), OneSlot()), late(1500), waiting)
    #expect(
      run.story(.pageWillDisappear) == [
        "2101 page.will-disappear @1", "5101 page.will-disappear @2", "5400 page.will-disappear @5",
        "10400 page.will-disappear @1",
      ])
    #expect(run.count(.visitWaited) == 2)
  }

  @Test func aPopupInAnotherSceneKeepsNobody() throws {
    let text =
      start + side + popup(2, at: 1000, dwell: 400, ",\"scene\":1") + visit(from: 1, to: 2, at: 1500) + end
    let recording = record(try session(text), OneSlot())
    let run = Played(recording, late(300), waiting)
    #expect(run.all(.popupShown).map(\.time) == [Ticks(1300)])
    #expect(run.all(.pageWillDisappear).map(\.time) == [Ticks(1500)])
    #expect(run.count(.visitWaited) == 0)
  }

  @Test func aHUDKeepsNobody() throws {
    let text = start + popup(1, at: 1000, dwell: 400, ",\"kind\":\"hud\"") + visit(from: 1, to: 2, at: 1500) + end
    let run = Played(record(try session(text), OneSlot()), late(300), waiting)
    #expect(run.all(.pageWillDisappear).map(\.time) == [Ticks(1500)])
  }

  @Test func aPopupThatIsNeverAnsweredKeepsVisitsToTheEnd() throws {
    let recording = record(
      try session(start + popup(1, at: 100, dwell: nil) + visit(from: 1, to: 2, at: 1500) + end), Refusing())
    var options = waiting
    // After the three seconds that are assumed.
    #expect(Played(recording, OneSlot(), options).all(.pageWillDisappear).map(\.time) == [Ticks(3100)])
    options.continuations = [.atOnce]
    #expect(Played(recording, OneSlot(), options).all(.pageWillDisappear).map(\.time) == [Ticks(1500)])
    options.continuations = [.never]
    let run = Played(recording, OneSlot(), options)
    #expect(run.all(.pageWillDisappear).isEmpty)
    #expect(run.coverage.beyondEnd == 4)
    #expect(run.coverage.unreached == 0)
  }

  @Test func playbackAndScenariosKnowNoWaiting() throws {
    let recording = record(try session(ordinary), OneSlot())
    var playback = waiting
    playback.timing = .recorded
    #expect(
      Played(recording, late(300), playback).all(.pageWillDisappear).map(\.time) == [1500, 6000].map { Ticks($0) })
    let scenario = try session(ordinary)
    #expect(Played(scenario, late(300), waiting).story == Played(scenario, late(300)).story)
  }

  /// A popup from 1,000 to 5,000, and a visit a moment later.
  private func visitAfterAPopup(_ pause: Int) throws -> Session {
    let text = start + popup(1, at: 1000, dwell: 4000) + visit(from: 1, to: 2, at: 5000 + pause)
    return record(try session(text + popup(2, at: 9000, dwell: 100) + end), OneSlot())
  }

  @Test("a visit that begins within the usual reaction to a popup's going may have waited", arguments: [0, 150, 300])
  func mayHaveWaited(pause: Int) throws {
    let recording = try visitAfterAPopup(pause)
    // Where the popup goes as it did, nothing is open.
    #expect(Played(recording, OneSlot(), waiting).firstAssumption == nil)
    let run = Played(recording, Refusing(), waiting)
    #expect(run.firstAssumption == Ticks(1001))
    #expect(run.count(.visitMayHaveWaited) == 1)
  }

  @Test func aVisitThatBeginsLaterDidNotWaitUnlessUsersTakeLonger() throws {
    let recording = try visitAfterAPopup(301)
    #expect(Played(recording, Refusing(), waiting).count(.visitMayHaveWaited) == 0)
    var slow = waiting
    slow.visitReaction = 301
    #expect(Played(recording, Refusing(), slow).count(.visitMayHaveWaited) == 1)
  }

  @Test func whereUsersTakeAWhileAVisitThatWaitedComesSometimeInIt() throws {
    let text =
      start + popup(1, at: 1000, dwell: 1000) + visit(from: 1, to: 2, at: 2500) + visit(from: 2, to: 1, at: 6000)
    let recording = record(try session(text + end), OneSlot())
    var options = waiting
    options.visitReaction = 300
    // The popup comes at 2,000, and is not known to the tick to be up until 3,000 where users take a while to see it.
    let run = Played(recording, late(1000), options)
    #expect(run.firstAssumption == Ticks(2700))
    #expect(run.all(.pageWillDisappear).map(\.time) == [3150, 6650].map { Ticks($0) })
    options.continuations = [.atOnce]
    #expect(Played(recording, late(1000), options).all(.pageWillDisappear).first?.time == Ticks(2700))
    options.continuations = [.never]
    #expect(Played(recording, late(1000), options).all(.pageWillDisappear).first?.time == Ticks(3600))
    options.continuations = [.drawn(3)]
    let drawn = Played(recording, late(1000), options).all(.pageWillDisappear).map(\.time.rawValue)
    #expect((2700...3600).contains(drawn[0]) && drawn[1] - drawn[0] == 3500)
    options.continuations = [.median]
    #expect(Played(recording, OneSlot(), options).story == Played(recording, OneSlot()).story)
    // Where it has gone at 2,400, the user has not seen that at 2,500.
    #expect(
      Played(recording, late(400), options).all(.pageWillDisappear).map(\.time) == [2550, 6050].map { Ticks($0) })
  }
}
