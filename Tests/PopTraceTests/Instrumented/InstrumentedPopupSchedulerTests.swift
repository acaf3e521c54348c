import PopTrace
import PopupScheduling
import Synchronization
import Testing

/// An app that shows nothing and answers nothing.
@MainActor
private final class BlindApp: PopupPresenter {
  func show(_ popup: PopupID, _ request: PopupRequest, on page: PageID, generation: Int32) {}
  func hide(_ popup: PopupID, because reason: Reason, generation: Int32) {}
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

/// A file in memory.
private final class MemoryFile: Sendable {
  private let bytes = Synchronization.Mutex<[UInt8]>([])
  func append(_ more: [UInt8]) { bytes.withLock { $0 += more } }
  var content: [UInt8] { bytes.withLock { $0 } }
}

@MainActor
@Suite("An app's scheduler that records")
struct InstrumentedPopupSchedulerTests {
  @Test("What happened is in the trace, with its causes and the policy's configuration, over several chunks")
  func recording() async throws {
    let file = MemoryFile()
    let app = BlindApp()
    var options = TraceRecorder.Options()
    options.eventsPerChunk = 64
    let scheduler = InstrumentedPopupScheduler(
      presenter: app, session: "s-1", app: "Shop", clock: TickingClock(), options: options
    ) { result in
      if case .success(let bytes) = result { file.append(bytes) }
    }
    let home = scheduler.loadPage(PageDescription("HomeViewController"))
    scheduler.pageWillAppear(home)
    scheduler.pageDidAppear(home)
    for number in 1...60 {
      let popup = scheduler.submit(PopupRequest("P\(number)"))
      scheduler.dismiss(popup, by: .button)
      // A chunk that is full is sealed beside; give it the chance to be before the next one is.
      for _ in 0..<20 { await Task.yield() }
    }
    await scheduler.endRecording()

    var reader = try TraceReader(file.content)
    var session = Session()
    #expect(try reader.next(&session))
    #expect(session.header.session == "s-1")
    #expect(session.header.policy == "v6")
    #expect(try PolicyConfiguration(text: session.header.configuration) == .v6)
    #expect(session.isFinished)
    #expect(scheduler.observer.recorder.losses == TraceRecorder.Losses())
    #expect(session.events.count(where: { $0.kind == .popupShown }) == 60)
    let dismissals = session.events.filter { $0.kind == .popupDismissed }
    #expect(dismissals.count == 60)
    for dismissal in dismissals {
      let cause = session.events[Int(dismissal.cause)]
      #expect(cause.kind == .popupShown && cause.popup == dismissal.popup)
    }
    #expect(session.gaps.isEmpty)
  }

  @Test("The header says that re-entrant stimuli are marked, and a change of nothing is none")
  func marks() async throws {
    let file = MemoryFile()
    let scheduler = InstrumentedPopupScheduler(presenter: BlindApp(), clock: TickingClock()) { result in
      if case .success(let bytes) = result { file.append(bytes) }
    }
    let popup = scheduler.submit(PopupRequest("P"))
    scheduler.change(popup)
    scheduler.change(popup, level: 2)
    await scheduler.endRecording()
    var reader = try TraceReader(file.content)
    var session = Session()
    #expect(try reader.next(&session))
    #expect(session.header.marksReentrantStimuli)
    #expect(session.events.count { $0.kind == .popupChanged } == 1)
    #expect(scheduler.observer.recorder.losses.refused == 0)
  }
}
