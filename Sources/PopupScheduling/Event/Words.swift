/// Why a decision was made.
///
/// One list for all decisions; ``EventSchema`` says which of them a kind of event may carry.
@frozen
public enum Reason: UInt8, CaseIterable, Sendable {
  case none = 0
  // How a presentation or a popup ended
  case dismissed = 1
  case pageLeft = 2
  case preempted = 3
  case signedOut = 4
  case withdrawn = 5
  case auto = 6
  case viewLost = 7
  case pageRemoved = 8
  case contentFailed = 9
  case expired = 10
  case duplicate = 11
  case barred = 12
  // What a popup waits for
  case slot = 32
  case page = 33
  case content = 34
  case gate = 35
  case condition = 36
  case chain = 37
}

/// How a popup's dismissal came about.
@frozen
public enum DismissalAct: UInt8, CaseIterable, Sendable {
  case button = 1
  case cover = 2
  case back = 3
  case swipe = 4
  case code = 5

  /// Whether the user did it.
  @inlinable
  public var isUsers: Bool { self != .code }
}

/// One of a popup's two animations.
@frozen
public enum AnimationPhase: UInt8, CaseIterable, Sendable {
  case show = 1
  case hide = 2
}

/// What a timer is for.
@frozen
public enum TimerPurpose: UInt8, CaseIterable, Sendable {
  case expiry = 1
  case autoDismiss = 2
  case poll = 3
  case other = 4
  /// A popup that was put back often enough may be preempted again (<doc:QueueOrder#Preemption>).
  case preemption = 5
}

/// What sort of thing a popup is.
@frozen
public enum PopupKind: UInt8, CaseIterable, Sendable {
  case alert = 0
  case sheet = 1
  case permission = 2
  case guide = 3
  case campaign = 4
  case message = 5
  case hud = 6
  case splash = 7
  case system = 8

  /// Whether it needs no answer, may overlap and may change while shown (<doc:QueueOrder#HUDs>).
  @inlinable
  public var isExempt: Bool { self == .hud }

  /// Whether typing holds it back (<doc:QueueOrder#Gates>, gates).
  @inlinable
  public var isHeldByTyping: Bool {
    switch self {
    case .campaign, .message, .guide, .splash, .permission: true
    case .alert, .sheet, .hud, .system: false
    }
  }
}

/// How a page covers the one below it.
@frozen
public enum PagePresentation: UInt8, CaseIterable, Sendable {
  case full = 0
  case sheet = 1
  case custom = 2
}

/// Whether subclasses of a popup's page classes count.
@frozen
public enum ClassMatching: UInt8, CaseIterable, Sendable {
  case subclasses = 0
  case exact = 1
}

/// Whether a popup's content is there at submission.
@frozen
public enum ContentReadiness: UInt8, CaseIterable, Sendable {
  case ready = 0
  case async = 1
}

/// What happens to a popup that would be shown next while its condition is false.
@frozen
public enum WhenBarred: UInt8, CaseIterable, Sendable {
  case wait = 0
  case drop = 1
}

/// What happens to a shown popup when a more urgent one comes.
@frozen
public enum OnHigher: UInt8, CaseIterable, Sendable {
  case stay = 0
  case requeue = 1
  case drop = 2
}

/// When a popup tells its scheduler of its own dismissal (<doc:PagesAndPopups#Attributes-of-a-popup>).
@frozen
public enum DismissalStyle: UInt8, CaseIterable, Sendable {
  /// Animated where the popup has an exit animation, plain otherwise.
  case automatic = 0
  /// At the call.
  case plain = 1
  /// At the end of the exit animation.
  case animated = 2
}

/// What a name that an app gives is the name of.
public enum NameRole: Hashable, Sendable {
  /// A popup, a sequence of popups, a de-duplication key.
  case popup, chain, key
  /// A page's class or superclass, or one that a popup asks for.
  case pageClass
  /// What a tap asks for, what state a popup is in.
  case action, state
  /// The user who is signed in.
  case user
  /// What is typed into.
  case responder
  /// A view that popups are put into.
  case host
}
