extension PopupScheduler {
  public var now: Ticks { min(max(clock.now, .zero), clock.tick.latest) }
  /// What is on screen, in the order in which it came.
  public var visiblePopups: [PopupID] { bridge.upPopups }
  public func isUp(_ popup: PopupID) -> Bool { bridge.upPopups.contains(popup) }
  /// Whether there is no presenter any more, because it is held weakly and is gone. What would be shown is then lost at once: it ends with
  /// `view-lost` and is counted in ``unpresentedPopups``; requests for content fail.
  public var presenterIsGone: Bool { if case .some = presenter { false } else { true } }

  // MARK: Popups

  /// Asks for a popup to be shown when its turn comes.
  ///
  /// - Returns: The popup; ``Identifier/none`` where the request is refused, its `instance` or `callerPage` not being a page, its scene or
  ///   scheduler not one of those there are, or its `pages` more than 65,536.
  @discardableResult
  public func submit(_ request: PopupRequest<Content>) -> PopupID { take(request, as: number(request.description)) }

  /// The number of a popup that is asked for; none where it cannot be. No code of the app's runs meanwhile.
  private func number(_ request: PopupDescription) -> PopupID {
    flaw(in: request) == nil ? bridge.makePopup() : .none
  }

  private func flaw(in request: PopupDescription) -> String? {
    if isEndless { return "callbacks bring each other about without end" }
    if !schedulers.contains(request.schedulerID) { return "popup \(request.name) is for a scheduler that there is not" }
    if (request.pages ?? []).count > Names.mostMembers { return "popup \(request.name) is for too many pages" }
    guard [request.instance, request.callerPage].allSatisfy({ $0 == .none || bridge.knows($0) }) else {
      return "popup \(request.name) is for a page that was never loaded"
    }
    return nil
  }

  private func take(_ request: PopupRequest<Content>, as popup: PopupID, _ ticket: PopupTicket? = nil) -> PopupID {
    guard !popup.isNone else {
      ticket?.finish(PopupAnswer(popup: .none, reason: .none))
      return refuse(popup, flaw(in: request.description) ?? "popup \(request.name) was refused")
    }
    removeOwnerless()
    popups[popup] = PopupUnderWay(presented: Presented(id: popup, request: request, page: .none, generation: 0))
    tickets[popup] = ticket
    happen(.popupSubmitted, to: popup, .request(request.description))
    return popup
  }

  /// Asks for a popup to be shown, and waits for how it ends: dismissed, dropped or taken back, for whatever reason.
  ///
  /// ```swift
  /// let answer = await popups.present(PopupRequest("Spring sale", kind: .campaign, content: saleView))
  /// if answer.lastTap == "open" { popups.perform(after: answer) { show(detail) } }
  /// ```
  ///
  /// A task that is cancelled while it waits takes the popup back.
  @discardableResult
  public func present(_ request: PopupRequest<Content>) async -> PopupAnswer {
    let ticket = PopupTicket(enqueued)
    if let popup = ticket.redeem({ number(request.description) }) { _ = take(request, as: popup, ticket) }
    return await ticket.answer
  }

  /// Asks for a popup to be shown, from any thread: taken as soon as the main actor has time, all requests in the order in which they were made.
  @discardableResult
  public nonisolated func enqueue(_ request: PopupRequest<Content>) -> PopupTicket where Content: Sendable {
    let ticket = PopupTicket(enqueued)
    enqueued.append(
      .submission(ticket) { [weak self] in
        guard let self, let popup = ticket.redeem({ self.number(request.description) }) else { return }
        _ = take(request, as: popup, ticket)
      })
    return ticket
  }

  func takeEnqueued() {
    for entry in enqueued.takeAll() {
      switch entry {
      case .submission(_, let submit): submit()
      case .withdrawal(let popup): withdraw(popup)
      }
    }
  }

