import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling

/// An app that does what apps do with popups and pages, call after call, through the facade and a recording.
@MainActor
final class App {
  let recording: TraceStore
  let log: SideLog
  let scheduler: PopupScheduler<Void>
  private let screen = AppScreen()
  private var random: SeededRandom
  private var pages: [PageID] = []
  private var pageCount = 0
  private var isScrolling = false
  private var isSuspended = false

  /// Launches: begins a session, and opens the first page.
  init(
    _ recording: TraceStore, _ log: SideLog, seed: UInt64, clock: some PopupClock = ContinuousPopupClock()
  ) {
    self.recording = recording
    self.log = log
    random = SeededRandom(seed: seed)
    let witness = Witness(log, session: log[.sessions])
    PopupMistakes.stopDebugBuilds = false
    scheduler = PopupScheduler(
      recording: recording, policy: WitnessedPolicy(StandardPolicy(.v6), witness), named: "v6",
      configuration: PolicyConfiguration.v6.text, presenter: screen, clock: WitnessedClock(log: log, inner: clock))
    let path = scheduler.recording?.path ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    _ = log.beginSession(String(name.dropLast(name.isEmpty ? 0 : TraceRecording.traceExtension.count)))
    screen.popups = scheduler
    openPage()
  }

  /// Whether the session is being recorded.
  var isRecorded: Bool { scheduler.recording != nil }

  /// Does things until so many events have come of them.
  func live(events: Int) {
    let end = log[.noted] + events
    while log[.noted] < end, log.hasRoom { step() }
  }

  /// Does one thing more.
  func step() {
    if !screen.owed.isEmpty, random.percent(60) { payBack() } else { act() }
    log.acknowledge()
  }

  private func payBack() {
    switch screen.owed.removeFirst() {
    case .animation(let popup, let phase, let generation):
      scheduler.animationFinished(popup, phase, generation: generation)
    case .content(let popup):
      if random.percent(10) { scheduler.contentFailed(popup) } else { scheduler.contentLoaded(popup) }
    }
  }

  private func act() {
    switch random.whole(0...99) {
    case ..<32: submit()
    case ..<52: if let popup = screen.up.first { scheduler.dismiss(popup, by: .button) } else { submit() }
    case ..<60: if let popup = screen.up.first { tap(popup) } else { submit() }
    case ..<66: if pages.count < 6 { openPage() } else { closePage() }
    case ..<73: closePage()
    case ..<76:
      if isScrolling { scheduler.scrollEnded() } else { scheduler.scrollBegan() }
      isScrolling.toggle()
    case ..<78:
      scheduler.editBegan(responder: "search")
      log.acknowledge()
      scheduler.editEnded()
    case ..<80:
      scheduler.enteredBackground()
      log.acknowledge()
      scheduler.enteredForeground()
    case ..<82:
      scheduler.signedOut()
      log.acknowledge()
      scheduler.signedIn(user: "user \(random.whole(0...3))")
    case ..<85: change { scheduler.change($0, level: Int32(random.whole(0...9))) }
    case ..<88: change { scheduler.setCondition(of: $0, holds: random.percent(70)) }
    case ..<91: change { scheduler.update($0, state: "state \(random.whole(0...9))") }
    case ..<94: change { scheduler.withdraw($0) }
    case ..<96:
      if isSuspended { scheduler.resume(.campaign) } else { scheduler.suspend(.campaign) }
      isSuspended.toggle()
    case ..<98: if screen.open.count > 30 { scheduler.clear() } else { scheduler.becameIdle() }
    default: scheduler.backPressed()
    }
  }

  private func change(_ body: (PopupID) -> Void) {
    if screen.open.isEmpty { submit() } else { body(random.one(of: screen.open)) }
  }

  private func submit() {
    var request = PopupRequest(
      "Offer \(random.whole(0...19))", kind: random.one(of: [.alert, .sheet, .campaign, .message, .guide]),
      level: Int32(random.whole(0...9)))
    if random.percent(30) { request.pages = ["Page\(random.whole(0...4))ViewController"] }
    request.keepAlive = random.percent(30)
    request.readiness = random.percent(20) ? .async : .ready
    if random.percent(40) { request.showMilliseconds = 3 }
    if random.percent(40) { request.hideMilliseconds = 3 }
    if random.percent(20) { request.autoDismissAfterMilliseconds = Int64(random.whole(5...200)) }
    if random.percent(20) { request.expiresAfterMilliseconds = Int64(random.whole(20...2000)) }
    if random.percent(10) { request.chain = "tour \(random.whole(0...2))" }
    if random.percent(10) { request.key = "key \(random.whole(0...4))" }
    screen.submitted(scheduler.submit(request), request)
  }

  private func tap(_ popup: PopupID) {
    scheduler.perform("open", of: popup) {
      openPage()
      submit()
    }
    log.acknowledge()
    scheduler.dismiss(popup, by: .button)
  }

  private func openPage() {
    let page = scheduler.loadPage(
      PageDescription(
        "Page\(pageCount % 5)ViewController", "UIViewController", presentation: pageCount % 3 == 2 ? .sheet : .full))
    pageCount += 1
    if let below = pages.last { scheduler.pageWillDisappear(below) }
    scheduler.pageWillAppear(page)
    if let below = pages.last { scheduler.pageDidDisappear(below) }
    scheduler.pageDidAppear(page)
    pages.append(page)
    log.acknowledge()
  }

  private func closePage() {
    guard pages.count > 1, let page = pages.popLast(), let below = pages.last else { return }
    scheduler.pageWillDisappear(page)
    scheduler.pageWillAppear(below)
    scheduler.pageDidDisappear(page)
    scheduler.pageRemoved(page)
    scheduler.pageDidAppear(below)
  }
}
