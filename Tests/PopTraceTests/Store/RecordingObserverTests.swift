import Foundation
import PopTrace
import PopupScheduling
import Testing

/// An app that shows nothing and answers nothing.
@MainActor
private final class BlindApp: PopupPresenter {
  func show(_ popup: Presented<Void>) {}
  func hide(_ popup: Presented<Void>, because reason: Reason) {}
}

/// A clock that ticks once whenever it is looked at.
@MainActor
private final class TickingClock: PopupClock {
  let tick = TickLength.millisecond
  private var looks: Int64 = 0
  var now: Ticks {
    looks += 1
    return Ticks(looks)
  }
  func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void) -> PopupAlarm { PopupAlarm {} }
}

@MainActor
@Suite("An app's scheduler that records")
struct RecordingObserverTests {
  private let app = BlindApp()
  let folder = TemporaryFolder()

  private func scheduler(
    _ header: SessionHeader = SessionHeader(), halfBytes: Int = 1
  ) throws -> PopupScheduler<Void> {
    var options = RecorderOptions()
    options.journalHalfBytes = halfBytes
    let recording = TraceStore(directory: folder.path, header: header, options: options)
    return PopupScheduler(recording: recording, presenter: app, clock: TickingClock())
  }

  private func trace(of scheduler: PopupScheduler<Void>) async throws -> Session {
    let found = scheduler.recording
    let recording = try #require(found)
    await recording.untilOver()
    return try sessions(in: try folder.bytes(recording.path))[0]
  }

  @Test("What happened is in the trace, with its causes and the policy's configuration, over several chunks")
  func recording() async throws {
    var header = SessionHeader()
    header.session = "s-1"
    header.app = "Shop"
    // One half has no room for all of it, and both together have: nothing is lost, however late a full half is sealed.
    let scheduler = try scheduler(header, halfBytes: 128 * 1024)
    let home = scheduler.loadPage(PageDescription("HomeViewController"))
    scheduler.pageWillAppear(home)
    scheduler.pageDidAppear(home)
    for number in 1...300 {
      let popup = scheduler.submit(PopupRequest("P\(number % 20)"))
      scheduler.dismiss(popup, by: .button)
    }
    scheduler.endRecording()
    let session = try await trace(of: scheduler)
    let path = try #require(scheduler.recording?.path)
    #expect(TraceInfo(try folder.bytes(path)).chunks.count > 1)
    #expect(session.header.session == "s-1")
    #expect(session.header.policy == "v6")
    #expect(try PolicyConfiguration(text: session.header.configuration) == .v6)
    #expect(session.isFinished)
    let losses = scheduler.recording?.losses
    #expect(losses == TraceLosses())
    #expect(session.events.count(where: { $0.kind == .popupShown }) == 300)
    let dismissals = session.events.filter { $0.kind == .popupDismissed }
    #expect(dismissals.count == 300)
    for dismissal in dismissals {
      let cause = session.events[Int(dismissal.cause)]
      #expect(cause.kind == .popupShown && cause.popup == dismissal.popup)
    }
    #expect(session.gaps.isEmpty)
  }

  @Test("The header says that re-entrant stimuli are marked, and a change of nothing is none")
  func marks() async throws {
    let scheduler = try scheduler()
    let popup = scheduler.submit(PopupRequest("P"))
    scheduler.change(popup)
    scheduler.change(popup, level: 2)
    scheduler.endRecording()
    let session = try await trace(of: scheduler)
    #expect(session.header.marksReentrantStimuli)
    #expect(session.events.count { $0.kind == .popupChanged } == 1)
    #expect(session.header.refusedEvents == 0)
  }

  @Test("What is submitted while a recording ends, or afterwards, does no harm to its trace; ending twice neither")
  func afterTheEnd() async throws {
    let scheduler = try scheduler()
    scheduler.submit(PopupRequest("before"))
    scheduler.endRecording()
    for _ in 0..<15 { scheduler.submit(PopupRequest("meanwhile")) }
    let session = try await trace(of: scheduler)
    scheduler.submit(PopupRequest("afterwards"))
    scheduler.endRecording()
    let late = (scheduler.observer as? RecordingObserver)?.eventsAfterEnd ?? 0
    #expect(late >= 16)
    let again = try await trace(of: scheduler)
    #expect(difference(session, again) == nil)
    #expect(session.isFinished && session.events.count { $0.kind == .popupSubmitted } == 1)
  }

  @Test("A scheduler whose recording cannot begin works without one, and it is said why")
  func withoutRoom() throws {
    // A file stands where the directory should be.
    try folder.remove()
    #expect(FileManager.default.createFile(atPath: folder.path, contents: nil))
    let recording = TraceStore(directory: folder.path)
    let scheduler = PopupScheduler(recording: recording, presenter: app, clock: TickingClock())
    let home = scheduler.loadPage(PageDescription("HomeViewController"))
    scheduler.pageWillAppear(home)
    scheduler.pageDidAppear(home)
    let popup = scheduler.submit(PopupRequest("P"))
    let (isUp, hasRecording) = (scheduler.isUp(popup), scheduler.recording != nil)
    #expect(isUp && !hasRecording)
    #expect(recording.problem != nil)
    scheduler.endRecording()
  }

  @Test("A scheduler can be looked into, as a failed expectation or a logger does")
  func reflection() throws {
    let scheduler = try scheduler()
    var text = ""
    dump(scheduler, to: &text)
    #expect(text.contains("PopupScheduler"))
    #expect(Mirror(reflecting: scheduler).children.count > 3)
  }
}
