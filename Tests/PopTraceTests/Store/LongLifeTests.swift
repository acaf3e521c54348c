import CAllocations
import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

/// An app that shows what it is asked to, and whose animations end.
@MainActor
private final class ShortLivedApp: PopupPresenter {
  var popups: PopupScheduler<Void>?
  func show(_ popup: Presented<Void>) {
    popups?.animationFinished(popup.id, .show, generation: popup.generation)
  }
  func hide(_ popup: Presented<Void>, because reason: Reason) {
    popups?.animationFinished(popup.id, .hide, generation: popup.generation)
  }
  func requestContent(of popup: Presented<Void>) { popups?.contentLoaded(popup.id) }
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

/// Shows at once, hides at a dismissal, and never says that a popup is over.
private struct ShowAtOnce: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted: turn.show(stimulus.popup, on: .none, generation: 1)
    case .popupDismissed: turn.hide(stimulus.popup, .dismissed, generation: 1)
    default: break
    }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

@MainActor
@Suite(
  "What a long life keeps in memory",
  .enabled(if: poptrace_counts_allocations() != 0, "only glibc's allocations can be counted, and not under a sanitizer")
)
struct LongLifeTests {
  private static let popups = 20_000
  /// How many come before them: then all that is kept for what is different was there.
  private static let before = 6000

  /// The bytes that this thread keeps for each popup of many, one after another, once a few thousand have been.
  private func bytesKept(_ body: (Int) throws -> Void) rethrows -> Double {
    for number in 0..<Self.before { try body(number) }
    let before = poptrace_kept_bytes()
    for number in Self.before..<Self.before + Self.popups { try body(number) }
    return Double(poptrace_kept_bytes() - before) / Double(Self.popups)
  }

  /// Lives of all sorts, one after another.
  private func bytesKept(
    by scheduler: PopupScheduler<Void>, _ app: ShortLivedApp, scenes: Int = 1, withOldOnes: Bool = false
  ) -> Double {
    app.popups = scheduler
    defer { app.popups = nil }
    let pages = (0..<scenes).map { scheduler.loadPage(PageDescription("Home", scene: UInt16($0))) }
    for page in pages {
      scheduler.pageWillAppear(page)
      scheduler.pageDidAppear(page)
    }
    if withOldOnes {
      var old = PopupRequest("For another page", kind: .campaign)
      old.pages = ["Settings"]
      old.expiresAfterMilliseconds = 1 << 40
      scheduler.submit(old)
    }
    return bytesKept { number in
      var request = PopupRequest("Offer \(number % 10)", kind: .campaign, level: Int32(number % 3))
      request.scene = UInt16(number % scenes)
      request.readiness = number % 4 == 1 ? .async : .ready
      request.expiresAfterMilliseconds = number % 3 == 1 ? 86_400_000 : nil
      request.autoDismissAfterMilliseconds = 60_000
      request.showMilliseconds = 200
      request.hideMilliseconds = number % 2 == 1 ? 200 : nil
      request.keepAlive = number % 5 == 1
      request.key = "key \(number % 9)"
      request.chain = number % 7 == 1 ? "chain" : nil
      request.condition = number % 6 != 1
      let popup = scheduler.submit(request)
      scheduler.setCondition(of: popup, holds: true)
      scheduler.change(popup, level: Int32(number % 4))
      scheduler.update(popup, state: "page \(number % 5)")
      scheduler.perform("open", of: popup) {}
      if number % 11 == 1 { scheduler.withdraw(popup) } else { scheduler.dismiss(popup, by: .button) }
      scheduler.dismiss(popup, by: .code)
    }
  }

  private func observer() throws -> RecordingObserver { RecordingObserver(try TraceRecorder(header: SessionHeader())) }

  @Test("Less than a byte a popup, whether its life is recorded or not")
  func ownPolicy() throws {
    let app = ShortLivedApp()
    let plain = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: app, clock: TickingClock())
    #expect(bytesKept(by: plain, app) < 1)
    let recorded = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: app, observer: try observer(), clock: TickingClock())
    #expect(bytesKept(by: recorded, app) < 1)
    #expect(plain.visiblePopups.isEmpty && recorded.visiblePopups.isEmpty && recorded.keptRequests == 0)
  }

  @Test("Nor does a policy that never says that a popup is over")
  func silentPolicy() throws {
    let app = ShortLivedApp()
    let scheduler = PopupScheduler(
      policy: ShowAtOnce(), presenter: app, observer: try observer(), clock: TickingClock())
    #expect(bytesKept(by: scheduler, app) < 1)
    #expect(scheduler.keptRequests == 0)
  }

  @Test("Few bytes where a popup with a timer is as old as the session, and where several scenes have to be told apart")
  func oldOnes() throws {
    let app = ShortLivedApp()
    let scheduler = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: app, clock: TickingClock(),
      schedulers: [SchedulerID(), SchedulerID(scene: 1)])
    #expect(bytesKept(by: scheduler, app, scenes: 2, withOldOnes: true) < 40)
  }

  @Test("The thread that seals keeps less than a byte a popup")
  func sealing() throws {
    let head = try RecorderOptions().head(of: SessionHeader())
    let memory = try JournalMemory.anonymous(head)
    var writer = JournalWriter(memory)
    var halves = JournalHalves(memory)
    var sealer = ChunkSealer(header: head.session, compression: .none)
    var catalog = Catalog()
    let spec = catalog.intern(PopupSpec(name: catalog.names.intern("Offer")))
    var (taken, chunks) = (0, 0)
    let kept = try bytesKept { number in
      let popup = catalog.popup(numbered: Int64(number))
      for kind in [EventKind.popupSubmitted, .popupShown, .popupHidden] {
        var event = Event(kind)
        event.popup = popup
        if kind == .popupSubmitted { event.spec = spec } else { event.generation = 1 }
        if kind == .popupHidden { event.reason = .auto }
        taken += writer.append(event, at: Ticks(Int64(number)), in: catalog) ? 1 : 0
      }
      guard let full = halves.full else { return }
      var records = try halves.records(in: full.byteCount)
      sealer.take(&records)
      chunks += try sealer.seal(isLast: false).isEmpty ? 0 : 1
      halves.release()
    }
    #expect(taken == 3 * (Self.popups + Self.before) && chunks > 10)
    #expect(kept < 1)
  }
}
