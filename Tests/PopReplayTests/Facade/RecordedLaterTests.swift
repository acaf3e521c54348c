import Foundation
import PopReplay
import PopSimulation
import PopSystem
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing
import Trials

/// Recordings that begin after launch, and go on after a pause: each is a session of its own that gives itself back (Recording, *Consent*).
@MainActor
struct RecordedLaterTests {
  /// The sessions that an app's recording leaves in a folder, the oldest first.
  private func sessions(_ body: (TraceStore) throws -> PopupScheduler<Void>) async throws -> [Session] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "later-\(UUID().uuidString)").path()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var limits = RecordingLimits()
    limits.sharesFiles = false
    let store = TraceStore(directory: folder, limits: limits)
    let scheduler = try body(store)
    scheduler.endRecording()
    await scheduler.recording?.untilOver()
    #expect(store.problem == nil)
    // Of those that began in one second, each goes on where another one ended.
    return try store.pending().map(\.path).map { path in
      var reader = try TraceReader([UInt8](try Data(contentsOf: URL(filePath: path))))
      var session = Session()
      #expect(try reader.next(&session))
      return session
    }.sorted { ($0.events.last?.time ?? .zero) < ($1.events.last?.time ?? .zero) }
  }

  /// Goes on after a pause: as soon as another thread has read what was recorded before it.
  private func resume(_ popups: PopupScheduler<Void>) {
    while !popups.isRecording {
      popups.startRecording()
      usleep(1000)
    }
  }

  /// Has a popup shown and, a second later, dismissed.
  private func show(_ name: String, on popups: PopupScheduler<Void>, _ clock: VirtualClock) {
    let popup = popups.submit(PopupRequest(name, kind: .campaign))
    clock.advance(by: 1000)
    popups.dismiss(popup, by: .button)
    clock.advance(by: 1000)
  }

  private func open(_ name: String, on popups: PopupScheduler<Void>) -> PageID {
    let page = popups.loadPage(PageDescription(name))
    popups.pageWillAppear(page)
    popups.pageDidAppear(page)
    return page
  }

  @Test func whatIsThereAtTheBeginningIsThePrefix() async throws {
    let (app, clock) = (ShowsNothing(), VirtualClock())
    let found = try await sessions { store in
      let popups = PopupScheduler(recording: store, startsRecording: false, presenter: app, clock: clock)
      let home = open("Home", on: popups)
      popups.signedIn(user: "ada")
      let early = popups.submit(PopupRequest("Before", kind: .campaign))
      clock.advance(by: 1000)
      popups.dismiss(early, by: .button)
      clock.advance(by: 5000)
      #expect(!popups.isRecording && popups.recording == nil)
      popups.pageWillDisappear(home)
      let detail = open("Detail", on: popups)
      popups.pageDidDisappear(home)
      popups.startRecording()
      #expect(popups.isRecording)
      let sale = popups.submit(PopupRequest("Sale"))
      clock.advance(by: 1000)
      popups.dismiss(sale, by: .button)
      popups.pageRemoved(detail)
      clock.advance(by: 1000)
      return popups
    }
    let session = try #require(found.first)
    #expect(found.count == 1 && session.isFinished && session.gaps.isEmpty && session.header.prefixEvents > 0)
    #expect(identityIssue(session, StandardPolicy(.v6)) == nil)
    // Both pages and the user are in it, and the popup that was over is not.
    let names = session.events.filter { $0.kind == .popupSubmitted }.map {
      session.catalog.names.text(session.catalog.spec($0.spec).name)
    }
    #expect(names == ["Sale"])
    let pages = Set(
      session.events.filter { $0.kind.isAboutPage }.map {
        session.catalog.names.text(session.catalog.className(of: $0.page))
      })
    #expect(pages.contains("Detail") && session.events.contains { $0.kind == .appSignedIn })
  }

  @Test func aPopupThatIsUpAtTheBeginningIsInIt() async throws {
    let (app, clock) = (ShowsNothing(), VirtualClock())
    let session = try #require(
      try await sessions { store in
        let popups = PopupScheduler(recording: store, startsRecording: false, presenter: app, clock: clock)
        _ = open("Home", on: popups)
        clock.advance(by: 1000)
        let up = popups.submit(PopupRequest("Up"))
        clock.advance(by: 1000)
        popups.startRecording()
        clock.advance(by: 1000)
        popups.dismiss(up, by: .button)
        clock.advance(by: 1000)
        return popups
      }.first)
    #expect(identityIssue(session, StandardPolicy(.v6)) == nil)
    #expect(session.events.contains { $0.kind == .popupShown } && session.events.contains { $0.kind == .popupHidden })
  }

  @Test func aPauseMakesTwoSessions() async throws {
    let (app, clock) = (ShowsNothing(), VirtualClock())
    let found = try await sessions { store in
      let popups = PopupScheduler(recording: store, presenter: app, clock: clock)
      _ = open("Home", on: popups)
      show("First", on: popups, clock)
      popups.pauseRecording()
      show("Secret", on: popups, clock)
      _ = open("Detail", on: popups)
      clock.advance(by: 1000)
      resume(popups)
      show("Last", on: popups, clock)
      return popups
    }
    #expect(found.count == 2)
    for session in found { #expect(identityIssue(session, StandardPolicy(.v6)) == nil && session.isFinished) }
    #expect(found.map { $0.events.count { $0.kind == .popupSubmitted } } == [1, 1])
  }

  @Test func whatCountedBeforeOnePauseCountsAfterTheNext() async throws {
    let (app, clock) = (ShowsNothing(), VirtualClock())
    let found = try await sessions { store in
      let popups = PopupScheduler(recording: store, presenter: app, clock: clock)
      let home = open("Home", on: popups)
      show("First", on: popups, clock)
      var page = home
      for round in 0..<3 {
        // Something is between the events that count, and behind them.
        show("Early \(round)", on: popups, clock)
        popups.pageWillDisappear(page)
        let next = open("Page \(round)", on: popups)
        popups.pageDidDisappear(page)
        page = next
        show("Late \(round)", on: popups, clock)
        popups.pauseRecording()
        show("Secret", on: popups, clock)
        resume(popups)
        show("Recorded \(round)", on: popups, clock)
      }
      return popups
    }
    #expect(found.count == 4)
    for (number, session) in found.enumerated() {
      #expect(identityIssue(session, StandardPolicy(.v6)) == nil)
      #expect(session.gaps.isEmpty && session.isFinished)
      // How the first page was loaded, appeared and disappeared, and the same of each other one but for the last.
      #expect(session.header.prefixEvents == (number == 0 ? 0 : 5 * number + 3))
      let names = session.events.filter { $0.kind == .popupSubmitted }.map {
        session.catalog.names.text(session.catalog.spec($0.spec).name)
      }
      // Nothing of a pause, for nothing was open at its end.
      let between = number < 3 ? ["Early \(number)", "Late \(number)"] : []
      #expect(names == [number == 0 ? "First" : "Recorded \(number - 1)"] + between)
    }
  }

  @Test func aPauseMayFollowRightBehindAnother() async throws {
    let (app, clock) = (ShowsNothing(), VirtualClock())
    let found = try await sessions { store in
      let popups = PopupScheduler(recording: store, startsRecording: false, presenter: app, clock: clock)
      let home = open("Home", on: popups)
      show("Before", on: popups, clock)
      for _ in 0..<3 {
        resume(popups)
        popups.pauseRecording()
      }
      show("Secret", on: popups, clock)
      resume(popups)
      show("Last", on: popups, clock)
      popups.pageWillDisappear(home)
      return popups
    }
    #expect(found.count == 4)
    for session in found {
      #expect(identityIssue(session, StandardPolicy(.v6)) == nil && session.gaps.isEmpty)
      #expect(session.header.prefixEvents == 3)
    }
    #expect(found.map { $0.events.count { $0.kind == .popupSubmitted } } == [0, 0, 0, 1])
  }

  @Test func whatIsSaidOfAPopupThatWasOverBeforeIsUnderstood() async throws {
    let (app, clock) = (ShowsNothing(), VirtualClock())
    let session = try #require(
      try await sessions { store in
        let popups = PopupScheduler(recording: store, startsRecording: false, presenter: app, clock: clock)
        _ = open("Home", on: popups)
        let over = popups.submit(PopupRequest("Over"))
        clock.advance(by: 1000)
        popups.dismiss(over, by: .button)
        clock.advance(by: 1000)
        popups.startRecording()
        popups.dismiss(over, by: .swipe)
        popups.update(over, state: "late")
        popups.perform("late", of: over) { _ = popups.submit(PopupRequest("After")) }
        popups.withdraw(over)
        clock.advance(by: 1000)
        return popups
      }.first)
    #expect(identityIssue(session, StandardPolicy(.v6)) == nil)
    #expect(session.gaps.isEmpty && session.events.count { $0.kind == .popupSubmitted } == 1)
    #expect(session.events.contains { $0.kind == .popupWithdrawn })
  }

  @Test func whatWaitsGoesOnWaitingThroughAllPauses() async throws {
    let (app, clock) = (ShowsNothing(), VirtualClock())
    let found = try await sessions { store in
      let popups = PopupScheduler(recording: store, presenter: app, clock: clock)
      var home = open("Home", on: popups)
      popups.signedIn(user: "ada")
      var waiting = PopupRequest("Waiting", kind: .campaign)
      waiting.pages = ["Page 2"]
      waiting.expiresAfterMilliseconds = 3_600_000
      popups.submit(waiting)
      for round in 0..<3 {
        clock.advance(by: 500)
        popups.pauseRecording()
        let secret = popups.submit(PopupRequest("Secret"))
        clock.advance(by: 1000)
        popups.dismiss(secret, by: .button)
        clock.advance(by: 1000)
        resume(popups)
        popups.pageWillDisappear(home)
        let next = open("Page \(round)", on: popups)
        popups.pageDidDisappear(home)
        home = next
        clock.advance(by: 500)
      }
      for popup in popups.visiblePopups { popups.dismiss(popup, by: .button) }
      clock.advance(by: 500)
      return popups
    }
    #expect(found.count == 4)
    var shown = 0
    for session in found {
      #expect(identityIssue(session, StandardPolicy(.v6)) == nil && session.gaps.isEmpty)
      let waiting = session.events.filter {
        $0.kind == .popupSubmitted && session.catalog.names.text(session.catalog.spec($0.spec).name) == "Waiting"
      }
      #expect(waiting.count == 1 && session.events.contains { $0.kind == .appSignedIn })
      shown += session.events.count { $0.kind == .popupShown && $0.popup == waiting.first?.popup }
    }
    // Its page comes at the end of the last one.
    #expect(shown == 1)
  }

  /// Called while a decision is being carried out, each takes effect when the turn is over.
  @Test func noTurnIsCut() async throws {
    let (app, clock) = (RecordsWhatIsUp(), VirtualClock())
    let found = try await sessions { store in
      let popups = PopupScheduler(recording: store, startsRecording: false, presenter: app, clock: clock)
      app.popups = popups
      _ = open("Home", on: popups)
      for number in 0..<3 {
        let popup = popups.submit(PopupRequest("Popup \(number)", kind: .campaign))
        resume(popups)
        clock.advance(by: 1000)
        popups.perform("open", of: popup) {}
        popups.dismiss(popup, by: .button)
        #expect(!popups.isRecording)
        clock.advance(by: 1000)
      }
      app.popups = nil
      return popups
    }
    #expect(found.count == 3)
    for session in found {
      #expect(identityIssue(session, StandardPolicy(.v6)) == nil && session.gaps.isEmpty && session.isFinished)
      #expect(session.events.count { $0.kind == .popupShown } == 1)
      // What is decided behind the end of the popup, in the same turn, is there.
      let end = try #require(session.events.lastIndex { $0.kind == .popupHidden })
      #expect(session.events[end...].count { $0.kind == .callback } > 0)
    }
  }

  /// Consent that is withdrawn stays so, whatever else is called in the same turn.
  @Test func anEndIsNotTakenBackInItsTurn() async throws {
    let (app, clock) = (RecordsWhatIsUp(), VirtualClock())
    let found = try await sessions { store in
      let popups = PopupScheduler(recording: store, presenter: app, clock: clock)
      (app.popups, app.ends) = (popups, true)
      _ = open("Home", on: popups)
      show("Sale", on: popups, clock)
      #expect(!popups.isRecording)
      popups.startRecording()
      show("Secret", on: popups, clock)
      return popups
    }
    #expect(found.count == 1)
    #expect(found.first?.events.count { $0.kind == .popupSubmitted } == 1)
  }

  /// Whatever an app does, and whenever it begins, pauses and goes on.
  @Test func whateverItDoes() async throws {
    let seed: UInt64 = 4711
    print("seed \(seed)")
    var (begun, later) = (0, 0)
    for number in 0..<trials(few: 12) {
      var random = SeededRandom(seed: seed, part: UInt64(number))
      let clock = VirtualClock()
      let app = RestlessApp(seed: seed, part: UInt64(number), clock: clock, schedulers: [SchedulerID()])
      let found = try await sessions { store in
        let popups = PopupScheduler(
          recording: store, startsRecording: random.percent(30), presenter: app, clock: clock)
        app.scheduler = popups
        while app.budget > 0 {
          app.step()
          if random.percent(5) { if random.percent(50) { popups.startRecording() } else { resume(popups) } }
          if random.percent(3) { popups.pauseRecording() }
        }
        clock.advance(by: 5000)
        return popups
      }
      for session in found {
        (begun, later) = (begun + 1, later + (session.header.prefixEvents > 0 ? 1 : 0))
        #expect(session.skippedEvents == 0 && session.gaps.isEmpty, "seed \(seed), \(number)")
        #expect(identityIssue(session, StandardPolicy(.v6)) == nil, "seed \(seed), \(number)")
      }
    }
    #expect(begun > 5 && later > 0, "\(begun), \(later)")
  }
}

/// An app that shows nothing.
@MainActor
private final class ShowsNothing: PopupPresenter {
  func show(_ popup: Presented<Void>) {}
  func hide(_ popup: Presented<Void>, because reason: Reason) {}
}

/// An app that records as long as a popup is up.
@MainActor
private final class RecordsWhatIsUp: PopupPresenter {
  weak var popups: PopupScheduler<Void>?
  func show(_ popup: Presented<Void>) { popups?.startRecording() }
  /// Whether it ends its recording, and thinks better of it at once.
  var ends = false
  func hide(_ popup: Presented<Void>, because reason: Reason) {
    guard ends else { return popups?.pauseRecording() ?? () }
    popups?.endRecording()
    popups?.startRecording()
  }
}
