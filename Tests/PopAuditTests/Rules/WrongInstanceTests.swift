import PopAudit
import PopupScheduling
import Testing

@Suite struct WrongInstanceTests {
  @Test func whileNoPageIsCurrentThePageThatWillBeCounts() {
    let sideBySide =
      home + """
        1 page.will-appear 2 class=Side in=1
        2 page.did-appear 2
        3 page.will-appear 3 class=Side in=1
        4 page.did-appear 3
        10 popup.submitted 1 pages=Side
        10 popup.shown 1 page=3
        100 page.will-disappear 2
        100 popup.hidden 1 page-left
        """
    let script = EventScript(sideBySide)
    let finding = script.findings().first { $0.rule == .wrongInstance }
    #expect(finding.map { script.catalog.pageNumbers[$0.page.index] } == 3)
  }
}
