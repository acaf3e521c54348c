public import PopTrace
import PopupScheduling

/// A session, compiled for being replayed: shared by all runs of it, whatever their policies and timings.
///
/// Nothing changes it once it is made, so that any number of runs, one after another or at once, may look at it.
public final class SessionPlan: @unchecked Sendable {
  // Changed by a planner alone, and only while nothing else refers to it.
  @safe @exclusivity(unchecked) private(set) var plan = Plan()

  init() {}

  /// The plan of nothing.
  static let none = SessionPlan()

  fileprivate func compile(_ session: borrowing Session, _ limits: ResourceLimits) { plan.compile(session, limits) }
}

/// Makes plans of one session after another, in memory that is used again once a plan is no longer wanted.
///
/// ```swift
/// var planner = SessionPlanner()
/// let plan = planner.plan(session, ResourceLimits())
/// for index in replayers.indices { replayers[index].begin(plan, of: session, options: options) }
/// ```
public struct SessionPlanner: Sendable {
  /// The plans made last, some of which may still be wanted.
  private var plans: [SessionPlan] = []
  /// Keeping more plans than this at a time costs new memory.
  private static var kept: Int { 3 }

  /// Makes a planner.
  public init() {}

  /// Plans a session.
  ///
  /// - Complexity: O(n log m) for n events of which m have causes.
  public mutating func plan(_ session: borrowing Session, _ limits: ResourceLimits) -> SessionPlan {
    let plan = takeFree()
    plan.compile(session, limits)
    return plan
  }

  private mutating func takeFree() -> SessionPlan {
    for index in plans.indices where isKnownUniquelyReferenced(&plans[index]) { return plans[index] }
    let plan = SessionPlan()
    if plans.count == Self.kept { plans.removeFirst() }
    plans.append(plan)
    return plan
  }
}
