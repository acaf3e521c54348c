/// Everything around a scheduler that carries its decisions out: an app, or a model of one.
public protocol SchedulerEnvironment: AnyObject {
  /// Carries a decision out, and says which stimuli arrive while it does.
  ///
  /// Called exactly once for every decision, in order, with the decision's sequence number and time set. A stimulus added to `reentrant` is
  /// *re-entrant* (<doc:TimeAndTurns#Re-entrant-stimuli>): it gets this decision as its cause, unless it names another, and is taken in the
  /// same turn.
  func carryOut(_ decision: Event, reentrant: inout [Event])

  /// The same, for an environment that wants to look up what the decision refers to, or what has happened up to now. What the scheduler calls; the
  /// other, unless written otherwise.
  ///
  /// - Parameter log: The events so far, this decision and those that were made together with it included; none of them changes any more.
  func carryOut(
    _ decision: Event, reentrant: inout [Event], in log: borrowing EventLog, _ catalog: borrowing Catalog)

  /// Puts what a re-entrant stimulus refers to into the catalog, right after ``carryOut(_:reentrant:)`` gave it.
  ///
  /// Called once for each of them, in order. An environment that makes up popups and pages as it goes needs this; the catalog is not its own to
  /// touch at any other time.
  func register(_ stimulus: inout Event, in catalog: inout Catalog)
}

extension SchedulerEnvironment {
  /// Looks nothing up.
  @inlinable
  public func carryOut(
    _ decision: Event, reentrant: inout [Event], in log: borrowing EventLog, _ catalog: borrowing Catalog
  ) {
    carryOut(decision, reentrant: &reentrant)
  }

  /// Nothing to do: everything is in the catalog already.
  public func register(_ stimulus: inout Event, in catalog: inout Catalog) {}
}
