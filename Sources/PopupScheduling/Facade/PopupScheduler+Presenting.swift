// What the presenter is asked to do, decision by decision.

extension PopupScheduler where Observer: ~Copyable {
  /// Carries out one decision.
  func carryOut(_ decision: Event) {
    let popup = decision.popup
    switch decision.kind {
    case .popupShown:
      guard let presenter, let request = bridge.requests[popup] else { return loseView(popup) }
      presenter.show(popup, request, on: decision.page, generation: decision.generation)
    case .popupHidden: presenter?.hide(popup, because: decision.reason, generation: decision.generation)
    case .contentRequested:
      guard let presenter, let request = bridge.requests[popup] else {
        bridge.inbox.append(PendingStimulus(.contentFailed, of: popup))
        return
      }
      presenter.requestContent(of: popup, request)
    case .contentCancelled: presenter?.cancelContent(of: popup)
    case .inputLocked, .inputUnlocked:
      presenter?.setInputLocked(bridge.locks[decision.scene, default: 0] > 0, scene: decision.scene)
    case .keyboardResigned, .keyboardRestored:
      presenter?.setKeyboardFolded(
        decision.kind == .keyboardResigned, responder: bridge.responders[decision.name] ?? "")
    case .coverAdded, .coverRemoved:
      presenter?.setCovered(bridge.covers[decision.scene, default: 0] > 0, scene: decision.scene)
    case .callback where decision.reason != .none: close(popup, because: decision.reason)
    default: break
    }
  }

  /// Tells the presenter that a popup is over, once.
  private func close(_ popup: PopupID, because reason: Reason) {
    guard bridge.forget(popup) else { return }
    presenter?.closed(popup, because: reason)
  }

  /// Tells the presenter of the popups that are over although the policy did not say so: it hid them for good, or dropped them, in the turn that
  /// has just been.
  func closeEnded() {
    guard !bridge.ended.isEmpty else { return }
    let ended = bridge.takeEnded()
    for decision in ended {
      bridge.closing = decision.sequence
      close(decision.popup, because: decision.reason)
    }
    bridge.closing = -1
  }

  /// There is no presenter to show a popup: its view is reported as lost, so that it does not count as one that the user sees.
  private func loseView(_ popup: PopupID) {
    // A popup that the operating system shows needs no presenter.
    guard bridge.requests[popup]?.kind != .system else { return }
    unpresentedPopups += 1
    bridge.inbox.append(PendingStimulus(.popupViewLost, of: popup))
  }
}
