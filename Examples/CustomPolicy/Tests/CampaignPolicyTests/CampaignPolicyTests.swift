import CampaignPolicy
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

extension CampaignPolicy: InitializablePolicy {}

/// The gate: what shipped is no worse than what was recorded, and is a policy at all.
struct CampaignPolicyTests {
  private let shipped = [KnownPolicy("campaigns-1") { CampaignPolicy() }]

  @Test func policyIsSound() throws {
    try expectNoRegressions(CampaignPolicy.self, on: "Traces", recordedWith: shipped)
  }

  /// Five minutes would cost a campaign that users saw: the gate says so, and lets it pass once somebody has accepted it.
  @Test func longerPeaceCostsACampaign() throws {
    let longer = CampaignPolicy(peaceMilliseconds: 300_000)
    let failure = #expect(throws: TraceExpectationFailure.self) {
      try expectNoRegressions(longer, on: "Traces", recordedWith: shipped)
    }
    let lost = try #require(failure?.report.regressions.first)
    #expect(failure?.report.regressions.count == 1 && lost.popup == "club card")
    var options = RegressionOptions()
    options.accepted = [lost.fingerprint]
    let report = try expectNoRegressions(longer, on: "Traces", recordedWith: shipped, options: options)
    #expect(report.judged == 2 && report.accepted == 1)
  }

  @Test func policyConforms() throws { try PolicyConformance().expect(CampaignPolicy()) }

  @Test func aCampaignSentAwayKeepsOthersAway() throws {
    let scenario = try Session(
      jsonLines: """
        {"poptrace":1}
        {"t":0,"event":"page.did-appear","page":1,"class":"HomePage"}
        {"t":1000,"event":"popup.submitted","popup":1,"name":"sale","kind":"campaign"}
        {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":500}
        {"t":60000,"event":"popup.submitted","popup":2,"name":"card","kind":"campaign"}
        {"t":70000,"event":"popup.submitted","popup":3,"name":"card","kind":"campaign"}
        """)
    let played = PlayedSession(scenario, CampaignPolicy())
    #expect(
      played.story(.popupShown, .popupDropped) == [
        "1000 popup.shown #1", "60000 popup.dropped #2", "70000 popup.shown #3",
      ])
  }

  /// The same in an app's own scheduler, whose recording then gives itself back.
  @Test @MainActor func anAppIsRecordedInMemory() throws {
    let presenter = SilentPresenter()
    let clock = VirtualClock()
    let scheduler = PopupScheduler(
      policy: CampaignPolicy(), presenter: presenter, observer: InMemoryRecorder(policy: "campaigns-1"), clock: clock)
    let home = scheduler.loadPage(PageDescription("HomePage"))
    scheduler.pageWillAppear(home)
    scheduler.pageDidAppear(home)
    let sale = scheduler.submit(PopupRequest("sale", kind: .campaign))
    clock.advance(by: 2000)
    scheduler.dismiss(sale, by: .button)
    scheduler.submit(PopupRequest("card", kind: .campaign))
    #expect(presenter.shown == ["sale"])
    let session = scheduler.recordedSession()
    #expect(PlayedSession(session, CampaignPolicy()).recording.events == session.events)
  }
}

@MainActor
private final class SilentPresenter: PopupPresenter {
  private(set) var shown: [String] = []
  func show(_ popup: Presented<Void>) {
    shown.append(popup.name)
  }
  func hide(_ popup: Presented<Void>, because reason: Reason) {}
}
