/// What an app asks of its popup scheduler and tells it, whichever policy decides and whatever observes.
///
/// ```swift
/// let popups: any PopupCoordinator =
///   isRecorded
///   ? InstrumentedPopupScheduler(presenter: presenter, store: store) : PopupScheduler(presenter: presenter)
/// popups.submit(PopupRequest("Spring sale", kind: .campaign))
/// ```
///
/// ``PopupScheduler`` conforms to it with any policy and any observer. A call about a popup, page or scene that is not known changes nothing
/// and is counted (``refusedCalls``). Scenes are those that the scheduler was made with; where none is said, it is scene 0.
@MainActor
public protocol PopupCoordinator: AnyObject, Sendable {
  // MARK: Looking

  var now: Ticks { get }
  /// What is on screen, in the order in which it came.
  var visiblePopups: [PopupID] { get }
  func isUp(_ popup: PopupID) -> Bool
  /// How many calls were refused because they were about a popup, a page or a scene that is not known, asked for more than can be recorded, or
  /// came from callbacks that bring each other about without end.
  var refusedCalls: Int { get }
  /// Whether there is no presenter any more, because it is held weakly and is gone. What would be shown is then lost at once: it ends with
  /// `view-lost` and is counted in ``unpresentedPopups``; requests for content fail.
  var presenterIsGone: Bool { get }
  /// How many popups were to be shown when there was no presenter to show them.
  var unpresentedPopups: Int { get }

  // MARK: Popups

  /// Asks for a popup to be shown when its turn comes.
  ///
  /// - Returns: The popup; ``Identifier/none`` where the request is refused, its `instance` or `callerPage` not being a page, its scene or
  ///   scheduler not one of those there are, or its `pages` more than 65,536.
  @discardableResult
  func submit(_ request: PopupRequest) -> PopupID
  /// Asks for a popup to be shown, from any thread: taken as soon as the main actor has time, all requests in the order in which they were made.
  @discardableResult
  nonisolated func enqueue(_ request: PopupRequest) -> PopupTicket
  /// Takes a popup back, wherever it is.
  func withdraw(_ popup: PopupID)
  func dismiss(_ popup: PopupID, by act: DismissalAct)
  /// A popup shows another state. Every different text is kept, here and in a recording: it should be one of a few.
  func update(_ popup: PopupID, state: String)
  /// A popup's condition holds from now on, or no longer.
  func setCondition(of popup: PopupID, holds: Bool)
  /// Alters a waiting popup; does nothing where the alteration is empty.
  func change(_ popup: PopupID, to alteration: PopupAlteration)
  /// Code other than the scheduler's presenter took a popup's view away.
  func viewLost(_ popup: PopupID)
  func contentLoaded(_ popup: PopupID)
  func contentFailed(_ popup: PopupID)
  /// An animation of a presentation is over, or was broken off; presentations are counted from 1.
  ///
  /// Where that presentation never was, the animation under way is taken for lost: it counts as over a second after it should have ended.
  func animationFinished(_ popup: PopupID, _ phase: AnimationPhase, generation: Int32, completed: Bool)
  /// The end of an animation will not be reported any more: its view was taken away under it, or its completion was dropped.
  func animationLost(_ popup: PopupID, _ phase: AnimationPhase, generation: Int32)

