import PopupScheduling

// What is done for every event, compiled once for each kind: which rules look at a kind, and what it changes, are constants there.
extension AuditEngine {
  /// Shows the event to the rules, before and after the state takes it in.
  @inline(__always)
  mutating func takeByKind() {
    switch state.event.kind {
    case .pageLoaded: take(as: .pageLoaded)
    case .pageWillAppear: take(as: .pageWillAppear)
    case .pageDidAppear: take(as: .pageDidAppear)
    case .pageWillDisappear: take(as: .pageWillDisappear)
    case .pageDidDisappear: take(as: .pageDidDisappear)
    case .pageRemoved: take(as: .pageRemoved)
    case .popupSubmitted: take(as: .popupSubmitted)
    case .popupWithdrawn: take(as: .popupWithdrawn)
    case .popupDismissed: take(as: .popupDismissed)
    case .popupCondition: take(as: .popupCondition)
    case .popupViewLost: take(as: .popupViewLost)
    case .popupChanged: take(as: .popupChanged)
    case .contentLoaded: take(as: .contentLoaded)
    case .contentFailed: take(as: .contentFailed)
    case .animationFinished: take(as: .animationFinished)
    case .appSignedOut: take(as: .appSignedOut)
    case .appSignedIn: take(as: .appSignedIn)
    case .appBackground: take(as: .appBackground)
    case .appForeground: take(as: .appForeground)
    case .scrollBegan: take(as: .scrollBegan)
    case .scrollEnded: take(as: .scrollEnded)
    case .editBegan: take(as: .editBegan)
    case .editEnded: take(as: .editEnded)
    case .backPressed: take(as: .backPressed)
    case .schedulerSuspended: take(as: .schedulerSuspended)
    case .schedulerResumed: take(as: .schedulerResumed)
    case .schedulerCleared: take(as: .schedulerCleared)
    case .timerFired: take(as: .timerFired)
    case .popupQueued: take(as: .popupQueued)
    case .popupShown: take(as: .popupShown)
    case .popupHidden: take(as: .popupHidden)
    case .popupParked: take(as: .popupParked)
    case .popupRestored: take(as: .popupRestored)
    case .popupDropped: take(as: .popupDropped)
    case .contentRequested: take(as: .contentRequested)
    case .contentCancelled: take(as: .contentCancelled)
    case .inputLocked: take(as: .inputLocked)
    case .inputUnlocked: take(as: .inputUnlocked)
    case .keyboardResigned: take(as: .keyboardResigned)
    case .keyboardRestored: take(as: .keyboardRestored)
    case .coverAdded: take(as: .coverAdded)
    case .coverRemoved: take(as: .coverRemoved)
    case .timerSet: take(as: .timerSet)
    case .timerCancelled: take(as: .timerCancelled)
    case .callback: take(as: .callback)
    case .fault: take(as: .fault)
    // Kinds that change nothing, and that no rule looks at for themselves.
    case .popupTapped, .popupUpdated, .animationLost, .inputForeignLocked, .inputForeignUnlocked, .idle:
      take(as: .idle)
    case .observingBegan, .observingEnded: take(as: .observingBegan)
    }
  }

  @inline(__always)
  private mutating func take(as kind: EventKind) {
    let signal = AuditSignals(kind)
    if kind == .popupShown, !state.event.popup.isNone { prepareToShow() }
    rules.before(signal, state, &output)
    state.sequence = state.event.sequence
    state.apply(as: kind)
    rules.after(signal, state, &output)
    state.step.signals.formUnion(signal)
  }
}
