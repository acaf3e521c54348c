import PopSimulation
import PopSystem
import PopTraceTesting
import PopupScheduling

/// An app that does, whatever it is asked, at any time, anything that it could.
@MainActor
final class RestlessApp: PopupPresenter {
  var random: SeededRandom
  /// How much it may still do.
  var budget: Int
  /// How likely it calls back while a decision is carried out, in percent.
  let temper: Int
  let scenes: [UInt16]
  let schedulers: [SchedulerID]
  let clock: VirtualClock
  weak var scheduler: PopupScheduler<Void>?
  var popups: [PopupID] = []
  var pages: [PageID] = []
  var generations: [PopupID: Int32] = [:]
  var depth = 0

  init(seed: UInt64, part: UInt64, clock: VirtualClock, schedulers: [SchedulerID]) {
    random = SeededRandom(seed: seed, part: part)
    // It asks for what there is not as well.
    PopupMistakes.stopDebugBuilds = false
    budget = random.whole(5...50) * random.one(of: [1, 1, 1, 4])
    temper = random.one(of: [5, 20, 50, 80])
    self.clock = clock
    self.schedulers = schedulers
    scenes = Array(Set(schedulers.map(\.scene))).sorted()
  }

  // MARK: What it is asked

  func show(_ popup: Presented<Void>) {
    generations[popup.id] = popup.generation
    react(to: popup.id)
  }
  func hide(_ popup: Presented<Void>, because reason: Reason) { react(to: popup.id) }
  func requestContent(of popup: Presented<Void>) { react(to: popup.id) }
  func cancelContent(of popup: Presented<Void>) { react(to: popup.id) }
  func closed(_ popup: Presented<Void>, because reason: Reason) { react(to: popup.id) }
  func setInputLocked(_ isLocked: Bool) { react(to: .none) }
  func setKeyboardFolded(_ isFolded: Bool, responder: String) { react(to: .none) }
  func setCovered(_ isCovered: Bool) { react(to: .none) }

  /// Calls back while a decision is being carried out: not at all, once, or several times.
  private func react(to popup: PopupID) {
    guard let scheduler else { return }
    // Whatever can be asked can be asked now.
    if random.percent(5) { _ = (scheduler.now, scheduler.visiblePopups, scheduler.isUp(popup), scheduler.refusedCalls) }
    guard budget > 0, random.percent(temper) else { return }
    for _ in 0..<random.whole(1...3) {
      if !popup.isNone, random.percent(40) { act(on: popup) } else { act() }
      if random.percent(3) { clock.slip(by: random.whole(0...20)) }
      if random.percent(2) { clock.advance(by: random.whole(0...300), lateness: random.whole(0...3)) }
    }
  }

  // MARK: What it does

  /// One step of the app's own life.
  func step() {
    if random.percent(60) {
      let length = random.one(of: [0, 1, 7, 50, 100, 333, 1000, 2500])
      clock.advance(by: length, lateness: random.percent(70) ? 0 : random.whole(0...9))
    }
    if random.percent(3) { clock.slip(by: random.whole(0...400)) }
    act()
  }

  /// Something is asked of whoever types on the first page there is, and answered: rare among everything else.
  func askWhileTyping() {
    guard let scheduler else { return }
    let line = schedulers[0]
    var description = PageDescription("Home", "UIViewController")
    description.scene = line.scene
    let home = scheduler.loadPage(description)
    pages.append(home)
    scheduler.pageWillAppear(home)
    scheduler.pageDidAppear(home)
    scheduler.editBegan(responder: "search", scene: line.scene)
    var request = PopupRequest("Discard?")
    request.scene = line.scene
    request.scheduler = line.scheduler
    let popup = scheduler.submit(request)
    popups.append(popup)
    scheduler.dismiss(popup, by: .button)
  }

  func act() {
    guard let scheduler, budget > 0 else { return }
    budget -= 1
    switch random.whole(0...99) {
    case 0..<24: popups.append(scheduler.submit(request()))
    case 24..<54: act(on: somePopup())
    case 54..<80: actOnPages()
    case 80..<83: scheduler.scrollBegan(scene: random.one(of: scenes))
    case 83..<86: scheduler.scrollEnded(scene: random.one(of: scenes))
    case 86..<88: scheduler.editBegan(responder: random.one(of: ["search", "name"]), scene: random.one(of: scenes))
    case 88..<90: scheduler.editEnded(scene: random.one(of: scenes))
    case 90: scheduler.enteredBackground()
    case 91..<94: scheduler.enteredForeground()
    case 94:
      scheduler.suspend(random.one(of: [nil, .alert, .campaign]), hides: random.percent(50), on: someScheduler())
    case 95: scheduler.resume(random.one(of: [nil, .alert, .campaign]), on: someScheduler())
    case 96: scheduler.clear(random.one(of: [nil, .alert, .hud]), on: someScheduler())
    case 97: if random.percent(50) { scheduler.signedOut() } else { scheduler.signedIn(user: someUser()) }
    case 98:
      switch random.whole(0...2) {
      case 0: scheduler.backPressed(scene: random.one(of: scenes))
      case 1: scheduler.foreignInputLockBegan(scene: random.one(of: scenes))
      default: scheduler.foreignInputLockEnded(scene: random.one(of: scenes))
      }
    default: scheduler.becameIdle(scene: random.one(of: scenes))
    }
  }

