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

  /// Whether it is an event of a page's life.
  @inlinable
  public var isAboutPage: Bool {
    rawValue >= EventKind.pageLoaded.rawValue && rawValue <= EventKind.pageRemoved.rawValue
  }

  /// Whether it is said to one scheduler of one scene, and to no other (<doc:QueueOrder#One-queue-a-scheduler>).
  @usableFromInline
  var isAboutScheduler: Bool { self == .schedulerSuspended || self == .schedulerResumed || self == .schedulerCleared }
}

// MARK: - The table of kinds: names, and fields

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

/// Which fields each kind of event carries.
///
/// The one table behind the trace file's columns, JSON Lines, `poptrace cat` and the docs; ``EventField`` says where a field stands.
package enum EventSchema {
  /// A field of a kind of event.
  package struct Rule: Hashable, Sendable {
    /// The field.
    package let field: EventField
    /// Whether the event makes no sense without it.
    package let isRequired: Bool
  }

  /// The fields of a kind of event, in the order in which they are written.
  package static func rules(of kind: EventKind) -> [Rule] {
    func need(_ fields: EventField...) -> [Rule] { fields.map { Rule(field: $0, isRequired: true) } }
    func may(_ fields: EventField...) -> [Rule] { fields.map { Rule(field: $0, isRequired: false) } }
    return switch kind {
    case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      need(.page) + may(.pageAttributes)
    case .popupSubmitted: need(.popup, .submission)
    case .popupWithdrawn: need(.popup) + may(.page)
    case .popupDismissed: need(.popup, .by) + may(.page)
    case .popupTapped: need(.popup, .action)
    case .popupUpdated: need(.popup, .state)
    case .popupCondition: need(.popup, .holds)
    case .popupViewLost: need(.popup)
    case .popupChanged: need(.popup, .change)
    case .contentLoaded, .contentFailed: need(.popup)
    case .animationFinished: need(.popup, .phase, .generation) + may(.completed)
    case .animationLost: need(.popup, .phase) + may(.generation)
    case .appSignedOut, .appBackground, .appForeground: []
    case .appSignedIn: may(.user)
    case .scrollBegan, .scrollEnded, .editEnded, .backPressed, .inputForeignLocked, .inputForeignUnlocked, .idle:
      may(.scene)
    case .editBegan: may(.responder, .scene)
    case .schedulerSuspended: may(.kind, .hides, .scene, .scheduler)
    case .schedulerResumed, .schedulerCleared: may(.kind, .scene, .scheduler)
    case .timerFired: need(.timer) + may(.scene, .scheduler)
    case .popupQueued: need(.popup, .reason)
    case .popupShown: need(.popup) + may(.page) + need(.generation) + may(.restored, .over, .reason)
    case .popupHidden: need(.popup, .reason, .generation) + may(.over)
    case .popupParked: need(.popup, .page) + may(.reason)
    case .popupRestored: need(.popup) + may(.page, .reason)
    case .popupDropped: need(.popup, .reason)
    case .contentRequested, .contentCancelled, .inputLocked, .inputUnlocked, .coverAdded, .coverRemoved:
      may(.popup, .reason, .scene, .scheduler)
    case .keyboardResigned, .keyboardRestored: may(.popup, .responder, .page, .reason, .scene, .scheduler)
    case .timerSet: need(.timer, .at) + may(.popup, .purpose, .scene, .scheduler)
    case .timerCancelled: need(.timer) + may(.popup, .reason, .scene, .scheduler)
    case .callback: need(.name) + may(.popup, .reason, .scene, .scheduler)
    case .fault: need(.message) + may(.popup, .reason, .scene, .scheduler)
    case .observingBegan, .observingEnded: may(.what, .reason, .scene, .scheduler)
    }
  }
}
