// What an app tells of, and asks to be carried out, in the same words of any facade.
extension PopupFacade {
  // MARK: Popups

  /// A popup shows another state. Every different text is kept, here and in a recording: it should be one of a few.
  public func update(_ popup: PopupID, state: String) { happen(.popupUpdated, to: popup, .name(state)) }
  /// Code other than the scheduler's presenter took a popup's view away.
  public func viewLost(_ popup: PopupID) { happen(.popupViewLost, to: popup) }
  public func contentLoaded(_ popup: PopupID) { happen(.contentLoaded, to: popup) }
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

  private func tap(_ action: String, _ popup: PopupID) -> Int32 { happen(.popupTapped, to: popup, .name(action)) }

  package func perform<Result>(because cause: Int32, _ body: () throws -> Result) rethrows -> Result {
    let outer = action
    if cause >= 0 { action = cause }
    defer { action = outer }
    return try body()
  }

  func perform<Result>(
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

  public func enteredBackground() { happen(.appBackground) }

  /// The app is back in the foreground; a scheduler's timers that came due meanwhile fire now.
  public func enteredForeground() { happen(.appForeground) }

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
}
