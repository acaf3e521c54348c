import PopTrace

@testable import PopReplay

extension Premises.Survey {
  /// Takes a session, planned for this alone.
  func take(_ session: Session, _ limits: ResourceLimits) {
    var planner = SessionPlanner()
    take(session, planned: planner.plan(session, limits))
  }
}
