import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling
import Testing

/// Whatever an app calls back at whatever moment, its recording gives itself back (semantics A3, B8).
@MainActor
struct RestlessAppTests {
  private static let seed: UInt64 = 20_261_122

  @Test func whateverAnAppDoesItsRecordingComesBack() throws {
    var events = 0
    var reentrant = 0
    var failed = 0
    for number in 0..<3000 {
      let session = RestlessSession(seed: Self.seed, number: number)
      let recording = session.recording
      events += recording.log.events.count
      reentrant += recording.log.events.count { $0.flags.contains(.reentrant) }
      let issue = identityIssue(recording, StandardPolicy(session.configuration))
      if let issue { 
        failed += 1
        Issue.record("seed \(Self.seed), session \(number) (\(recording.header.policy), \(recording.log.events.count) events): \(issue)")
        if failed > 5 { return }
      }
      #expect(session.mostOutstanding <= 1, "seed \(Self.seed), session \(number)")
      #expect(recording.header.refusedEvents == Int64(session.refusedCalls), "seed \(Self.seed), session \(number)")
    }
    #expect(events > 300_000)
    #expect(reentrant > 30_000)
  }
}
