import PopupScheduling
import Testing

@testable import PopAudit

@Suite struct AuditSignalsTests {
  @Test func everyKindOfEventHasASignalAndThoseOfItsOwnAreDifferent() {
    let others: AuditSignals = [.otherStimulus, .otherDecision]
    var seen = others
    #expect(others.rawValue.nonzeroBitCount == 2)
    for kind in EventKind.allCases {
      let signal = AuditSignals(kind)
      #expect(signal.rawValue.nonzeroBitCount == 1 && AuditSignals.events.contains(signal), "\(kind)")
      guard !others.contains(signal) else { continue }
      #expect(!seen.meets(signal), "\(kind)")
      seen.formUnion(signal)
    }
  }

  @Test func whatATurnChangedIsNoKindOfEvent() {
    let changes: AuditSignals = [.pageChanged, .slotChanged, .popupEnded, .turnEnd]
    #expect(changes.rawValue.nonzeroBitCount == 4 && !AuditSignals.events.meets(changes))
  }
}
