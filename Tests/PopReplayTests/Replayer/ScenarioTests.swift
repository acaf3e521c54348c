import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// Scenarios are run live (TimeAndTurns, CausalReplay, *Animations*).
struct ScenarioTests {
  private let submitted = #"{"t":100,"event":"popup.submitted","popup":7,"name":"offer"}"#

  @Test func runsTimedLinesInOrderOfTimeAndThoseOfOneTimeInOrderOfTheFile() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":300,"event":"scroll.ended"}
      {"t":100,"event":"scroll.began"}
      {"t":300,"event":"back.pressed"}
      {"t":300,"event":"idle"}
      """)
    let run = Played(scenario, ShowAtOnce())
    #expect(run.story == ["100 scroll.began", "300 scroll.ended", "300 back.pressed", "300 idle"])
    #expect(run.recording.log.events.map(\.sequence) == [0, 1, 2, 3])
    #expect(run.end == Ticks(300))
  }

  @Test func anchoredDismissalComesAfterSoMuchVisibleTime() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      \(submitted)
      {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":2000}
      {"t":600,"event":"app.background"}
      {"t":1600,"event":"app.foreground"}
      """)
    let run = Played(scenario, ShowAtOnce())
    #expect(run.story(.popupDismissed, .popupHidden) == ["3100 popup.dismissed #7", "3100 popup.hidden #7"])
    let dismissal = try #require(run.all(.popupDismissed).first)
    #expect(run.recording.log.events[Int(dismissal.cause)].kind == .popupShown)
    #expect(run.coverage.reached == 4)
  }

  @Test func anchoredStimulusOfAnotherSortGoesByTheClock() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      \(submitted)
      {"event":"popup.withdrawn","popup":7,"after":{"event":"popup.shown","popup":7},"delay":2000}
      {"t":600,"event":"app.background"}
      {"t":1600,"event":"app.foreground"}
      """)
    let run = Played(scenario, ShowAtOnce())
    #expect(run.story(.popupWithdrawn) == ["2100 popup.withdrawn #7"])
    #expect(run.all(.popupWithdrawn).first?.cause == run.all(.popupShown).first?.sequence)
  }

  @Test func anchorMatchesOnlyWhenEveryFieldGivenDoes() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      \(submitted)
      {"t":200,"event":"popup.tapped","popup":7,"action":"no"}
      {"t":300,"event":"popup.tapped","popup":7,"action":"yes"}
      {"event":"popup.submitted","popup":8,"name":"next","after":{"event":"popup.tapped","popup":7,"action":"yes"},"delay":50}
      """)
    let run = Played(scenario, ShowAtOnce())
    #expect(run.story(.popupSubmitted) == ["100 popup.submitted #7", "350 popup.submitted #8"])
    #expect(run.all(.popupSubmitted).last?.cause == run.all(.popupTapped).last?.sequence)
  }

  @Test func nthAndEveryOccurrence() throws {
    let lines = """
      {"poptrace":1}
      {"t":0,"event":"scroll.began"}
      {"t":100,"event":"scroll.began"}
      {"t":200,"event":"scroll.began"}

      """
    let second = #"{"event":"idle","after":{"event":"scroll.began","nth":2},"delay":10}"#
    let all = #"{"event":"idle","after":{"event":"scroll.began","every":true},"delay":10}"#
    #expect(Played(try session(lines + second), ShowAtOnce()).story(.idle) == ["110 idle"])
    #expect(Played(try session(lines + all), ShowAtOnce()).story(.idle) == ["10 idle", "110 idle", "210 idle"])
  }

  @Test func anchorCountsFromTheSubmissionOfItsOwnPopup() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"scroll.began"}
      \(submitted)
      {"t":500,"event":"scroll.began"}
      {"event":"popup.withdrawn","popup":7,"after":{"event":"scroll.began"},"delay":10}
      """)
    #expect(Played(scenario, ShowAtOnce()).story(.popupWithdrawn) == ["510 popup.withdrawn #7"])
  }

  @Test func aLineAnchoredOnADecisionWithoutDelayIsTakenInTheSameTurn() throws {
    var policy = OneSlot()
    policy.callsBack = true
    let scenario = try session(
      """
      {"poptrace":1}
      \(submitted)
      {"t":200,"event":"popup.submitted","popup":8,"name":"waiting"}
      {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":1000}
      {"event":"popup.submitted","popup":9,"name":"follow-up","after":{"event":"callback","popup":7,"name":"closed"}}
      """)
    var lifo = policy
    lifo.isLastInFirstOut = true
    let run = Played(scenario, lifo)
    // The follow-up competes with who waits: taken last, it is first out here.
    #expect(run.story(.popupShown) == ["100 popup.shown #7", "1100 popup.shown #9"])
    let followUp = try #require(run.all(.popupSubmitted).last)
    #expect(run.recording.log.events[Int(followUp.cause)].kind == .callback)
    expectIdentity(record(scenario, lifo), lifo)
    #expect(Played(scenario, policy).story(.popupShown) == ["100 popup.shown #7", "1100 popup.shown #8"])
  }

  @Test func aLineAnchoredOnAStimulusIsATurnOfItsOwn() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":350,"event":"page.did-appear","page":1}
      {"event":"popup.submitted","popup":7,"name":"welcome","after":{"event":"page.did-appear","page":1}}
      {"t":350,"event":"popup.submitted","popup":8,"name":"other"}
      """)
    let run = Played(scenario, OneSlot())
    // Line 3 comes before line 4, both at 350.
    #expect(run.story(.popupShown) == ["350 popup.shown #7"])
    #expect(run.all(.popupSubmitted).first?.cause == run.all(.pageDidAppear).first?.sequence)
    expectIdentity(record(scenario, OneSlot()), OneSlot())
  }

  @Test func animationsFinishAfterTheirDeclaredLengths() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":250,"hideMs":200}
      {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":1000}
      {"t":120,"event":"popup.submitted","popup":8,"name":"b"}
      """)
    let run = Played(scenario, OneSlot())
    #expect(run.story(.animationFinished) == ["350 animation.finished #7", "1300 animation.finished #7"])
    #expect(run.story(.popupShown) == ["100 popup.shown #7", "1300 popup.shown #8"])
    let causes = run.all(.animationFinished).map { run.recording.log.events[Int($0.cause)].kind }
    #expect(causes == [.popupShown, .popupHidden])
  }

  @Test func hidingCancelsARunningEntryAnimation() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":250}
      {"t":200,"event":"popup.dismissed","popup":7,"by":"button"}
      """)
    #expect(Played(scenario, OneSlot()).story(.animationFinished).isEmpty)
  }

  @Test func anAnimationWrittenByHandStandsInPlaceOfTheGeneratedOne() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":250}
      {"event":"animation.finished","popup":7,"phase":"show","generation":1,"after":{"event":"popup.shown","popup":7},"delay":900}
      """)
    #expect(Played(scenario, OneSlot()).story(.animationFinished) == ["1000 animation.finished #7"])
    let lost = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","showMs":250}
      {"t":200,"event":"animation.lost","popup":7,"phase":"show"}
      """)
    #expect(Played(lost, OneSlot()).story(.animationFinished, .animationLost) == ["200 animation.lost #7"])
  }

  @Test func aLostViewHasNoExitAnimation() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","hideMs":250}
      {"t":200,"event":"popup.view-lost","popup":7}
      """)
    #expect(Played(scenario, OneSlot()).story(.animationFinished).isEmpty)
  }

  @Test func anActOnAPopupThatWasNeverShownIsUnreached() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"popup.submitted","popup":1,"name":"first"}
      \(submitted)
      {"t":200,"event":"popup.dismissed","popup":7,"by":"swipe"}
      """)
    let run = Played(scenario, OneSlot())
    #expect(run.story(.popupDismissed).isEmpty)
    #expect(run.coverage.unreached == 1)
    #expect(run.notes.map(\.kind) == [.unreached])
  }

  @Test func timedActsGetTheirPresentationAsCause() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      \(submitted)
      {"t":400,"event":"popup.dismissed","popup":7,"by":"button"}
      {"t":450,"event":"popup.dismissed","popup":7,"by":"button"}
      """)
    let run = Played(scenario, ShowAtOnce())
    let causes = run.all(.popupDismissed).map { run.recording.log.events[Int($0.cause)].kind }
    #expect(causes == [.popupShown, .popupHidden])
    expectIdentity(record(scenario, ShowAtOnce()), ShowAtOnce())
  }

  @Test func twoActsAtOneTimeAreNotTakenForReentrantOnes() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      \(submitted)
      {"t":300,"event":"popup.submitted","popup":8,"name":"b"}
      {"t":400,"event":"popup.dismissed","popup":7,"by":"button"}
      {"t":400,"event":"popup.dismissed","popup":7,"by":"button"}
      """)
    let run = Played(scenario, OneSlot())
    #expect(run.all(.popupDismissed).map(\.cause) == [1, -1])
    expectIdentity(record(scenario, OneSlot()), OneSlot())
  }

  @Test func nothingIsAssumedUnlessAskedFor() throws {
    let scenario = try session("{\"poptrace\":1}\n\(submitted)")
    let run = Played(scenario, ShowAtOnce())
    #expect(run.story == ["100 popup.submitted #7", "100 popup.shown #7"])
    #expect(run.firstAssumption == nil)
    #expect(run.end == Ticks(100))
    var options = ReplayOptions()
    options.assumedDwell = Ticks(700)
    let assumed = Played(scenario, ShowAtOnce(), options)
    #expect(assumed.story(.popupDismissed) == ["800 popup.dismissed #7"])
    #expect(assumed.coverage.assumed == 1)
  }

  @Test func contentIsAssumedOnlyWhenAskedFor() throws {
    var policy = OneSlot()
    policy.requestsContent = true
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","content":"async"}
      """)
    #expect(Played(scenario, policy).story(.popupShown).isEmpty)
    var options = ReplayOptions()
    options.assumedContent = Ticks(250)
    #expect(Played(scenario, policy, options).story(.popupShown) == ["350 popup.shown #7"])
  }

  @Test func endsWhenNothingIsOutstandingTimersIncluded() throws {
    var policy = OneSlot()
    policy.setsTimers = true
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","autoDismiss":4000,"hideMs":200}
      """)
    let run = Played(scenario, policy)
    #expect(run.end == Ticks(4300))
    #expect(run.all(.timerFired).count == 1)
  }

  @Test func aSchedulerThatPollsForEverIsStopped() throws {
    let scenario = try session("{\"poptrace\":1}\n\(submitted)")
    let run = Played(scenario, Polling())
    #expect(run.count(.endless) == 1)
    #expect(run.all(.timerFired).count < 1_000)
  }

  @Test func linesThatBringThemselvesAboutAreStopped() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      \(submitted)
      {"event":"popup.updated","popup":7,"state":"x","after":{"event":"callback","every":true}}
      """)
    let run = Played(scenario, CallsBackOnUpdates())
    #expect(run.failure?.code == .tooLarge)
    #expect(run.failure?.message.contains("--limit turns-at-one-instant=NUMBER") == true)
    #expect(run.standstill == nil, "it is the scenario's doing, not the policy's")
    #expect(run.all(.popupUpdated).count < 11_000)
  }

  @Test func aPopupWhoseSubmissionNeverCameIsUnreachedInEveryWay() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      \(submitted)
      {"event":"popup.submitted","popup":8,"name":"b","after":{"event":"popup.tapped","popup":7}}
      {"t":900,"event":"popup.withdrawn","popup":8}
      """)
    let run = Played(scenario, ShowAtOnce())
    #expect(run.coverage.unreached == 2)
    #expect(run.story(.popupWithdrawn).isEmpty)
  }

  @Test func scenesHaveSchedulersOfTheirOwn() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"popup.submitted","popup":1,"name":"a"}
      {"t":0,"event":"popup.submitted","popup":2,"name":"b","scene":1}
      {"t":0,"event":"popup.submitted","popup":3,"name":"c"}
      """)
    let run = Played(scenario, OneSlot())
    #expect(run.story(.popupShown) == ["0 popup.shown #1", "0 popup.shown #2"])
    expectIdentity(record(scenario, OneSlot()), OneSlot())
  }
}

/// Sets a timer again and again.
private struct Polling: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    _ = turn.setTimer(at: turn.now + Ticks(100), for: .none, .poll)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

/// Calls back for every submission and update.
private struct CallsBackOnUpdates: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    turn.callBack(turn.catalog.names.intern("changed"), stimulus.popup)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}
