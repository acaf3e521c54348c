import PopAudit
import Testing

@Suite struct AppMisuseTests {
  @Test func itIsSaidAsTheAppsDoingAndOnlyThat() {
    let findings = EventScript("0 page.will-appear 1 class=Home\n5 page.did-appear 1\n9 page.did-appear 1").findings()
    #expect(
      findings.map(\.because) == [
        "the app says page.did-appear, which cannot be: page 1 (Home) appears, and is on screen"
      ])
    #expect(findings.map(\.rule) == [.appMisuse] && findings.map(\.rule.severity) == [.warning])
  }
}
