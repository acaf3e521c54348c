/// Everything that can happen to a scheduler (stimuli, below 128) and everything it can do (decisions, from 128 on).
///
/// The raw values are those of the trace file: never renumbered, so that a new kind comes last in its group.
@frozen
public enum EventKind: UInt8, WireNamed {
  // Pages
  case pageLoaded = 1
  case pageWillAppear, pageDidAppear, pageWillDisappear, pageDidDisappear, pageRemoved
  // Popups
  case popupSubmitted = 16
  case popupWithdrawn, popupDismissed, popupTapped, popupUpdated, popupCondition, popupViewLost, popupChanged
  // Content and animations
  case contentLoaded = 32
  case contentFailed, animationFinished, animationLost
  // The app
  case appSignedOut = 48
  case appSignedIn, appBackground, appForeground, scrollBegan, scrollEnded, editBegan, editEnded, backPressed
  case inputForeignLocked, inputForeignUnlocked, idle
  // The scheduler
  case schedulerSuspended = 64
  case schedulerResumed, schedulerCleared, timerFired
  // Decisions about popups
  case popupQueued = 128
  case popupShown, popupHidden, popupParked, popupRestored, popupDropped
  // Decisions about what goes with them
  case contentRequested = 144
  case contentCancelled, inputLocked, inputUnlocked, keyboardResigned, keyboardRestored, coverAdded, coverRemoved
  // Other decisions
  case timerSet = 160
  case timerCancelled, callback, fault, observingBegan, observingEnded

  /// Whether this is something that happened to the scheduler.
  @inlinable public var isStimulus: Bool { rawValue < 128 }
  /// Whether this is something the scheduler did.
  @inlinable public var isDecision: Bool { rawValue >= 128 }
  /// Whether it is an event of a page's life.
  @inlinable
  public var isAboutPage: Bool {
    rawValue >= EventKind.pageLoaded.rawValue && rawValue <= EventKind.pageRemoved.rawValue
  }

  /// Whether it is said to one scheduler of one scene, and to no other (<doc:QueueOrder#One-queue-a-scheduler>).
  @usableFromInline
  var isAboutScheduler: Bool { self == .schedulerSuspended || self == .schedulerResumed || self == .schedulerCleared }

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
