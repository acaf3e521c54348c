/// A field that an event may carry besides `id`, `t`, `event` and `cause`.
@frozen
public enum EventField: UInt8, CaseIterable, Sendable {
  case popup, page, generation, reason, by, phase, purpose, name, action, state, user, responder, what, message
  case timer, at, holds, completed, hides, restored, over, kind, scene, scheduler
  /// The attributes of a popup, by their own names (``Catalog``).
  case submission
  /// The attributes of a page, by their own names, on its first mention.
  case pageAttributes
  /// What a `popup.changed` alters.
  case change
}

extension EventField: WireNamed {
  public var wireName: String {
    switch self {
    case .popup: "popup"
    case .page: "page"
    case .generation: "generation"
    case .reason: "reason"
    case .by: "by"
    case .phase: "phase"
    case .purpose: "purpose"
    case .name: "name"
    case .action: "action"
    case .state: "state"
    case .user: "user"
    case .responder: "responder"
    case .what: "what"
    case .message: "message"
    case .timer: "timer"
    case .at: "at"
    case .holds: "holds"
    case .completed: "completed"
    case .hides: "hides"
    case .restored: "restored"
    case .over: "over"
    case .kind: "kind"
    case .scene: "scene"
    case .scheduler: "scheduler"
    case .submission, .pageAttributes, .change: "-"
    }
  }
}
