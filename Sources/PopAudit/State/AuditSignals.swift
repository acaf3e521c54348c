import PopupScheduling

/// What happened in a turn, in one word: the kinds of its events, and what they changed.
///
/// Every rule says which of them it looks at; where none of those is set, it is not called.
struct AuditSignals: OptionSet {
  var rawValue: UInt64

  // Stimuli
  static var pageLoaded: AuditSignals { AuditSignals(rawValue: 1 << 17) }
  static var pageWillAppear: AuditSignals { AuditSignals(rawValue: 1 << 18) }
  static var pageDidAppear: AuditSignals { AuditSignals(rawValue: 1 << 19) }
  static var pageWillDisappear: AuditSignals { AuditSignals(rawValue: 1 << 20) }
  static var pageDidDisappear: AuditSignals { AuditSignals(rawValue: 1 << 21) }
  static var pageRemoved: AuditSignals { AuditSignals(rawValue: 1 << 22) }
  static var popupSubmitted: AuditSignals { AuditSignals(rawValue: 1 << 23) }
  static var popupWithdrawn: AuditSignals { AuditSignals(rawValue: 1 << 24) }
  static var popupDismissed: AuditSignals { AuditSignals(rawValue: 1 << 25) }
  static var popupCondition: AuditSignals { AuditSignals(rawValue: 1 << 26) }
  static var popupViewLost: AuditSignals { AuditSignals(rawValue: 1 << 27) }
  static var popupChanged: AuditSignals { AuditSignals(rawValue: 1 << 28) }
  static var contentLoaded: AuditSignals { AuditSignals(rawValue: 1 << 29) }
  static var contentFailed: AuditSignals { AuditSignals(rawValue: 1 << 30) }
  static var animationFinished: AuditSignals { AuditSignals(rawValue: 1 << 31) }
  static var appSignedOut: AuditSignals { AuditSignals(rawValue: 1 << 32) }
  static var appSignedIn: AuditSignals { AuditSignals(rawValue: 1 << 33) }
  static var appBackground: AuditSignals { AuditSignals(rawValue: 1 << 34) }
  static var appForeground: AuditSignals { AuditSignals(rawValue: 1 << 35) }
  static var scrollBegan: AuditSignals { AuditSignals(rawValue: 1 << 36) }
  static var editBegan: AuditSignals { AuditSignals(rawValue: 1 << 37) }
  static var editEnded: AuditSignals { AuditSignals(rawValue: 1 << 38) }
  static var schedulerSuspended: AuditSignals { AuditSignals(rawValue: 1 << 39) }
  static var timerFired: AuditSignals { AuditSignals(rawValue: 1 << 40) }
  /// A stimulus that no rule looks at for itself.
  static var otherStimulus: AuditSignals { AuditSignals(rawValue: 1 << 41) }

  // Decisions
  static var popupQueued: AuditSignals { AuditSignals(rawValue: 1 << 42) }
  static var popupShown: AuditSignals { AuditSignals(rawValue: 1 << 43) }
  static var popupHidden: AuditSignals { AuditSignals(rawValue: 1 << 44) }
  static var popupParked: AuditSignals { AuditSignals(rawValue: 1 << 45) }
  static var popupRestored: AuditSignals { AuditSignals(rawValue: 1 << 46) }
  static var popupDropped: AuditSignals { AuditSignals(rawValue: 1 << 47) }
  static var contentRequested: AuditSignals { AuditSignals(rawValue: 1 << 48) }
  static var contentCancelled: AuditSignals { AuditSignals(rawValue: 1 << 49) }
  static var inputLocked: AuditSignals { AuditSignals(rawValue: 1 << 50) }
  static var inputUnlocked: AuditSignals { AuditSignals(rawValue: 1 << 51) }
  static var keyboardResigned: AuditSignals { AuditSignals(rawValue: 1 << 52) }
  static var keyboardRestored: AuditSignals { AuditSignals(rawValue: 1 << 53) }
  static var coverAdded: AuditSignals { AuditSignals(rawValue: 1 << 54) }
  static var coverRemoved: AuditSignals { AuditSignals(rawValue: 1 << 55) }
  static var timerSet: AuditSignals { AuditSignals(rawValue: 1 << 56) }
  static var callback: AuditSignals { AuditSignals(rawValue: 1 << 57) }
  static var fault: AuditSignals { AuditSignals(rawValue: 1 << 58) }
  /// A decision that no rule looks at for itself.
  static var otherDecision: AuditSignals { AuditSignals(rawValue: 1 << 59) }