  /// Carries out what a tap on a popup asks for: what the app submits in `body`, and the page transition it begins there, is caused by the tap.
  /// Where the popup is not known, the tap is refused, and `body` runs all the same.
  @discardableResult
  func perform<Result>(_ action: String, of popup: PopupID, _ body: () throws -> Result) rethrows -> Result
  /// Carries out what a tap on a popup asks for and takes a while: all that `body` does until it returns is caused by the tap, before and after
  /// each `await`; what happens meanwhile elsewhere is not.
  @discardableResult
  func perform<Result: Sendable>(
    _ action: String, of popup: PopupID, _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result

  // MARK: Pages

  /// Makes a page known, before anything else is said of it.
  ///
  /// - Returns: The page; ``Identifier/none`` where its scene is not one of those there are, or its container no page.
  func loadPage(_ description: PageDescription) -> PageID
  func pageWillAppear(_ page: PageID)
  func pageDidAppear(_ page: PageID)
  func pageWillDisappear(_ page: PageID)
  func pageDidDisappear(_ page: PageID)
  /// A page left the stack for good.
  func pageRemoved(_ page: PageID)

  // MARK: The app

  func signedOut()
  func signedIn(user: String)
  func enteredBackground()
  /// The app is back in the foreground; timers that came due meanwhile fire now.
  func enteredForeground()
  func scrollBegan(scene: UInt16)
  func scrollEnded(scene: UInt16)
  func editBegan(responder: String, scene: UInt16)
  func editEnded(scene: UInt16)
  func backPressed(scene: UInt16)
  /// Code other than the scheduler began to have touches ignored.
  func foreignInputLockBegan(scene: UInt16)
  /// The other code that had touches ignored takes them again.
  func foreignInputLockEnded(scene: UInt16)
  func becameIdle(scene: UInt16)

  // MARK: The scheduler

  /// Nothing is to be shown by one of the schedulers until resumed as often as suspended; of a kind, or at all.
  func suspend(_ kind: PopupKind?, hides: Bool, on scheduler: SchedulerID)
  func resume(_ kind: PopupKind?, on scheduler: SchedulerID)
  /// Ends every popup of one of the schedulers; of a kind, or all.
  func clear(_ kind: PopupKind?, on scheduler: SchedulerID)
}

// Where little is said: in scene 0, and of all kinds.
extension PopupCoordinator {
  /// Alters a waiting popup; what is nil stays, and where all is, nothing happens.
  public func change(
    _ popup: PopupID, level: Int32? = nil, pages: [String]? = nil, expiresAfterMilliseconds: Int64? = nil
  ) {
    change(
      popup, to: PopupAlteration(level: level, pages: pages, expiresAfterMilliseconds: expiresAfterMilliseconds))
  }

  public func animationFinished(_ popup: PopupID, _ phase: AnimationPhase, generation: Int32) {
    animationFinished(popup, phase, generation: generation, completed: true)
  }

  /// The user began to scroll.
  public func scrollBegan() { scrollBegan(scene: 0) }
  /// The user stopped scrolling.
  public func scrollEnded() { scrollEnded(scene: 0) }
  /// The user began to type.
  public func editBegan(responder: String) { editBegan(responder: responder, scene: 0) }
  /// The user stopped typing.
  public func editEnded() { editEnded(scene: 0) }
  /// The user pressed back.
  public func backPressed() { backPressed(scene: 0) }
  /// Code other than the scheduler began to have touches ignored.
  public func foreignInputLockBegan() { foreignInputLockBegan(scene: 0) }
  /// The other code that had touches ignored takes them again.
  public func foreignInputLockEnded() { foreignInputLockEnded(scene: 0) }
  /// The run loop has nothing to do.
  public func becameIdle() { becameIdle(scene: 0) }

  /// Nothing of a kind, or nothing at all, is to be shown in a scene until resumed as often as suspended.
  public func suspend(_ kind: PopupKind? = nil, hides: Bool = false, scene: UInt16 = 0) {
    suspend(kind, hides: hides, on: SchedulerID(scene: scene))
  }
  /// Takes one suspension back.
  public func resume(_ kind: PopupKind? = nil, scene: UInt16 = 0) { resume(kind, on: SchedulerID(scene: scene)) }
  /// Ends every popup of a scene, or every one of a kind.
  public func clear(_ kind: PopupKind? = nil, scene: UInt16 = 0) { clear(kind, on: SchedulerID(scene: scene)) }
}

extension PopupScheduler: PopupCoordinator where Observer: ~Copyable {
  public var now: Ticks { min(max(clock.now, .zero), clock.tick.latest) }
  public var visiblePopups: [PopupID] { bridge.upPopups }
  public func isUp(_ popup: PopupID) -> Bool { bridge.upPopups.contains(popup) }
  public var presenterIsGone: Bool { presenter == nil }

  // MARK: Popups

