import PopAudit
import PopReplay
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("The verdict in a sentence")
struct VerdictSentenceTests {
  @Test("tells what is new, what is over, what has risen and what is broken apart, and how to accept it")
  func apart() {
    #expect(
      VerdictSentence(SampleGate().report).text
        == "coupon fails the gate: 2 new findings, 1 finding accepted until a day that is over, 2 acceptances risen "
        + "beyond chance (leaving: coupon → zombie: accepted in 1 of 300 sessions, now in 4 of 4, …), in 4 of 4 sessions; "
        + "1 limit broken (wait-p95, max: 3000 ms); not judged: 1 unreadable input, 1 unreadable session, 1 session of an unknown policy. "
        + "To accept: poptrace bless --reason WHY")
  }

  @Test("gives no command where a limit alone is broken, for limits are not accepted")
  func limits() {
    var report = SampleGate().report
    report.findings = []
    report.gate?.baseline = nil
    #expect(VerdictSentence(report).text.hasPrefix("coupon fails the gate: 1 limit broken (wait-p95, max: 3000 ms)"))
    #expect(!VerdictSentence(report).text.contains("poptrace"))
  }
}
