import PopDocument
import Testing

@testable import PopDocument
@testable import PopReport

@Suite("A rehearsal for people")
struct RehearsalTextTests {
  @Test("A corpus that is too small is no answer, and how large it should be is said")
  func small() {
    var report = RehearsalReport(policy: "v6", reference: "v5", nights: 10, seed: 1)
    (report.sessions, report.sessionsPerNight) = (19, 10)
    let text = report.text(style: .plain)
    #expect(text.contains("too small for an answer: 19 sessions were judged"))
    #expect(text.contains("nights that share none need 10 each"))
  }
}
