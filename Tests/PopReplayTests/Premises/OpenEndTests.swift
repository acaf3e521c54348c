import Foundation
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

@testable import PopReplay

/// What a recording ends too early for, or began too late (CausalReplay, *Lost taps*, *Absence*, *Visits that wait*).
struct OpenEndTests {
  private func late(_ pause: Int64) -> OneSlot {
    var policy = OneSlot()
    policy.pause = pause
    return policy
  }

  private func waiting(_ continuation: Continuation = .median) -> ReplayOptions {
    var options = ReplayOptions()
    options.visits = .wait
    options.continuations = [continuation]
    return options
  }

  private let page = """
    {"poptrace":1,"session":"s"}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":50,"event":"page.did-appear","page":1}
    {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}

    """

  @Test func nobodyKnowsHowLongAUserStaysOnAPageBehindATap() throws {
    let text =
      page + """
        {"event":"popup.tapped","popup":7,"action":"open","after":{"event":"popup.shown","popup":7},"delay":500}
        {"event":"page.will-disappear","page":1,"after":{"event":"popup.tapped","popup":7},"delay":1}
        {"event":"page.will-appear","page":2,"class":"Detail","after":{"event":"popup.tapped","popup":7},"delay":1}
        {"event":"page.did-disappear","page":1,"after":{"event":"popup.tapped","popup":7},"delay":350}
        {"event":"page.did-appear","page":2,"after":{"event":"popup.tapped","popup":7},"delay":350}
        {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":600}
        {"t":9000,"event":"idle"}
        """
    let recording = record(try session(text), late(200))
    expectIdentity(recording, late(200))
    #expect(Played(recording, late(200)).firstAssumption == nil)
    // There 200 ms sooner, and there for 7,850 ms in the recording.
    let run = Played(recording, OneSlot())
    #expect(run.story(.pageDidAppear).last == "950 page.did-appear @2")
    #expect(run.firstAssumption == Ticks(8801))
    #expect(run.count(.pageLongerThanSeen) == 1)
    // There later, the user stays for less than that.
    #expect(Played(recording, late(300)).count(.pageLongerThanSeen) == 0)
  }

  @Test func whatIsShownInTheLastInstantWasSeenForNoTime() throws {
    let text = page + "{\"t\":2000,\"event\":\"idle\"}"
    var options = ReplayOptions()
    options.assumedDwell = .zero
    // It is there, and not answered at once; one that is never shown may be.
    let recording = record(try session(text), late(1900))
    #expect(recording.log.events.last { $0.kind == .popupShown }?.time == Ticks(2000))
    #expect(recording.header.ended == Ticks(2000))
    #expect(Played(recording, OneSlot(), options).story(.popupDismissed) == ["101 popup.dismissed #7"])
    let unseen = record(try session(text), Refusing())
    #expect(Played(unseen, OneSlot(), options).story(.popupDismissed) == ["100 popup.dismissed #7"])
  }

  @Test func whatNobodyKnowsTakesAsLongAsTheMiddleOfWhatIsKnown() throws {
    var text = page
    for (number, time, length) in [(7, 100, 500), (1, 1000, 100), (2, 2000, 300)] {
      if number != 7 {
        text += "{\"t\":\(time),\"event\":\"popup.submitted\",\"popup\":\(number),\"name\":\"p\"}\n"
      }
      text += "{\"event\":\"popup.dismissed\",\"popup\":\(number),\"by\":\"button\","
      text += "\"after\":{\"event\":\"popup.shown\",\"popup\":\(number)},\"delay\":\(length)}\n"
    }
    text += "{\"t\":3000,\"event\":\"popup.submitted\",\"popup\":4,\"name\":\"p\"}\n{\"t\":9000,\"event\":\"idle\"}\n"
    // The fourth one is not shown there.
    let recording = record(try session(text), FirstThree())
    #expect(Played(recording, NeverHiding()).story(.popupDismissed).last == "3300 popup.dismissed #4")
    let asked = record(
      try session(
        """
        {"poptrace":1,"session":"s"}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
        {"t":600,"event":"content.loaded","popup":1}
        {"t":1000,"event":"popup.submitted","popup":2,"name":"a"}
        {"t":1100,"event":"content.loaded","popup":2}
        {"t":2000,"event":"popup.submitted","popup":3,"name":"a"}
        {"t":2250,"event":"content.failed","popup":3}
        {"t":3000,"event":"popup.submitted","popup":4,"name":"a"}
        {"t":9000,"event":"idle"}
        """), AsksFirst(3))
    #expect(Played(asked, AsksFirst(4)).story(.contentLoaded).last == "3250 content.loaded #4")
  }

