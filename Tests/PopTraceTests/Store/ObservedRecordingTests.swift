import Foundation
import PopTrace
import PopupScheduling
import Testing

@MainActor
private final class SteadyClock: PopupClock {
  let tick = TickLength.millisecond
  var now = Ticks.zero
  func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void) -> PopupAlarm { PopupAlarm {} }
}

@MainActor
@Suite("A scheduler of the app's own, recorded")
struct ObservedRecordingTests {
  private let clock = SteadyClock()
  private let folder = TemporaryFolder()

  private func trace(of observed: ObservedPopups) async throws -> Session {
    let found = observed.recording
    let recording = try #require(found)
    await recording.untilOver()
    return try sessions(in: try folder.bytes(recording.path))[0]
  }

  private func visit(_ observed: ObservedPopups, _ name: String) {
    let popup = observed.submitted(PopupRequest(name))
    clock.now = clock.now + Ticks(10)
    observed.shown(popup)
    clock.now = clock.now + Ticks(10)
    observed.dismissed(popup, by: .button)
    observed.hidden(popup, because: .auto)
  }

  @Test("It comes to a trace like any other, whose header says so")
  func recorded() async throws {
    let observed = ObservedPopups(
      recording: TraceStore(directory: folder.path), scheduler: "PopupManager 3", clock: clock)
    let home = observed.loadPage(PageDescription("Home"))
    observed.pageDidAppear(home)
    visit(observed, "sale")
    #expect(observed.isRecording)
    observed.endRecording()
    let session = try await trace(of: observed)
    #expect(session.header.isObserved && session.header.policy == "PopupManager 3" && !session.isScenario)
    #expect(session.header.configuration.isEmpty && session.header.refusedEvents == 0)
    #expect(
      session.events.map(\.kind) == [
        .pageLoaded, .pageDidAppear, .popupSubmitted, .popupShown, .popupDismissed, .popupHidden,
      ])
  }

  @Test("With consent later, it begins at a moment when nothing was open, and has what still counts")
  func later() async throws {
    let observed = ObservedPopups(
      recording: TraceStore(directory: folder.path), scheduler: "own", startsRecording: false, clock: clock)
    let home = observed.loadPage(PageDescription("Home"))
    observed.pageDidAppear(home)
    for number in 0..<5 { visit(observed, "before \(number)") }
    observed.startRecording()
    visit(observed, "after")
    observed.endRecording()
    let session = try await trace(of: observed)
    #expect(session.header.prefixEvents > 0)
    #expect(session.events.contains { $0.kind == .pageDidAppear })
    #expect(session.events.count { $0.kind == .popupShown } == session.events.count { $0.kind == .popupHidden })
  }
}
