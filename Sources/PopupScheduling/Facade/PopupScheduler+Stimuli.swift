// What an app tells its scheduler, one method a stimulus.

extension PopupScheduler where Observer: ~Copyable {
  /// Asks for a popup to be shown when its turn comes.
  @discardableResult
  public func submit(_ request: PopupRequest) -> PopupID {
    let popup = parts.makePopup(request)
    var event = about(popup, .popupSubmitted)
    event.attributes = parts.keep(.request(request))
    happen(prepared: event)
    return popup
  }

  /// Asks for a popup to be shown, from any thread; requests of one thread keep their order.
  public nonisolated func enqueue(_ request: PopupRequest) {
    Task { @MainActor in self.submit(request) }
  }

  /// Takes a popup back, wherever it is.
  public func withdraw(_ popup: PopupID) { happen(prepared: about(popup, .popupWithdrawn)) }

  /// A popup was dismissed.
  public func dismiss(_ popup: PopupID, by act: DismissalAct) {
    var event = about(popup, .popupDismissed)
    event.act = act
    happen(prepared: event)
  }

  /// A popup shows another state.
  public func update(_ popup: PopupID, state: String) { happen(about(popup, .popupUpdated), name: state) }

  /// A popup's condition holds from now on, or no longer.
  public func setCondition(of popup: PopupID, holds: Bool) {
    var event = about(popup, .popupCondition)
    if holds { event.flags.insert(.holds) }
    happen(prepared: event)
  }

  /// Alters a waiting popup; what is nil stays, and where all is, nothing happens.
  public func change(
    _ popup: PopupID, level: Int32? = nil, pages: [String]? = nil, expiresAfterMilliseconds: Int64? = nil
  ) {
    guard level != nil || pages != nil || expiresAfterMilliseconds != nil else { return }
    var event = about(popup, .popupChanged)
    event.attributes = parts.keep(
      .change(level: level, pages: pages, expiresAfterMilliseconds: expiresAfterMilliseconds))
    happen(prepared: event)
  }

  /// Somebody else took a popup's view away.
  public func viewLost(_ popup: PopupID) { happen(prepared: about(popup, .popupViewLost)) }

  /// A popup's content is there.
  public func contentLoaded(_ popup: PopupID) { happen(prepared: about(popup, .contentLoaded)) }

  /// A popup's content cannot be had.
  public func contentFailed(_ popup: PopupID) { happen(prepared: about(popup, .contentFailed)) }

  /// An animation is over.
  public func animationFinished(_ popup: PopupID, _ phase: AnimationPhase, generation: Int32, completed: Bool = true) {
    var event = about(popup, .animationFinished)
    event.phase = phase
    event.generation = generation
    if !completed { event.flags.insert(.incomplete) }
    happen(prepared: event)
  }

  /// Makes a page known, before anything else is said of it.
  public func loadPage(_ description: PageDescription) -> PageID {
    let page = parts.makePage()
    var event = about(page, .pageLoaded)
    event.attributes = parts.keep(.page(description))
    happen(prepared: event)
    return page
  }

  /// A page is about to appear.
  public func pageWillAppear(_ page: PageID) { happen(prepared: about(page, .pageWillAppear)) }
  /// A page has appeared.
  public func pageDidAppear(_ page: PageID) { happen(prepared: about(page, .pageDidAppear)) }
  /// A page is about to disappear.
  public func pageWillDisappear(_ page: PageID) { happen(prepared: about(page, .pageWillDisappear)) }
  /// A page has disappeared.
  public func pageDidDisappear(_ page: PageID) { happen(prepared: about(page, .pageDidDisappear)) }
  /// A page left the stack for good.
  public func pageRemoved(_ page: PageID) { happen(prepared: about(page, .pageRemoved)) }

  /// Nobody is signed in any more.
  public func signedOut() { happen(Event(.appSignedOut)) }
  /// Somebody signed in.
  public func signedIn(user: String) { happen(Event(.appSignedIn), name: user) }
  /// The app went to the background.
  public func enteredBackground() {
    parts.isBackground = true
    happen(Event(.appBackground))
  }
  /// The app is back in the foreground; timers that came due meanwhile fire now.
  public func enteredForeground() {
    parts.isBackground = false
    happen(Event(.appForeground))
    let late = parts.lateTimers
    parts.lateTimers.removeAll()
    for timer in late { fire(timer) }
  }
  /// The user began to scroll.
  public func scrollBegan() { happen(Event(.scrollBegan)) }
  /// The user stopped scrolling.
  public func scrollEnded() { happen(Event(.scrollEnded)) }
  /// The user began to type.
  public func editBegan(responder: String) { happen(Event(.editBegan), name: responder) }
  /// The user stopped typing.
  public func editEnded() { happen(Event(.editEnded)) }
  /// The user pressed back.
  public func backPressed() { happen(Event(.backPressed)) }
  /// The run loop has nothing to do.
  public func becameIdle() { happen(Event(.idle)) }

  /// Nothing is to be shown until resumed as often as suspended.
  public func suspend(_ kind: PopupKind? = nil, hides: Bool = false) {
    var event = Event(.schedulerSuspended)
    event.popupKind = kind
    if hides { event.flags.insert(.hides) }
    happen(event)
  }

  /// Takes one suspension back.
  public func resume(_ kind: PopupKind? = nil) {
    var event = Event(.schedulerResumed)
    event.popupKind = kind
    happen(event)
  }

  /// Ends every popup.
  public func clear() { happen(Event(.schedulerCleared)) }

  private func about(_ popup: PopupID, _ kind: EventKind) -> Event {
    var event = Event(kind)
    event.popup = popup
    event.line = line
    return event
  }

  private func about(_ page: PageID, _ kind: EventKind) -> Event {
    var event = Event(kind)
    event.page = page
    event.line = line
    return event
  }
}