  @Test func underALockNobodyCouldAnswer() throws {
    let text = """
      {"poptrace":1,"session":"s"}
      {"t":100,"event":"popup.submitted","popup":1,"name":"a","showMs":400}
      {"t":300,"event":"idle"}
      """
    var locking = OneSlot()
    locking.locksInput = true
    var recording = record(try session(text), locking)
    // It ends while the entry animation, and the lock, last.
    recording.log.events.removeAll { $0.time > Ticks(300) }
    recording.header.ended = Ticks(300)
    expectIdentity(recording, locking)
    #expect(Played(recording, locking).firstAssumption == nil)
    // Up for 200 ms, all of them locked: without the lock the user may answer at once.
    let run = Played(recording, OneSlot())
    #expect(run.firstAssumption == Ticks(101))
    var atOnce = ReplayOptions()
    atOnce.continuations = [.atOnce]
    #expect(Played(recording, OneSlot(), atOnce).story(.popupDismissed) == ["101 popup.dismissed #1"])
    // What is assumed of the very instant at which the recording ends does not happen any more.
    recording.header.ended = Ticks(101)
    recording.log.events.removeAll { $0.time > Ticks(101) }
    #expect(
      Played(recording, OneSlot(), atOnce).story(.popupSubmitted, .popupDismissed, .popupHidden) == [
        "100 popup.submitted #1"
      ])
  }

  private var keptVisit: String {
    page + """
      {"t":2000,"event":"popup.dismissed","popup":7,"by":"button"}
      {"t":2000,"event":"page.will-disappear","page":1}
      {"t":2000,"event":"page.will-appear","page":2,"class":"Detail"}
      {"t":2350,"event":"page.did-disappear","page":1}
      {"t":2350,"event":"page.did-appear","page":2}
      {"t":4000,"event":"page.will-disappear","page":2}
      {"t":4000,"event":"page.will-appear","page":1}
      {"t":4350,"event":"page.did-disappear","page":2}
      {"t":4350,"event":"page.did-appear","page":1}
      {"t":9000,"event":"idle"}
      """
  }

  @Test func aVisitAsThePopupGoesMayHaveWaitedForIt() throws {
    let recording = record(try session(keptVisit), OneSlot())
    let run = Played(recording, Refusing(), waiting())
    #expect(run.firstAssumption == Ticks(101))
    #expect(run.count(.visitMayHaveWaited) == 1)
    #expect(run.story(.pageWillAppear).dropFirst() == ["2000 page.will-appear @2", "4000 page.will-appear @1"])
    // As soon as the popup had come, and all later visits as much sooner.
    #expect(
      Played(recording, Refusing(), waiting(.atOnce)).story(.pageWillAppear).dropFirst() == [
        "101 page.will-appear @2", "2101 page.will-appear @1",
      ])
    #expect(
      Played(recording, Refusing(), waiting(.never)).story(.pageWillAppear).dropFirst() == [
        "2000 page.will-appear @2", "4000 page.will-appear @1",
      ])
  }

  @Test func aPopupInPlaceOfAnotherKeepsTheUserOn() throws {
    let two = keptVisit.replacingOccurrences(
      of: #"{"t":2000,"event":"popup.dismissed","popup":7,"by":"button"}"#,
      with: """
        {"t":150,"event":"popup.submitted","popup":8,"name":"other"}
        {"t":1500,"event":"popup.dismissed","popup":7,"by":"button"}
        {"t":2000,"event":"popup.dismissed","popup":8,"by":"button"}
        """)
    let recording = record(try session(two), OneSlot())
    #expect(recording.log.events.first { $0.kind == .popupShown && $0.popup == PopupID(1) }?.time == Ticks(1500))
    #expect(Played(recording, Refusing(), waiting()).firstAssumption == Ticks(101))
  }

  @Test func whereThePopupComesAgainTheVisitWaitsAgain() throws {
    let recording = record(try session(keptVisit), OneSlot())
    for continuation in [Continuation.median, .atOnce, .never, .drawn(2)] {
      let run = Played(recording, OneSlot(), waiting(continuation))
      #expect(run.story == Played(recording, OneSlot()).story, "\(continuation)")
      #expect(run.firstAssumption == nil)
    }
  }

  @Test func whereVisitsAreFreeNothingWaited() throws {
    let recording = record(try session(keptVisit), OneSlot())
    #expect(Played(recording, Refusing()).count(.visitMayHaveWaited) == 0)
  }

  @Test func aPopupThatIsUpAtTheEndMayKeepTheUserFromAVisit() throws {
    let recording = record(try session(page + "{\"t\":9000,\"event\":\"idle\"}"), OneSlot())
    #expect(Played(recording, OneSlot(), waiting()).firstAssumption == nil)
    let run = Played(recording, Refusing(), waiting())
    #expect(run.firstAssumption == Ticks(101))
    #expect(run.count(.visitMayHaveWaited) == 1)
    var replayer = Replayer(policy: Refusing())
    replayer.begin(recording, options: waiting())
    while replayer.nextTurn() {}
    #expect(replayer.openFrom == Ticks(101))
    #expect(!replayer.hasUnknownAnswer)
    // Or had gone so lately that the user had not seen it yet.
    let going = page + #"{"t":8800,"event":"popup.dismissed","popup":7,"by":"button"}"# + "\n"
    let gone = record(try session(going + "{\"t\":9000,\"event\":\"idle\"}"), OneSlot())
    #expect(Played(gone, Refusing(), waiting()).firstAssumption == Ticks(101))
    let before = going.replacingOccurrences(of: "8800", with: "8600")
    let longGone = record(try session(before + "{\"t\":9000,\"event\":\"idle\"}"), OneSlot())
    #expect(Played(longGone, Refusing(), waiting()).count(.visitMayHaveWaited) == 0)
  }
}

/// Asks for the content of so many popups, and shows none.
private struct AsksFirst: SchedulingPolicy {
  private let most: Int
  private var count = 0

  init(_ most: Int) { self.most = most }

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .popupSubmitted else { return }
    count += 1
    if count <= most { turn.decide(.contentRequested, stimulus.popup) }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() { count = 0 }
}
