/// Which fields each kind of event carries.
///
/// The one table behind the trace file's columns, JSON Lines, `poptrace cat` and the docs.
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
    case .contentRequested, .contentCancelled, .inputLocked, .coverAdded, .coverRemoved:
      may(.popup, .reason, .scene, .scheduler)
    case .inputUnlocked: may(.popup, .reason, .scene, .scheduler)
    case .keyboardResigned, .keyboardRestored: may(.popup, .responder, .page, .reason, .scene, .scheduler)
    case .timerSet: need(.timer, .at) + may(.popup, .purpose, .scene, .scheduler)
    case .timerCancelled: need(.timer) + may(.popup, .reason, .scene, .scheduler)
    case .callback: need(.name) + may(.popup, .reason, .scene, .scheduler)
    case .fault: need(.message) + may(.popup, .reason, .scene, .scheduler)
    case .observingBegan, .observingEnded: may(.what, .reason, .scene, .scheduler)
    }
  }
}
