extension EventKind: WireNamed {
  /// The name of the event, as in `popup.shown`.
  public var wireName: String {
    switch self {
    case .pageLoaded: "page.loaded"
    case .pageWillAppear: "page.will-appear"
    case .pageDidAppear: "page.did-appear"
    case .pageWillDisappear: "page.will-disappear"
    case .pageDidDisappear: "page.did-disappear"
    case .pageRemoved: "page.removed"
    case .popupSubmitted: "popup.submitted"
    case .popupWithdrawn: "popup.withdrawn"
    case .popupDismissed: "popup.dismissed"
    case .popupTapped: "popup.tapped"
    case .popupUpdated: "popup.updated"
    case .popupCondition: "popup.condition"
    case .popupViewLost: "popup.view-lost"
    case .popupChanged: "popup.changed"
    case .contentLoaded: "content.loaded"
    case .contentFailed: "content.failed"
    case .animationFinished: "animation.finished"
    case .animationLost: "animation.lost"
    case .appSignedOut: "app.signed-out"
    case .appSignedIn: "app.signed-in"
    case .appBackground: "app.background"
    case .appForeground: "app.foreground"
    case .scrollBegan: "scroll.began"
    case .scrollEnded: "scroll.ended"
    case .editBegan: "edit.began"
    case .editEnded: "edit.ended"
    case .backPressed: "back.pressed"
    case .inputForeignLocked: "input.foreign-locked"
    case .inputForeignUnlocked: "input.foreign-unlocked"
    case .idle: "idle"
    case .schedulerSuspended: "scheduler.suspended"
    case .schedulerResumed: "scheduler.resumed"
    case .schedulerCleared: "scheduler.cleared"
    case .timerFired: "timer.fired"
    case .popupQueued: "popup.queued"
    case .popupShown: "popup.shown"
    case .popupHidden: "popup.hidden"
    case .popupParked: "popup.parked"
    case .popupRestored: "popup.restored"
    case .popupDropped: "popup.dropped"
    case .contentRequested: "content.requested"
    case .contentCancelled: "content.cancelled"
    case .inputLocked: "input.locked"
    case .inputUnlocked: "input.unlocked"
    case .keyboardResigned: "keyboard.resigned"
    case .keyboardRestored: "keyboard.restored"
    case .coverAdded: "cover.added"
    case .coverRemoved: "cover.removed"
    case .timerSet: "timer.set"
    case .timerCancelled: "timer.cancelled"
    case .callback: "callback"
    case .fault: "fault"
    case .observingBegan: "observing.began"
    case .observingEnded: "observing.ended"
    }
  }
}

extension Reason: WireNamed {
  public var wireName: String {
    switch self {
    case .none: "none"
    case .dismissed: "dismissed"
    case .pageLeft: "page-left"
    case .preempted: "preempted"
    case .signedOut: "signed-out"
    case .withdrawn: "withdrawn"
    case .auto: "auto"
    case .viewLost: "view-lost"
    case .pageRemoved: "page-removed"
    case .contentFailed: "content-failed"
    case .expired: "expired"
    case .duplicate: "duplicate"
    case .barred: "barred"
    case .slot: "slot"
    case .page: "page"
    case .content: "content"
    case .gate: "gate"
    case .condition: "condition"
    case .chain: "chain"
    }
  }
}

extension DismissalAct: WireNamed {
  public var wireName: String {
    switch self {
    case .button: "button"
    case .cover: "cover"
    case .back: "back"
    case .swipe: "swipe"
    case .code: "code"
    }
  }
}

extension AnimationPhase: WireNamed {
  public var wireName: String {
    switch self {
    case .show: "show"
    case .hide: "hide"
    }
  }
}

extension TimerPurpose: WireNamed {
  public var wireName: String {
    switch self {
    case .expiry: "expiry"
    case .autoDismiss: "auto-dismiss"
    case .poll: "poll"
    case .other: "other"
    case .preemption: "preemption"
    }
  }
}

extension PopupKind: WireNamed {
  public var wireName: String {
    switch self {
    case .alert: "alert"
    case .sheet: "sheet"
    case .permission: "permission"
    case .guide: "guide"
    case .campaign: "campaign"
    case .message: "message"
    case .hud: "hud"
    case .splash: "splash"
    case .system: "system"
    }
  }
}

extension PagePresentation: WireNamed {
  public var wireName: String {
    switch self {
    case .full: "full"
    case .sheet: "sheet"
    case .custom: "custom"
    }
  }
}

extension ClassMatching: WireNamed {
  public var wireName: String {
    switch self {
    case .subclasses: "subclasses"
    case .exact: "exact"
    }
  }
}

extension ContentReadiness: WireNamed {
  public var wireName: String {
    switch self {
    case .ready: "ready"
    case .async: "async"
    }
  }
}

extension WhenBarred: WireNamed {
  public var wireName: String {
    switch self {
    case .wait: "wait"
    case .drop: "drop"
    }
  }
}

extension OnHigher: WireNamed {
  public var wireName: String {
    switch self {
    case .stay: "stay"
    case .requeue: "requeue"
    case .drop: "drop"
    }
  }
}

extension DismissalStyle: WireNamed {
  public var wireName: String {
    switch self {
    case .automatic: "automatic"
    case .plain: "plain"
    case .animated: "animated"
    }
  }
}
