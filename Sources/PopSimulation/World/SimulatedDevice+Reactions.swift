import PopTrace
import PopupScheduling

// What the app's own code does when it is told of something, and what cannot happen as things are.

extension SimulatedDevice {
  /// What happens, where it can happen as things are; nil where it cannot.
  func possible(_ step: Event) -> Event? {
    var step = step
    if !step.popup.isNone, step.kind != .popupSubmitted, !popups[step.popup.index].isSubmitted { return nil }
    switch step.kind {
    case .popupSubmitted: return popups[step.popup.index].isSubmitted ? nil : step
    case .popupTapped:
      guard popups[step.popup.index].isUp, !areTouchesIgnored, !isBackground else { return nil }
      step.cause = presentation(of: step.popup)
    case .popupViewLost:
      if popups[step.popup.index].isUp, step.cause < 0 { step.cause = presentation(of: step.popup) }
    case .editBegan, .scrollBegan, .backPressed: return isBackground ? nil : step
    case .editEnded: return typingScenes.contains(step.scene) ? step : nil
    default: break
    }
    return step
  }

  /// The presentation that brought an act about; none in its very tick, where the act would look like one from within the showing unless
  /// recordings say which ones are.
  private func presentation(of popup: PopupID) -> Int32 {
    let life = popups[popup.index]
    return now > life.visibleSince || script.header.marksReentrantStimuli ? life.shownSequence : -1
  }

  /// The app gets to run its own code inside a callback.
  func answerCallback(_ decision: Event, reentrant: inout [Event]) {
    guard !reactions.isEmpty else { return }
    while let index = reactions.firstIndex(where: { isAnswered($0.trigger, by: decision) }) {
      guard let act = possible(reactions.remove(at: index).act) else { continue }
      if act.kind == .popupSubmitted { popups[act.popup.index].isSubmitted = true }
      reentrant.append(act)
    }
  }

  private func isAnswered(_ trigger: AppReaction.Trigger, by decision: Event) -> Bool {
    guard case .callback(let name, let popup) = trigger, popup == decision.popup else { return false }
    return script.catalog.names.symbol(of: name) == decision.name
  }

  /// The app gets to run its own code inside the delivery of a page's event.
  func answerDelivery(of stimulus: Event, cause: Int32) {
    guard !reactions.isEmpty else { return }
    while let index = reactions.firstIndex(where: { $0.trigger == .page(stimulus.kind, stimulus.page) }) {
      planNext(.reaction(reactions.remove(at: index).act), cause: cause)
    }
  }
}
