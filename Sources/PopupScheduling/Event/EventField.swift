/// A field that an event may carry besides `id`, `t`, `event` and `cause`.
@frozen
public enum EventField: UInt8, CaseIterable, Sendable {
  case popup, page, generation, reason, by, phase, purpose, name, action, state, user, responder, what, message
  case timer, at, holds, completed, hides, restored, over, kind, scene, scheduler
  /// The attributes of a popup, by their own names (``PopupSpec``).
  case submission
  /// The attributes of a page, by their own names, on its first mention.
  case pageAttributes
  /// What a `popup.changed` alters.
  case change
}

// MARK: - The table

extension EventField: WireNamed {
  public var wireName: String { row.name }

  /// Where an event has the field.
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

  /// A part of an event that can hold a field.
  package enum Slot: Hashable, Sendable {
    case popup, page, generation, timer, value, over, scene, scheduler, attributes
    /// A name; what an app's names are names of.
    case name(NameRole?)
    case code(Event.Code)
    case flag(Event.Flags)
    /// The catalog has it.
    case pageAttributes
  }
}

extension Event {
  /// What a code is a word of.
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