  @discardableResult public func submit(_ request: PopupRequest) -> PopupID { take(request, as: number(request)) }

  /// No code of the app's runs meanwhile.
  private func number(_ request: PopupRequest) -> PopupID {
    guard schedulers.contains(request.schedulerID), !isEndless, (request.pages ?? []).count <= Names.mostMembers,
      [request.instance, request.callerPage].allSatisfy({ $0 == .none || bridge.knows($0) })
    else { return .none }
    return bridge.makePopup(request)
  }

  private func take(_ request: PopupRequest, as popup: PopupID) -> PopupID {
    if popup.isNone { refuse() } else { happen(.popupSubmitted, to: popup, .request(request)) }
    return popup
  }

  @discardableResult
  public nonisolated func enqueue(_ request: PopupRequest) -> PopupTicket {
    let ticket = PopupTicket(request, enqueued)
    enqueued.append(.submission(ticket))
    return ticket
  }

  func takeEnqueued() {
    for entry in enqueued.takeAll() {
      switch entry {
      case .submission(let ticket):
        guard let (popup, request) = ticket.redeem({ number($0) }) else { continue }
        _ = take(request, as: popup)
      case .withdrawal(let popup): withdraw(popup)
      }
    }
  }

  public func withdraw(_ popup: PopupID) { happen(.popupWithdrawn, to: popup) }
  public func dismiss(_ popup: PopupID, by act: DismissalAct) { happen(.popupDismissed, to: popup) { $0.act = act } }
  public func update(_ popup: PopupID, state: String) { happen(.popupUpdated, to: popup, .name(state)) }
  public func viewLost(_ popup: PopupID) { happen(.popupViewLost, to: popup) }
  public func contentLoaded(_ popup: PopupID) { happen(.contentLoaded, to: popup) }
  public func contentFailed(_ popup: PopupID) { happen(.contentFailed, to: popup) }

  public func setCondition(of popup: PopupID, holds: Bool) {
    happen(.popupCondition, to: popup) { if holds { $0.flags.insert(.holds) } }
  }

  public func change(_ popup: PopupID, to alteration: PopupAlteration) {
    guard bridge.knows(popup), (alteration.pages ?? []).count <= Names.mostMembers else { return refuse() }
    guard !alteration.isEmpty else { return }
    happen(.popupChanged, to: popup, .alteration(alteration))
  }

  public func animationFinished(_ popup: PopupID, _ phase: AnimationPhase, generation: Int32, completed: Bool) {
    guard generation > 0 else { return animationLost(popup, phase, generation: generation) }
    happen(.animationFinished, to: popup) {
      $0.phase = phase
      $0.generation = generation
      if !completed { $0.flags.insert(.incomplete) }
    }
  }

  public func animationLost(_ popup: PopupID, _ phase: AnimationPhase, generation: Int32) {
    if generation <= 0 { refuse() }
    // Of no presentation, as far as the app can tell: what animates now is taken for lost, or it would never come to an end.
    guard generation > 0 || bridge.knows(popup) else { return }
    happen(.animationLost, to: popup) {
      $0.phase = phase
      $0.generation = max(generation, 0)
    }
  }

  @discardableResult
  public func perform<Result>(_ action: String, of popup: PopupID, _ body: () throws -> Result) rethrows -> Result {
    let tap = happen(.popupTapped, to: popup, .name(action))
    let outer = self.action
    if tap >= 0 { self.action = tap }
    defer { self.action = outer }
    return try body()
  }

  @discardableResult
  public func perform<Result: Sendable>(
    _ action: String, of popup: PopupID, _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let context = CauseLedger.TapContext(of: bridge, happen(.popupTapped, to: popup, .name(action)))
    defer { context.close() }
    return try await CauseLedger.TapContext.$current.withValue(context) { try await body() }
  }

  // MARK: Pages

  public func loadPage(_ description: PageDescription) -> PageID {
    let container = description.container
    guard container == .none || bridge.knows(container) else { return refuse(.none) }
    let inherits = description.scene == 0 && !container.isNone
    let scene = inherits ? bridge.pageScenes[container.index] : description.scene
    guard knows(scene: scene), !isEndless, description.classes.count <= Names.mostMembers else { return refuse(.none) }
    let page = bridge.makePage(scene: scene)
    happen(.pageLoaded, to: page, .page(description))
    return page
  }