  /// Takes a popup back, wherever it is.
  public func withdraw(_ popup: PopupID) { happen(.popupWithdrawn, to: popup) }
  public func dismiss(_ popup: PopupID, by act: DismissalAct) {
    popups[popup]?.act = act
    happen(.popupDismissed, to: popup) { $0.act = act }
  }
  /// A popup shows another state. Every different text is kept, here and in a recording: it should be one of a few.
  public func update(_ popup: PopupID, state: String) { happen(.popupUpdated, to: popup, .name(state)) }
  /// Code other than the scheduler's presenter took a popup's view away.
  public func viewLost(_ popup: PopupID) { happen(.popupViewLost, to: popup) }
  public func contentLoaded(_ popup: PopupID) { happen(.contentLoaded, to: popup) }
  /// A popup's content is there, and takes the place of what its request had.
  public func contentLoaded(_ popup: PopupID, _ content: Content) {
    popups[popup]?.presented.request.content = content
    contentLoaded(popup)
  }
  public func contentFailed(_ popup: PopupID) { happen(.contentFailed, to: popup) }

  /// A popup's condition holds from now on, or no longer.
  public func setCondition(of popup: PopupID, holds: Bool) {
    happen(.popupCondition, to: popup) { if holds { $0.flags.insert(.holds) } }
  }

  /// Alters a waiting popup; what is nil stays, and where all is, nothing happens.
  public func change(
    _ popup: PopupID, level: Int32? = nil, pages: [String]? = nil, expiresAfterMilliseconds: Int64? = nil
  ) {
    change(
      popup, to: PopupAlteration(level: level, pages: pages, expiresAfterMilliseconds: expiresAfterMilliseconds))
  }

  /// Alters a waiting popup; does nothing where the alteration is empty.
  public func change(_ popup: PopupID, to alteration: PopupAlteration) {
    guard bridge.knows(popup) else { return refuse((), Self.unknown(popup)) }
    guard (alteration.pages ?? []).count <= Names.mostMembers else {
      return refuse((), "popup \(popup.rawValue) is to be for too many pages")
    }
    guard !alteration.isEmpty else { return }
    happen(.popupChanged, to: popup, .alteration(alteration))
  }

  /// An animation of a presentation is over, or was broken off; presentations are counted from 1.
  ///
  /// Where that presentation never was, the animation under way is taken for lost: it counts as over a second after it should have ended.
  public func animationFinished(_ popup: PopupID, _ phase: AnimationPhase, generation: Int32, completed: Bool = true) {
    guard generation > 0 else { return animationLost(popup, phase, generation: generation) }
    happen(.animationFinished, to: popup) {
      $0.phase = phase
      $0.generation = generation
      if !completed { $0.flags.insert(.incomplete) }
    }
  }

  /// The end of an animation will not be reported any more: its view was taken away under it, or its completion was dropped.
  public func animationLost(_ popup: PopupID, _ phase: AnimationPhase, generation: Int32) {
    if generation <= 0 { refuse((), "presentations are counted from 1, and there is no \(generation)") }
    // Of no presentation, as far as the app can tell: what animates now is taken for lost, or it would never come to an end.
    guard generation > 0 || bridge.knows(popup) else { return }
    happen(.animationLost, to: popup) {
      $0.phase = phase
      $0.generation = max(generation, 0)
    }
  }

  /// Carries out what a tap on a popup asks for: what the app submits in `body`, and the page transition it begins there, is caused by the tap.
  /// Where the popup is not known, the tap is refused, and `body` runs all the same.
  @discardableResult
  public func perform<Result>(_ action: String, of popup: PopupID, _ body: () throws -> Result) rethrows -> Result {
    try perform(because: tap(action, popup), body)
  }

  /// The same, so that it is all of a closure without a result, whatever its own closure ends with.
  public func perform(_ action: String, of popup: PopupID, _ body: () throws -> Void) rethrows {
    try perform(because: tap(action, popup), body)
  }

