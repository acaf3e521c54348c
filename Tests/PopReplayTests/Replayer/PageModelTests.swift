import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// Which page a replay takes for the current one: containers, scenes and instances of one class (CausalReplay, *Pages behind a tap*,
/// PagesAndPopups, *The current page*, PagesAndPopups, *Parked popups*).
struct PageModelTests {
  private func late(_ pause: Int64) -> OneSlot {
    var policy = OneSlot()
    policy.pause = pause
    return policy
  }

  /// A tab bar that appears after the page in it, a popup there, and the detail page that its tap leads to.
  private let tabs = """
    {"poptrace":1}
    {"t":0,"event":"page.will-appear","page":10,"class":"Tabs"}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home","container":10}
    {"t":40,"event":"page.did-appear","page":1}
    {"t":50,"event":"page.did-appear","page":10}
    {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
    {"event":"popup.tapped","popup":7,"action":"open","after":{"event":"popup.shown","popup":7},"delay":500}
    {"event":"page.will-disappear","page":1,"after":{"event":"popup.tapped","popup":7},"delay":1}
    {"event":"page.will-appear","page":2,"class":"Detail","container":10,"after":{"event":"popup.tapped","popup":7},"delay":1}
    {"event":"page.did-disappear","page":1,"after":{"event":"popup.tapped","popup":7},"delay":350}
    {"event":"page.did-appear","page":2,"after":{"event":"popup.tapped","popup":7},"delay":350}
    {"t":3000,"event":"page.will-disappear","page":2}
    {"t":3000,"event":"page.will-appear","page":1}
    {"t":3350,"event":"page.did-disappear","page":2}
    {"t":3350,"event":"page.did-appear","page":1}

    """

  /// The user changes to another tab.
  private let otherTab = """
    {"t":5000,"event":"page.will-disappear","page":1}
    {"t":5000,"event":"page.will-appear","page":3,"class":"Search","container":10}
    {"t":5350,"event":"page.did-disappear","page":1}
    {"t":5350,"event":"page.did-appear","page":3}
    {"t":20000,"event":"idle"}
    """

  @Test func aTransitionLeavesTheInnermostPageOfAContainer() throws {
    let recording = record(try session(tabs + otherTab), OneSlot())
    expectIdentity(recording, OneSlot())
    let run = Played(recording, late(6000))
    #expect(
      run.story(.pageDidAppear, .pageDidDisappear) == [
        "40 page.did-appear @1", "50 page.did-appear @10", "5350 page.did-disappear @1", "5350 page.did-appear @3",
        "6950 page.did-disappear @3", "6950 page.did-appear @2", "9350 page.did-disappear @2",
        "9350 page.did-appear @3",
      ])
    #expect(run.count(.otherPage) > 0)
  }

  @Test func anotherInstanceOfAClassIsAnotherPage() throws {
    // The tab's page is rebuilt: the candidate's tap comes on the second instance of its class.
    let rebuilt = """
      {"t":5000,"event":"page.will-disappear","page":1}
      {"t":5000,"event":"page.will-appear","page":4,"class":"Home","container":10}
      {"t":5350,"event":"page.did-disappear","page":1}
      {"t":5350,"event":"page.removed","page":1}
      {"t":5350,"event":"page.did-appear","page":4}
      {"t":20000,"event":"idle"}
      """
    let recording = record(try session(tabs + rebuilt), OneSlot())
    expectIdentity(recording, OneSlot())
    let run = Played(recording, late(6000))
    #expect(
      run.story(.pageWillDisappear, .pageDidAppear).suffix(4) == [
        "6601 page.will-disappear @4", "6950 page.did-appear @2", "9000 page.will-disappear @2",
        "9350 page.did-appear @4",
      ])
    #expect(run.notes.first { $0.kind == .otherPage }?.time == Ticks(6601))
    #expect(illegalities(run.recording).allSatisfy { run.recording.log.events[$0].kind == .pageDidAppear })
  }

  @Test func onTheSameInstanceNothingIsAssumed() throws {
    let run = Played(record(try session(tabs + otherTab), OneSlot()), late(200))
    #expect(run.count(.otherPage) == 0)
    #expect(run.firstAssumption == nil)
  }

  @Test func aPageWithoutASceneIsInTheOneOfItsContainer() throws {
    // A popup is up in the other window as its user goes on there; the candidate shows none.
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":0,"event":"page.will-appear","page":10,"class":"Tabs","scene":1}
        {"t":0,"event":"page.will-appear","page":11,"class":"Stack","container":10}
        {"t":0,"event":"page.will-appear","page":1,"class":"Home","container":11}
        {"t":40,"event":"page.did-appear","page":10}
        {"t":40,"event":"page.did-appear","page":11}
        {"t":40,"event":"page.did-appear","page":1}
        {"t":100,"event":"popup.submitted","popup":7,"name":"offer","scene":1}
        {"t":500,"event":"page.will-disappear","page":1}
        {"t":500,"event":"page.will-appear","page":2,"class":"Detail","container":11}
        {"t":850,"event":"page.did-disappear","page":1}
        {"t":850,"event":"page.did-appear","page":2}
        """), OneSlot())
    let run = Played(recording, Refusing())
    #expect(run.count(.userWouldHaveBeenBlocked) == 1)
    #expect(run.firstAssumption == Ticks(500))
  }

  @Test func whatStandsInAPageThatIsUnreachedIsUnreached() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
        {"t":50,"event":"page.did-appear","page":1}
        {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
        {"event":"popup.tapped","popup":7,"action":"open","after":{"event":"popup.shown","popup":7},"delay":500}
        {"event":"page.will-appear","page":2,"class":"Sheet","presentation":"sheet","after":{"event":"popup.tapped","popup":7},"delay":1}
        {"event":"page.did-appear","page":2,"after":{"event":"popup.tapped","popup":7},"delay":350}
        {"t":1500,"event":"page.will-appear","page":3,"class":"Step","container":2}
        {"t":1600,"event":"page.did-appear","page":3}
        {"t":9000,"event":"idle"}
        """), OneSlot())
    expectIdentity(recording, OneSlot())
    #expect(Played(recording, Refusing()).story(.pageDidAppear) == ["50 page.did-appear @1"])
    #expect(
      Played(recording, late(200)).story(.pageDidAppear) == [
        "50 page.did-appear @1", "1150 page.did-appear @2", "1800 page.did-appear @3",
      ])
  }
}
