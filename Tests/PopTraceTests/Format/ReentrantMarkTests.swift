import PopupScheduling
import Testing

@testable import PopTrace

/// Stimuli that were taken in the turn of another are marked, and the header says that they are (TimeAndTurns, *Re-entrant stimuli*).
@Suite struct ReentrantMarkTests {
  /// A session whose second submission is re-entrant.
  static func session(isMarked: Bool = true) -> Session {
    var session = TinySession.make()
    session.header.marksReentrantStimuli = true
    session.log.events[3].flags.insert(.reentrant)
    if !isMarked { session.header.marksReentrantStimuli = false }
    return session
  }

  private func text(_ session: Session) -> [UInt8] {
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    return text
  }

  @Test func marksComeBackFromBothForms() throws {
    let session = Self.session()
    let fromFile = try sessions(in: try file(of: [session]))[0]
    #expect(difference(session, fromFile) == nil)
    let fromText = try JSONLines.sessions(in: text(session))[0]
    #expect(fromText.header.marksReentrantStimuli)
    #expect(fromText.events.map { $0.flags.contains(.reentrant) } == [false, false, false, true, false])
    let lines = String(decoding: text(session), as: UTF8.self).split(separator: "\n")
    #expect(lines[0].contains(#""marks":["reentrant"]"#))
    #expect(lines[4].hasSuffix(#""cause":2,"reentrant":true}"#))
    #expect(text(fromFile) == text(session))
  }

  @Test func aMarkThatTheHeaderDoesNotAnnounceIsRefused() throws {
    let session = Self.session(isMarked: false)
    #expect(throws: TraceError.self) { try JSONLines.sessions(in: text(session)) }
    #expect(throws: TraceError.self) { try file(of: [session]) }
    var encoder = ChunkEncoder()
    var bases = SegmentBases()
    let piece = SegmentPiece(session: 0, events: 0..<5, isFirst: true, isLast: true)
    encoder.add(piece, of: session, SegmentMentions(piece, of: session, bases: bases), bases: &bases)
    var builder = TraceFileBuilder()
    builder.append(try encoder.finish(number: 0, .none))
    let bytes = builder.finish()
    let error = #expect(throws: TraceError.self) { try sessions(in: bytes) }
    #expect(error?.message.contains("re-entrant") == true)
  }

  @Test func aDecisionCannotBeReentrant() throws {
    var session = Self.session()
    session.log.events[4].flags.insert(.reentrant)
    #expect(throws: TraceError.self) { try file(of: [session]) }
    #expect(throws: TraceError.self) { try JSONLines.sessions(in: text(session)) }
  }

  @Test func anUnknownMarkIsRefusedWithTheNearestName() throws {
    let error = #expect(throws: TraceError.self) {
      try JSONLines.sessions(in: Array(#"{"poptrace":1,"marks":["reentrent"]}"#.utf8))
    }
    #expect(error?.message.contains("Did you mean \"reentrant\"?") == true)
  }

  /// Not every scheduler marks; a recording of one that does, under a header that does not say so, keeps the stimuli.
  @Test func aRecorderWithoutMarksInItsHeaderLeavesThemOut() throws {
    let session = Self.session(isMarked: false)
    var recorder = try TraceRecorder(header: session.header)
    let recording = recorder.recording
    for event in session.events { recorder.record(event, at: event.time, in: session.catalog) }
    recorder.end(at: Ticks(900))
    recording.waitUntilOver()
    #expect(recording.losses.refused == 0)
    #expect(difference(TinySession.make(), try sessions(in: recording.bytes)[0]) == nil)
  }

  @Test func aTurnMarksWhatItTakes() {
    /// Withdraws its popup as soon as it is shown.
    final class Hasty: SchedulerEnvironment {
      func carryOut(_ decision: Event, reentrant: inout [Event]) {
        guard decision.kind == .popupShown else { return }
        var event = Event(.popupWithdrawn)
        event.popup = decision.popup
        reentrant.append(event)
      }
    }
    var catalog = Catalog()
    var submission = Event(.popupSubmitted)
    submission.popup = catalog.popup(numbered: 1)
    submission.spec = catalog.intern(PopupSpec(name: catalog.names.intern("a")))
    // As it would stand in a recording in which it was re-entrant.
    submission.flags = .reentrant
    var scheduler = Scheduler(policy: StandardPolicy(.v1), catalog: catalog)
    scheduler.run(submission, at: Ticks(5), in: Hasty())
    let stimuli = scheduler.turn.log.events.filter(\.kind.isStimulus)
    #expect(stimuli.map(\.kind) == [.popupSubmitted, .popupWithdrawn])
    #expect(stimuli.map { $0.flags.contains(.reentrant) } == [false, true])
    #expect(scheduler.turn.log.events.allSatisfy { $0.kind.isStimulus || $0.flags.isDisjoint(with: .reentrant) })
  }
}
