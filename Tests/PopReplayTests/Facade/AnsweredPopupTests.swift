import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// What an app does with the answer of a popup is a reaction (CausalReplay, *Three sorts of stimuli*).
@MainActor
struct AnsweredPopupTests {
  private final class Screen: PopupPresenter {
    func show(_ popup: Presented<String>) {}
    func hide(_ popup: Presented<String>, because reason: Reason) {}
  }

  /// A recording of a popup that is dismissed 2 s after it was shown, and of one that follows from that after another 300 ms.
  private func recording() async throws -> Session {
    let (screen, clock) = (Screen(), VirtualClock())
    let recorder = InMemoryRecorder(.v6)
    let popups = PopupScheduler(policy: OneSlot(), presenter: screen, observer: recorder, clock: clock)
    clock.advance(by: 100)
    let waiting = Task { await popups.present(PopupRequest("Sale", content: "50 %")) }
    while popups.visiblePopups.isEmpty { await Task.yield() }
    clock.advance(by: 2000)
    popups.dismiss(try #require(popups.visiblePopups.first), by: .button)
    let answer = await waiting.value
    clock.advance(by: 300)
    await popups.perform(after: answer) {
      await Task.yield()
      popups.submit(PopupRequest("Thanks", content: "You are welcome"))
    }
    clock.advance(by: 5000)
    return popups.recordedSession()
  }

  @Test func whatFollowsFromAnAnswerMovesWithItsPopup() async throws {
    let recording = try await recording()
    expectIdentity(recording, OneSlot())
    var late = OneSlot()
    late.pause = 700
    let run = Played(recording, late)
    #expect(run.story(.popupDismissed) == ["2800 popup.dismissed #0"])
    #expect(run.story(.popupSubmitted) == ["100 popup.submitted #0", "3100 popup.submitted #1"])
    #expect(run.firstAssumption == nil)
  }

  @Test func nothingOfTheContentIsRecorded() async throws {
    let texts = try await recording().catalog.names.texts
    #expect(texts.contains("Sale") && !texts.contains { $0.contains("50") || $0.contains("welcome") })
  }

  /// The events of the same app, which waits for its popups or not.
  private func events(awaits: Bool) async throws -> [Event] {
    let (screen, clock) = (Screen(), VirtualClock())
    let popups = PopupScheduler(presenter: screen, observer: InMemoryRecorder(.v6), clock: clock)
    let home = popups.load(screen)
    home.willAppear()
    home.didAppear()
    var waiting: [Task<PopupAnswer, Never>] = []
    for number in 0..<3 {
      let request = PopupRequest("Offer \(number)", kind: .campaign, content: awaits ? "50 %" : "")
      if awaits { waiting.append(Task { await popups.present(request) }) } else { popups.submit(request) }
      await Task.yield()
      clock.advance(by: 100)
    }
    while let up = popups.visiblePopups.first {
      popups.perform("open", of: up) {}
      popups.dismiss(up, by: .button)
      clock.advance(by: 1000)
    }
    for task in waiting {
      let answer = await task.value
      #expect(answer.lastTap == "open" && answer.act == .button)
    }
    return popups.recordedSession().events
  }

  @Test func waitingAndContentChangeNothing() async throws {
    let events = try await events(awaits: true)
    #expect(events.count { $0.kind == .popupHidden } == 3)
    #expect(try await self.events(awaits: false) == events)
  }
}
