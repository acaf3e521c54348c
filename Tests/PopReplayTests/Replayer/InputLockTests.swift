import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// While input is locked, a user's act waits (CausalReplay, *Input lock*).
struct InputLockTests {
  private var locking: OneSlot {
    var policy = OneSlot()
    policy.locksInput = true
    return policy
  }

  private let earlyTap = """
    {"poptrace":1}
    {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":300}
    {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":120}
    {"t":9000,"event":"idle"}
    """

  @Test func anActWaitsForTheUnlockingAndIsTakenAtOnce() throws {
    let recording = record(try session(earlyTap), OneSlot())
    #expect(recording.log.events.first { $0.kind == .popupDismissed }?.time == Ticks(220))
    let run = Played(recording, locking)
    #expect(run.story(.inputUnlocked, .popupDismissed) == ["400 input.unlocked #7", "400 popup.dismissed #7"])
    // Whether the user waits with it is not known.
    #expect(run.firstAssumption == Ticks(220))
    #expect(run.coverage.unreached == 0)
    var options = ReplayOptions()
    options.continuations = [.never]
    #expect(Played(recording, locking, options).all(.popupDismissed).isEmpty)
    options.continuations = [.atOnce]
    #expect(Played(recording, locking, options).all(.popupDismissed).map(\.time) == [Ticks(400)])
  }

  @Test func whoGaveUpOnALockMayHaveAnsweredUnderIt() throws {
    // Locked from 100 to 400, answered at 2,000.
    let text = earlyTap.replacing("\"delay\":120", with: "\"delay\":1900")
    let recording = record(try session(text), locking)
    #expect(Played(recording, locking).firstAssumption == nil)
    #expect(Played(recording, OneSlot()).firstAssumption == Ticks(100))
    var later = locking
    later.pause = 300
    #expect(Played(recording, later).firstAssumption == nil)
    var options = ReplayOptions()
    options.continuations = [.atOnce]
    #expect(Played(recording, OneSlot(), options).all(.popupDismissed).map(\.time) == [Ticks(101)])
    #expect(Played(recording, later, options).all(.popupDismissed).map(\.time) == [Ticks(2300)])
  }

  @Test func anActThatALockHeldUpMayHaveBeenWantedUnderIt() throws {
    // Locked from 100 to 400, and answered as that ends.
    let recording = record(try session(earlyTap), locking)
    #expect(recording.log.events.first { $0.kind == .popupDismissed }?.time == Ticks(400))
    #expect(Played(recording, locking).firstAssumption == nil)
    #expect(Played(recording, OneSlot()).firstAssumption == Ticks(100))
  }

  @Test func aPopupThatIsNotAnsweredMayHaveBeenGivenUpOn() throws {
    let text = earlyTap.split(separator: "\n").filter { !$0.contains("dismissed") }.joined(separator: "\n")
    let recording = record(try session(text), locking)
    #expect(Played(recording, locking).firstAssumption == nil)
    #expect(Played(recording, OneSlot()).firstAssumption == Ticks(100))
  }

  @Test func scenariosObeyTheLockToo() throws {
    let recording = record(try session(earlyTap), locking)
    #expect(recording.log.events.first { $0.kind == .popupDismissed }?.time == Ticks(400))
    expectIdentity(recording, locking)
  }

