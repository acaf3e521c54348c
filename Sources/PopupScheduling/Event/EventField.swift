/// A field that an event may carry besides `id`, `t`, `event` and `cause`.
@frozen
public enum EventField: UInt8, WireNamed {
  case popup, page, generation, reason, by, phase, purpose, name, action, state, user, responder, what, message
  case timer, at, holds, completed, hides, restored, over, kind, scene, scheduler
  case submission
  case pageAttributes
  case change

  public var wireName: String { row.name }
  package var slot: Slot { row.slot }

  private var row: (name: String, slot: Slot) {
    switch self {
    case .popup: ("popup", .popup)
    case .page: ("page", .page)
    case .generation: ("generation", .generation)
    case .reason: ("reason", .code(.reason))
    case .by: ("by", .code(.act))
    case .phase: ("phase", .code(.phase))
    case .purpose: ("purpose", .code(.purpose))
    case .name: ("name", .name(nil))
    case .action: ("action", .name(.action))
    case .state: ("state", .name(.state))
    case .user: ("user", .name(.user))
    case .responder: ("responder", .name(.responder))
    case .what: ("what", .name(nil))
    case .message: ("message", .name(nil))
    case .timer: ("timer", .timer)
    case .at: ("at", .value)
    case .holds: ("holds", .flag(.holds))
    case .completed: ("completed", .flag(.incomplete))
    case .hides: ("hides", .flag(.hides))
    case .restored: ("restored", .flag(.restored))
    case .over: ("over", .over)
    case .kind: ("kind", .code(.popupKind))
    case .scene: ("scene", .scene)
    case .scheduler: ("scheduler", .scheduler)
    case .submission, .change: ("-", .attributes)
    case .pageAttributes: ("-", .pageAttributes)
    }
  }

  /// Whether the field is false where its flag is set.
  package var isInverted: Bool { self == .completed }

  package enum Slot: Hashable, Sendable {
    case popup, page, generation, timer, value, over, scene, scheduler, attributes
    /// A name; what an app's names are names of.
    case name(NameRole?)
    case code(Event.Code)
    case flag(Event.Flags)
    case pageAttributes
  }
}

extension Event {
  package enum Code: Hashable, Sendable {
    case none, reason, act, phase, purpose, popupKind

    /// The flag that says whether an optional code is given.
    package var flag: Flags {
      switch self {
      case .reason: .hasReason
      case .popupKind: .ofKind
      case .none, .act, .phase, .purpose: []
      }
    }
  }
}

/// Which fields each kind of event carries: the one table behind the trace file's columns, JSON Lines, `poptrace cat` and the docs.
package enum EventSchema {
  package struct Rule: Hashable, Sendable {
    package let field: EventField
    /// Whether the event makes no sense without it.
    package let isRequired: Bool
  }

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
