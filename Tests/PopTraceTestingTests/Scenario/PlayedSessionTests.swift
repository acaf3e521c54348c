import PopAudit
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

@Suite("A session that is played")
struct PlayedSessionTests {
  @Test("A scenario has a story, findings and a recording under each policy")
  func story() throws {
    let scenario = try Session(jsonLines: ExpectNoRegressionsTests.scenario)
    let queued = PlayedSession(scenario, StandardPolicy(.v1))
    #expect(
      queued.story(.popupShown, .popupHidden) == [
        "500 popup.shown #1", "2500 popup.hidden #1", "2500 popup.shown #2", "4500 popup.hidden #2",
      ])
    #expect(queued.findings.isEmpty && queued.standstill == nil)
    let crowded = PlayedSession(scenario, StandardPolicy(.v0))
    #expect(crowded.findings.map(\.rule) == [.overlap])
    let recording = queued.recording(policy: "v1")
    #expect(recording.header.policy == "v1" && recording.isFinished && !recording.isScenario)
  }

  @Test("A text without a session, or with two, is refused")
  func texts() {
    #expect(throws: TraceError.self) { try Session(jsonLines: "") }
    let header = "{\"poptrace\":1}\n"
    #expect(throws: TraceError.self) { try Session(jsonLines: header + header) }
  }
}
