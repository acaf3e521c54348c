/// Something that is told of every event of an app's scheduler, such as a recorder.
///
/// The scheduler is specialised for its observer, so that a build with ``NoObserver`` carries nothing of it. An observer that owns a file or a
/// buffer is a `struct …: ~Copyable`, which only its scheduler holds (``PopupScheduler/withObserver(_:)``).
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

  /// Gives names another name, such as a hash, before anything is observed of them; nil where names stay as they are. The same name must have
  /// the same alias always, and no two names of a role the same one: policies compare them.
  var alias: (@Sendable (String, NameRole) -> String)? { get }
}

extension EventObserver where Self: ~Copyable {
  @inlinable public var isListening: Bool { true }
  @inlinable public mutating func turnEnded(in catalog: borrowing Catalog) {}
  @inlinable public mutating func refused(_ count: Int) {}
  @inlinable public var alias: (@Sendable (String, NameRole) -> String)? { nil }
}

/// An observer that observes nothing.
public struct NoObserver: EventObserver {
  public init() {}
  @inlinable public var isListening: Bool { false }
  @inlinable public func observe(_ event: Event, in log: borrowing EventLog, _ catalog: borrowing Catalog) {}
}

extension PopupScheduler where Policy == StandardPolicy, Observer == NoObserver {
  /// Makes a scheduler with the newest standard policy and without an observer.
  public convenience init(
    presenter: any PopupPresenter, configuration: PolicyConfiguration = .v6, schedulers: [SchedulerID] = [SchedulerID()]
  ) {
    self.init(
      policy: StandardPolicy(configuration), presenter: presenter, observer: NoObserver(), schedulers: schedulers)
  }
}

/// What names are called in the catalog, and so in everything that is observed; the app's own names go to its presenter, always.
@MainActor
struct Naming {
  private let alias: (@Sendable (String, NameRole) -> String)?
  /// The aliases given so far, each of which may have cost some microseconds.
  private var known: [NameRole: [String: String]] = [:]

  init(alias: (@Sendable (String, NameRole) -> String)? = nil) { self.alias = alias }

  mutating func intern(_ text: String, _ role: NameRole, in names: inout Names) -> Symbol {
    guard let alias else { return names.intern(text) }
    let name = known[role]?[text] ?? alias(text, role)
    known[role, default: [:]][text] = name
    return names.intern(name)
  }

  mutating func intern(_ classes: [String], in names: inout Names) -> NameListID {
    var members: [Symbol] = []
    for name in classes { members.append(intern(name, .pageClass, in: &names)) }
    return names.intern(members)
  }
}
