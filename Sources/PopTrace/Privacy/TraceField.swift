import PopupScheduling

/// What of a trace is text that an app or its users have chosen: all of it, but for the policy and the names of callbacks.
package enum TraceField: String, CaseIterable, Sendable {
  case names
  /// The classes of pages, and those that popups ask for.
  case classes
  /// The actions of taps, the states of updates.
  case actions, states
  /// The users who sign in, and those for whom content was asked.
  case users
  /// What is edited.
  case responders
  /// De-duplication keys, the names of chains, the views that popups are put into.
  case keys, chains, hosts
  /// What a fault says.
  case messages
  // What the header says of the session.
  case session, app, build, started, os, device, locale, arms, metadata

  var singular: String {
    switch self {
    case .classes: "class"
    default: rawValue.hasSuffix("s") ? String(rawValue.dropLast()) : rawValue
    }
  }

  /// What the name of an event of a kind is; nil for names that are part of how schedulers work.
  static func named(by kind: EventKind) -> TraceField? {
    for rule in EventSchema.rules(of: kind) {
      if rule.field == .message { return .messages }
      if case .name(let role?) = rule.field.slot { return TraceField(role) }
    }
    return nil
  }

  init(_ role: NameRole) {
    self =
      switch role {
      case .popup: .names
      case .pageClass: .classes
      case .action: .actions
      case .state: .states
      case .user: .users
      case .responder: .responders
      case .key: .keys
      case .chain: .chains
      case .host: .hosts
      }
  }

  static var headerTexts: [(TraceField, WritableKeyPath<SessionHeader, String>)] {
    [
      (.session, \.session), (.app, \.app), (.build, \.build), (.started, \.started), (.os, \.os), (.device, \.device),
      (.locale, \.locale),
    ]
  }
}
