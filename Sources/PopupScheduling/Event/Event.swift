/// A stimulus or a decision, with its position in the session, its time and (where it has one) its cause.
///
/// A plain value of one cache line: what is longer (a popup's attributes, a page's classes) is in the session's ``Catalog``. ``EventSchema``
/// says which slots a kind of event uses; the others keep their defaults, so that two events are the same exactly when all slots are equal.
@frozen
public struct Event: Hashable, Sendable {
  /// When it happened.
  public var time: Ticks
  /// A further instant or count: `at` of a timer.
  public var value: Int64 = 0
  /// The position in the session, counted from 0.
  public var sequence: Int32 = -1
  /// The sequence number of what brought it about; negative where nothing known did.
  public var cause: Int32 = -1
  /// The popup it is about.
  public var popup = PopupID.none
  /// The page it is about, or takes place on.
  public var page = PageID.none
  /// Which presentation of the popup, counted from 1; 0 where that does not apply.
  public var generation: Int32 = 0
  /// The timer it is about.
  public var timer = TimerID.none
  /// A name: of a callback, an action, a state, a user, a responder, what is observed, a fault's message.
  public var name = Symbol.none
  /// The index of its attributes in the catalog: a ``SpecID`` for `popup.submitted`, a ``ChangeID`` for `popup.changed`.
  public var attributes: Int32 = -1
  /// Where the popups that lost (`over`) begin in the log's own list.
  public var overStart: Int32 = 0
  /// The scene it belongs to.
  public var scene: UInt16 = 0
  /// The scheduler it belongs to.
  public var scheduler: UInt16 = 0
  /// What it is.
  public var kind: EventKind
  /// A word whose type depends on the kind: a ``Reason``, ``DismissalAct``, ``AnimationPhase``, ``TimerPurpose`` or ``PopupKind``.
  public var code: UInt8 = 0
  /// Yes-or-no properties.
  public var flags: Flags = []
  /// How many popups lost, at most 8.
  public var overCount: UInt8 = 0

  /// The yes-or-no properties of events.
  @frozen
  public struct Flags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `restored` of `popup.shown`: not the first presentation.
    @inlinable public static var restored: Flags { Flags(rawValue: 1) }
    /// `holds` of `popup.condition`.
    @inlinable public static var holds: Flags { Flags(rawValue: 2) }
    /// `completed: false` of `animation.finished`.
    @inlinable public static var incomplete: Flags { Flags(rawValue: 4) }
    /// `hides` of `scheduler.suspended`.
    @inlinable public static var hides: Flags { Flags(rawValue: 8) }
    /// `kind` of `scheduler.suspended`, `-resumed` and `-cleared` is given, in ``Event/code``.
    @inlinable public static var ofKind: Flags { Flags(rawValue: 16) }
    /// `reason` of a decision for which it is optional is given, in ``Event/code``.
    @inlinable public static var hasReason: Flags { Flags(rawValue: 32) }
    /// `reentrant` of a stimulus, taken in the turn of another (<doc:TimeAndTurns#Re-entrant-stimuli>).
    @inlinable public static var reentrant: Flags { Flags(rawValue: 64) }
    /// Every flag that has a meaning; others in a file are an error.
    @inlinable public static var all: Flags {
      [.restored, .holds, .incomplete, .hides, .ofKind, .hasReason, .reentrant]
    }
  }

  /// Makes an event whose slots are all empty.
  @inlinable
  public init(_ kind: EventKind, time: Ticks = .zero) {
    self.time = time
    self.kind = kind
  }

  /// Why it was decided; ``Reason/none`` where no reason is given.
  @inlinable
  public var reason: Reason {
    get { Reason(rawValue: code) ?? .none }
    set {
      code = newValue.rawValue
      if newValue == .none { flags.remove(.hasReason) } else { flags.insert(.hasReason) }
    }
  }

  /// How the dismissal came about.
  @inlinable
  public var act: DismissalAct {
    get { DismissalAct(rawValue: code) ?? .code }
    set { code = newValue.rawValue }
  }

  /// Which of the popup's animations.
  @inlinable
  public var phase: AnimationPhase {
    get { AnimationPhase(rawValue: code) ?? .show }
    set { code = newValue.rawValue }
  }

  /// What the timer is for.
  @inlinable
  public var purpose: TimerPurpose {
    get { TimerPurpose(rawValue: code) ?? .other }
    set { code = newValue.rawValue }
  }

  /// The kind of popups a suspension is limited to; nil for all kinds.
  @inlinable
  public var popupKind: PopupKind? {
    get { flags.contains(.ofKind) ? PopupKind(rawValue: code) : nil }
    set {
      code = newValue?.rawValue ?? 0
      if newValue == nil { flags.remove(.ofKind) } else { flags.insert(.ofKind) }
    }
  }

  /// `at` of `timer.set`: when it is due.
  @inlinable
  public var at: Ticks {
    get { Ticks(value) }
    set { value = newValue.rawValue }
  }

  /// Where the attributes of a submitted popup are.
  @inlinable
  public var spec: SpecID {
    get { SpecID(attributes) }
    set { attributes = newValue.rawValue }
  }

  /// The scheduler it belongs to.
  @inlinable
  public var schedulerID: SchedulerID {
    get { SchedulerID(scene: scene, scheduler: scheduler) }
    set {
      scene = newValue.scene
      scheduler = newValue.scheduler
    }
  }

  @usableFromInline typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt32)

  /// Whether all fields are equal, but for some flags and for where the popups that lost stand in their logs.
  @inlinable
  public func isSame(as other: Event, ignoring unknown: Flags) -> Bool {
    var (one, other) = (self, other)
    one.overStart = 0
    other.overStart = 0
    one.flags.subtract(unknown)
    other.flags.subtract(unknown)
    let left = unsafe unsafeBitCast(one, to: Words.self)
    let right = unsafe unsafeBitCast(other, to: Words.self)
    let times = (left.0 ^ right.0) | (left.1 ^ right.1)
    let identifiers = (left.2 ^ right.2) | (left.3 ^ right.3) | (left.4 ^ right.4) | (left.5 ^ right.5)
    return times | identifiers | (left.6 ^ right.6) | UInt64(left.7 ^ right.7) == 0
  }
}