  @Test func anActThatCameToNothingHoldsUpNoOtherThatWaited() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":300}
      {"t":100,"event":"popup.submitted","popup":8,"name":"b"}
      {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":120}
      {"event":"popup.dismissed","popup":7,"by":"swipe","after":{"event":"popup.shown","popup":7},"delay":130}
      {"event":"popup.dismissed","popup":8,"by":"button","after":{"event":"popup.shown","popup":8},"delay":140}
      {"t":450,"event":"scroll.began"}
      {"t":9000,"event":"idle"}
      """)
    #expect(
      Played(scenario, LocksWhileFirstAppears()).story(.popupDismissed, .scrollBegan) == [
        "400 popup.dismissed #7", "400 popup.dismissed #8", "450 scroll.began",
      ])
  }

  @Test func whatWasRecordedUnderALockPassesIt() throws {
    let recording = try session(
      """
      {"poptrace":1,"policy":"x","ended":9000}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":300}
      {"t":100,"event":"popup.shown","popup":7,"generation":1,"cause":0}
      {"t":100,"event":"input.locked","popup":7,"cause":0}
      {"t":220,"event":"popup.dismissed","popup":7,"by":"back","cause":1}
      {"t":220,"event":"popup.hidden","popup":7,"reason":"dismissed","generation":1,"cause":3}
      {"t":220,"event":"input.unlocked","popup":7,"cause":3}
      """)
    expectIdentity(recording, locking)
  }

  @Test func severalActsAreTakenInTheOrderInWhichTheyWereDue() throws {
    // The dismissal stands first in the file and is due last.
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":300}
      {"t":250,"event":"popup.dismissed","popup":7,"by":"button"}
      {"t":200,"event":"popup.tapped","popup":7,"action":"open"}
      """)
    #expect(
      Played(scenario, locking).story(.popupTapped, .popupDismissed) == [
        "400 popup.tapped #7", "400 popup.dismissed #7",
      ])
  }

  @Test func heldActsComeBeforeEverythingElseDueAtThatTick() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":300}
      {"t":400,"event":"popup.withdrawn","popup":7}
      {"event":"scroll.began","after":{"event":"input.unlocked"},"delay":0}
      {"t":200,"event":"popup.tapped","popup":7,"action":"open"}
      {"t":400,"event":"idle"}
      """)
    // The withdrawal stands before the animation's end and unlocks input itself.
    #expect(
      Played(scenario, locking).story(.popupWithdrawn, .popupTapped, .scrollBegan, .idle) == [
        "400 popup.withdrawn #7", "400 scroll.began", "400 popup.tapped #7", "400 idle",
      ])
  }

  @Test func anActThatLocksAgainHoldsThoseBehindIt() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":300}
      {"t":110,"event":"popup.submitted","popup":8,"name":"b","showMs":200}
      {"t":200,"event":"popup.dismissed","popup":7,"by":"button"}
      {"t":210,"event":"back.pressed"}
      {"t":220,"event":"back.pressed"}
      """)
    #expect(
      Played(scenario, locking).story(.popupDismissed, .backPressed, .inputUnlocked) == [
        "400 input.unlocked #7", "400 popup.dismissed #7", "600 input.unlocked #8", "600 back.pressed",
        "600 back.pressed",
      ])
  }

  @Test func codeDoesNotWait() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":300}
      {"t":200,"event":"popup.dismissed","popup":7,"by":"code"}
      """)
    #expect(Played(scenario, locking).story(.popupDismissed) == ["200 popup.dismissed #7"])
  }

  @Test func plainPlaybackKnowsNoLock() throws {
    let recording = record(try session(earlyTap), OneSlot())
    #expect(Played(recording, locking, .playback).story(.popupDismissed) == ["220 popup.dismissed #7"])
  }

  @Test func anActHeldUpWhenItsPopupGoesComesWithTheNextPresentation() throws {
    var policy = locking
    policy.hidesOnLeaving = true
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":50,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":300}
      {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":120}
      {"t":300,"event":"page.will-disappear","page":1}
      {"t":600,"event":"page.did-appear","page":1}
      """)
    // Held from 220, hidden at 300, shown at 600, unlocked at 900.
    #expect(Played(scenario, policy).story(.popupDismissed) == ["900 popup.dismissed #7"])
    expectIdentity(record(scenario, policy), policy)
  }

  /// The popup is left under its second lock, and answered as the third ends. Another one expires under the second.
  private let leftUnderALock = """
    {"poptrace":1}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":0,"event":"page.did-appear","page":1}
    {"t":100,"event":"popup.submitted","popup":7,"name":"a","pages":["Home"],"keepAlive":true,"showMs":400}
    {"t":600,"event":"page.will-disappear","page":1}
    {"t":600,"event":"page.will-appear","page":2,"class":"Detail"}
    {"t":700,"event":"page.did-disappear","page":1}
    {"t":700,"event":"page.did-appear","page":2}
    {"t":1500,"event":"popup.submitted","popup":8,"name":"b","pages":["Home"],"expires":800}
    {"t":1900,"event":"page.will-disappear","page":2}
    {"t":1900,"event":"page.will-appear","page":1}
    {"t":2000,"event":"page.did-disappear","page":2}
    {"t":2000,"event":"page.did-appear","page":1}
    {"t":2300,"event":"page.will-disappear","page":1}
    {"t":2300,"event":"page.will-appear","page":3,"class":"Detail"}
    {"t":2400,"event":"page.did-disappear","page":1}
    {"t":2400,"event":"page.did-appear","page":3}
    {"t":4900,"event":"page.will-disappear","page":3}
    {"t":4900,"event":"page.will-appear","page":1}
    {"t":5000,"event":"page.did-disappear","page":3}
    {"t":5000,"event":"page.did-appear","page":1}
    {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":550}
    {"t":9000,"event":"idle"}
    """

  @Test func nothingIsExactThatRestsOnAnAnswerThatMayHaveWaitedInAnEarlierPresentation() throws {
    let recording = record(try session(leftUnderALock), StandardPolicy(.v6))
    #expect(recording.log.events.first { $0.kind == .popupDismissed }?.time == Ticks(5400))
    expectIdentity(recording, StandardPolicy(.v6))
    #expect(Played(recording, StandardPolicy(.v6)).firstAssumption == nil)
    var configuration = PolicyConfiguration.v6
    configuration.chrome = false
    #expect(Played(recording, StandardPolicy(configuration)).grades[1] == .assumed)
  }
}

/// Shows everything at once, and locks input while the first popup appears.
private struct LocksWhileFirstAppears: SchedulingPolicy {
  private var shown = ShowAtOnce()

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    shown.take(stimulus, &turn)
    guard stimulus.popup == PopupID(0) else { return }
    if stimulus.kind == .popupSubmitted { turn.decide(.inputLocked, stimulus.popup) }
    if stimulus.kind == .animationFinished, stimulus.phase == .show { turn.decide(.inputUnlocked, stimulus.popup) }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() { shown.reset() }
}
