import PopReplay
import PopSimulation
import PopSystem
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing
import Trials

/// Whatever an app calls back at whatever moment, its recording gives itself back (TimeAndTurns, *Re-entrant stimuli*, CausalReplay,
/// *Identity*).
@MainActor
struct RestlessAppTests {
  private static let seed: UInt64 = 20_261_122
  private static let sessions = 10 * trials(few: 40)

  @Test func whateverAnAppDoesItsRecordingComesBack() {
    var counts = [EventKind: Int]()
    var given: Set<String> = []
    var events = 0
    var reentrant = 0
    for number in 0..<Self.sessions {
      let session = RestlessSession(seed: Self.seed, number: number)
      let name = "seed \(Self.seed), session \(number)"
      let recording = session.recording
      events += recording.log.events.count
      reentrant += recording.log.events.count { $0.flags.contains(.reentrant) }
      for event in recording.log.events { counts[event.kind, default: 0] += 1 }
      for spec in recording.catalog.specs {
        for (attribute, value) in zip(PopupSpec.attributes, spec.values) where value != attribute.usual {
          given.insert(attribute.name)
        }
      }
      if let issue = identityIssue(recording, StandardPolicy(session.configuration)) {
        Issue.record("\(name): \(issue)")
        return
      }
      #expect(recording.log.events.map(\.sequence) == Array(0..<Int32(recording.log.events.count)), "\(name)")
      #expect(session.mostOutstanding <= 1, "\(name)")
      #expect(recording.header.refusedEvents == Int64(session.refusedCalls), "\(name)")
    }
    // It did all there is to do, often enough, and much of it in the middle of a turn.
    #expect(events > 50 * Self.sessions)
    #expect(reentrant > 8 * Self.sessions)
    for kind in EventKind.allCases where !Self.unheardOf.contains(kind) {
      #expect(counts[kind, default: 0] >= 2, "\(kind)")
    }
    for attribute in PopupSpec.attributes { #expect(given.contains(attribute.name), "\(attribute.name)") }
  }

  /// What a standard policy has no words for.
  private static let unheardOf: Set<EventKind> = [
    .fault, .observingBegan, .observingEnded,
  ]

  @Test func itComesBackFromAFileAndFromTextAsWell() throws {
    for number in 0..<trials(few: 30) {
      let name: Comment = "seed \(Self.seed), session \(number)"
      let session = RestlessSession(seed: Self.seed &+ 1, number: number)
      let policy = StandardPolicy(session.configuration)
      var writer = TraceWriter()
      try writer.append(session.recording)
      var reader = try TraceReader(writer.finish())
      var read = Session()
      #expect(try reader.next(&read), name)
      #expect(read.log.events.count == session.recording.log.events.count, name)
      #expect(identityIssue(read, policy) == nil, name)
      var text: [UInt8] = []
      JSONLines.write(session.recording, into: &text)
      let sessions = try JSONLines.sessions(in: text)
      #expect(sessions.count == 1 && identityIssue(sessions[0], policy) == nil, name)
    }
  }

  @Test func cutAnywhereItIsAPrefixOfItsReplay() {
    for number in 0..<trials(few: 30) {
      let session = RestlessSession(seed: Self.seed &+ 2, number: number)
      var random = SeededRandom(seed: Self.seed, part: UInt64(number))
      for _ in 0..<3 where !session.recording.log.events.isEmpty {
        var cut = session.recording
        cut.header.ended = nil
        let count = random.whole(0...cut.log.events.count - 1)
        cut.log.events.removeSubrange(count...)
        let issue = identityIssue(cut, StandardPolicy(session.configuration))
        #expect(issue == nil, "seed \(Self.seed &+ 2), session \(number), cut after \(count)")
      }
    }
  }
}
