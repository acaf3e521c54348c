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
  public var wireName: String { row.name }
  /// What its name is the name of, for an app that gives it one.
  var nameRole: NameRole { row.nameRole ?? .action }
  fileprivate var row: Row { Self.rows[Int(rawValue)] }
  private static let rows = (0...UInt8.max).map { EventKind(rawValue: $0).map { Row($0.described) } ?? Row(("", [])) }

  fileprivate struct Row: Sendable {
    let name: String
    let rules: [EventSchema.Rule]
    let nameRole: NameRole?

    init(_ row: (name: String, rules: [EventSchema.Rule])) {
      (name, rules) = row
      nameRole = rules.lazy.compactMap { if case .name(let role) = $0.field.slot { role } else { nil } }.first
    }
  }

  /// The table of kinds: the name of each, and the fields it carries in order.
  private var described: (name: String, rules: [EventSchema.Rule]) {
    func need(_ fields: EventField...) -> [EventSchema.Rule] { fields.map { .init(field: $0, isRequired: true) } }
    func may(_ fields: EventField...) -> [EventSchema.Rule] { fields.map { .init(field: $0, isRequired: false) } }
    let page = need(.page) + may(.pageAttributes)
    let scene = may(.scene)
    let whole = may(.popup, .reason, .scene, .scheduler)
    return switch self {
    case .pageLoaded: ("page.loaded", page)
    case .pageWillAppear: ("page.will-appear", page)
    case .pageDidAppear: ("page.did-appear", page)
    case .pageWillDisappear: ("page.will-disappear", page)
    case .pageDidDisappear: ("page.did-disappear", page)
    case .pageRemoved: ("page.removed", page)
    case .popupSubmitted: ("popup.submitted", need(.popup, .submission))
    case .popupWithdrawn: ("popup.withdrawn", need(.popup) + may(.page))
    case .popupDismissed: ("popup.dismissed", need(.popup, .by) + may(.page))
    case .popupTapped: ("popup.tapped", need(.popup, .action))
    case .popupUpdated: ("popup.updated", need(.popup, .state))
    case .popupCondition: ("popup.condition", need(.popup, .holds))
    case .popupViewLost: ("popup.view-lost", need(.popup))
    case .popupChanged: ("popup.changed", need(.popup, .change))
    case .contentLoaded: ("content.loaded", need(.popup))
    case .contentFailed: ("content.failed", need(.popup))
    case .animationFinished: ("animation.finished", need(.popup, .phase, .generation) + may(.completed))
    case .animationLost: ("animation.lost", need(.popup, .phase) + may(.generation))
    case .appSignedOut: ("app.signed-out", [])
    case .appSignedIn: ("app.signed-in", may(.user))
    case .appBackground: ("app.background", [])
    case .appForeground: ("app.foreground", [])
    case .scrollBegan: ("scroll.began", scene)
    case .scrollEnded: ("scroll.ended", scene)
    case .editBegan: ("edit.began", may(.responder, .scene))
    case .editEnded: ("edit.ended", scene)
    case .backPressed: ("back.pressed", scene)
    case .inputForeignLocked: ("input.foreign-locked", scene)
    case .inputForeignUnlocked: ("input.foreign-unlocked", scene)
    case .idle: ("idle", scene)
    case .schedulerSuspended: ("scheduler.suspended", may(.kind, .hides, .scene, .scheduler))
    case .schedulerResumed: ("scheduler.resumed", may(.kind, .scene, .scheduler))
    case .schedulerCleared: ("scheduler.cleared", may(.kind, .scene, .scheduler))
    case .timerFired: ("timer.fired", need(.timer) + may(.scene, .scheduler))
    case .popupQueued: ("popup.queued", need(.popup, .reason))
    case .popupShown: ("popup.shown", need(.popup) + may(.page) + need(.generation) + may(.restored, .over, .reason))
    case .popupHidden: ("popup.hidden", need(.popup, .reason, .generation) + may(.over))
    case .popupParked: ("popup.parked", need(.popup, .page) + may(.reason))
    case .popupRestored: ("popup.restored", need(.popup) + may(.page, .reason))
    case .popupDropped: ("popup.dropped", need(.popup, .reason))
    case .contentRequested: ("content.requested", whole)
    case .contentCancelled: ("content.cancelled", whole)
    case .inputLocked: ("input.locked", whole)
    case .inputUnlocked: ("input.unlocked", whole)
    case .keyboardResigned: ("keyboard.resigned", may(.popup, .responder, .page, .reason, .scene, .scheduler))
    case .keyboardRestored: ("keyboard.restored", may(.popup, .responder, .page, .reason, .scene, .scheduler))
    case .coverAdded: ("cover.added", whole)
    case .coverRemoved: ("cover.removed", whole)
    case .timerSet: ("timer.set", need(.timer, .at) + may(.popup, .purpose, .scene, .scheduler))
    case .timerCancelled: ("timer.cancelled", need(.timer) + whole)
    case .callback: ("callback", need(.name) + whole)
    case .fault: ("fault", need(.message) + whole)
    case .observingBegan: ("observing.began", may(.what, .reason, .scene, .scheduler))
    case .observingEnded: ("observing.ended", may(.what, .reason, .scene, .scheduler))
    }
  }
}

/// Which fields each kind of event carries: the one table behind the trace file's columns, JSON Lines, `poptrace cat` and the docs.
package enum EventSchema {
  package struct Rule: Hashable, Sendable {
    package let field: EventField
    package let isRequired: Bool
  }

  package static func rules(of kind: EventKind) -> [Rule] { kind.row.rules }
}

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
