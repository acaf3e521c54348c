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
    let context = TapContext(of: bridge, happen(.popupTapped, to: popup, .name(action)))
    defer { context.close() }
    return try await TapContext.$current.withValue(context) { try await body() }
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
