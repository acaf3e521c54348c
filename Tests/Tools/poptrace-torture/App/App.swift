import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling

/// An app that does what apps do with popups and pages, call after call, through the facade and a recording.
@MainActor
final class App {
  let recording: TraceStore
  let log: SideLog
  let scheduler: PopupScheduler<Card>
  private let screen = AppScreen()
  private let habits: Habits
  private let witness: Witness
  private var random: SeededRandom
  private var pages: [(page: PopupPage, owner: ViewController)] = []
  private var pageCount = 0
  private var isScrolling = false
  private var isSuspended = false
  private var isPaused = false
  private var recordedPath = ""
  private var waiting: [Task<Void, Never>] = []

  /// What not every app does.
  struct Habits: Codable, Sendable {
    /// Whether it waits for how its popups end, in tasks that need the main actor.
    var awaits = false
    /// Whether it records from its launch on.
    var startsRecording = true
    /// Whether it pauses its recording, and begins it, at any time.
    var pauses = false
  }

  /// Launches: begins a session, and opens the first page.
  init(
    _ recording: TraceStore, _ log: SideLog, seed: UInt64, _ habits: Habits = Habits(),
    clock: some PopupClock = ContinuousPopupClock()
  ) {
    self.recording = recording
    self.log = log
    self.habits = habits
    random = SeededRandom(seed: seed)
    witness = Witness(log, session: log[.sessions])
    PopupMistakes.stopDebugBuilds = false
    scheduler = PopupScheduler(
      recording: recording, startsRecording: habits.startsRecording,
      policy: WitnessedPolicy(StandardPolicy(.v6), witness), named: "v6",
      configuration: PolicyConfiguration.v6.text, clock: WitnessedClock(log: log, inner: clock))
    scheduler.presenter = screen
    recordedPath = scheduler.recording?.path ?? ""
    isPaused = !habits.startsRecording
    witness.session = isPaused ? log.beginPause() : log.beginSession(Self.name(of: recordedPath))
    (screen.popups, screen.log) = (scheduler, log)
    openPage()
  }

  private static func name(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return String(name.dropLast(name.isEmpty ? 0 : TraceRecording.traceExtension.count))
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
    if habits.pauses { pauseOrGoOn() }
    if !screen.owed.isEmpty, random.percent(60) { payBack() } else { act() }
    log.acknowledge()
    noteRecording()
  }

  /// Gives up its session: another one begins in its place.
  func end() {
    scheduler.endRecording()
    witness.isOver = true
    for task in waiting { task.cancel() }
  }

  private func pauseOrGoOn() {
    if isPaused {
      if random.percent(10) { scheduler.startRecording() }
    } else if random.percent(1), log[.sessions] + 2 <= SideLog.sessionLimit {
      scheduler.pauseRecording()
      isPaused = true
      witness.session = log.beginPause()
    }
    noteRecording()
  }

  /// Takes note of a recording that has begun, now or in one of the last turns.
  private func noteRecording() {
    guard isPaused, scheduler.isRecording, let path = scheduler.recording?.path, path != recordedPath else { return }
    (isPaused, recordedPath) = (false, path)
    witness.session = log.beginSession(Self.name(of: path), isLater: true)
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
    case ..<93: change { scheduler.withdraw($0) }
    case ..<94: if waiting.isEmpty { submit() } else { waiting.removeFirst().cancel() }
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
    let name = "Offer \(random.whole(0...19))"
    var request = PopupRequest(
      name, kind: random.one(of: [.alert, .sheet, .campaign, .message, .guide]), level: Int32(random.whole(0...9)),
      content: Card(name))
    if random.percent(30) { request.pages = ["Page\(random.whole(0...4))ViewController"] }
    request.keepAlive = random.percent(30)
    request.readiness = random.percent(20) ? .async : .ready
    if random.percent(40) { request.showMilliseconds = 3 }
    if random.percent(40) { request.hideMilliseconds = 3 }
    if random.percent(20) { request.autoDismissAfterMilliseconds = Int64(random.whole(5...200)) }
    if random.percent(20) { request.expiresAfterMilliseconds = Int64(random.whole(20...2000)) }
    if random.percent(10) { request.chain = "tour \(random.whole(0...2))" }
    if random.percent(10) { request.key = "key \(random.whole(0...4))" }
    if habits.awaits, random.percent(30) {
      present(request, followsUp: random.percent(50))
    } else {
      screen.submitted(scheduler.submit(request), request)
    }
  }

  private func present(_ request: PopupRequest<Card>, followsUp: Bool) {
    if waiting.count > 20 { waiting.removeFirst() }
    waiting.append(
      Task { [weak self] in
        guard let answer = await self?.scheduler.present(request), let self else { return }
        screen.check(answer)
        if followsUp {
          scheduler.perform(after: answer) { scheduler.submit(PopupRequest("Next", content: Card("Next"))) }
        }
        log.acknowledge()
      })
  }

  private func tap(_ popup: PopupID) {
    screen.tapped(popup, "open")
    scheduler.perform("open", of: popup) {
      openPage()
      submit()
    }
    log.acknowledge()
    scheduler.dismiss(popup, by: .button)
  }

  private func openPage() {
    let owner = ViewController.one(pageCount)
    let page = scheduler.load(owner, presentation: pageCount % 3 == 2 ? .sheet : .full)
    pageCount += 1
    let below = pages.last?.page
    below?.willDisappear()
    page.willAppear()
    below?.didDisappear()
    page.didAppear()
    pages.append((page, owner))
    log.acknowledge()
  }

  private func closePage() {
    guard pages.count > 1, let below = pages.dropLast().last?.page, let page = pages.last?.page else { return }
    page.willDisappear()
    below.willAppear()
    page.didDisappear()
    // By hand, or because its object is gone.
    if random.percent(50) { page.removed() }
    pages.removeLast()
    below.didAppear()
  }
}
