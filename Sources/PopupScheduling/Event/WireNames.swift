extension Reason: WireNamed {
  public var wireName: String {
    switch self {
    case .none: "none"
    case .dismissed: "dismissed"
    case .pageLeft: "page-left"
    case .preempted: "preempted"
    case .signedOut: "signed-out"
    case .withdrawn: "withdrawn"
    case .auto: "auto"
    case .viewLost: "view-lost"
    case .pageRemoved: "page-removed"
    case .contentFailed: "content-failed"
    case .expired: "expired"
    case .duplicate: "duplicate"
    case .barred: "barred"
    case .slot: "slot"
    case .page: "page"
    case .content: "content"
    case .gate: "gate"
    case .condition: "condition"
    case .chain: "chain"
    }
  }
}

extension DismissalAct: WireNamed {
  public var wireName: String {
    switch self {
    case .button: "button"
    case .cover: "cover"
    case .back: "back"
    case .swipe: "swipe"
    case .code: "code"
    }
  }
}

extension AnimationPhase: WireNamed {
  public var wireName: String {
    switch self {
    case .show: "show"
    case .hide: "hide"
    }
  }
}

extension TimerPurpose: WireNamed {
  public var wireName: String {
    switch self {
    case .expiry: "expiry"
    case .autoDismiss: "auto-dismiss"
    case .poll: "poll"
    case .other: "other"
    case .preemption: "preemption"
    }
  }
}

extension PopupKind: WireNamed {
  public var wireName: String {
    switch self {
    case .alert: "alert"
    case .sheet: "sheet"
    case .permission: "permission"
    case .guide: "guide"
    case .campaign: "campaign"
    case .message: "message"
    case .hud: "hud"
    case .splash: "splash"
    case .system: "system"
    }
  }
}

extension PagePresentation: WireNamed {
  public var wireName: String {
    switch self {
    case .full: "full"
    case .sheet: "sheet"
    case .custom: "custom"
    }
  }
}

extension ClassMatching: WireNamed {
  public var wireName: String {
    switch self {
    case .subclasses: "subclasses"
    case .exact: "exact"
    }
  }
}

extension ContentReadiness: WireNamed {
  public var wireName: String {
    switch self {
    case .ready: "ready"
    case .async: "async"
    }
  }
}

extension WhenBarred: WireNamed {
  public var wireName: String {
    switch self {
    case .wait: "wait"
    case .drop: "drop"
    }
  }
}

extension OnHigher: WireNamed {
  public var wireName: String {
    switch self {
    case .stay: "stay"
    case .requeue: "requeue"
    case .drop: "drop"
    }
  }
}

extension DismissalStyle: WireNamed {
  public var wireName: String {
    switch self {
    case .automatic: "automatic"
    case .plain: "plain"
    case .animated: "animated"
    }
  }
}

/// A word of the public vocabulary: it has the name that JSON Lines, reports and the docs use.
public protocol WireNamed: CaseIterable, Sendable {
  /// The name.
  var wireName: String { get }
}

extension WireNamed {
  /// Finds a word by its name; nil where there is none.
  public init?(wireName: some StringProtocol) {
    guard let word = Self.allCases.first(where: { $0.wireName == wireName }) else { return nil }
    self = word
  }
}