  // What they changed
  /// Another page than before is current in some scene, or none.
  static var pageChanged: AuditSignals { AuditSignals(rawValue: 1 << 60) }
  /// A popup took the slot of a scene, or left it.
  static var slotChanged: AuditSignals { AuditSignals(rawValue: 1 << 61) }
  /// Some popup has ENDED.
  static var popupEnded: AuditSignals { AuditSignals(rawValue: 1 << 62) }
  /// A rule asked for the end of the turn, whatever happens in it.
  static var turnEnd: AuditSignals { AuditSignals(rawValue: 1 << 63) }

  /// All kinds of events.
  static var events: AuditSignals {
    AuditSignals(rawValue: ~(pageChanged | slotChanged | popupEnded | turnEnd).rawValue)
  }

  /// Both; unlike a list of many in brackets, it is known when this is compiled.
  @inline(__always)
  static func | (one: AuditSignals, other: AuditSignals) -> AuditSignals {
    AuditSignals(rawValue: one.rawValue | other.rawValue)
  }

  /// Whether any of these is among others.
  @inline(__always)
  func meets(_ others: AuditSignals) -> Bool { rawValue & others.rawValue != 0 }
}

extension AuditSignals {
  /// The signal of a kind of event.
  @inline(__always)
  init(_ kind: EventKind) {
    switch kind {
    case .pageLoaded: self = .pageLoaded
    case .pageWillAppear: self = .pageWillAppear
    case .pageDidAppear: self = .pageDidAppear
    case .pageWillDisappear: self = .pageWillDisappear
    case .pageDidDisappear: self = .pageDidDisappear
    case .pageRemoved: self = .pageRemoved
    case .popupSubmitted: self = .popupSubmitted
    case .popupWithdrawn: self = .popupWithdrawn
    case .popupDismissed: self = .popupDismissed
    case .popupCondition: self = .popupCondition
    case .popupViewLost: self = .popupViewLost
    case .popupChanged: self = .popupChanged
    case .contentLoaded: self = .contentLoaded
    case .contentFailed: self = .contentFailed
    case .animationFinished: self = .animationFinished
    case .appSignedOut: self = .appSignedOut
    case .appSignedIn: self = .appSignedIn
    case .appBackground: self = .appBackground
    case .appForeground: self = .appForeground
    case .scrollBegan: self = .scrollBegan
    case .editBegan: self = .editBegan
    case .editEnded: self = .editEnded
    case .schedulerSuspended: self = .schedulerSuspended
    case .timerFired: self = .timerFired
    case .popupQueued: self = .popupQueued
    case .popupShown: self = .popupShown
    case .popupHidden: self = .popupHidden
    case .popupParked: self = .popupParked
    case .popupRestored: self = .popupRestored
    case .popupDropped: self = .popupDropped
    case .contentRequested: self = .contentRequested
    case .contentCancelled: self = .contentCancelled
    case .inputLocked: self = .inputLocked
    case .inputUnlocked: self = .inputUnlocked
    case .keyboardResigned: self = .keyboardResigned
    case .keyboardRestored: self = .keyboardRestored
    case .coverAdded: self = .coverAdded
    case .coverRemoved: self = .coverRemoved
    case .timerSet: self = .timerSet
    case .callback: self = .callback
    case .fault: self = .fault
    case .popupTapped, .popupUpdated, .animationLost, .scrollEnded, .backPressed, .inputForeignLocked,
      .inputForeignUnlocked, .idle, .schedulerResumed, .schedulerCleared:
      self = .otherStimulus
    case .timerCancelled, .observingBegan, .observingEnded: self = .otherDecision
    }
  }
}
