/// Everything that can happen to a scheduler (stimuli) and everything it can do (decisions).
///
/// The raw values are those of the trace file: never renumbered, only added to. Stimuli are below 128, decisions from 128 on.
@frozen
public enum EventKind: UInt8, CaseIterable, Sendable {
  // Pages
  case pageLoaded = 1
  case pageWillAppear = 2
  case pageDidAppear = 3
  case pageWillDisappear = 4
  case pageDidDisappear = 5
  case pageRemoved = 6
  // Popups
  case popupSubmitted = 16
  case popupWithdrawn = 17
  case popupDismissed = 18
  case popupTapped = 19
  case popupUpdated = 20
  case popupCondition = 21
  case popupViewLost = 22
  case popupChanged = 23
  // Content and animations
  case contentLoaded = 32
  case contentFailed = 33
  case animationFinished = 34
  case animationLost = 35
  // The app
  case appSignedOut = 48
  case appSignedIn = 49
  case appBackground = 50
  case appForeground = 51
  case scrollBegan = 52
  case scrollEnded = 53
  case editBegan = 54
  case editEnded = 55
  case backPressed = 56
  case inputForeignLocked = 57
  case inputForeignUnlocked = 58
  case idle = 59
  // The scheduler
  case schedulerSuspended = 64
  case schedulerResumed = 65
  case schedulerCleared = 66
  case timerFired = 67
  // Decisions
  case popupQueued = 128
  case popupShown = 129
  case popupHidden = 130
  case popupParked = 131
  case popupRestored = 132
  case popupDropped = 133
  case contentRequested = 144
  case contentCancelled = 145
  case inputLocked = 146
  case inputUnlocked = 147
  case keyboardResigned = 148
  case keyboardRestored = 149
  case coverAdded = 150
  case coverRemoved = 151
  case timerSet = 160
  case timerCancelled = 161
  case callback = 162
  case fault = 163
  case observingBegan = 164
  case observingEnded = 165

  /// Whether this is something that happened to the scheduler.
  @inlinable
  public var isStimulus: Bool { rawValue < 128 }

  /// Whether this is something the scheduler did.
  @inlinable
  public var isDecision: Bool { rawValue >= 128 }
}
