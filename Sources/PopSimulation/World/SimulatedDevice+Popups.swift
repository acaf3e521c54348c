import PopTrace
import PopupScheduling

// The user in front of a popup.

extension SimulatedDevice {
  func show(_ decision: Event) {
    let popup = decision.popup
    if !popups[popup.index].isSeen { see(popup, at: decision.time) }
    popups[popup.index].isUp = true
    popups[popup.index].generation = decision.generation
    popups[popup.index].presentation += 1
    popups[popup.index].visibleSince = decision.time
    popups[popup.index].shownSequence = decision.sequence
    let spec = spec(of: popup)
    if let spec, spec.showLength > .zero {
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
    let spec = spec(of: popup)
    if let spec, spec.exitLength > .zero, decision.reason != .viewLost {
      let truth = script.truths[popup.index]
      planEnd(of: .hide, spec.exitLength + (truth.exitLateness ?? truth.animationLateness), decision)
    }
    // Only once: a popup that comes back after every answer would otherwise be tapped without end.
    if decision.reason == .dismissed, popups[popup.index].hasAnswered, !popups[popup.index].hasTappedTwice,
      let again = script.truths[popup.index].secondTapAfter
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

  /// Plans the end of an animation, or the report that it never ends.
  private func planEnd(of phase: AnimationPhase, _ length: Ticks, _ decision: Event) {
    let popup = decision.popup
    let isLost = script.truths[popup.index].lostAnimation == phase
    plan(
      isLost
        ? .animationLost(popup, phase, generation: decision.generation)
        : .animation(popup, phase, generation: decision.generation), at: decision.time + length,
      cause: decision.sequence)
    // The end of a lost animation is not reported; the user acts once 2 s have gone by.
    let patience = isLost ? script.header.tick.ticks(ceilingMilliseconds: 2_000) : .zero
    restsAt = max(restsAt, decision.time + length + patience)
  }

  /// Plans what the user will do about a popup that is up, counted in visible time over all its presentations.
  ///
  /// The user never acts in the very tick in which a popup comes: that would look like an act from within the showing.
  func planAnswers(of popup: PopupID, at time: Ticks) {
    let life = popups[popup.index]
    let truth = script.truths[popup.index]
    if let tapAfter = life.tapAfter, !life.hasTapped, !truth.leadsTo.isNone {
      let rest = max(Ticks(1), tapAfter - life.visibleBefore)
      plan(.tap(popup, presentation: life.presentation), at: time + rest, cause: life.shownSequence)
    }
    if let dwell = life.dwell, !life.hasAnswered {
      let rest = max(Ticks(1), dwell - life.visibleBefore)
      plan(.answer(popup, presentation: life.presentation), at: time + rest, cause: life.shownSequence)
    }
  }

  func answered(_ popup: PopupID, at time: Ticks) { popups[popup.index].hasAnswered = true }

  /// The attributes of a submitted popup.
  func spec(of popup: PopupID) -> PopupSpec? {
    specIndices[popup.index] < 0 ? nil : script.catalog.specs[specIndices[popup.index]]
  }
}
