/// Something that is told of every event of an app's scheduler, such as a recorder.
///
/// The scheduler is specialised for its observer, so that a build with ``NoObserver`` carries nothing of it.
@MainActor
public protocol EventObserver {
  /// Takes an event; called in order, right after the turn it belongs to.
  mutating func observe(_ event: Event, in log: borrowing EventLog, _ catalog: borrowing Catalog)
}

/// Nobody looks.
public struct NoObserver: EventObserver {
  /// Makes nobody.
  public init() {}

  /// Does nothing.
  @inlinable
  public func observe(_ event: Event, in log: borrowing EventLog, _ catalog: borrowing Catalog) {}
}
