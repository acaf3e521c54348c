// The raw values of all words are those of the trace file: never renumbered, so that a new word comes last.

/// A word of the public vocabulary: it has the name that JSON Lines, reports and the docs use.
public protocol WireNamed: CaseIterable, Sendable {
  var wireName: String { get }
}

extension WireNamed {
  /// Finds a word by its name; nil where there is none.
  public init?(wireName: some StringProtocol) {
    guard let word = Self.allCases.first(where: { $0.wireName == wireName }) else { return nil }
    self = word
  }
}

/// Why a decision was made; ``EventSchema`` says which kinds of event carry a reason.
@frozen
public enum Reason: UInt8, WireNamed {
  case none
  // How a presentation or a popup ended
  case dismissed, pageLeft, preempted, signedOut, withdrawn, auto, viewLost, pageRemoved, contentFailed, expired
  case duplicate, barred
  // What a popup waits for
  case slot = 32
  case page, content, gate, condition, chain

  private static let endings = [
    "none", "dismissed", "page-left", "preempted", "signed-out", "withdrawn", "auto", "view-lost", "page-removed",
    "content-failed", "expired", "duplicate", "barred",
  ]
  private static let waits = ["slot", "page", "content", "gate", "condition", "chain"]

  public var wireName: String {
    let wait = Int(rawValue) - Int(Reason.slot.rawValue)
    return wait < 0 ? Self.endings[Int(rawValue)] : Self.waits[wait]
  }
}

/// How a popup's dismissal came about.
@frozen
public enum DismissalAct: UInt8, WireNamed {
  case button = 1
  case cover, back, swipe, code

  /// Whether the user did it.
  @inlinable public var isUsers: Bool { self != .code }

  private static let names = ["button", "cover", "back", "swipe", "code"]
  public var wireName: String { Self.names[Int(rawValue) - 1] }
}

/// One of a popup's two animations.
@frozen
public enum AnimationPhase: UInt8, WireNamed {
  case show = 1
  case hide

  private static let names = ["show", "hide"]
  public var wireName: String { Self.names[Int(rawValue) - 1] }
}

/// What a timer is for.
@frozen
public enum TimerPurpose: UInt8, WireNamed {
  case expiry = 1
  case autoDismiss, poll, other
  /// A popup that was put back often enough may be preempted again (<doc:QueueOrder#Preemption>).
  case preemption

  private static let names = ["expiry", "auto-dismiss", "poll", "other", "preemption"]
  public var wireName: String { Self.names[Int(rawValue) - 1] }
}

/// What sort of thing a popup is.
@frozen
public enum PopupKind: UInt8, WireNamed, AttributeValue {
  case alert, sheet, permission, guide, campaign, message, hud, splash, system

  /// Whether it needs no answer, may overlap and may change while shown (<doc:QueueOrder#HUDs>).
  @inlinable public var isExempt: Bool { self == .hud }

  /// Whether typing holds it back (<doc:QueueOrder#Gates>, gates).
  @inlinable
  public var isHeldByTyping: Bool {
    switch self {
    case .campaign, .message, .guide, .splash, .permission: true
    case .alert, .sheet, .hud, .system: false
    }
  }

  private static let names = [
    "alert", "sheet", "permission", "guide", "campaign", "message", "hud", "splash", "system",
  ]
  public var wireName: String { Self.names[Int(rawValue)] }
}

/// How a page covers the one below it.
@frozen
public enum PagePresentation: UInt8, WireNamed {
  case full, sheet, custom

  private static let names = ["full", "sheet", "custom"]
  public var wireName: String { Self.names[Int(rawValue)] }
}

/// Whether subclasses of a popup's page classes count.
@frozen
public enum ClassMatching: UInt8, WireNamed, AttributeValue {
  case subclasses, exact

  private static let names = ["subclasses", "exact"]
  public var wireName: String { Self.names[Int(rawValue)] }
}

/// Whether a popup's content is there at submission.
@frozen
public enum ContentReadiness: UInt8, WireNamed, AttributeValue {
  case ready, async

  private static let names = ["ready", "async"]
  public var wireName: String { Self.names[Int(rawValue)] }
}

/// What happens to a popup that would be shown next while its condition is false.
@frozen
public enum WhenBarred: UInt8, WireNamed, AttributeValue {
  case wait, drop

  private static let names = ["wait", "drop"]
  public var wireName: String { Self.names[Int(rawValue)] }
}

/// What happens to a shown popup when a more urgent one comes.
@frozen
public enum OnHigher: UInt8, WireNamed, AttributeValue {
  case stay, requeue, drop

  private static let names = ["stay", "requeue", "drop"]
  public var wireName: String { Self.names[Int(rawValue)] }
}

/// When a popup tells its scheduler of its own dismissal (<doc:PagesAndPopups#Attributes-of-a-popup>).
@frozen
public enum DismissalStyle: UInt8, WireNamed, AttributeValue {
  /// Animated where the popup has an exit animation, plain otherwise.
  case automatic
  /// At the call.
  case plain
  /// At the end of the exit animation.
  case animated

  private static let names = ["automatic", "plain", "animated"]
  public var wireName: String { Self.names[Int(rawValue)] }
}

/// What a name that an app gives is the name of; a responder is what is typed into, a host a view that popups are put into.
public enum NameRole: Hashable, Sendable {
  case popup, chain, key, pageClass, action, state, user, responder, host
}