  /// Carries out what a tap on a popup asks for and takes a while: all that `body` does until it returns is caused by the tap, before and after
  /// each `await`; what happens meanwhile elsewhere is not.
  @discardableResult
  public func perform<Result>(
    _ action: String, of popup: PopupID, _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    try await perform(because: tap(action, popup), body)
  }

  /// Does what follows from how a popup ended: what the app submits in `body`, and the page transition it begins there, is caused by that end, so
  /// that in a replay it happens when the popup ends there.
  @discardableResult
  public func perform<Result>(after answer: PopupAnswer, _ body: () throws -> Result) rethrows -> Result {
    try perform(because: end(answer), body)
  }

  /// The same, so that it is all of a closure without a result, whatever its own closure ends with.
  public func perform(after answer: PopupAnswer, _ body: () throws -> Void) rethrows {
    try perform(because: end(answer), body)
  }

  /// Likewise, where it takes a while: all that `body` does until it returns.
  @discardableResult
  public func perform<Result>(
    after answer: PopupAnswer, _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    try await perform(because: end(answer), body)
  }

  private func tap(_ action: String, _ popup: PopupID) -> Int32 {
    popups[popup]?.lastTap = action
    return happen(.popupTapped, to: popup, .name(action))
  }

  private func end(_ answer: PopupAnswer) -> Int32 {
    answer.scheduler == ObjectIdentifier(bridge) ? answer.cause : -1
  }

  private func perform<Result>(because cause: Int32, _ body: () throws -> Result) rethrows -> Result {
    let outer = action
    if cause >= 0 { action = cause }
    defer { action = outer }
    return try body()
  }

  private func perform<Result>(
    because cause: Int32, _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let context = CauseLedger.TapContext(of: bridge, cause)
    defer { context.close() }
    return try await CauseLedger.TapContext.$current.withValue(context) { try await body() }
  }

  // MARK: Pages

  /// Makes a page known, before anything else is said of it.
  ///
  /// - Returns: The page; ``Identifier/none`` where its scene is not one of those there are, or its container no page.
  public func loadPage(_ description: PageDescription) -> PageID {
    let container = description.container
    guard container == .none || bridge.knows(container) else { return refuse(.none, Self.unknown(container)) }
    let inherits = description.scene == 0 && !container.isNone
    let scene = inherits ? bridge.pageScenes[container.index] : description.scene
    guard knows(scene: scene) else { return refuse(.none, "there is no scene \(scene)") }
    guard !isEndless, description.classes.count <= Names.mostMembers else {
      return refuse(.none, isEndless ? "callbacks bring each other about without end" : "a page has too many classes")
    }
    let page = bridge.makePage(scene: scene)
    happen(.pageLoaded, to: page, .page(description))
    return page
  }

  public func pageWillAppear(_ page: PageID) {
    removeOwnerless()
    happen(.pageWillAppear, to: page)
  }
  public func pageDidAppear(_ page: PageID) { happen(.pageDidAppear, to: page) }
  public func pageWillDisappear(_ page: PageID) { happen(.pageWillDisappear, to: page) }
  public func pageDidDisappear(_ page: PageID) {
    happen(.pageDidDisappear, to: page)
    removeOwnerlessSoon()
  }
  /// A page left the stack for good.
  public func pageRemoved(_ page: PageID) { happen(.pageRemoved, to: page) }

  // MARK: The app, and the scheduler

  public func signedOut() { happen(.appSignedOut) }
  public func signedIn(user: String) { happen(.appSignedIn, payload: .name(user)) }

  public func enteredBackground() {
    isBackground = true
    happen(.appBackground)
  }

  /// The app is back in the foreground; timers that came due meanwhile fire now.
  public func enteredForeground() {
    looksAtTimers = looksAtTimers || isBackground
    isBackground = false
    happen(.appForeground)
  }

