import PopTrace
import PopupScheduling

// The user in front of a popup, and what the app's own code does when it is told of something.
extension SimulatedDevice {
  func show(_ decision: Event) {
    let popup = decision.popup
    if !popups[popup.index].isSeen { see(popup, at: decision.time) }
    popups[popup.index].isUp = true
    popups[popup.index].generation = decision.generation
    popups[popup.index].presentation += 1
    popups[popup.index].visibleSince = decision.time
    popups[popup.index].shownSequence = decision.sequence
    if let spec = spec(of: popup), spec.showLength > .zero {
      planEnd(of: .show, spec.showLength + script.truths[popup.index].animationLateness, decision)
    }
    if !isBackground { planAnswers(of: popup, at: decision.time) }
  }

  func hide(_ decision: Event) {
    let popup = decision.popup
    // A popup that is hidden once more is already on its way out.
    guard popups[popup.index].isUp || decision.reason == .viewLost else { return }
    if popups[popup.index].isUp, !isBackground {
      popups[popup.index].visibleBefore += decision.time - popups[popup.index].visibleSince
    }
    popups[popup.index].isUp = false
    popups[popup.index].presentation += 1
    goOnWithVisits(at: decision.time)
    let truth = script.truths[popup.index]
    if let spec = spec(of: popup), spec.exitLength > .zero, decision.reason != .viewLost {
      planEnd(of: .hide, spec.exitLength + (truth.exitLateness ?? truth.animationLateness), decision)
    }
    // Only once: a popup that comes back after every answer would otherwise be tapped without end.
    if decision.reason == .dismissed, popups[popup.index].hasAnswered, !popups[popup.index].hasTappedTwice,
      let again = truth.secondTapAfter
    {
      popups[popup.index].hasTappedTwice = true
      plan(.secondTap(popup), at: decision.time + again, cause: decision.sequence)
    }
  }

  /// The user sees a popup for the first time, which is when it is decided how long it will take to answer it.
  private func see(_ popup: PopupID, at time: Ticks) {
    let truth = script.truths[popup.index]
    // One that is shown in the turn of its submission has kept nobody waiting.
    let waited = popups[popup.index].submittedAt.map { time - $0 } ?? .zero
    popups[popup.index].isSeen = true
    popups[popup.index].tapAfter = truth.tapAfter
    if let written = truth.dwell {
      let dwell = script.users.dwell(written, seen: seenCount, waited: waited)
      popups[popup.index].dwell = dwell
      // The tap comes in the same part of the stay.
      if dwell != written, let tapAfter = truth.tapAfter {
        popups[popup.index].tapAfter = Ticks(tapAfter.rawValue * dwell.rawValue / max(1, written.rawValue))
      }
    }
    seenCount += 1
  }

  private func planEnd(of phase: AnimationPhase, _ length: Ticks, _ decision: Event) {
    let isLost = script.truths[decision.popup.index].lostAnimation == phase
    plan(
      .animation(decision.popup, phase, generation: decision.generation, isLost: isLost), at: decision.time + length,
      cause: decision.sequence)
    // The end of a lost animation is not reported; the user acts once 2 s have gone by.
    let patience = isLost ? script.header.tick.ticks(ceilingMilliseconds: 2_000) : .zero
    restsAt = max(restsAt, decision.time + length + patience)
  }

  /// Plans what the user will do about a popup that is up, counted in visible time over all its presentations.
  ///
  /// The user never acts in the very tick in which a popup comes: that would look like an act from within the showing.
  func planAnswers(of popup: PopupID, at time: Ticks) {
    let state = popups[popup.index]
    func plan(_ what: Due.What, after visibleTime: Ticks) {
      self.plan(what, at: time + max(Ticks(1), visibleTime - state.visibleBefore), cause: state.shownSequence)
    }
    if let tapAfter = state.tapAfter, !state.hasTapped, !script.truths[popup.index].leadsTo.isNone {
      plan(.tap(popup, presentation: state.presentation), after: tapAfter)
    }
    if let dwell = state.dwell, !state.hasAnswered {
      plan(.answer(popup, presentation: state.presentation), after: dwell)
    }
  }

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
    let state = popups[popup.index]
    return now > state.visibleSince || script.header.marksReentrantStimuli ? state.shownSequence : -1
  }

  /// The app gets to run its own code inside a callback: when the user has answered a popup, it may submit the next one.
  func callBack(_ decision: Event, reentrant: inout [Event]) {
    guard !decision.popup.isNone else { return }
    while let index = reactions.firstIndex(where: { isAnswered($0.trigger, by: decision) }) {
      guard let act = possible(reactions.remove(at: index).act) else { continue }
      if act.kind == .popupSubmitted { popups[act.popup.index].isSubmitted = true }
      reentrant.append(act)
    }
    guard decision.reason == .dismissed else { return }
    let followUp = script.truths[decision.popup.index].followUp
    guard !followUp.isNone, let submission = script.followUps[followUp.index] else { return }
    popups[followUp.index].submittedAt = decision.time
    reentrant.append(submission)
  }

  private func isAnswered(_ trigger: AppReaction.Trigger, by decision: Event) -> Bool {
    guard case .callback(let name, let popup) = trigger, popup == decision.popup else { return false }
    return script.catalog.names.symbol(of: name) == decision.name
  }

  /// The app gets to run its own code inside the delivery of a page's event.
  func answerDelivery(of stimulus: Event, cause: Int32) {
    while let index = reactions.firstIndex(where: { $0.trigger == .page(stimulus.kind, stimulus.page) }) {
      planNext(.reaction(reactions.remove(at: index).act), cause: cause)
    }
  }
}
