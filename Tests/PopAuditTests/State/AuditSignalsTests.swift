import PopupScheduling
import Testing

@testable import PopAudit

@Suite struct AuditSignalsTests {
  @Test func everyKindOfEventHasASignalAndThoseOfItsOwnAreDifferent() {
    var seen: AuditSignals = []
    for kind in EventKind.allCases {
      let signal = AuditSignals(kind)
      #expect(signal.rawValue.nonzeroBitCount == 1 && AuditSignals.events.contains(signal), "\(kind)")
      #expect(!seen.meets(signal), "\(kind)")
      seen.formUnion(signal)
    }
  }

  @Test func whatATurnChangedIsNoKindOfEvent() {
    let changes: AuditSignals = [.pageChanged, .slotChanged, .popupEnded, .turnEnd]
    #expect(changes.rawValue.nonzeroBitCount == 4 && !AuditSignals.events.meets(changes))
  }
}