  func act(on popup: PopupID) {
    guard let scheduler, budget > 0 else { return }
    budget -= 1
    switch random.whole(0...99) {
    case 0..<25: scheduler.dismiss(popup, by: random.one(of: DismissalAct.allCases))
    case 25..<31: scheduler.withdraw(popup)
    case 31..<40: scheduler.change(popup, to: alteration())
    case 40..<46: scheduler.setCondition(of: popup, holds: random.percent(60))
    case 46..<50: scheduler.viewLost(popup)
    case 50..<53: scheduler.update(popup, state: random.one(of: ["busy", "done"]))
    case 53..<60: scheduler.contentLoaded(popup)
    case 60..<62: scheduler.contentFailed(popup)
    case 62..<78:
      let generation = generations[popup, default: 1] + Int32(random.one(of: [0, 0, 0, 0, -1, 1]))
      let phase = random.one(of: AnimationPhase.allCases)
      if random.percent(20) {
        scheduler.animationLost(popup, phase, generation: generation)
      } else {
        scheduler.animationFinished(popup, phase, generation: generation, completed: random.percent(80))
      }
    default:
      depth += 1
      defer { depth -= 1 }
      guard depth < 4 else { return }
      scheduler.perform(random.one(of: ["open", "next"]), of: popup) {
        for _ in 0..<random.whole(0...3) {
          if random.percent(40) { act(on: popup) } else { act() }
          if random.percent(10) { clock.advance(by: random.whole(0...50), lateness: 0) }
        }
      }
    }
  }

  private func actOnPages() {
    guard let scheduler else { return }
    if pages.isEmpty || random.percent(12) {
      var description = PageDescription(random.one(of: ["Home", "Detail", "Sheet"]), "UIViewController")
      description.scene = random.one(of: scenes)
      if random.percent(20), !pages.isEmpty { description.container = somePage() }
      description.presentation = random.one(of: [.full, .full, .sheet, .custom])
      pages.append(scheduler.loadPage(description))
    }
    let page = somePage()
    switch random.whole(0...9) {
    case 0...1:
      scheduler.pageWillAppear(page)
      scheduler.pageDidAppear(page)
    case 2...4:
      // A transition as UIKit has it, from one page to another, or a swipe that is cancelled.
      let other = somePage()
      scheduler.pageWillDisappear(other)
      scheduler.pageWillAppear(page)
      if random.percent(80) {
        scheduler.pageDidDisappear(other)
        scheduler.pageDidAppear(page)
      } else {
        scheduler.pageWillAppear(other)
        scheduler.pageDidDisappear(page)
        scheduler.pageDidAppear(other)
      }
    case 5: scheduler.pageWillAppear(page)
    case 6: scheduler.pageDidAppear(page)
    case 7: scheduler.pageWillDisappear(page)
    case 8: scheduler.pageDidDisappear(page)
    default: scheduler.pageRemoved(page)
    }
  }

  private func request() -> PopupRequest<Void> {
    var request = PopupRequest(
      random.one(of: ["Sale", "Update", "Rate", "Toast"]), kind: random.one(of: PopupKind.allCases),
      level: Int32(random.whole(-2...2)))
    if random.percent(30) { request.pages = [random.one(of: ["Home", "Detail", "UIViewController"])] }
    if random.percent(8), !pages.isEmpty { request.instance = somePage() }
    if random.percent(20) { request.matching = .exact }
    request.keepAlive = random.percent(40)
    if random.percent(20) { request.readiness = .async }
    if random.percent(10) { request.condition = false }
    if random.percent(30) { request.whenBarred = .drop }
    request.onHigher = random.one(of: [.stay, .requeue, .drop])
    if random.percent(15) { request.chain = random.one(of: ["tour", "offer"]) }
    if random.percent(15) { request.key = random.one(of: ["k1", "k2"]) }
    if random.percent(15) { request.expiresAfterMilliseconds = Int64(random.one(of: [-5, 0, 1, 100, 1000, .max])) }
    if random.percent(15) { request.autoDismissAfterMilliseconds = Int64(random.one(of: [-5, 0, 1, 100, 1000])) }
    if random.percent(40) { request.showMilliseconds = Int64(random.one(of: [-5, 0, 1, 250])) }
    if random.percent(40) { request.hideMilliseconds = Int64(random.one(of: [-5, 0, 1, 250])) }
    request.needsKeyboard = random.percent(5)
    if random.percent(15) { request.object = Int32(random.one(of: [-3, 0, 1, 1, Int(Int32.max)])) }
    if random.percent(10) { request.host = random.one(of: ["banner", "tab bar"]) }
    if random.percent(15) { request.dismissal = random.one(of: DismissalStyle.allCases) }
    request.next = random.percent(10)
    if random.percent(10) { request.user = someUser() }
    if random.percent(10), !pages.isEmpty { request.callerPage = somePage() }
    let line = someScheduler()
    request.scene = line.scene
    request.scheduler = line.scheduler
    return request
  }

  private func alteration() -> PopupAlteration {
    var alteration = PopupAlteration()
    if random.percent(40) { alteration.level = Int32(random.whole(-2...2)) }
    if random.percent(50) { alteration.pages = [random.one(of: ["Home", "Detail"])] }
    if random.percent(20) { alteration.expiresAfterMilliseconds = Int64(random.one(of: [-5, 0, 100, 3000])) }
    return alteration
  }

  /// Mostly one that is there; now and then one that never was.
  private func somePopup() -> PopupID {
    if popups.isEmpty || random.percent(2) { return PopupID(random.one(of: [-1, -7, 9999])) }
    // Rather a late one.
    return random.percent(60) ? popups[max(0, popups.count - random.whole(1...4))] : random.one(of: popups)
  }

  private func somePage() -> PageID {
    if pages.isEmpty || random.percent(2) { return PageID(random.one(of: [-1, -7, 9999])) }
    return random.one(of: pages)
  }

  private func someScheduler() -> SchedulerID {
    random.percent(2) ? SchedulerID(scene: 77, scheduler: 3) : random.one(of: schedulers)
  }

  private func someUser() -> String { random.one(of: ["u1", "u2"]) }
}
