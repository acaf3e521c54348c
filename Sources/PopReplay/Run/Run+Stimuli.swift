import PopupScheduling

// Playing the stimuli of the plan.
extension Run {
  /// Makes a stimulus of the plan the next turn's, with its cause in this run; false where it cannot happen in this run, or has to wait.
  mutating func play(_ item: Int32, cause: Int32) -> Bool {
    let (traits, isScenario) = (planned(item).traits, session.plan.isScenario)
    guard stimuli[Int(item)].state < .reached || traits.contains(.repeats) else { return false }
    stimulus = event(of: item)
    if visitsWait, isLater(item, cause) { return false }
    let (kind, popup) = (stimulus.kind, stimulus.popup)
    var page = stimulus.page
    let passes = !kind.isAboutPage || isScenario || pass(item, kind, &page)
    guard passes, exists(item, kind, popup, page), !isUnreached(item) else {
      giveUp(item)
      return false
    }
    if traits.contains(.usersAct), visibility.locks > 0, isCausal, !traits.contains(.passesLock) {
      heldActs.append(
        ScheduledEvent(time: now, order: planned(item).index, cause: cause, what: .stimulus(item: item)))
      return false
    }
    if traits.contains(.needsPopupUp), !isScenario, !visibility.views[popup.index].isUp {
      giveUp(item)
      return false
    }
    stimulus.page = page
    if traits.contains(.hasAudience), !planned(item).isReaction, isCausal { compareAudience(item, stimulus) }
    stimulus.time = now
    // It begins a turn of its own, whatever it was in the recording; one that is handed over in a turn is marked when it is taken.
    stimulus.flags.remove(.reentrant)
    // Only decisions name the popups they passed over.
    stimulus.overStart = 0
    stimulus.cause = recordedCause(of: item, cause)
    stimulusItem = item
    reach(item)
    noteEffects(of: kind, popup, page, item: item, sequence: nextSequence)
    if traits.contains(.staysToTheEnd), isCausal { planPageStay(item) }
    if traits.contains(.leadsToPage) { noteMovedTap(item) }
    if isScenario { matchAnchors(stimulus, sequence: nextSequence) }
    return true
  }

  /// The sequence number of what brought the stimulus about, where the recording names a cause.
  @inline(__always)
  private func recordedCause(of item: Int32, _ cause: Int32) -> Int32 {
    if session.plan.isScenario { return cause >= 0 ? cause : attributedCause(of: stimulus) }
    guard planned(item).cause >= 0 else { return -1 }
    return planned(item).traits.contains(.causedByLastShown)
      ? visibility.views[stimulus.popup.index].shown : stimuli[Int(item)].cause
  }

  /// Whether the popup and the page a stimulus is about exist in this run (<doc:CausalReplay#Pages-behind-a-tap>).
  func exists(_ item: Int32, _ kind: EventKind, _ popup: PopupID, _ page: PageID) -> Bool {
    if !popup.isNone, kind != .popupSubmitted {
      let submission = session.plan.popups[popup.index].submission
      if submission >= 0, session.plan.isScenario || submission < item, !popups[popup.index].isSubmitted {
        return false
      }
    }
    if !page.isNone, !exists(page, item) { return false }
    guard kind == .popupSubmitted, !popup.isNone else { return true }
    let instance = session.plan.popups[popup.index].traits.instance
    return instance.isNone || instance.index >= session.plan.introductions.count || exists(instance, item)
  }

  func exists(_ page: PageID, _ item: Int32) -> Bool {
    let introduction = session.plan.introductions[page.index]
    if introduction == item {
      let container = session.plan.forest.container(of: page)
      return container.isNone || exists(container, item)
    }
    guard introduction >= 0, introduction < item else { return true }
    if session.plan.isScenario, !planned(introduction).isReaction { return true }
    return stimuli[Int(introduction)].state == .reached
  }

  /// Whether a user's act of a scenario, or an animation's end of a playback, is about a presentation there has not been.
  @inline(__always)
  private func isUnreached(_ item: Int32) -> Bool {
    if session.plan.isScenario {
      return planned(item).traits.contains(.needsPopupUp) && visibility.views[stimulus.popup.index].shown < 0
    }
    guard !isCausal, stimulus.kind == .animationFinished else { return false }
    let trigger = planned(item).trigger
    guard trigger == .animation || trigger == .hidden else { return false }
    let generation = visibility.views[stimulus.popup.index].generation
    if generation != stimulus.generation { return generation < stimulus.generation }
    return stimulus.phase == .hide && visibility.views[stimulus.popup.index].isUp
  }

  /// The cause of a scenario's stimulus that has a time of its own: what an instrumented app would name (TimeAndTurns, *Causes*).
  private func attributedCause(of event: Event) -> Int32 {
    guard !event.popup.isNone else { return -1 }
    let view = visibility.views[event.popup.index]
    let isAboutShown: Bool
    switch event.kind {
    case .popupDismissed where event.act.isUsers, .popupTapped, .popupViewLost: isAboutShown = view.isUp
    case .animationFinished, .animationLost: isAboutShown = event.phase == .show
    case .contentLoaded, .contentFailed: return popups[event.popup.index].openRequest
    default: return -1
    }
    let (cause, time) = isAboutShown ? (view.shown, view.shownTime) : (view.hidden, view.hiddenTime)
    // At its own time the stimulus would be taken for a re-entrant one.
    return time < now ? cause : -1
  }
}
