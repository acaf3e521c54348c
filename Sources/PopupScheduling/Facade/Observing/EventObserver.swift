/// Something that is told of every event of an app's scheduler, such as a recorder.
///
/// The scheduler is specialised for its observer, so that a build with ``NoObserver`` carries nothing of it. An observer need not be copyable:
/// one that owns a file or a buffer is a `struct …: ~Copyable`, and its scheduler the only one to hold it
/// (``PopupScheduler/withObserver(_:)``).
@MainActor
public protocol EventObserver: ~Copyable {
  /// Whether events are reported to it now; asked once for all that a decision brings. True, unless written otherwise.
  var isListening: Bool { get }

  /// Takes an event; called in order, and of a decision before the presenter is asked to carry it out.
  mutating func observe(_ event: Event, in log: borrowing EventLog, _ catalog: borrowing Catalog)

  /// Every event of a turn has been observed: what is kept back until a turn is whole can go on now. Does nothing, unless written otherwise.
  mutating func turnEnded(in catalog: borrowing Catalog)

  /// So many calls more were refused because they were about something unknown, and are no events. Does nothing, unless written otherwise.
  mutating func refused(_ count: Int)

  /// Gives names another name, such as a hash, before anything is observed of them; asked for once, and nil where names stay as they are.
  ///
  /// The same name must have the same alias always, and no two names of a role the same one: policies compare them.
  var alias: (@Sendable (String, NameRole) -> String)? { get }
}

extension EventObserver where Self: ~Copyable {
  /// True: events are reported to it.
  @inlinable
  public var isListening: Bool { true }

  /// Does nothing.
  @inlinable
  public mutating func turnEnded(in catalog: borrowing Catalog) {}

  /// Does nothing.
  @inlinable
  public mutating func refused(_ count: Int) {}

  /// None: names stay as they are.
  @inlinable
  public var alias: (@Sendable (String, NameRole) -> String)? { nil }
}

/// An observer that observes nothing.
public struct NoObserver: EventObserver {
  /// Makes an observer that observes nothing.
  public init() {}

  /// False: no event is reported to it.
  @inlinable
  public var isListening: Bool { false }

  /// Does nothing.
  @inlinable
  public func observe(_ event: Event, in log: borrowing EventLog, _ catalog: borrowing Catalog) {}
}
