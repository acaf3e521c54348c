import PopAudit
import PopTrace
import PopupScheduling
import Testing

@testable import PopSimulation

extension WorldFlavour {
  /// The worlds in which users use an app as real users do.
  static var lifelike: [WorldFlavour] { allCases.filter { $0 != .adversarial } }
}

/// What the audit says of the last policy in simulated sessions.
@Suite("The last version, run live") struct AuditTests {
  private let seed: UInt64 = 7

  @Test("has no error and no warning in any lifelike session", arguments: WorldFlavour.lifelike)
  func isClean(flavour: WorldFlavour) {
    var auditor = Auditor()
    var shown = 0
    for number in 0..<150 {
      let script = ScriptMaker.script(seed: seed, session: number, flavour: flavour)
      let session = LiveWorld(policy: StandardPolicy(.v6)).run(script)
      auditor.begin(catalog: session.catalog, tick: session.header.tick)
      auditor.take(session.events[...])
      auditor.end(at: session.end, isFinished: session.isFinished)
      for finding in auditor.findings where !finding.rule.mayReportUnderV6 {
        Issue.record("seed \(seed), \(flavour) session \(number), \(finding.rule.id): \(finding.because)")
      }
      shown += session.events.count { $0.kind == .popupShown }
    }
    // Sessions in which nothing is shown would prove nothing.
    #expect(shown > 150)
  }
}