  /// The user began to scroll.
  public func scrollBegan(scene: UInt16 = 0) { happen(.scrollBegan, in: scene) }
  /// The user stopped scrolling.
  public func scrollEnded(scene: UInt16 = 0) { happen(.scrollEnded, in: scene) }
  /// The user began to type.
  public func editBegan(responder: String, scene: UInt16 = 0) { happen(.editBegan, in: scene, .name(responder)) }
  /// The user stopped typing.
  public func editEnded(scene: UInt16 = 0) { happen(.editEnded, in: scene) }
  /// The user pressed back.
  public func backPressed(scene: UInt16 = 0) { happen(.backPressed, in: scene) }
  /// Code other than the scheduler began to have touches ignored.
  public func foreignInputLockBegan(scene: UInt16 = 0) { happen(.inputForeignLocked, in: scene) }
  /// The other code that had touches ignored takes them again.
  public func foreignInputLockEnded(scene: UInt16 = 0) { happen(.inputForeignUnlocked, in: scene) }
  /// The run loop has nothing to do.
  public func becameIdle(scene: UInt16 = 0) { happen(.idle, in: scene) }

  /// Nothing is to be shown by one of the schedulers until resumed as often as suspended; of a kind, or at all.
  public func suspend(_ kind: PopupKind? = nil, hides: Bool = false, on scheduler: SchedulerID = SchedulerID()) {
    happen(.schedulerSuspended, on: scheduler, kind, hides ? .hides : [])
  }
  /// Takes one suspension back.
  public func resume(_ kind: PopupKind? = nil, on scheduler: SchedulerID = SchedulerID()) {
    happen(.schedulerResumed, on: scheduler, kind)
  }
  /// Ends every popup of one of the schedulers; of a kind, or all.
  public func clear(_ kind: PopupKind? = nil, on scheduler: SchedulerID = SchedulerID()) {
    happen(.schedulerCleared, on: scheduler, kind)
  }

  // MARK: Stimuli, refused where what they are about is not known

  private static func unknown(_ popup: PopupID) -> String { "there is no popup \(popup.rawValue)" }
  private static func unknown(_ page: PageID) -> String { "there is no page \(page.rawValue)" }

  private func knows(scene: UInt16) -> Bool { schedulers.contains { $0.scene == scene } }

  @discardableResult
  private func happen(
    _ kind: EventKind, to popup: PopupID, _ payload: PendingStimulus.Payload = .nothing,
    _ fill: (inout Event) -> Void = { _ in }
  ) -> Int32 {
    happen(kind, where: bridge.knows(popup), Self.unknown(popup), payload: payload) {
      $0.popup = popup
      fill(&$0)
    }
  }

  private func happen(_ kind: EventKind, to page: PageID, _ payload: PendingStimulus.Payload = .nothing) {
    happen(kind, where: bridge.knows(page), Self.unknown(page), payload: payload) { $0.page = page }
  }

  private func happen(_ kind: EventKind, in scene: UInt16, _ payload: PendingStimulus.Payload = .nothing) {
    happen(kind, where: knows(scene: scene), "there is no scene \(scene)", payload: payload) { $0.scene = scene }
  }

  private func happen(
    _ kind: EventKind, on scheduler: SchedulerID, _ popupKind: PopupKind?, _ flags: Event.Flags = []
  ) {
    happen(kind, where: schedulers.contains(scheduler), "there is no scheduler \(scheduler)") {
      $0.schedulerID = scheduler
      $0.popupKind = popupKind
      $0.flags.formUnion(flags)
    }
  }

  @discardableResult
  private func happen(
    _ kind: EventKind, where isKnown: Bool = true, _ flaw: @autoclosure () -> String = "",
    payload: PendingStimulus.Payload = .nothing, _ fill: (inout Event) -> Void = { _ in }
  ) -> Int32 {
    guard isKnown else { return refuse(-1, "\(kind.wireName) is of something unknown: \(flaw())") }
    var event = Event(kind)
    fill(&event)
    return happen(PendingStimulus(event: event, payload: payload))
  }
}
