// What an app tells its scheduler of pages and of itself.

extension PopupScheduler where Observer: ~Copyable {
  public func loadPage(_ description: PageDescription) -> PageID {
    let container = description.container
    guard container == .none || bridge.knows(container) else {
      refuse()
      return .none
    }
    let inherits = description.scene == 0 && !container.isNone
    let scene = inherits ? bridge.pageScenes[container.index] : description.scene
    guard knows(scene: scene), !isEndless, description.classes.count <= Names.mostMembers else {
      refuse()
      return .none
    }
    let page = bridge.makePage(scene: scene)
    happen(PendingStimulus(.pageLoaded, of: page, .page(description)))
    return page
  }

  public func pageWillAppear(_ page: PageID) { happen(.pageWillAppear, to: page) }
  public func pageDidAppear(_ page: PageID) { happen(.pageDidAppear, to: page) }
  public func pageWillDisappear(_ page: PageID) { happen(.pageWillDisappear, to: page) }
  public func pageDidDisappear(_ page: PageID) { happen(.pageDidDisappear, to: page) }
  public func pageRemoved(_ page: PageID) { happen(.pageRemoved, to: page) }

  public func signedOut() { happen(PendingStimulus(Event(.appSignedOut))) }
  public func signedIn(user: String) { happen(PendingStimulus(Event(.appSignedIn), .name(user))) }

  public func enteredBackground() {
    isBackground = true
    happen(PendingStimulus(Event(.appBackground)))
  }

  public func enteredForeground() {
    looksAtTimers = looksAtTimers || isBackground
    isBackground = false
    happen(PendingStimulus(Event(.appForeground)))
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
    happen(.schedulerSuspended, on: scheduler) {
      $0.popupKind = kind
      if hides { $0.flags.insert(.hides) }
    }
  }

  public func resume(_ kind: PopupKind?, on scheduler: SchedulerID) {
    happen(.schedulerResumed, on: scheduler) { $0.popupKind = kind }
  }

  public func clear(_ kind: PopupKind?, on scheduler: SchedulerID) {
    happen(.schedulerCleared, on: scheduler) { $0.popupKind = kind }
  }

  private func knows(scene: UInt16) -> Bool { schedulers.contains { $0.scene == scene } }

  private func happen(_ kind: EventKind, to page: PageID) {
    guard bridge.knows(page) else { return refuse() }
    happen(PendingStimulus(kind, of: page))
  }

  private func happen(_ kind: EventKind, in scene: UInt16, _ payload: PendingStimulus.Payload = .nothing) {
    guard knows(scene: scene) else { return refuse() }
    var event = Event(kind)
    event.scene = scene
    happen(PendingStimulus(event, payload))
  }

  private func happen(_ kind: EventKind, on scheduler: SchedulerID, _ fill: (inout Event) -> Void) {
    guard schedulers.contains(scheduler) else { return refuse() }
    var event = Event(kind)
    event.schedulerID = scheduler
    fill(&event)
    happen(PendingStimulus(event))
  }
}
