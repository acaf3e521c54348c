import PopAudit
import PopupScheduling
import Testing

@Suite struct CallbackTests {
  @Test func whatWasOmittedBeforeTheFirstCallIsFoundInOrderOfTime() {
    let text =
      "0 popup.submitted 1\n5 popup.withdrawn 1\n5 popup.dropped 1 withdrawn\n9 popup.submitted 2\n9 popup.shown 2\n"
    let more = text + "9 callback 2 callback=shown\n"
    let findings = EventScript(more).findings().filter { $0.rule == .callback }
    #expect(findings.map(\.time.rawValue) == [5])
    let all = EventScript("2 popup.submitted 9\n3 popup.submitted 9\n" + more).findings().map(\.time.rawValue)
    #expect(all == all.sorted())
    #expect(all.count > 1)
  }
}
