// What the app's own scheduler is asked, and what it decides, each told when it happens.
extension ObservedPopups {
  /// A popup was asked for.
  ///
  /// - Returns: The popup, by which everything else is told of it; ``Identifier/none`` where the request is refused, its `instance` or `callerPage`
  ///   not being a page, its scene or scheduler not one of those there are, or its `pages` more than 65,536.
  public func submitted<Content>(_ request: PopupRequest<Content>) -> PopupID {
    removeOwnerless()
    let popup = number(request.description)
    guard !popup.isNone else {
      return refuse(popup, flaw(in: request.description) ?? "popup \(request.name) was refused")
    }
    happen(.popupSubmitted, to: popup, .request(request.description))
    return popup
  }

  /// The app took a popup back.
  public func withdrawn(_ popup: PopupID) { happen(.popupWithdrawn, to: popup) }
  public func dismissed(_ popup: PopupID, by act: DismissalAct) {
    happen(.popupDismissed, to: popup) { $0.act = act }
  }

  /// A popup waits, and for what.
  public func queued(_ popup: PopupID, for reason: Reason = .slot) { decided(.popupQueued, popup, reason) }

  /// A popup came up; on which page, where the app knows that.
  public func shown(_ popup: PopupID, on page: PageID = .none) {
    guard page.isNone || bridge.knows(page) else { return refuse((), Self.unknown(page)) }
    happen(.popupShown, to: popup) { $0.page = page }
  }

  /// A popup went off the screen.
  public func hidden(_ popup: PopupID, because reason: Reason) { decided(.popupHidden, popup, reason) }
  /// A popup will not come any more.
  public func dropped(_ popup: PopupID, because reason: Reason) { decided(.popupDropped, popup, reason) }

  /// A popup is kept for a page, until that is back.
  public func parked(_ popup: PopupID, for page: PageID) {
    guard bridge.knows(page) else { return refuse((), Self.unknown(page)) }
    happen(.popupParked, to: popup) { $0.page = page }
  }

  /// A popup that was kept, or made room for another, waits again.
  public func restored(_ popup: PopupID) { happen(.popupRestored, to: popup) }
  public func contentRequested(_ popup: PopupID) { happen(.contentRequested, to: popup) }
  public func contentCancelled(_ popup: PopupID) { happen(.contentCancelled, to: popup) }

  /// A callback is called: `closed`, say, with the reason for which the popup ended. What the app asks for in `body` is caused by it.
  public func calledBack(
    _ name: String, _ popup: PopupID, because reason: Reason = .none, _ body: () -> Void = {}
  ) {
    perform(because: happen(.callback, to: popup, .name(name)) { $0.reason = reason }, body)
  }

  /// The app's scheduler came to a fault: something that never should be.
  public func fault(_ message: String, over popup: PopupID = .none, scene: UInt16 = 0) {
    whole(.fault, popup, scene, .name(message))
  }

  public func inputLocked(for popup: PopupID = .none, scene: UInt16 = 0) { whole(.inputLocked, popup, scene) }
  public func inputUnlocked(for popup: PopupID = .none, scene: UInt16 = 0) { whole(.inputUnlocked, popup, scene) }
  public func coverAdded(for popup: PopupID = .none, scene: UInt16 = 0) { whole(.coverAdded, popup, scene) }
  public func coverRemoved(for popup: PopupID = .none, scene: UInt16 = 0) { whole(.coverRemoved, popup, scene) }

  /// The keyboard was folded so that a popup can come, or brought back when it was gone.
  public func keyboardResigned(
    responder: String, on page: PageID = .none, for popup: PopupID = .none, scene: UInt16 = 0
  ) {
    whole(.keyboardResigned, popup, scene, .name(responder), on: page)
  }
  public func keyboardRestored(
    responder: String, on page: PageID = .none, for popup: PopupID = .none, scene: UInt16 = 0
  ) {
    whole(.keyboardRestored, popup, scene, .name(responder), on: page)
  }

  /// A timer was set, by a number of the app's, from 0 to 1,073,741,823.
  public func timerSet(
    _ number: Int32, for popup: PopupID, afterMilliseconds delay: Int64, purpose: TimerPurpose = .other
  ) {
    guard isTimer(number) else { return refuse((), "there can be no timer \(number)") }
    happen(.timerSet, to: popup) {
      $0.timer = TimerID(number)
      $0.at = min(now + clock.tick.length(milliseconds: delay), clock.tick.latest)
      $0.purpose = purpose
    }
  }

  public func timerFired(_ number: Int32) { happen(.timerFired, number) }
  public func timerCancelled(_ number: Int32) { happen(.timerCancelled, number) }

  private func happen(_ kind: EventKind, _ timer: Int32) {
    happen(kind, where: isTimer(timer), "there can be no timer \(timer)") { $0.timer = TimerID(timer) }
  }

  private func isTimer(_ number: Int32) -> Bool { (0..<1 << 30).contains(number) }

  private func decided(_ kind: EventKind, _ popup: PopupID, _ reason: Reason) {
    guard reason != .none else { return refuse((), "\(kind.wireName) of popup \(popup.rawValue) has no reason") }
    happen(kind, to: popup) { $0.reason = reason }
  }

  /// What is done for a popup, or for a scene.
  private func whole(
    _ kind: EventKind, _ popup: PopupID, _ scene: UInt16, _ payload: PendingStimulus.Payload = .nothing,
    on page: PageID = .none
  ) {
    guard page.isNone || bridge.knows(page) else { return refuse((), Self.unknown(page)) }
    if popup.isNone {
      happen(kind, where: knows(scene: scene), "there is no scene \(scene)", payload: payload) {
        $0.scene = scene
        $0.page = page
      }
    } else {
      happen(kind, to: popup, payload) { $0.page = page }
    }
  }
}
