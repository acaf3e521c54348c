import PopupScheduling
import Testing

@testable import PopAudit

/// What is kept up to date event by event, against a walk over everybody.
@Suite struct EligibilityTests {
  @Test func digest() {
    var all: [UInt64] = []
    var counts: [Rule: Int] = [:]
    for seed in 0..<400 as Range<UInt64> {
      let session = RandomSession(seed: seed)
      var auditor = Auditor()
      auditor.begin(catalog: session.catalog)
      for event in session.events { auditor.take(event) }
      auditor.end(at: (session.events.last?.time ?? .zero) + Ticks(5000), isFinished: true)
      var hash: UInt64 = 1_469_598_103_934_665_603
      for finding in auditor.findings {
        counts[finding.rule, default: 0] += 1
        for word in "\(finding.rule.id) \(finding.popup) \(finding.other) \(finding.page) \(finding.time) \(finding.witness)".utf8
        { hash = (hash ^ UInt64(word)) &* 1_099_511_628_211 }
      }
      all.append(hash)
    }
    print("DIGEST", all.map { String($0, radix: 16) }.joined(separator: " "))
    print("COUNTS", counts.map { "\($0.key.id)=\($0.value)" }.sorted())
  }
}
