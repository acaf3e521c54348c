import PopupScheduling

/// What happened in a turn, in one word: the kinds of its events, and what they changed. A rule is called where one is set that it looks at.
struct AuditSignals: OptionSet {
  var rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The signal of a kind of event. Their numbers come in groups of 16, each with room for what may be added to it here.
  @inline(__always)
  init(_ kind: EventKind) {
    let first: UInt8 =
      switch kind.rawValue >> 4 {
      case 0: 0
      case 1: 7
      case 2: 16
      case 3: 21
      case 4: 34
      case 8: 39
      case 9: 45
      default: 53
      }
    rawValue = 1 << UInt64(first + kind.rawValue & 15)
  }

  // Stimuli
  static var pageWillAppear: AuditSignals { AuditSignals(.pageWillAppear) }
  static var pageDidAppear: AuditSignals { AuditSignals(.pageDidAppear) }
  static var pageWillDisappear: AuditSignals { AuditSignals(.pageWillDisappear) }
  static var pageDidDisappear: AuditSignals { AuditSignals(.pageDidDisappear) }
  static var pageRemoved: AuditSignals { AuditSignals(.pageRemoved) }
  static var popupSubmitted: AuditSignals { AuditSignals(.popupSubmitted) }
  static var popupWithdrawn: AuditSignals { AuditSignals(.popupWithdrawn) }
  static var popupDismissed: AuditSignals { AuditSignals(.popupDismissed) }
  static var popupTapped: AuditSignals { AuditSignals(.popupTapped) }
  static var popupUpdated: AuditSignals { AuditSignals(.popupUpdated) }
  static var popupCondition: AuditSignals { AuditSignals(.popupCondition) }
  static var popupViewLost: AuditSignals { AuditSignals(.popupViewLost) }
  static var popupChanged: AuditSignals { AuditSignals(.popupChanged) }
  static var contentLoaded: AuditSignals { AuditSignals(.contentLoaded) }
  static var contentFailed: AuditSignals { AuditSignals(.contentFailed) }
  static var animationFinished: AuditSignals { AuditSignals(.animationFinished) }
  static var animationLost: AuditSignals { AuditSignals(.animationLost) }
  static var appSignedOut: AuditSignals { AuditSignals(.appSignedOut) }
  static var appSignedIn: AuditSignals { AuditSignals(.appSignedIn) }
  static var appBackground: AuditSignals { AuditSignals(.appBackground) }
  static var scrollBegan: AuditSignals { AuditSignals(.scrollBegan) }
  static var editBegan: AuditSignals { AuditSignals(.editBegan) }
  static var editEnded: AuditSignals { AuditSignals(.editEnded) }
  static var schedulerSuspended: AuditSignals { AuditSignals(.schedulerSuspended) }

  // Decisions
  static var popupQueued: AuditSignals { AuditSignals(.popupQueued) }
  static var popupShown: AuditSignals { AuditSignals(.popupShown) }
  static var popupHidden: AuditSignals { AuditSignals(.popupHidden) }
  static var popupParked: AuditSignals { AuditSignals(.popupParked) }
  static var popupRestored: AuditSignals { AuditSignals(.popupRestored) }
  static var popupDropped: AuditSignals { AuditSignals(.popupDropped) }
  static var contentRequested: AuditSignals { AuditSignals(.contentRequested) }
  static var contentCancelled: AuditSignals { AuditSignals(.contentCancelled) }
  static var inputLocked: AuditSignals { AuditSignals(.inputLocked) }
  static var inputUnlocked: AuditSignals { AuditSignals(.inputUnlocked) }
  static var keyboardResigned: AuditSignals { AuditSignals(.keyboardResigned) }
  static var keyboardRestored: AuditSignals { AuditSignals(.keyboardRestored) }
  static var coverAdded: AuditSignals { AuditSignals(.coverAdded) }
  static var coverRemoved: AuditSignals { AuditSignals(.coverRemoved) }
  static var timerSet: AuditSignals { AuditSignals(.timerSet) }
  static var callback: AuditSignals { AuditSignals(.callback) }
  static var fault: AuditSignals { AuditSignals(.fault) }

  // What they changed
  /// Another page than before is current in some scene, or none.
  static var pageChanged: AuditSignals { AuditSignals(rawValue: 1 << 60) }
  /// A popup took the slot of a scene, or left it.
  static var slotChanged: AuditSignals { AuditSignals(rawValue: 1 << 61) }
  static var popupEnded: AuditSignals { AuditSignals(rawValue: 1 << 62) }
  /// A rule asked for the end of the turn, whatever happens in it.
  static var turnEnd: AuditSignals { AuditSignals(rawValue: 1 << 63) }

  static var events: AuditSignals {
    AuditSignals(rawValue: ~(pageChanged | slotChanged | popupEnded | turnEnd).rawValue)
  }

  /// Both; unlike a list of many in brackets, it is known when this is compiled.
  @inline(__always)
  static func | (one: AuditSignals, other: AuditSignals) -> AuditSignals {
    AuditSignals(rawValue: one.rawValue | other.rawValue)
  }

  @inline(__always)
  func meets(_ others: AuditSignals) -> Bool { rawValue & others.rawValue != 0 }
}