  public func pageWillAppear(_ page: PageID) { happen(.pageWillAppear, to: page) }
  public func pageDidAppear(_ page: PageID) { happen(.pageDidAppear, to: page) }
  public func pageWillDisappear(_ page: PageID) { happen(.pageWillDisappear, to: page) }
  public func pageDidDisappear(_ page: PageID) { happen(.pageDidDisappear, to: page) }
  public func pageRemoved(_ page: PageID) { happen(.pageRemoved, to: page) }

  // MARK: The app, and the scheduler

  public func signedOut() { happen(.appSignedOut) }
  public func signedIn(user: String) { happen(.appSignedIn, .name(user)) }

  public func enteredBackground() {
    isBackground = true
    happen(.appBackground)
  }

  public func enteredForeground() {
    looksAtTimers = looksAtTimers || isBackground
    isBackground = false
    happen(.appForeground)
  }

  public func scrollBegan(scene: UInt16) { happen(.scrollBegan, in: scene) }
  public func scrollEnded(scene: UInt16) { happen(.scrollEnded, in: scene) }
  public func editBegan(responder: String, scene: UInt16) { happen(.editBegan, in: scene, .name(responder)) }
  public func editEnded(scene: UInt16) { happen(.editEnded, in: scene) }
  public func backPressed(scene: UInt16) { happen(.backPressed, in: scene) }
  public func foreignInputLockBegan(scene: UInt16) { happen(.inputForeignLocked, in: scene) }
  public func foreignInputLockEnded(scene: UInt16) { happen(.inputForeignUnlocked, in: scene) }
  public func becameIdle(scene: UInt16) { happen(.idle, in: scene) }

  public func suspend(_ kind: PopupKind?, hides: Bool, on scheduler: SchedulerID) {
    happen(.schedulerSuspended, on: scheduler, kind, hides ? .hides : [])
  }

  public func resume(_ kind: PopupKind?, on scheduler: SchedulerID) { happen(.schedulerResumed, on: scheduler, kind) }
  public func clear(_ kind: PopupKind?, on scheduler: SchedulerID) { happen(.schedulerCleared, on: scheduler, kind) }

  // MARK: Stimuli, refused where what they are about is not known

  private func knows(scene: UInt16) -> Bool { schedulers.contains { $0.scene == scene } }

  @discardableResult
  private func happen(
    _ kind: EventKind, to popup: PopupID, _ payload: PendingStimulus.Payload = .nothing,
    _ fill: (inout Event) -> Void = { _ in }
  ) -> Int32 {
    happen(kind, where: bridge.knows(popup), payload) {
      $0.popup = popup
      fill(&$0)
    }
  }

  private func happen(_ kind: EventKind, to page: PageID, _ payload: PendingStimulus.Payload = .nothing) {
    happen(kind, where: bridge.knows(page), payload) { $0.page = page }
  }

  private func happen(_ kind: EventKind, in scene: UInt16, _ payload: PendingStimulus.Payload = .nothing) {
    happen(kind, where: knows(scene: scene), payload) { $0.scene = scene }
  }

  private func happen(
    _ kind: EventKind, on scheduler: SchedulerID, _ popupKind: PopupKind?, _ flags: Event.Flags = []
  ) {
    happen(kind, where: schedulers.contains(scheduler)) {
      $0.schedulerID = scheduler
      $0.popupKind = popupKind
      $0.flags.formUnion(flags)
    }
  }

  @discardableResult
  private func happen(
    _ kind: EventKind, where isKnown: Bool = true, _ payload: PendingStimulus.Payload = .nothing,
    _ fill: (inout Event) -> Void = { _ in }
  ) -> Int32 {
    guard isKnown else { return refuse(-1) }
    var event = Event(kind)
    fill(&event)
    return happen(PendingStimulus(event: event, payload: payload))
  }
}
