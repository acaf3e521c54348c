import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// Which stimuli of a recording were taken in the middle of a turn (TimeAndTurns, *Re-entrant stimuli*).
struct ReentrantMarkTests {
  /// The withdrawal and the idling that follow the callback come in its own tick, but only the first inside it.
  private func recording(marks: Bool, isReentrant: Bool) throws -> Session {
    let mark = isReentrant ? ",\"reentrant\":true" : ""
    var recording = try session(
      """
      {"poptrace":1,"policy":"x","ended":900}
      {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
      {"t":100,"event":"callback","name":"first","popup":1,"cause":0}
      {"t":100,"event":"popup.withdrawn","popup":1,"cause":1}
      {"t":100,"event":"callback","name":"second","popup":1,"cause":\(isReentrant ? 0 : 2)}
      """.replacing(mark, with: ""))
    recording.header.marksReentrantStimuli = marks
    if isReentrant, marks { recording.log.events[2].flags.insert(.reentrant) }
    return recording
  }

  @Test func whereRecordingsMarkThemOnlyTheMarkCounts() throws {
    let recording = try recording(marks: true, isReentrant: false)
    for options in [ReplayOptions(), .playback] {
      let run = Played(recording, CallsTwice(), options)
      // A turn of its own: after everything that the submission brought.
      #expect(
        run.story == [
          "100 popup.submitted #1", "100 callback #1", "100 callback #1", "100 popup.withdrawn #1",
        ])
      #expect(run.all(.popupWithdrawn).allSatisfy { !$0.flags.contains(.reentrant) })
    }
  }

  @Test func whatIsMarkedIsHandedOverAndMarkedAgain() throws {
    let recording = try recording(marks: true, isReentrant: true)
    for options in [ReplayOptions(), .playback] {
      let run = Played(recording, CallsTwice(), options)
      #expect(
        run.story == [
          "100 popup.submitted #1", "100 callback #1", "100 popup.withdrawn #1", "100 callback #1",
        ])
      #expect(run.all(.popupWithdrawn).allSatisfy { $0.flags.contains(.reentrant) })
    }
  }

  @Test func whereRecordingsDoNotCauseAndTimeTell() throws {
    let recording = try recording(marks: false, isReentrant: false)
    let run = Played(recording, CallsTwice())
    #expect(
      run.story == ["100 popup.submitted #1", "100 callback #1", "100 popup.withdrawn #1", "100 callback #1"])
  }

  @Test func whatIsPlayedAsATurnOfItsOwnCarriesNoMark() throws {
    // The callback that it came in never comes under this policy; only playback at the recorded time brings it.
    let recording = try recording(marks: true, isReentrant: true)
    let run = Played(recording, Refusing(), .playback)
    #expect(run.story == ["100 popup.submitted #1", "100 popup.withdrawn #1"])
    #expect(run.all(.popupWithdrawn).allSatisfy { !$0.flags.contains(.reentrant) })
  }

  @Test func aRecordingThatMarksGivesItselfBack() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
      {"event":"popup.withdrawn","popup":1,"after":{"event":"callback","name":"first","popup":1}}
      {"t":900,"event":"idle"}
      """)
    var recording = record(scenario, CallsTwice())
    recording.header.marksReentrantStimuli = true
    #expect(recording.log.events.contains { $0.flags.contains(.reentrant) })
    expectIdentity(recording, CallsTwice())
    recording.header.marksReentrantStimuli = false
    expectIdentity(recording, CallsTwice())
  }
}

/// Calls back twice for a submission, and lets what comes meanwhile happen in between.
private struct CallsTwice: SchedulingPolicy {
  static var takesReentrantStimuliInTheMiddle: Bool { true }

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .popupSubmitted else { return }
    let cause = turn.currentCause
    turn.callBack(turn.catalog.names.intern("first"), stimulus.popup)
    while let inner = turn.takeReentrant() { take(inner, &turn) }
    turn.resume(cause: cause)
    turn.callBack(turn.catalog.names.intern("second"), stimulus.popup)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}
