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
    #expect(run.firstAssumption == nil)
    #expect(run.coverage.unreached == 0)
  }

  @Test func scenariosObeyTheLockToo() throws {
    let recording = record(try session(earlyTap), locking)
    #expect(recording.log.events.first { $0.kind == .popupDismissed }?.time == Ticks(400))
    expectIdentity(recording, locking)
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
}
